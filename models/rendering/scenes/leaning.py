"""A die that comes to rest cocked: where it leans and how it gets there. Rigid bodies seldom end so."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.rendering.dice.die import FACE_FRAMES, resting_rotation
from models.rendering.scenes.placing import Pose

LEAST_TILT, MOST_TILT = 18.0, 38.0
APART = 1.45
"""Least distance to the middles of dice that it does not lean on, in die sizes."""
HOP_MM = 14.0


def leaning_pose(
    rng: Generator, size_mm: float, lying: Sequence[Pose], wall_mm: float | None, away_from: float
) -> Pose | None:
    """Return a pose that leans on a tray's wall or another die, None where there is no room for this try.

    `wall_mm` is the walls' distance from the middle; not on the wall at `away_from` radians, which hides it.
    """
    tilt = float(np.radians(rng.uniform(LEAST_TILT, MOST_TILT)))
    raised = np.array([[np.cos(tilt), 0, -np.sin(tilt)], [0, 1, 0], [np.sin(tilt), 0, np.cos(tilt)]])
    own = raised @ resting_rotation(int(rng.integers(len(FACE_FRAMES))), float(rng.integers(4)) * np.pi / 2)
    other = None
    if wall_mm is not None and rng.random() < 0.5:
        toward = float(rng.integers(4)) * np.pi / 2
        if np.cos(toward - away_from) > 0.5:
            return None
        base = wall_mm * np.array([np.cos(toward), np.sin(toward), 0.0])
        base += rng.uniform(-0.6, 0.6) * wall_mm * np.array([-np.sin(toward), np.cos(toward), 0.0])
    else:
        other = int(rng.integers(len(lying)))
        place, turn = lying[other]
        side = turn[:, int(np.argmin(np.abs(turn[2])))]
        toward = float(np.arctan2(side[1], side[0])) + float(rng.integers(4)) * np.pi / 2
        base = place - size_mm / 2 * np.array([np.cos(toward), np.sin(toward), 0.0])
    about = _about_z(toward)
    corners = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) * size_mm / 2
    tilted = corners @ own.T
    place = about @ np.array([-tilted[:, 0].max(), 0.0, 0.0]) + base
    place[2] = -tilted[:, 2].min()
    apart = all(
        np.hypot(*(place - there)[:2]) > APART * size_mm
        for index, (there, _) in enumerate(lying)
        if index != other
    )
    inside = wall_mm is None or np.abs(place[:2]).max() < wall_mm - 0.5 * size_mm
    return (place, about @ own) if apart and inside else None


def tumbling(begins: Pose, ends: Pose, first: float, last: float, turns: float) -> Callable[[float], Pose]:
    """Return the way from a hand to a pose: thrown in an arc, one hop, turning until it leans."""
    axis = np.cross([0.0, 0.0, 1.0], ends[0] - begins[0])
    axis = axis / max(float(np.linalg.norm(axis)), 1e-6)

    def pose(time: float) -> Pose:
        share = (time - first) / (last - first)
        if share >= 1:
            return ends
        left = 1 - max(share, 0.0)
        place = ends[0] + (begins[0] - ends[0]) * left**2
        fallen = 0.55
        height = (begins[0][2] - ends[0][2]) * max(0.0, 1 - (share / fallen) ** 2)
        hop = HOP_MM * max(0.0, np.sin(np.pi * (share - fallen) / (1 - fallen)))
        place[2] = ends[0][2] + (height if share < fallen else hop)
        return place, _about(axis, -turns * 2 * np.pi * left**1.6) @ ends[1]

    return pose


def _about_z(angle: float) -> NDArray[np.float64]:
    return _about(np.array([0.0, 0.0, 1.0]), angle)


def _about(axis: NDArray[np.float64], angle: float) -> NDArray[np.float64]:
    """Return the rotation by an angle about a unit axis."""
    x, y, z = axis
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.asarray(np.eye(3) + np.sin(angle) * cross + (1 - np.cos(angle)) * cross @ cross)
