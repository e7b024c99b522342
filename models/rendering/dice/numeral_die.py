"""Dice with numerals that are no cubes: how they look and how they lie. Millimetres, the table's frame."""

from dataclasses import dataclass
from functools import cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from models.rendering.dice.die import Matrix, Surface, Vector
from models.rendering.dice.lettering import TILE_PX, Lettering, Tile, corner_tile, number_tile
from models.rendering.dice.numeral_solids import BARRELS, FaceFrame, face_frame, has_number, solid_of

Kind = Literal["d4", "barrel", "domed", "d8", "d10", "d12", "d20", "d100"]


@dataclass(frozen=True, slots=True)
class NumeralDesign:
    """One kind of die of a set.

    `size_mm` is the largest extent, `rim` how far from an edge faces begin to bend, as a share of half of it.
    `numbers` are those of `solid_of(kind)`'s faces, for a d4 of its corners; `turns` says for each face which
    corner its numeral's head points to.
    """

    kind: Kind
    size_mm: float
    rim: float
    numbers: tuple[int, ...]
    turns: tuple[int, ...]
    lettering: Lettering
    body: Surface
    marks: Surface


@dataclass(frozen=True, slots=True)
class NumeralDie:
    """A die on the table: `rotation` turns the die's frame into the table's, `position` is its middle."""

    design: NumeralDesign
    position: Vector
    rotation: Matrix


def kind_label(design: NumeralDesign) -> str:
    """Return the kind as labels have it."""
    return "d4" if design.kind in BARRELS else design.kind


def numeral_text(kind: str, number: int) -> str:
    """Return a number as it stands on a die of this kind."""
    return f"{number:02d}" if kind == "d100" else str(number)


def frame_of_face(design: NumeralDesign, face: int) -> FaceFrame:
    """Return the frame of a face as its numeral lies, in shares of the die's size."""
    return face_frame(design.kind, face, design.turns[face])


def numeral_tile(design: NumeralDesign, face: int, number: int | None = None) -> Tile:
    """Return what stands on a face, in the face's frame, or what would with another number."""
    frame = frame_of_face(design, face)
    corners = frame.corners / frame.half
    if design.kind == "d4":
        ring = solid_of("d4").faces[face]
        return corner_tile(design.lettering, [str(design.numbers[corner]) for corner in ring], corners, False)
    if not has_number(design.kind, face):
        return np.zeros((TILE_PX, TILE_PX), np.float32)
    text = numeral_text(design.kind, design.numbers[face] if number is None else number)
    return number_tile(design.lettering, text, corners, frame.middle / frame.half)


def top_index(die: NumeralDie) -> int:
    """Return the face whose normal points most upward."""
    return int(np.argmax(solid_of(die.design.kind).normals @ np.array(die.rotation)[2]))


def top_number(die: NumeralDie) -> int | None:
    """Return the number of the face that lies uppermost; None for a d4, which nobody asks for it."""
    return None if kind_label(die.design) == "d4" else die.design.numbers[top_index(die)]


def lean_degrees(die: NumeralDie) -> float:
    """Return the angle between the table and the face that points most downward: 0 where it lies flat."""
    down = -solid_of(die.design.kind).normals @ np.array(die.rotation)[2]
    return float(np.degrees(np.arccos(np.clip(down.max(), -1.0, 1.0))))


def corners_of(die: NumeralDie) -> NDArray[np.float64]:
    """Return the corners (n, 3) before rounding."""
    return _placed(die, solid_of(die.design.kind).corners)


def outline_of(die: NumeralDie) -> NDArray[np.float64]:
    """Return surface points (n, 3) whose hull is the die's outline."""
    return _placed(die, _surface(die.design.kind, die.design.rim))


def top_polygon(die: NumeralDie) -> NDArray[np.float64]:
    """Return the top face's corners (n, 3), where its edges would meet were they sharp; (0, 3) for a d4.

    They begin with the corner that the numeral's head points to, and go round counter-clockwise.
    """
    if kind_label(die.design) == "d4":
        return np.zeros((0, 3))
    solid, face = solid_of(die.design.kind), top_index(die)
    ring = solid.corners[list(solid.faces[face])]
    first = int(np.argmax((ring - ring.mean(axis=0)) @ frame_of_face(die.design, face).up))
    return _placed(die, np.roll(ring, -first, axis=0))


def numeral_axis(die: NumeralDie) -> NDArray[np.float64]:
    """Return the middle of the top face's numeral and a point above it, as it is read: (2, 3)."""
    frame = frame_of_face(die.design, top_index(die))
    middle = frame.foot + frame.middle @ np.stack([frame.right, frame.up])
    return _placed(die, np.stack([middle, middle + 0.5 * frame.inner * frame.up]))


def resting_faces(design: NumeralDesign) -> list[int]:
    """Return the faces that a die comes to rest on: all but a barrel's ends."""
    return [face for face in range(len(design.numbers)) if has_number(design.kind, face)]


def resting_on(kind: str, face: int, yaw: float) -> NDArray[np.float64]:
    """Return the rotation (3, 3) of a die that lies on a face, turned by `yaw` radians."""
    down = -face_frame(kind, face, 0).normal
    side = face_frame(kind, face, 0).up
    upright = np.stack([side, np.cross(down, side), down])
    cos, sin = np.cos(yaw), np.sin(yaw)
    return np.array([[cos, -sin, 0.0], [sin, cos, 0.0], [0.0, 0.0, 1.0]]) @ upright


def _placed(die: NumeralDie, points: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(points * die.design.size_mm @ np.array(die.rotation).T + np.array(die.position))


@cache
def _surface(kind: str, rim: float) -> NDArray[np.float64]:
    """Return points (n, 3) of the rounded body's surface, in shares of its size: its corners and edges."""
    solid = solid_of(kind)
    points = [solid.corners]
    for face, ring in enumerate(solid.faces):
        middle = solid.normals[face] * solid.heights[face]
        for a, b in zip(ring, (*ring[1:], ring[0]), strict=True):
            shares = np.linspace(0.0, 1.0, 7)[:, None]
            edge = solid.corners[a] * (1 - shares) + solid.corners[b] * shares
            points += [edge, edge + 0.05 * (middle - edge), edge + 0.15 * (middle - edge)]
    ways = np.concatenate(points)
    low, high = np.full(len(ways), 0.5), np.full(len(ways), 1.05)
    for _ in range(24):
        share = (low + high) / 2
        outside = _field(solid.normals, solid.heights, ways * share[:, None], rim / 2) > 0
        low, high = np.where(outside, low, share), np.where(outside, share, high)
    return np.asarray(ways * low[:, None])


def _field(
    normals: NDArray[np.float64], heights: NDArray[np.float64], points: NDArray[np.float64], rim: float
) -> NDArray[np.float64]:
    """Return how far points (n, 3) are outside, as the draft renderer's kernels have it."""
    far = np.full(len(points), -1e9)
    for normal, height in zip(normals, heights, strict=True):
        other = points @ normal - height
        soft = np.maximum(rim - np.abs(far - other), 0.0)
        far = np.maximum(far, other) + (soft * soft / (4.0 * rim) if rim > 0 else 0.0)
    return far
