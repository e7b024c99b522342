"""Of a speckled die one of the ways leaves the pips and no speckles; a plain one stays as it is."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.dice.even_bodies import even_bodies, in_colours
from vision.image import Frame
from vision.reading import Lab

MARGIN = 1.25
BODY, PIPS, SPECKLES, TABLE = (30, 25, 20), (60, 200, 70), (40, 190, 220), (150, 120, 180)
PIPS_AT = [(18, 18), (30, 30)]
SPECKLES_AT = [(14, 24), (20, 31), (24, 16), (32, 18), (28, 24)]


def speckled() -> Frame:
    """Return a black die with green pips and yellow speckles, in the middle of 48 pixels."""
    picture = np.full((48, 48, 3), TABLE, np.uint8)
    picture[5:43, 5:43] = BODY
    for places, colour, size in ((PIPS_AT, PIPS, 5), (SPECKLES_AT, SPECKLES, 2)):
        for row, column in places:
            picture[row : row + size, column : column + size] = colour
    return picture


def colours_at(picture: Frame, places: list[tuple[int, int]]) -> NDArray[np.int16]:
    return np.array([picture[row + 1, column + 1] for row, column in places], np.int16)


def test_one_way_leaves_the_pips_of_a_speckled_die_alone() -> None:
    ways = even_bodies(speckled(), MARGIN)

    off = [
        max(np.abs(colours_at(way, SPECKLES_AT) - BODY).max(), np.abs(colours_at(way, PIPS_AT) - PIPS).max())
        for way in ways
    ]
    assert ways.shape == (6, 48, 48, 3)
    assert min(off) < 12


def test_every_colour_is_painted_like_every_other() -> None:
    ways = even_bodies(speckled(), MARGIN)

    assert len({way.tobytes() for way in ways}) == 6
    pips_gone = [np.abs(colours_at(way, PIPS_AT) - BODY).max() < 12 for way in ways]
    assert sum(pips_gone) == 1


def lab_of(bgr: tuple[int, int, int]) -> Lab:
    lightness, a, b = cv2.cvtColor(np.array([[bgr]], np.float32) / 255, cv2.COLOR_BGR2Lab)[0, 0].tolist()
    return lightness, a, b


def test_what_has_neither_the_colour_of_body_nor_of_marks_is_painted_as_body() -> None:
    painted = in_colours(speckled(), MARGIN, lab_of(BODY), lab_of(PIPS))

    assert np.abs(colours_at(painted, SPECKLES_AT) - BODY).max() < 12
    assert np.abs(colours_at(painted, PIPS_AT) - PIPS).max() < 12


def test_colours_that_were_measured_wrongly_leave_another_die() -> None:
    painted = in_colours(speckled(), MARGIN, lab_of(BODY), lab_of(SPECKLES))

    assert np.abs(colours_at(painted, SPECKLES_AT) - SPECKLES).max() < 12
    assert np.abs(colours_at(painted, PIPS_AT) - BODY).max() < 12


@pytest.mark.parametrize("level", [0, 120, 255])
def test_a_crop_of_one_colour_stays_so(level: int) -> None:
    ways = even_bodies(np.full((48, 48, 3), level, np.uint8), MARGIN)

    assert np.abs(ways.astype(np.int16) - level).max() <= 1


def test_the_same_crop_is_evened_alike_each_time() -> None:
    crop = np.random.default_rng(3).integers(0, 256, (48, 48, 3)).astype(np.uint8)

    assert np.array_equal(even_bodies(crop, MARGIN), even_bodies(crop, MARGIN))
