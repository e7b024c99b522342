"""The colour of the light that falls on dice, and what dice are called once it is taken away."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.colours.lab import LINEAR_OF_BYTE, Linear, as_lab, lab_of, linear_of
from vision.colours.likeness import alike
from vision.colours.names import body_name, marks_name
from vision.image import Frame
from vision.quantile import quantiles
from vision.reading import Lab, SeenColours

BRIGHTEST = 0.995
"""Quantile of each channel over all dice of a picture that shows the colour of the light.

White marks, white dice and highlights are at hand in most rolls; where none is, all channels are bright in
some die, unless all dice are of one colour, and then the strength below keeps that colour alive.
"""

LIGHT_STRENGTH = 0.6
"""How much of a cast is taken away; all of it would turn a picture of red dice alone grey."""

MOST_CAST = 2.0
"""No channel is changed by more than this: beyond it the colour is the dice's and not the light's."""


@dataclass(frozen=True, slots=True)
class Light:
    """The colour of the light in a picture: gains of linear red, green, blue that make it white."""

    red: float
    green: float
    blue: float


WHITE_LIGHT = Light(1.0, 1.0, 1.0)
"""Light without a cast: every value stays."""


def light_of(crops: Sequence[Frame]) -> Light:
    """Return the light that falls on the dice of one picture, from their crops, (H, W, 3) BGR each."""
    if not crops:
        return WHITE_LIGHT
    # Every other pixel of the part that holds no table is enough, and four times as fast.
    middles = [_middle_part(crop)[::2, ::2].reshape(-1, 3) for crop in crops]
    brightest = quantiles(np.concatenate(middles).T, BRIGHTEST)[::-1, 0]
    return _light_that_makes_white(LINEAR_OF_BYTE[np.maximum(np.rint(brightest), 5).astype(np.uint8)])


def light_of_groups(dice: Sequence[tuple[Lab, Lab]]) -> Light:
    """Return the light on groups of dice in one light, by body and marks of each die.

    The brightest of each channel is theirs together: where one group has white marks it tells the light on
    black dice with red pips, which alone would pass for green ones under a red lamp.
    """
    return _light_that_makes_white(np.maximum(linear_of(np.array(dice)).reshape(-1, 3).max(axis=0), 1e-3))


def _light_that_makes_white(brightest: Linear) -> Light:
    """Return the light under which the brightest linear red, green and blue, (3,), are white, in part."""
    gains = np.clip(brightest.mean() / brightest, 1 / MOST_CAST, MOST_CAST) ** LIGHT_STRENGTH
    return Light(*(float(gain) for gain in gains))


def names_of(seen: Sequence[SeenColours], light: Light) -> list[tuple[str, str]]:
    """Return the names of body and marks, out of COLOUR_NAMES, once the light's colour is taken away.

    Dice that are alike have one name, that of their mean colours.
    """
    if not seen:
        return []
    gains = np.array([light.red, light.green, light.blue])
    linear = linear_of(np.array([[one.body, one.marks] for one in seen])) * gains
    labs = lab_of(np.minimum(linear, 1.0))
    names = [("", "")] * len(seen)
    for dice in alike(seen):
        body, marks = (as_lab(colour) for colour in labs[list(dice)].mean(axis=0).tolist())
        for die in dice:
            names[die] = (body_name(body, marks), marks_name(marks, body))
    return names


def _middle_part(crop: Frame) -> Frame:
    edge_y, edge_x = (side // 6 for side in crop.shape[:2])
    return crop[edge_y : crop.shape[0] - edge_y, edge_x : crop.shape[1] - edge_x]
