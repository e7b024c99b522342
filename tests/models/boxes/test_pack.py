"""What is packed of a die lies around it, with its own box and the finder's."""

import numpy as np
import pytest

from models.boxes.pack import PACKED_PX, REACH, find_about, square_around, surroundings, within
from vision.image import Frame
from vision.reading import Box


def white_box(box: Box, height: int = 300, width: int = 400) -> Frame:
    frame = np.zeros((height, width, 3), np.uint8)
    x0, y0, x1, y1 = (int(edge) for edge in box)
    frame[y0:y1, x0:x1] = 255
    return frame


@pytest.mark.parametrize(
    "box", [(100, 80, 120, 104), (60, 40, 260, 220), (0, 10, 40, 44), (380, 280, 400, 300)]
)
def test_a_die_lies_in_its_surroundings_where_they_say(box: Box) -> None:
    square = square_around(box)

    shown = surroundings(white_box(box), square)

    rows, columns = np.nonzero(shown[..., 0] > 180)
    edges = np.array([columns.min(), rows.min(), columns.max() + 1, rows.max() + 1]) * (2 / PACKED_PX) - 1
    assert shown.shape == (PACKED_PX, PACKED_PX, 3)
    assert edges == pytest.approx(within(box, square), abs=2.5 * 2 / PACKED_PX)
    assert max(within(box, square)) == pytest.approx(1 / REACH)


def test_a_find_is_that_of_the_die_of_which_it_shows_most() -> None:
    die, other = (0.0, 0.0, 10.0, 10.0), (10.0, 0.0, 20.0, 10.0)
    wide, beside = (0.0, 0.0, 13.0, 10.0), (8.0, 0.0, 20.0, 10.0)

    assert find_about(die, [beside, wide], [die, other]) == wide
    assert find_about(die, [beside], [die, other]) is None
    assert find_about(die, [], [die]) is None
