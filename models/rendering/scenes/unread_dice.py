"""Dice of kinds that are not read, as things on a table: how they rest, and the numbers on them."""

import numpy as np
from numpy.typing import NDArray

from models.rendering.dice.polyhedra import Polyhedron, body, outward
from models.rendering.scenes.table import Thing


def polyhedron(thing: Thing) -> Polyhedron:
    """Return the body of a thing of a kind in `POLYHEDRA`, resting on a face that its seed chooses."""
    rng = np.random.default_rng(thing.seed)
    points, faces = body(thing.kind)
    points = points * thing.size_mm
    down = outward(points[list(faces[int(rng.integers(len(faces)))])])
    points = points @ _turn(down, np.array([0.0, 0.0, -1.0])).T
    cos, sin = np.cos(thing.yaw), np.sin(thing.yaw)
    points = points @ np.array([[cos, -sin, 0.0], [sin, cos, 0.0], [0.0, 0.0, 1.0]]).T
    points = points + np.array([thing.position[0], thing.position[1], -points[:, 2].min()])
    return Polyhedron(points, faces, _numbers(points, faces, rng))


def _turn(source: NDArray[np.float64], target: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return a rotation (3, 3) that takes one unit vector to another."""
    axis, cos = np.cross(source, target), float(source @ target)
    if cos < -0.999999:
        other = np.array([0.0, 1.0, 0.0])
        return (
            2 * np.outer(other, other) - np.eye(3)
            if abs(source[1]) < 1e-6
            else _turn(source + 1e-4 * other, target)
        )
    skew = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
    return np.asarray(np.eye(3) + skew + skew @ skew / (1 + cos))


def _numbers(
    points: NDArray[np.float64], faces: tuple[tuple[int, ...], ...], rng: np.random.Generator
) -> tuple[int, ...]:
    """Return a number for each face; opposite faces sum to one more than the highest, on a d10 to nine."""
    count = len(faces)
    normals = np.array([outward(points[list(face)]) for face in faces])
    low, total = (0, 9) if count == 10 else (1, count + 1)
    numbers = [-1] * count
    free = [(low + k, total - low - k) for k in range(count // 2)]
    if count == 4:
        return tuple(int(n) for n in rng.permutation([1, 2, 3, 4]))
    for index in rng.permutation(count):
        if numbers[index] < 0:
            pair = free.pop(int(rng.integers(len(free))))
            opposite = int(np.argmin(normals @ normals[index]))
            numbers[int(index)], numbers[opposite] = pair if rng.random() < 0.5 else pair[::-1]
    return tuple(numbers)
