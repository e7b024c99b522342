"""A picture in which camera or dice moved: edges are wide along the motion, on all of its dice.

A 4 whose pips run together in pairs looks like a 6 to a network that has seen few of them.
"""

import math

import cv2
import numpy as np
from numpy.typing import NDArray

DIAGONAL = np.float32(np.sqrt(0.5))

MOVED, WIDE, FEWEST = 1.5, 0.034, 2
"""How many times as wide edges are in one direction as in another, how wide at least in shares of a die, and
on how many dice together, read or not: a single one may have few edges but long ones.

Of 2,508 rightly read dice in 394 held-out scenes none lies in such a picture. In the same scenes drawn out by
0.15, 0.2, 0.25 and 0.35 of a die 24, 33, 42 and 44 faces of pips are read falsely, and 16, 9, 11 and 5 where
such pictures are refused; of 2,172, 1,439, 584 and 94 rightly read ones 1,451, 569, 137 and 17 are left.
"""

PIXEL_SIGMA_PX = 0.6
"""Pixels alone make edges about this wide, of which a die of 20 of them has 0.03; the two add up as squares.

Ten clear dice of 20 pixels, their shadows all on one side, were taken for moved without it, the one such
picture of 587 scenes with 3,478 rightly read dice. Of the same scenes, drawn out as above, none more is read
falsely."""

EACH = 1.35
"""How many times as wide edges must be on half of the dice by themselves: two that lie in front of a wall, or
are lost in their table's colour, show edges in one direction alone. No moved picture of those is lost by it.
"""

LEAST_CHANGE = 1e-3
"""Levels a pixel; a plain view has no edges to measure."""


def is_moved(views: NDArray[np.uint8], side_px: float) -> bool:
    """Say whether views of dice (N, S, S, 3), each filled by its die, show together that something moved.

    `side_px` is how many pixels of the picture the middle one of the dice takes.
    """
    if len(views) < FEWEST:
        return False
    wide = np.log(edge_widths(views))
    usual = wide.mean(axis=0)
    along, across = usual.argmax(), usual.argmin()
    on_most = np.median(wide[:, along] - wide[:, across]) > np.log(EACH)
    moved = usual[along] - usual[across] > np.log(MOVED)
    return bool(on_most and moved and usual[along] > np.log(math.hypot(WIDE, PIXEL_SIGMA_PX / side_px)))


def edge_widths(views: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return how wide the edges of views (N, S, S, 3) are in four directions, (N, 4), in shares of a die.

    To the right, down to the right, down, down to the left. Of the channels that of most contrast counts; the
    fourth power of changes counts the steepest most, which noise hides less than it would the very steepest.
    """
    spreads = np.stack([cv2.meanStdDev(view)[1][:, 0] for view in views]).astype(np.float32)
    picked = spreads.argmax(axis=1)
    clearest = views[np.arange(len(views)), :, :, picked].astype(np.float32)
    # Every second row says the same in half the time.
    right = clearest[:, 1:-1:2, 2:] - clearest[:, 1:-1:2, :-2]
    down = clearest[:, 2::2, 1:-1] - clearest[:, :-2:2, 1:-1]
    changes = np.stack([right, (right + down) * DIAGONAL, down, (right - down) * DIAGONAL], axis=1)
    squares = np.square(changes).reshape(len(views), 4, -1)
    steep = (np.einsum("ndp,ndp->nd", squares, squares) / squares.shape[2]) ** np.float32(0.25)
    spread = np.maximum(spreads.max(axis=1), LEAST_CHANGE)
    return np.asarray(spread[:, None] / np.maximum(steep, LEAST_CHANGE) / views.shape[1], np.float32)
