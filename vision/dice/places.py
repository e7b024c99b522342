"""Where the finds of a picture lie and how large they are: what they tell of each other."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.reading import Box

Centres = NDArray[np.float32]
"""(N, 2): right and down of the picture's middle, in halves of its longer side."""


class Places(NamedTuple):
    """Of the finds of one picture: `centres`, and `sides` (N,), the longer ones of their boxes in pixels."""

    centres: Centres
    sides: NDArray[np.float32]


def places_of(boxes: Sequence[Box], width: int, height: int) -> Places:
    """Return where finds lie in a picture of this size."""
    corners = np.array(boxes, np.float32).reshape(-1, 2, 2)
    return Places(centres_of(boxes, width, height), (corners[:, 1] - corners[:, 0]).max(axis=1, initial=0))


def centres_of(boxes: Sequence[Box], width: int, height: int) -> Centres:
    """Return where the middles of boxes lie in a picture of this size."""
    corners = np.array(boxes, np.float32).reshape(-1, 2, 2)
    size = np.array([width, height], np.float32)
    return np.asarray((corners.sum(axis=1) - size) / size.max(), np.float32)
