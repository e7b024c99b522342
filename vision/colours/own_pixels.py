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
    sides, reaches = sizes.max(axis=1), WIDER / 2 * sizes
    places = middles[:, :, None] + sides[:, None, None] * across
    near = (np.abs(middles[:, None] - middles) < sides[:, None, None] / 2 + reaches).all(axis=2)
    nearer = corners[:, 1, 1] > corners[:, None, 1, 1]
    own = np.ones((len(corners), across.shape[1]), np.bool_)
    # Pair by pair, of which there are few: a page of print has hundreds of finds.
    for die, other in np.argwhere(near & nearer):
        away = np.abs(places[die] - middles[other][:, None])
        own[die] &= (away >= reaches[other][:, None]).any(axis=0)
    own[own.mean(axis=1) < LEAST_OWN] = True
    return own
