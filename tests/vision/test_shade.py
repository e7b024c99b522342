"""The darkest part of a die shows its body where the top face does not."""

import cv2
import numpy as np
import pytest

from vision.shade import shaded

SIDE_PX = 26
BLACK, RED, PALE = (30, 28, 26), (30, 30, 190), (205, 210, 215)

Bgr = tuple[int, int, int]


def box(cloth: Bgr, turned: bool) -> np.ndarray:
    """Return the box of a black die with a red pip whose pale top face mirrors.

    Turned by 45 degrees and seen from above, or straight and seen from the side.
    """
    picture = np.full((SIDE_PX * 10, SIDE_PX * 10, 3), cloth if turned else BLACK, np.uint8)
    middle = SIDE_PX * 5
    if turned:
        for side, colour in ((SIDE_PX * 10, BLACK), (SIDE_PX * 8, PALE)):
            corners = cv2.boxPoints(((middle, middle), (side / np.sqrt(2), side / np.sqrt(2)), 45.0))
            cv2.fillConvexPoly(picture, corners.astype(np.int32), colour)
    else:
        picture[: SIDE_PX * 7] = PALE
    cv2.circle(picture, (middle, middle), SIDE_PX, RED, -1)
    return cv2.resize(picture, (SIDE_PX, SIDE_PX), interpolation=cv2.INTER_AREA)


@pytest.mark.parametrize("cloth", [PALE, (40, 90, 40), (10, 10, 120)])
@pytest.mark.parametrize("turned", [False, True])
def test_edges_and_sides_show_what_the_top_face_hides(cloth: Bgr, turned: bool) -> None:
    (colour,) = shaded(box(cloth, turned)[None])

    assert colour.max() < 90
    assert int(colour.max()) - int(colour.min()) < 40


def test_each_die_has_its_own() -> None:
    plain = [np.full((SIDE_PX, SIDE_PX, 3), colour, np.uint8) for colour in (BLACK, RED, PALE)]

    assert shaded(np.stack(plain)).tolist() == [list(BLACK), list(RED), list(PALE)]
