"""Which pixels of a die show itself, where others may lie before it."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.reading import Box

WIDER = 1.2
"""A die before another covers a box so many times as wide as its own, as boxes are found."""

LEAST_OWN = 0.3
"""Where less than this share is left the die is measured as if nothing covered it: too little is worse."""


def own_pixels(boxes: Sequence[Box], across: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return which places of each die's square, as wide as its box is at most, no nearer die covers, (n, m).

    `across` are the places in shares of the square's side, from its middle, right and down: (2, m). Of two
    dice the one whose box reaches farther down lies nearer to the camera.
    """
    corners = np.array(boxes, np.float64).reshape(-1, 2, 2)
    middles, sizes = corners.mean(axis=1), corners[:, 1] - corners[:, 0]
    places = middles[:, :, None] + sizes.max(axis=1)[:, None, None] * across
    away = np.abs(places[:, None] - middles[None, :, :, None])
    covered = (away < sizes[None, :, :, None] * WIDER / 2).all(axis=2)
    nearer = corners[None, :, 1, 1] > corners[:, None, 1, 1]
    own = ~(covered & nearer[..., None]).any(axis=1)
    return np.asarray(own | (own.mean(axis=1) < LEAST_OWN)[:, None])
