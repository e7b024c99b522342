"""Dice that may lean on others: by their boxes, and by where their top faces point."""

from math import cos, radians, sin

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.reading import Box
from vision.watching.leaning import ANYWHERE, AWAY_FROM_ANOTHER, leans_sooner

DIE: Box = (100.0, 100.0, 140.0, 140.0)
RIGHT_OF_IT: Box = (143.0, 100.0, 183.0, 140.0)
BEHIND_IT: Box = (105.0, 60.0, 145.0, 98.0)
FURTHER_RIGHT: Box = (145.0, 100.0, 185.0, 140.0)
ANGLE: Box = (143.0, 145.0, 183.0, 185.0)

HEIGHT = radians(55)
"""Of the camera above the table."""

TILT = radians(20)


def top(towards_degrees: float) -> NDArray[np.float32]:
    """Return where the top face of a die is seen to point, and where it would if it lay flat: (2, 2).

    It leans to the right at 0 degrees, away from the camera at 90.
    """
    right, away = cos(radians(towards_degrees)) * sin(TILT), sin(radians(towards_degrees)) * sin(TILT)
    # What is up is seen to point up in the picture, and what lies further away to be higher in it.
    down = -cos(TILT) * cos(HEIGHT) - away * sin(HEIGHT)
    return np.array([[right, down], [0.0, -cos(HEIGHT)]], np.float32)


FLAT = np.array([[0.0, -cos(HEIGHT)]] * 2, np.float32)


@pytest.mark.parametrize(
    ("towards", "other", "sooner"),
    [
        (180, RIGHT_OF_IT, AWAY_FROM_ANOTHER),
        (180 - 40, RIGHT_OF_IT, AWAY_FROM_ANOTHER),
        (180 + 40, RIGHT_OF_IT, AWAY_FROM_ANOTHER),
        (180 - 70, RIGHT_OF_IT, ANYWHERE),
        (0, RIGHT_OF_IT, ANYWHERE),
        (90, RIGHT_OF_IT, ANYWHERE),
        (-90, BEHIND_IT, AWAY_FROM_ANOTHER),
        (90, BEHIND_IT, ANYWHERE),
        (180, FURTHER_RIGHT, ANYWHERE),
        (135, ANGLE, ANYWHERE),
    ],
)
def test_a_die_leans_sooner_where_it_leans_away_from_one_beside_it(
    towards: float, other: Box, sooner: float
) -> None:
    tops = np.stack([top(towards), FLAT])

    assert leans_sooner([DIE, other], tops) == pytest.approx([sooner, ANYWHERE])


def test_a_die_that_another_leans_on_lies_flat() -> None:
    tops = np.stack([FLAT, top(0)])

    assert leans_sooner([DIE, RIGHT_OF_IT], tops) == pytest.approx([ANYWHERE, AWAY_FROM_ANOTHER])


def test_a_single_die_has_nothing_to_lean_on() -> None:
    assert leans_sooner([DIE], top(180)[None]) == pytest.approx([ANYWHERE])


def test_a_normal_that_is_said_to_be_longer_than_it_can_be_still_points_somewhere() -> None:
    tops = np.array([[[-1.4, -0.6], [0.0, -0.97]], FLAT], np.float32)

    assert leans_sooner([DIE, RIGHT_OF_IT], tops) == pytest.approx([AWAY_FROM_ANOTHER, ANYWHERE])
