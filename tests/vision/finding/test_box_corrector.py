"""Boxes are told by their surroundings, in the picture's pixels; those of other finds are left to them."""

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.fakes import FakeNetwork, corrector_telling
from vision.finding.box_corrector import BoxCorrector
from vision.image import Frame
from vision.reading import Box

SIDE = 64
FIND: Box = (100, 60, 140, 120)


def table() -> Frame:
    return np.zeros((200, 300, 3), np.uint8)


class SeesWhite(FakeNetwork):
    """Tells the box around what is white in a view."""

    def __init__(self) -> None:
        super().__init__(self.tell, SIDE, ("die",), {}, margin=2.0)

    def tell(self, pictures: NDArray[np.uint8]) -> list[NDArray[np.float32]]:
        found = []
        for picture in pictures:
            rows, columns = np.nonzero(picture[..., 0] > 127)
            found.append((columns.min(), rows.min(), columns.max() + 1, rows.max() + 1))
        return [np.array(found, np.float32) * (2 / SIDE) - 1]


@pytest.mark.parametrize("die", [(100, 60, 130, 92), (112, 70, 144, 100), (104, 58, 140, 118)])
def test_a_die_beside_the_middle_of_its_find_gets_its_own_box(die: Box) -> None:
    frame = table()
    x0, y0, x1, y1 = (int(edge) for edge in die)
    frame[y0:y1, x0:x1] = 255

    (box,) = BoxCorrector(SeesWhite()).corrected(frame, [FIND], [0])

    assert box == pytest.approx(die, abs=2)


def test_a_box_that_is_about_right_stays_as_it_is() -> None:
    assert corrector_telling(-0.36, -0.5, 0.33, 0.48).corrected(table(), [FIND], [0]) == [FIND]


def test_only_those_asked_about_are_corrected() -> None:
    other: Box = (10, 10, 50, 50)

    first, second = corrector_telling(-0.5, -0.5, 0, 0).corrected(table(), [FIND, other], [1])

    assert first == FIND
    assert second == pytest.approx((10, 10, 20, 20), abs=2)


def test_the_box_of_another_find_is_left_to_it() -> None:
    smaller: Box = (100, 60, 115, 75)

    assert corrector_telling(-0.5, -0.5, 0, 0).corrected(table(), [(100, 60, 160, 120), smaller], [0]) == [
        (100, 60, 160, 120),
        smaller,
    ]


def test_boxes_end_where_the_picture_does() -> None:
    (box,) = corrector_telling(-1, -1, 1, 0).corrected(table(), [(0, 0, 40, 40)], [0])

    assert box[0] == box[1] == 0


@pytest.mark.parametrize("edges", [(0.5, 0.5, -0.5, -0.5), (-1, -1, -0.9, 0)])
def test_what_is_no_box_in_the_picture_changes_nothing(edges: tuple[float, ...]) -> None:
    assert corrector_telling(*edges).corrected(table(), [(0, 0, 40, 40)], [0]) == [(0, 0, 40, 40)]


def test_where_nothing_is_asked_the_network_is_left_alone() -> None:
    def never(_: NDArray[np.uint8]) -> list[NDArray[np.float32]]:
        raise AssertionError

    assert BoxCorrector(FakeNetwork(never, SIDE, ("die",), {})).corrected(table(), [FIND], []) == [FIND]
