"""The place of a number is worked out from the corners of its face, upright whichever way the die lies."""

import numpy as np
import pytest

from models.numerals.place import SQUARE_SHARE, TRIANGLE_SHARE, number_place


def at(place: np.ndarray, x: float, y: float) -> list[float]:
    """Return where a point of the upright picture lies in the crop."""
    there = place @ np.array([x, y, 1.0])
    return [float(there[0]), float(there[1])]


@pytest.mark.parametrize("turn", [0, 40, 120, 250])
def test_the_tip_of_an_upright_triangle_is_up(turn: int) -> None:
    angles = np.radians(np.array([90, 210, 330]) + turn)
    corners = [(50 + 20 * np.cos(a), 50 - 20 * np.sin(a)) for a in angles]
    up = (float(np.cos(angles[0])), float(-np.sin(angles[0])))

    place = number_place(corners, up, (0, 0), 100)

    assert place is not None
    assert at(place, 0, -1 / TRIANGLE_SHARE) == pytest.approx([(c - 50) / 50 for c in corners[0]])
    # Right of an upright number is a quarter turn clockwise from its up, in pictures with y down.
    right = np.array(at(place, 1, 0)) - at(place, 0, 0)
    assert right / np.linalg.norm(right) == pytest.approx([-up[1], up[0]])


def test_a_number_on_a_square_stands_towards_one_of_its_edges() -> None:
    place = number_place([(40, 40), (60, 40), (60, 60), (40, 60)], (1.0, 0.1), (0, 0), 100)

    assert place is not None
    assert at(place, 0, -1) == pytest.approx([0.2 * SQUARE_SHARE, 0])
    assert at(place, 1, 0) == pytest.approx([0, 0.2 * SQUARE_SHARE])


def test_a_face_seen_aslant_keeps_its_corners() -> None:
    place = number_place([(50, 44), (30, 56), (70, 56)], (0.0, -1.0), (0, 0), 100)

    assert place is not None
    assert at(place, 0, -1 / TRIANGLE_SHARE) == pytest.approx([0, (44 - 50) / 50])
    assert at(place, np.cos(np.pi / 6) / TRIANGLE_SHARE, 0.5 / TRIANGLE_SHARE) == pytest.approx([0.4, 0.12])


def test_other_faces_have_no_place() -> None:
    assert number_place([(0, 0), (2, 0), (3, 1), (2, 2), (0, 2)], (0.0, -1.0), (0, 0), 10) is None
