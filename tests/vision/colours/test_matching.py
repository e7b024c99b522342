"""Dice are compared with colours by what their views show."""

import numpy as np
from numpy.typing import NDArray

from vision.card import ModelCard
from vision.colours.matching import Matcher

RED, WHITE, BLACK = (1.0, 0.0, 0.0), (1.0, 1.0, 1.0), (0.0, 0.0, 0.0)


class SameBody:
    """A network that finds the odds of a body to be what the view's middle has of the body asked about."""

    card = ModelCard(
        name="matching",
        file="",
        sha256="",
        input_name="pictures",
        input_px=8,
        margin=1.0,
        labels=("has these colours",),
        thresholds={},
        trained_on=(),
        config={},
        metrics={},
    )

    def run(self, pictures: NDArray[np.uint8], **more: NDArray[np.float32]) -> list[NDArray[np.float32]]:
        seen = pictures[:, 4, 4] / 255.0
        return [(more["light"][:, 0] @ seen.T).astype(np.float32)]


def test_each_die_is_compared_with_each_pair_of_colours_in_red_green_and_blue() -> None:
    frame = np.zeros((40, 80, 3), np.uint8)
    frame[:, :40] = (0, 0, 255)
    compare = Matcher(SameBody()).comparing(frame, [(10, 10, 30, 30), (50, 10, 70, 30)])

    odds = compare(np.array([[RED, WHITE], [WHITE, BLACK], [BLACK, RED]]))

    assert odds.tolist() == [[1.0, 0.0], [1.0, 0.0], [0.0, 0.0]]


def test_without_dice_nothing_is_compared() -> None:
    compare = Matcher(SameBody()).comparing(np.zeros((40, 80, 3), np.uint8), [])

    assert compare(np.array([[RED, WHITE]])).shape == (1, 0)
