"""The shaded part of a die: what of it is darkest, and so mirrors least.

A glossy top face can mirror a lamp or a wall until black looks white. Its rounded edges and the sides look
elsewhere: they show the body as it is, in less light.
"""

import numpy as np
from numpy.typing import NDArray

REACH = 0.44
"""Half the width of the diamond in a box that is the die's own however it lies, in shares of the side."""

DARKEST, DARK = 0.02, 0.12
"""The shaded part lies between these shares of the diamond, by its strongest channel; below is noise.

By the strongest channel marks of any colour are bright, which by lightness red ones are not.
"""


def shaded(boxes: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the medians (n, 3) of the shaded parts of dice, from their boxes, (n, side, side, 3) BGR."""
    side = boxes.shape[1]
    row, column = np.mgrid[:side, :side] - (side - 1) / 2
    own = boxes[:, np.abs(row) + np.abs(column) <= REACH * side]
    first, last = (round(share * own.shape[1]) for share in (DARKEST, DARK))
    chosen = np.argpartition(own.max(axis=2), (first, last), axis=1)[:, first:last, None]
    part = np.take_along_axis(own, chosen, axis=1)
    middle = part.shape[1] // 2
    return np.asarray(np.partition(part, middle, axis=1)[:, middle])
