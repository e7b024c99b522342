"""Where dice lie in their picture: with that, what its dice show together tells how the camera stands."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.reading import Box

Centres = NDArray[np.float32]
"""(N, 2): right and down of the picture's middle, in halves of its longer side."""


def centres_of(boxes: Sequence[Box], width: int, height: int) -> Centres:
    """Return where the middles of boxes lie in a picture of this size."""
    corners = np.array(boxes, np.float32).reshape(-1, 2, 2)
    size = np.array([width, height], np.float32)
    return np.asarray((corners.sum(axis=1) - size) / size.max(), np.float32)
