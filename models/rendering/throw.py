"""Dice thrown by rigid-body physics: their places over time, until they lie still. Needs bpy.

The simulation runs in Blender's scene units (centimetres) with true gravity, at SIM_FPS.
"""

from dataclasses import dataclass

import bpy
import numpy as np
from mathutils import Euler, Vector
from numpy.random import Generator
from numpy.typing import NDArray

from models.rendering.materials import UNITS_PER_MM
from models.rendering.table import Tray

SIM_FPS = 60
# A die released from a hand turned and moved along for this many frames before.
HELD_FRAMES = 4
GRAVITY_MM_S2 = 9810.0
LONGEST_S = 2.5
# Distance from its last place, turning included, below which a die counts as at rest.
STILL_MM = 0.2
INVISIBLE_WALL_MM = 200.0


@dataclass(frozen=True, slots=True)
class Throw:
    """`places` (frames, dice, 3) mm and `turns` (frames, dice, 3, 3) at SIM_FPS, still from `rest_frame`."""

    places: NDArray[np.float64]
    turns: NDArray[np.float64]
    rest_frame: int


def throw(rng: Generator, count: int, size_mm: float, edge_share: float, tray: Tray) -> Throw | None:
    """Return a throw of like dice into a tray, None where they did not come to rest in time."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.fps = SIM_FPS
    scene.gravity = (0.0, 0.0, -GRAVITY_MM_S2 * UNITS_PER_MM)
    bpy.ops.rigidbody.world_add()
    scene.rigidbody_world.substeps_per_frame = 20
    scene.rigidbody_world.solver_iterations = 40
    last = int(LONGEST_S * SIM_FPS)
    scene.rigidbody_world.point_cache.frame_end = last
    _add_ground(tray)
    dice = [_thrown_die(rng, index, count, size_mm, edge_share, tray) for index in range(count)]
    places = np.empty((last, count, 3))
    turns = np.empty((last, count, 3, 3))
    for frame in range(1, last + 1):
        scene.frame_set(frame)
        evaluated = bpy.context.evaluated_depsgraph_get()
        for index, die in enumerate(dice):
            matrix = die.evaluated_get(evaluated).matrix_world
            places[frame - 1, index] = np.array(matrix.translation) / UNITS_PER_MM
            turns[frame - 1, index] = np.array(matrix.to_3x3())
    moved = (
        np.abs(places - places[-1]).max(axis=(1, 2)) + np.abs(turns - turns[-1]).max(axis=(1, 2, 3)) * size_mm
    )
    rest = int(np.flatnonzero(moved > STILL_MM).max()) + 1
    if rest > last - SIM_FPS // 4:
        return None
    return Throw(places, turns, rest)


def _add_ground(tray: Tray) -> None:
    """Add the floor, and around it walls that are higher than the tray's where dice come from elsewhere."""
    far, height = 4 * tray.half_width_mm, INVISIBLE_WALL_MM
    _obstacle((0, 0, -50), (far, far, 100))
    middle = tray.half_width_mm + tray.thickness_mm / 2
    for x, y in ((1, 0), (0, 1), (0, -1)):
        size = (tray.thickness_mm if x else far, tray.thickness_mm if y else far, height)
        _obstacle((x * middle, y * middle, height / 2), size)
    # Dice are thrown over this side.
    _obstacle((-middle, 0, tray.height_mm / 2), (tray.thickness_mm, far, tray.height_mm))


def _obstacle(middle_mm: tuple[float, float, float], size_mm: tuple[float, float, float]) -> None:
    bpy.ops.mesh.primitive_cube_add(size=1.0)
    made = bpy.context.object
    made.scale = Vector(size_mm) * UNITS_PER_MM
    made.location = Vector(middle_mm) * UNITS_PER_MM
    bpy.ops.object.transform_apply(location=False, rotation=False, scale=True)
    bpy.ops.rigidbody.object_add(type="PASSIVE")
    made.rigid_body.collision_shape = "BOX"
    made.rigid_body.friction, made.rigid_body.restitution = 0.5, 0.7


def _thrown_die(
    rng: Generator, index: int, count: int, size_mm: float, edge_share: float, tray: Tray
) -> bpy.types.Object:
    """Return a die that leaves the hand at the tray's open side, moving and turning."""
    half, cut = size_mm / 2 * UNITS_PER_MM, size_mm * edge_share * 0.45 * UNITS_PER_MM
    signs = [(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
    points = [
        tuple(sign * (half - (0 if axis == keep else cut)) for axis, sign in enumerate(corner))
        for corner in signs
        for keep in range(3)
    ]
    mesh = bpy.data.meshes.new("die")
    mesh.from_pydata(points, [], [])
    die = bpy.data.objects.new("die", mesh)
    bpy.context.scene.collection.objects.link(die)
    bpy.context.view_layer.objects.active = die
    bpy.ops.rigidbody.object_add(type="ACTIVE")
    body = die.rigid_body
    body.collision_shape, body.mass = "CONVEX_HULL", 0.005
    body.friction, body.restitution = 0.45, 0.7
    body.use_margin, body.collision_margin = True, 0.004
    body.linear_damping, body.angular_damping = 0.05, 0.15
    spread = (index - (count - 1) / 2) * 1.6 * size_mm
    start = np.array([-tray.half_width_mm - rng.uniform(15, 60), 0.55 * spread, rng.uniform(55, 110)])
    start[:2] += rng.normal(0, 2, 2)
    speed = np.array([rng.uniform(420, 900), rng.normal(0.8 * spread, 90), rng.uniform(-500, 60)])
    turn = Euler(tuple(rng.uniform(-np.pi, np.pi, 3)))
    spin = rng.normal(0, 14, 3) / SIM_FPS
    for frame in range(1, HELD_FRAMES + 1):
        die.location = Vector(start + speed * ((frame - HELD_FRAMES) / SIM_FPS)) * UNITS_PER_MM
        die.rotation_euler = Euler(tuple(np.array(turn) + spin * (frame - HELD_FRAMES)))
        die.keyframe_insert("location", frame=frame)
        die.keyframe_insert("rotation_euler", frame=frame)
    body.kinematic = True
    body.keyframe_insert("kinematic", frame=1)
    body.keyframe_insert("kinematic", frame=HELD_FRAMES)
    body.kinematic = False
    body.keyframe_insert("kinematic", frame=HELD_FRAMES + 1)
    return die
