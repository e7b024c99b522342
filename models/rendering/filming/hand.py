"""What reaches over the table: a hand with its forearm and sleeve, or a stick, as blocks to draw."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.rendering.palette import Rgb, any_colour

SKINS: tuple[Rgb, ...] = (
    (0.94, 0.80, 0.71), (0.90, 0.72, 0.60), (0.84, 0.63, 0.48), (0.74, 0.53, 0.38),
    (0.60, 0.41, 0.28), (0.45, 0.30, 0.20), (0.31, 0.20, 0.14),
)  # fmt: skip
WOODS: tuple[Rgb, ...] = ((0.80, 0.62, 0.35), (0.35, 0.22, 0.12), (0.85, 0.75, 0.15), (0.15, 0.15, 0.17))
PALM_HALF_MM = (44.0, 40.0, 13.0)
FINGERS_Y_MM = (-29.0, -10.0, 10.0, 28.0)
BONE_HALF_MM = 21.0
STICK_HALF_MM = 120.0


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """A piece of a hand, a stick: the corners (8, 3) of a box in the table's frame, mm, and its colour."""

    corners: NDArray[np.float64]
    rgb: Rgb


@dataclass(frozen=True, slots=True)
class Arm:
    """Somebody's hand, or a stick somebody holds; `grip` 0 is stretched out, 1 a fist."""

    kind: Literal["hand", "stick"]
    skin: Rgb
    sleeve: Rgb
    scale: float
    grip: float


def sample_arm(rng: Generator, kind: Literal["hand", "stick"] = "hand") -> Arm:
    """Return a hand of any skin, in any sleeve or none, or a stick of wood or paint."""
    colours = SKINS if kind == "hand" else WOODS
    skin = np.clip(np.array(colours[int(rng.integers(len(colours)))]) + rng.normal(0, 0.02, 3), 0.05, 0.98)
    tone = (float(skin[0]), float(skin[1]), float(skin[2]))
    sleeve = any_colour(rng) if rng.random() < 0.7 else tone
    return Arm(kind, tone, sleeve, float(rng.uniform(0.85, 1.1)), float(rng.uniform(0.0, 0.5)))


def tip_mm(arm: Arm) -> tuple[float, float]:
    """Return how far the tip lies before the palm's middle (or the stick's) and how far above it."""
    if arm.kind == "stick":
        return STICK_HALF_MM * arm.scale, 0.0
    x, z = PALM_HALF_MM[0], 0.0
    for pitch in _finger_pitches(arm.grip):
        x, z = x + 2 * BONE_HALF_MM * np.cos(pitch), z - 2 * BONE_HALF_MM * np.sin(pitch)
    return float(x * arm.scale), float(z * arm.scale)


def blocks(arm: Arm, place: NDArray[np.float64], yaw: float) -> tuple[Block, ...]:
    """Return the arm with its palm's middle (or the stick's) at `place`, its tip towards `yaw`."""
    if arm.kind == "stick":
        half = (STICK_HALF_MM, 4.0, 4.0)
        return (_block(arm, place, yaw, np.zeros(3), half, 0.0, 0.0, arm.skin),)
    made = [_block(arm, place, yaw, np.zeros(3), PALM_HALF_MM, 0.0, 0.0, arm.skin)]
    for index, y in enumerate(FINGERS_Y_MM):
        x, z = PALM_HALF_MM[0] - (5.0 if index in (0, 3) else 0.0), 0.0
        for pitch, thick in zip(_finger_pitches(arm.grip), (9.0, 7.8), strict=True):
            along, down = BONE_HALF_MM * np.cos(pitch), -BONE_HALF_MM * np.sin(pitch)
            half = (BONE_HALF_MM + 3.0, thick, thick)
            middle = np.array([x + along, y, z + down])
            made.append(_block(arm, place, yaw, middle, half, pitch, 0.0, arm.skin))
            x, z = x + 2 * along, z + 2 * down
    thumb = np.array([22.0, 46.0, -5.0])
    made.append(_block(arm, place, yaw, thumb, (32.0, 10.5, 10.0), 0.15, 0.6, arm.skin))
    # The forearm rises away from the table, to an elbow at a player's side.
    wrist, rise = -PALM_HALF_MM[0], 0.22
    for behind, half, rgb in (
        (85.0, (100.0, 29.0, 24.0), arm.skin),
        (265.0, (190.0, 40.0, 36.0), arm.sleeve),
    ):
        middle = np.array([wrist - behind, 0.0, 6.0 + behind * np.tan(rise)])
        made.append(_block(arm, place, yaw, middle, half, rise, 0.0, rgb))
    return tuple(made)


def _finger_pitches(grip: float) -> tuple[float, float]:
    return 0.2 + 0.8 * grip, 0.6 + 1.6 * grip


def _block(
    arm: Arm,
    place: NDArray[np.float64],
    yaw: float,
    middle: NDArray[np.float64],
    half: tuple[float, float, float],
    pitch: float,
    twist: float,
    rgb: Rgb,
) -> Block:
    """Return a block given in the hand's own frame: x to the fingertips, z up; pitch lowers its tip."""
    turn = _about_z(yaw)
    cos, sin = np.cos(pitch), np.sin(pitch)
    lowered = np.array([[cos, 0.0, sin], [0.0, 1.0, 0.0], [-sin, 0.0, cos]])
    signs = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], dtype=np.float64)
    # The corners of a round block lie inside those of its box.
    box = signs * (np.array(half) - 0.3 * min(half)) @ (_about_z(twist) @ lowered).T
    return Block(place + (box + middle) * arm.scale @ turn.T, rgb)


def _about_z(angle: float) -> NDArray[np.float64]:
    cos, sin = np.cos(angle), np.sin(angle)
    return np.array([[cos, -sin, 0.0], [sin, cos, 0.0], [0.0, 0.0, 1.0]])
