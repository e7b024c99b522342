"""Bodies with many faces, d4 to d20 and barrels: their corners, their faces, the numbers on them."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

GOLDEN = (1 + 5**0.5) / 2
# The fifth coordinate that makes the ten kites of a d10 plane.
D10_HEIGHT = 0.105573
# Half the length of a barrel's sides, and how far its tips lie from its middle, by half its width.
BARREL_SIDE, BARREL_TIP = 1.6, 2.3
# How far from a domed barrel's middle its foot lies, by half its width, and where its sides begin to end in
# round arches and by how much those rise; how far across and how far up their corners lie, in shares.
DOMED_FOOT, SPRING, RISE = -1.5, 0.5, 0.9
ARCH = tuple((float(np.sin(turn)), float(np.cos(turn))) for turn in np.radians((-90, -55, -28, 0, 28, 55)))


@dataclass(frozen=True, slots=True)
class Polyhedron:
    """A convex body in the table's frame: vertices (n, 3), faces as rings of vertices seen from outside."""

    vertices: NDArray[np.float64]
    faces: tuple[tuple[int, ...], ...]
    numbers: tuple[int, ...]

    def normals(self) -> NDArray[np.float64]:
        """Return the faces' outward normals (faces, 3)."""
        return np.array([outward(self.vertices[list(face)]) for face in self.faces])

    @property
    def top_number(self) -> int:
        """The number of the face whose normal points most upward."""
        return self.numbers[int(np.argmax(self.normals()[:, 2]))]


def body(kind: str) -> tuple[NDArray[np.float64], tuple[tuple[int, ...], ...]]:
    """Return corners (n, 3) around the origin, half a unit away at most, and faces as in a `Polyhedron`."""
    points = _corners(kind)
    points = points / np.linalg.norm(points, axis=1).max() / 2
    return points, _faces(points)


def _corners(kind: str) -> NDArray[np.float64]:
    signs = (-1.0, 1.0)
    match kind:
        case "d4":
            return np.array([(1.0, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1)])
        case "barrel":
            ring = [(x, y, z) for x in signs for y in signs for z in (-BARREL_SIDE, BARREL_SIDE)]
            return np.array([*ring, (0.0, 0.0, BARREL_TIP), (0.0, 0.0, -BARREL_TIP)])
        case "domed":
            foot = [(x, y, DOMED_FOOT) for x in signs for y in signs]
            arches = [
                (side * right, side * along, SPRING + RISE * up)
                for side in signs
                for across, up in ARCH
                for right, along in ((1.0, across), (-across, 1.0))
            ]
            return np.array([*foot, *arches])
        case "d8":
            return np.array([(1.0, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)])
        case "d10":
            ring = [(np.cos(k * np.pi / 5), np.sin(k * np.pi / 5), D10_HEIGHT * (-1) ** k) for k in range(10)]
            return np.array([*ring, (0.0, 0.0, 1.0), (0.0, 0.0, -1.0)])
        case "d12":
            cube = [(x, y, z) for x in signs for y in signs for z in signs]
            rest = [(0.0, y / GOLDEN, z * GOLDEN) for y in signs for z in signs]
            return np.array(cube + [p[k:] + p[:k] for p in rest for k in range(3)])
        case _:
            rest = [(0.0, y, z * GOLDEN) for y in signs for z in signs]
            return np.array([p[k:] + p[:k] for p in rest for k in range(3)])


def _faces(points: NDArray[np.float64]) -> tuple[tuple[int, ...], ...]:
    """Return the faces of the convex hull of points that are all corners of it."""
    count, found = len(points), {}
    near = 1e-3 * float(np.abs(points).max())
    for a in range(count):
        for b in range(a + 1, count):
            for c in range(b + 1, count):
                normal = np.cross(points[b] - points[a], points[c] - points[a])
                normal = normal / max(float(np.linalg.norm(normal)), 1e-12)
                height = (points - points[a]) @ normal
                if height.max() > near and height.min() < -near:
                    continue
                outward = normal if height.max() <= near else -normal
                members = tuple(int(index) for index in np.flatnonzero(np.abs(height) <= near))
                found[members] = _ring(points, members, outward)
    return tuple(found[key] for key in sorted(found))


def _ring(
    points: NDArray[np.float64], members: tuple[int, ...], normal: NDArray[np.float64]
) -> tuple[int, ...]:
    """Return a face's corners in order, counter-clockwise seen from outside."""
    middle = points[list(members)].mean(axis=0)
    first = points[members[0]] - middle
    second = np.cross(normal, first)
    angle = [float(np.arctan2((points[m] - middle) @ second, (points[m] - middle) @ first)) for m in members]
    return tuple(members[int(index)] for index in np.argsort(angle))


def outward(ring: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the normal (3,) of a face by its corners in order, (n, 3)."""
    normal = np.cross(ring[1] - ring[0], ring[2] - ring[0])
    return np.asarray(normal / np.linalg.norm(normal))
