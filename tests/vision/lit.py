"""Dice of known paint as a camera would measure them under any light: no pictures, colours alone."""

from collections.abc import Sequence

import numpy as np
from numpy.random import Generator

from vision.colours.groups import Groups
from vision.colours.lab import as_lab, lab_of
from vision.reading import SeenColours

Rgb = tuple[float, float, float]
"""Share of red, green and blue light that a surface sends back, or that a lamp gives."""

PAINTS: dict[str, Rgb] = {
    "red": (0.55, 0.03, 0.03),
    "green": (0.04, 0.3, 0.07),
    "blue": (0.04, 0.1, 0.55),
    "black": (0.015, 0.015, 0.017),
    "white": (0.85, 0.85, 0.82),
    "yellow": (0.8, 0.6, 0.05),
    "purple": (0.3, 0.04, 0.4),
}
FELT: Rgb = (0.1, 0.16, 0.12)
DAYLIGHT: Rgb = (1.0, 1.0, 1.0)
LAMP: Rgb = (1.0, 0.62, 0.25)
FOUR_GROUPS = (("red", "white"), ("black", "red"), ("green", "white"), ("black", "green"))


def seen(
    body: str, marks: str, light: Rgb, rng: Generator, table: Rgb = FELT, error: float = 0.0
) -> SeenColours:
    """Return a die in this light, lit a little unevenly and with a little gloss, on a table."""
    shade = float(np.exp(rng.normal(0, 0.15)))
    gloss = float(abs(rng.normal(0, 0.01)))
    measured = [
        np.array(light) * (np.array(paint) * shade + gloss) for paint in (PAINTS[body], PAINTS[marks], table)
    ]
    body_lab, marks_lab, around = lab_of(np.array(measured)).tolist()
    return SeenColours(as_lab(body_lab), as_lab(marks_lab), as_lab(around), error)


def told(groups: Groups, dice: Sequence[SeenColours]) -> tuple[str | None, ...]:
    """Return the group of each die of one picture."""
    return tuple(one.group for one in groups.of(dice))
