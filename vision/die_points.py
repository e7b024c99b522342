"""Dice as points of nine numbers: the roots of body, marks and shaded part, see `vision.relight`."""

from collections.abc import Iterable

import numpy as np

from vision.reading import Lab
from vision.relight import Roots, roots

SIZE = 9
BODY, MARKS, SHADED = slice(0, 3), slice(3, 6), slice(6, 9)

USUAL_SHADE = 0.83
"""Of the body's root, what its shaded part has: the median of rendered red, green and black dice."""


def die_points(dice: Iterable[tuple[Lab, Lab, Lab | None]]) -> Roots:
    """Return the points (n, 9) of body, marks and shaded part; where that is None, it is what is usual."""
    given = list(dice)
    labs = [(body, marks, body if shaded is None else shaded) for body, marks, shaded in given]
    points = roots(np.array(labs, np.float64).reshape(-1, 3, 3)).reshape(-1, SIZE)
    points[[shaded is None for _, _, shaded in given], SHADED] *= USUAL_SHADE
    return points
