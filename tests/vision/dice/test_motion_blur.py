"""Dice of a picture in which something moved are refused; clear or evenly blurred ones are not taken so."""

import cv2
import numpy as np
import pytest

from tests.vision.drawn_dice import drawn_die
from vision.dice.motion_blur import edge_widths, is_moved
from vision.image import Frame, load_image
from vision.reader import TableReader, open_reader
from vision.reading import Problem

WOOD = "sample_images/wood_nine.jpg"
SIDE_PX = 38
"""Of the views below; the pictures that they might be of show their dice as large."""


def dice() -> list[Frame]:
    rng = np.random.default_rng(5)
    return [drawn_die("red", "white", face, SIDE_PX, rng) for face in (1, 2, 3, 4, 5, 6)]


def drawn_out(picture: Frame, length: int, *, down: bool = False) -> Frame:
    """Return a picture as a camera sees it that moves on by so many pixels meanwhile."""
    size = (1, length) if down else (length, 1)
    return np.asarray(cv2.blur(picture, size), np.uint8)


def test_sharp_dice_have_not_moved() -> None:
    assert not is_moved(np.stack(dice()), SIDE_PX)


@pytest.mark.parametrize("down", [False, True])
def test_dice_that_are_drawn_out_have(down: bool) -> None:
    assert is_moved(np.stack([drawn_out(die, 11, down=down) for die in dice()]), SIDE_PX)


def test_dice_out_of_focus_have_not() -> None:
    assert not is_moved(np.stack([cv2.GaussianBlur(die, (0, 0), 3) for die in dice()]), SIDE_PX)


def test_two_dice_with_edges_in_one_direction_say_nothing_of_four_others() -> None:
    """As those do of which a wall is seen, or that are lost in the colour of their table."""
    wall = np.zeros((38, 38, 3), np.uint8)
    wall[:, :10] = 255
    grain = np.random.default_rng(5).integers(0, 12, wall.shape, np.uint8)
    before_wall = np.asarray(cv2.add(drawn_out(wall, 3), grain), np.uint8)
    pip = cv2.circle(np.zeros((38, 38, 3), np.uint8), (19, 19), 8, (255, 255, 255), cv2.FILLED)
    others = [np.asarray(cv2.GaussianBlur(pip, (0, 0), 2), np.uint8)] * 4
    (wide,) = edge_widths(np.stack([before_wall]))

    assert wide.max() > 10 * wide.min()
    assert not is_moved(np.stack([*others, before_wall, before_wall]), SIDE_PX)
    assert is_moved(
        np.stack([*(drawn_out(one, 19, down=True) for one in others), before_wall, before_wall]), SIDE_PX
    )


def test_edges_as_wide_as_a_pixel_are_none_of_motion() -> None:
    """Small dice whose shadows lie all on one side show edges that are steep on that side alone."""
    hardly = np.stack([drawn_out(die, 6) for die in dice()])

    assert is_moved(hardly, side_px=60)
    assert not is_moved(hardly, side_px=15)


@pytest.mark.parametrize("count", [0, 1])
def test_few_dice_do_not_tell(count: int) -> None:
    assert not is_moved(np.zeros((count, 38, 38, 3), np.uint8), SIDE_PX)
    assert not is_moved(np.stack([drawn_out(die, 11) for die in dice()])[:count], SIDE_PX)


def test_edges_are_wide_along_the_motion() -> None:
    (wide,) = edge_widths(np.stack([drawn_out(dice()[4], 11)]))

    assert wide.argmax() == 0
    assert wide.argmin() == 2


@pytest.fixture(scope="module")
def reader() -> TableReader:
    """Return the packaged reader."""
    return open_reader(threads=1)


@pytest.mark.parametrize("length", [25, 29, 35])
def test_nothing_is_read_in_a_moved_picture(reader: TableReader, length: int) -> None:
    """Faces were read that are not there, beside right ones."""
    moved = drawn_out(load_image(WOOD), length)

    reading = reader.read(moved)

    assert {die.face for die in reading.dice} == {None}
    assert Problem.BLUR in {die.problem for die in reading.dice}
