"""The bodies of dice that are no cubes as values: corners, faces and which face lies beside which."""

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from models.rendering.dice.polyhedra import body

SHAPES = {
    "d4": "d4",
    "barrel": "barrel",
    "domed": "domed",
    "d8": "d8",
    "d10": "d10",
    "d100": "d10",
    "d12": "d12",
    "d20": "d20",
}
"""The body of each kind of die. A `barrel` is a d4 that rolls: four sides in a ring, a tip at both ends; a
`domed` one is shorter, flat at one end and round at the other, and is easily taken for a cube."""

BARRELS = ("barrel", "domed")
LEVEL = 0.01  # normals of a barrel's sides, along its axis


@dataclass(frozen=True, slots=True)
class Solid:
    """A convex body around the origin; its largest corner lies half a unit away.

    `corners` (n, 3); `faces` rings of corners, counter-clockwise seen from outside; `normals` (faces, 3)
    outward; `heights` (faces,) of the faces over the origin; `neighbours` share an edge, in the ring's order.
    """

    corners: NDArray[np.float64]
    faces: tuple[tuple[int, ...], ...]
    normals: NDArray[np.float64]
    heights: NDArray[np.float64]
    neighbours: tuple[tuple[int, ...], ...]
    opposite: tuple[int, ...]
    """The face whose normal points the other way most; on a d4 none is really opposite."""


@dataclass(frozen=True, slots=True)
class FaceFrame:
    """A face as its numeral sees it: `foot` is where the origin's perpendicular meets it, (3,) each.

    `corners` (n, 2) right and up of the foot, `middle` (2,) where a numeral's middle lies, `inner` the
    distance from there to the nearest edge.
    """

    foot: NDArray[np.float64]
    normal: NDArray[np.float64]
    right: NDArray[np.float64]
    up: NDArray[np.float64]
    corners: NDArray[np.float64]
    middle: NDArray[np.float64]
    inner: float

    @property
    def half(self) -> float:
        """Half the width of a tile around the foot that holds what lies about the middle."""
        return float(1.3 * self.inner + np.abs(self.middle).max())


@cache
def solid_of(kind: str) -> Solid:
    """Return the body of a kind in `SHAPES`."""
    corners, faces = body(SHAPES[kind])
    normals = np.array([_normal(corners[list(face)]) for face in faces])
    edges = [{frozenset(pair) for pair in zip(face, (*face[1:], face[0]), strict=True)} for face in faces]
    neighbours = tuple(
        tuple(
            next(other for other in range(len(faces)) if other != index and frozenset(pair) in edges[other])
            for pair in zip(face, (*face[1:], face[0]), strict=True)
        )
        for index, face in enumerate(faces)
    )
    return Solid(
        corners=corners,
        faces=faces,
        normals=normals,
        heights=np.array(
            [float(normal @ corners[face[0]]) for normal, face in zip(normals, faces, strict=True)]
        ),
        neighbours=neighbours,
        opposite=tuple(int(np.argmin(normals @ normal)) for normal in normals),
    )


@cache
def face_frame(kind: str, face: int, turn: int) -> FaceFrame:
    """Return the frame of a face whose numeral's head points to the corner `turn` of its ring.

    On the kites of a d10 even turns point to the pole and odd ones to the belt; on a barrel to an edge.
    """
    solid = solid_of(kind)
    ring = list(solid.faces[face])
    points, normal = solid.corners[ring], solid.normals[face]
    middle = points.mean(axis=0)
    if SHAPES[kind] == "d10":
        # The pole is the corner that most faces share.
        pole = next(k for k, corner in enumerate(ring) if sum(corner in f for f in solid.faces) > 3)
        way = points[pole] - middle
        if turn % 2:
            way = -way
    elif kind == "domed" and has_number(kind, face):
        # Its numerals stand upright on its foot, hardly one upside down.
        way = np.array([0.0, 0.0, 1.0 if turn % len(ring) else -1.0])
    elif kind in BARRELS:
        # Its numerals stand along or across the ring, not towards a corner.
        way = (points[turn % len(ring)] + points[(turn + 1) % len(ring)]) / 2 - middle
    else:
        way = points[turn % len(ring)] - middle
    up = way - normal * (way @ normal)
    up = up / np.linalg.norm(up)
    right = np.cross(up, normal)
    foot = normal * solid.heights[face]
    axes = np.stack([right, up], axis=1)
    flat = (points - foot) @ axes
    middle_flat = (middle - foot) @ axes
    edges = np.roll(flat, -1, axis=0) - flat
    outward = np.stack([edges[:, 1], -edges[:, 0]], axis=1) / np.linalg.norm(edges, axis=1, keepdims=True)
    inner = float(((flat - middle_flat) * outward).sum(axis=1).min())
    return FaceFrame(foot, normal, right, up, flat, middle_flat, inner)


def has_number(kind: str, face: int) -> bool:
    """Say whether a face bears a number: on barrels the sides alone do."""
    return kind not in BARRELS or abs(float(solid_of(kind).normals[face][2])) < LEVEL


def _normal(ring: NDArray[np.float64]) -> NDArray[np.float64]:
    normal = np.cross(ring[1] - ring[0], ring[2] - ring[0])
    return np.asarray(normal / np.linalg.norm(normal))
