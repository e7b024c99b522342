"""Where the number on a die's top face lies in a crop, worked out from the corners of that face."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Point = tuple[float, float]

Place = NDArray[np.float64]
"""(2, 3): maps a point of the number seen upright, -1..1 right and down, into the crop, -1..1 likewise."""

TRIANGLE_SHARE, SQUARE_SHARE = 0.62, 0.9
"""What the upright picture shows: so much of a triangle's circumradius, or of half a square's side."""


def number_place(top: Sequence[Point], up: Point, corner: tuple[float, float], side: float) -> Place | None:
    """Return the place of the number on a triangle or a square, None for other shapes.

    `top` are its corners and `up` the direction in which the number stands, both in pixels of the picture;
    the crop's square begins at `corner` and is `side` pixels wide.
    """
    corners = (np.array(top, dtype=np.float64) - corner) * (2 / side) - 1
    middle, upward = corners.mean(axis=0), np.array(up, dtype=np.float64)
    rightward = np.array([-upward[1], upward[0]])
    if len(corners) == 3:
        apex = int(np.argmax(_cosines(corners - middle, upward)))
        foot = np.delete(corners, apex, axis=0) - middle
        high = corners[apex] - middle
        # The right foot of an upright triangle lies at (cos 30 degrees, -1/2) of its circumradius.
        right = (foot[int(np.argmax(foot @ rightward))] + high / 2) / np.cos(np.pi / 6)
        share = TRIANGLE_SHARE
    elif len(corners) == 4:
        edges = (corners + np.roll(corners, -1, axis=0)) / 2 - middle
        high = edges[int(np.argmax(_cosines(edges, upward)))]
        right = edges[int(np.argmax(_cosines(edges, rightward)))]
        share = SQUARE_SHARE
    else:
        return None
    return np.stack([right * share, -high * share, middle], axis=1)


def _cosines(vectors: NDArray[np.float64], way: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(vectors @ way / np.maximum(np.linalg.norm(vectors, axis=1), 1e-9))
