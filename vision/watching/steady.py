"""Takes a camera's own small movements out of its pictures: the hand that holds it, the focus that breathes.

What moves is known by where it moves: a camera changes all of the picture as one, dice change where they are.
On a plain table dice are all that is seen, and nobody can say which of both has moved; then they have.
"""

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import Mask
from vision.watching.motion import Small, changed, without

MOST_DRIFT_PX, LEAST_DRIFT_PX = 4.0, 0.1
"""How far a corner of a small picture may have gone: further off, boxes and masks of one place fit no more;
less explains no change."""

PARTS, LEAST_PARTS, PART_PX = 3, 5, 12
"""Of so many parts each way, so many must have changed, by so many pixels, and be as they were once steadied.

Dice that creep along lie in one or two of them."""

MOST_LEFT = 0.015
"""Of the picture: where more is still changed a hand is there, or dice roll, and may mislead the search."""

MOST_SHEAR = 0.004
"""A camera shifts, turns and enlarges its picture; dice that go their own ways would have it sheared."""

RIM_PX = 5
"""Of a picture that was moved, so much at its edges is not looked at."""

ROUNDS = cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 20, 1e-4
"""When to end the search."""

Way = NDArray[np.float32]
"""(2, 3): an affine map."""

Grey = NDArray[np.float32]
"""(rows, columns)."""


def steadied(small: Small, like: Small, levels: int) -> Small | None:
    """Return a picture moved to where the other was taken from; what lies outside of it is the other's.

    None where the camera has not moved, or so far that it is another view, or dice may have.
    """
    unlike = changed(like, small, levels)
    if _parts(unlike) < LEAST_PARTS or (way := _way(small, like)) is None:
        return None
    rows, columns = small.shape[:2]
    moved = moved_back(small, way)
    steady = like.copy()
    inside = slice(RIM_PX, rows - RIM_PX), slice(RIM_PX, columns - RIM_PX)
    steady[inside] = moved[inside]
    left = changed(like, steady, levels)
    if cv2.countNonZero(left) > MOST_LEFT * left.size:
        return None
    return steady if _parts(without(unlike, left)) >= LEAST_PARTS else None


def moved_back(picture: NDArray[Any], way: Way) -> NDArray[Any]:
    """Return a picture of its size whose places show what it has at the places to which the way leads."""
    return np.asarray(
        cv2.warpAffine(
            picture,
            way,
            picture.shape[1::-1],
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )
    )


def _parts(mask: Mask) -> int:
    """Return in how many parts of a picture a mask covers something."""
    parts = [part for band in np.array_split(mask, PARTS) for part in np.array_split(band, PARTS, axis=1)]
    return sum(cv2.countNonZero(np.ascontiguousarray(part)) >= PART_PX for part in parts)


def _way(small: Small, like: Small) -> Way | None:
    """Return the way from places of `like` to those of `small`, None where it explains nothing."""
    still = np.eye(2, 3, dtype=np.float32)
    try:
        _, found = cv2.findTransformECC(_grey(like), _grey(small), still.copy(), cv2.MOTION_AFFINE, ROUNDS)
    except cv2.error:  # nothing alike in them
        return None
    way = np.asarray(found, np.float32)
    way[:, 2] *= 2
    rows, columns = small.shape[:2]
    corners = np.array([[0, columns, 0, columns], [0, 0, rows, rows], [1, 1, 1, 1]], np.float32)
    drift_px = float(np.hypot(*((way - still) @ corners)).max())
    sheared = max(abs(way[0, 0] - way[1, 1]), abs(way[0, 1] + way[1, 0]))
    return way if LEAST_DRIFT_PX <= drift_px <= MOST_DRIFT_PX and sheared <= MOST_SHEAR else None


def _grey(small: Small) -> Grey:
    """Return a picture in grey at half its size, which is enough for a way."""
    green = small[::2, ::2, 1]  # small pictures are smooth
    return green.astype(np.float32)
