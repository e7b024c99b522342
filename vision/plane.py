"""Which dice do not lie flat, told by the others: dice on one table show its plane to the camera alike.

One crop cannot tell a die that leans from a flat one seen from another side. But all flat dice have the same
upright direction in space, so that a camera under which most of them lie flat shows those that do not.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

FOCALS = (0.8, 1.2, 1.8, 3.0, 8.0)
"""Focal lengths to try, in longer sides of the picture: from wide phones to a lens far away."""

NOISE = 0.1
"""What each number of a flat die's stance is off by, about."""

FAR_OFF = 3.0
"""From so many times the noise on, a die says nothing more about the plane of the others."""

LEAST_DICE = 3
"""Of two that differ nobody can say which one leans."""


@dataclass(frozen=True, slots=True)
class Plane:
    """The table to the camera: its upright direction (3,), right, down and away, and the focal length."""

    upright: Floats
    focal: float

    def misfits(self, places: Floats, stances: Floats) -> Floats:
        """Return how far stances (N, 4) are from those of flat dice at `places` (N, 2), in noises, (N,)."""
        alone = _misfits(self.upright[None], np.array([self.focal]), places, stances)
        return np.asarray(alone[0])


def places_of(boxes: Floats, width: int, height: int) -> Floats:
    """Return the middles (N, 2) of boxes (N, 4) from the picture's middle, in its longer sides."""
    middles = (boxes[:, :2] + boxes[:, 2:]) / 2
    return np.asarray((middles - (width / 2, height / 2)) / max(width, height))


def plane_of(places: Floats, stances: Floats) -> Plane | None:
    """Return the plane on which most dice lie flat, by (N, 2) and (N, 4); None for too few dice.

    Each die proposes the plane on which it is flat itself; the one that all are least far from wins, and is
    then the middle of those who agree.
    """
    if len(stances) < LEAST_DICE:
        return None
    focals, count = np.repeat(FOCALS, len(stances)), len(stances)
    alone = np.concatenate([_uprights(places / focal, stances) for focal in FOCALS])
    agree = _misfits(alone, focals, places, stances) < FAR_OFF
    joint = agree.reshape(-1, count, count).astype(float) @ alone.reshape(-1, count, 3)
    joint /= np.linalg.norm(joint, axis=2, keepdims=True)
    proposed, focals = np.concatenate([alone, joint.reshape(-1, 3)]), np.concatenate([focals, focals])
    off = np.minimum(_misfits(proposed, focals, places, stances), FAR_OFF).sum(axis=1)
    best = int(off.argmin())
    return Plane(proposed[best], float(focals[best]))


def _uprights(rays: Floats, stances: Floats) -> Floats:
    """Return (N, 3): for each die what is upright if it lies flat; `rays` (N, 2) lead to the dice."""
    across = stances[:, :2]
    length = np.linalg.norm(across, axis=1, keepdims=True)
    across = across * np.minimum(1, 0.98 / np.maximum(length, 1e-6))
    away = -np.sqrt(1 - np.square(across).sum(axis=1, keepdims=True))
    ray = np.concatenate([rays, np.ones((len(rays), 1))], axis=1)
    ray /= np.linalg.norm(ray, axis=1, keepdims=True)
    right = np.array([1.0, 0.0, 0.0]) - ray * ray[:, :1]
    right /= np.linalg.norm(right, axis=1, keepdims=True)
    return np.asarray(right * across[:, :1] + np.cross(ray, right) * across[:, 1:] + ray * away)


def _misfits(uprights: Floats, focals: Floats, places: Floats, stances: Floats) -> Floats:
    """Return (M, N): how far N stances are from flat dice's, for M upright directions and focal lengths."""
    x, y = (places[:, axis] / focals[:, None] for axis in (0, 1))
    # What a small step to the right, down and away of each die moves in the picture.
    right = uprights[:, :1] - x * uprights[:, 2:]
    down = uprights[:, 1:2] - y * uprights[:, 2:]
    xx, yy, xy = 1 + x * x - right * right, 1 + y * y - down * down, x * y - right * down
    straight, aslant = (xx - yy) / (xx + yy), 2 * xy / (xx + yy)
    edge = np.sqrt((xx + yy) / 2 * (1 + np.hypot(straight, aslant)))
    flat = (right / edge, down / edge, straight, aslant)
    off = sum(np.square(one - stances[:, axis]) for axis, one in enumerate(flat))
    return np.asarray(np.sqrt(off / len(flat)) / NOISE)
