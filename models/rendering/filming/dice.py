"""What a film needs to know of its dice, be they cubes or not. Lengths in millimetres."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from models.rendering.dice.die import (
    FACE_FRAMES,
    Design,
    Die,
    as_matrix,
    corners_mm,
    resting_rotation,
    top_face,
)
from models.rendering.dice.numeral_die import NumeralDesign, NumeralDie, corners_of, resting_on, top_number
from models.rendering.dice.numeral_solids import face_frame, solid_of
from models.rendering.scenes.numeral_placing import AnyDesign, AnyDie
from models.rendering.scenes.scene import Scene

Hull = NDArray[np.float64]
"""(n, 3) corners around a die's middle, in its own frame: what the simulation knows of it."""


def posed(design: AnyDesign, place: NDArray[np.float64], turn: NDArray[np.float64]) -> AnyDie:
    """Return a die with its middle at `place` (3,), turned by `turn` (3, 3)."""
    x, y, z = (float(value) for value in place)
    if isinstance(design, Design):
        return Die(design, (x, y, z), as_matrix(turn))
    return NumeralDie(design, (x, y, z), as_matrix(turn))


def corners(die: AnyDie) -> NDArray[np.float64]:
    """Return the corners (n, 3) before rounding, in the table's frame."""
    return corners_mm(die) if isinstance(die, Die) else corners_of(die)


def top_value(die: AnyDie) -> int | None:
    """Return the value of the face that lies uppermost; None for a d4."""
    return top_face(die) if isinstance(die, Die) else top_number(die)


def with_dice(scene: Scene, dice: Sequence[AnyDie]) -> Scene:
    """Return the scene with these dice on the table and no others.

    Raises ValueError for cubes among others: a scene's labels come cubes first, a film's in its own order.
    """
    cubes = tuple(die for die in dice if isinstance(die, Die))
    numerals = tuple(die for die in dice if isinstance(die, NumeralDie))
    if cubes and numerals:
        raise ValueError(f"expected cubes alone or none, found {len(cubes)} among {len(dice)} dice")
    return replace(scene, dice=cubes, numerals=numerals)


def cube_hull(size_mm: float, edge_share: float) -> Hull:
    """Return the corners (24, 3) of a cube with its edges cut by a share of its size."""
    half, cut = size_mm / 2, size_mm * edge_share * 0.45
    signs = [(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
    return np.array(
        [
            [sign * (half - (0 if axis == keep else cut)) for axis, sign in enumerate(corner)]
            for corner in signs
            for keep in range(3)
        ]
    )


def hull(design: AnyDesign) -> Hull:
    """Return what the simulation knows of a die of this design."""
    if isinstance(design, Design):
        return cube_hull(design.size_mm, design.shape.edge_radius)
    return solid_of(design.kind).corners * design.size_mm


def face_count(design: AnyDesign) -> int:
    """Return how many faces such a die has."""
    return len(design.faces if isinstance(design, Design) else design.numbers)


def resting(design: AnyDesign, face: int, yaw: float) -> tuple[float, NDArray[np.float64]]:
    """Return how high the middle of a die that lies on a face is, and its rotation (3, 3)."""
    if isinstance(design, Design):
        return design.size_mm / 2, resting_rotation(face, yaw)
    return float(solid_of(design.kind).heights[face]) * design.size_mm, resting_on(design.kind, face, yaw)


def renumbered(design: AnyDesign, turn: NDArray[np.float64], wanted: int) -> NDArray[np.float64]:
    """Return the symmetry (3, 3) of the body that, applied before `turn`, brings the wanted face up.

    A die tumbles the same however its faces are numbered.
    """
    if isinstance(design, Design):
        frames = [np.array(frame, dtype=np.float64) for frame in FACE_FRAMES]
        numbers: tuple[int, ...] = design.faces
        up = int(np.argmax([turn[2] @ normal for normal, _, _ in frames]))
    else:
        frames = [_frame(design, face) for face in range(len(design.numbers))]
        numbers = design.numbers
        up = int(np.argmax(solid_of(design.kind).normals @ turn[2]))
    return np.asarray(frames[up].T @ frames[numbers.index(wanted)])


def _frame(design: NumeralDesign, face: int) -> NDArray[np.float64]:
    """Return a face's normal and the axes along it (3, 3); each corner of a face is as good a start."""
    frame = face_frame(design.kind, face, 0)
    return np.stack([frame.normal, frame.right, frame.up])
