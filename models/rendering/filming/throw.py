"""Dice thrown by rigid-body physics: their places over time, until they lie still. Needs bpy.

The simulation runs in Blender's scene units (centimetres) with true gravity, at SIM_FPS.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import bpy
import numpy as np
from mathutils import Euler, Matrix, Vector
from numpy.random import Generator
from numpy.typing import NDArray

from models.rendering.blender.materials import UNITS_PER_MM
from models.rendering.filming.dice import Hull, cube_hull
from models.rendering.scenes.placing import Pose
from models.rendering.scenes.table import Tray

SIM_FPS = 60
# A die released from a hand turned and moved along for this many frames before.
HELD_FRAMES = 4
GRAVITY_MM_S2 = 9810.0
LONGEST_S = 2.5
# Distance from its last place, turning included, below which a die counts as at rest.
STILL_MM = 0.2
INVISIBLE_WALL_MM = 200.0
ASLEEP_FRAMES = 12


@dataclass(frozen=True, slots=True)
class Throw:
    """`places` (frames, dice, 3) mm and `turns` (frames, dice, 3, 3) at SIM_FPS, still from `rest_frame`."""

    places: NDArray[np.float64]
    turns: NDArray[np.float64]
    rest_frame: int

    def pose(self, frame: float, die: int) -> Pose:
        """Return a die's pose at a simulation frame, fractions interpolated; the last one lasts."""
        before = min(int(frame), len(self.places) - 2)
        share = min(1.0, frame - before)
        place = (1 - share) * self.places[before, die] + share * self.places[before + 1, die]
        ends = [Matrix(self.turns[before + k, die].tolist()).to_quaternion() for k in (0, 1)]
        return place, np.array(ends[0].slerp(ends[1], share).to_matrix())


@dataclass(frozen=True, slots=True)
class Launch:
    """How a die leaves the hand, at simulation frame `released`; millimetres and seconds."""

    start: NDArray[np.float64]
    speed: NDArray[np.float64]
    turn: NDArray[np.float64]
    """Euler angles."""
    spin: NDArray[np.float64]
    """Change of the Euler angles in a second."""
    released: int = HELD_FRAMES


@dataclass(frozen=True, slots=True)
class Ground:
    """What dice fall on: a tray's walls stand around it, none at all without a tray.

    Friction and bounce count by their product with the dice's own, 0.45 and 0.7.
    """

    tray: Tray | None
    friction: float = 0.5
    bounce: float = 0.7
    wall_mm: float | None = INVISIBLE_WALL_MM
    """Height of the walls where no dice come from; None is the tray's own."""


def throw(rng: Generator, count: int, size_mm: float, edge_share: float, tray: Tray) -> Throw | None:
    """Return a throw of like dice into a tray, None where they did not come to rest in time."""
    launches = [sample_launch(rng, index, count, size_mm, tray.half_width_mm) for index in range(count)]
    return simulated(launches, cube_hull(size_mm, edge_share), Ground(tray))


def sample_launch(rng: Generator, index: int, count: int, size_mm: float, reach_mm: float) -> Launch:
    """Return how the die leaves a hand at the side -x, `reach_mm` and a little more from the middle."""
    spread = (index - (count - 1) / 2) * 1.6 * size_mm
    start = np.array([-reach_mm - rng.uniform(15, 60), 0.55 * spread, rng.uniform(55, 110)])
    start[:2] += rng.normal(0, 2, 2)
    speed = np.array([rng.uniform(420, 900), rng.normal(0.8 * spread, 90), rng.uniform(-500, 60)])
    return Launch(start, speed, rng.uniform(-np.pi, np.pi, 3), rng.normal(0, 14, 3))


def simulated(
    launches: Sequence[Launch],
    hull: Hull,
    ground: Ground,
    lying: Sequence[Pose] = (),
    longest_s: float = LONGEST_S,
) -> Throw | None:
    """Return the throw of like dice that follows from these launches, None where they did not rest in time.

    Dice that are `lying` stay where they are, whatever hits them.
    """
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.fps = SIM_FPS
    scene.gravity = (0.0, 0.0, -GRAVITY_MM_S2 * UNITS_PER_MM)
    bpy.ops.rigidbody.world_add()
    scene.rigidbody_world.substeps_per_frame = 20
    scene.rigidbody_world.solver_iterations = 40
    last = int(longest_s * SIM_FPS)
    scene.rigidbody_world.point_cache.frame_end = last
    _add_ground(ground)
    for place, turn in lying:
        _lay(_body(hull, "PASSIVE"), place, turn)
    dice = [_thrown_die(launch, hull) for launch in launches]
    last_released = max(launch.released for launch in launches)
    places = np.empty((last, len(dice), 3))
    turns = np.empty((last, len(dice), 3, 3))
    for frame in range(1, last + 1):
        scene.frame_set(frame)
        evaluated = bpy.context.evaluated_depsgraph_get()
        for index, die in enumerate(dice):
            matrix = die.evaluated_get(evaluated).matrix_world
            places[frame - 1, index] = np.array(matrix.translation) / UNITS_PER_MM
            turns[frame - 1, index] = np.array(matrix.to_3x3())
        if frame > last_released + ASLEEP_FRAMES and _asleep(places, turns, frame):
            places[frame:], turns[frame:] = places[frame - 1], turns[frame - 1]
            break
    moved = (
        np.abs(places - places[-1]).max(axis=(1, 2))
        + np.abs(turns - turns[-1]).max(axis=(1, 2, 3)) * np.ptp(hull, axis=0).max()
    )
    rest = int(np.flatnonzero(moved > STILL_MM).max()) + 1
    if rest > last - SIM_FPS // 4:
        return None
    return Throw(places, turns, rest)


def _asleep(places: NDArray[np.float64], turns: NDArray[np.float64], frame: int) -> bool:
    """Say whether the simulation has put every die to sleep: nothing will move any more."""
    since = slice(frame - ASLEEP_FRAMES, frame)
    return bool((places[since] == places[frame - 1]).all() and (turns[since] == turns[frame - 1]).all())


def _add_ground(ground: Ground) -> None:
    """Add the floor, and around it walls that are higher than the tray's where dice come from elsewhere."""
    tray = ground.tray
    far = 4 * tray.half_width_mm if tray else 2000.0
    _obstacle((0, 0, -50), (far, far, 100), ground)
    if tray is None:
        return
    height = ground.wall_mm or tray.height_mm
    middle = tray.half_width_mm + tray.thickness_mm / 2
    for x, y in ((1, 0), (0, 1), (0, -1)):
        size = (tray.thickness_mm if x else far, tray.thickness_mm if y else far, height)
        _obstacle((x * middle, y * middle, height / 2), size, ground)
    # Dice are thrown over this side.
    _obstacle((-middle, 0, tray.height_mm / 2), (tray.thickness_mm, far, tray.height_mm), ground)


def _obstacle(
    middle_mm: tuple[float, float, float], size_mm: tuple[float, float, float], ground: Ground
) -> None:
    bpy.ops.mesh.primitive_cube_add(size=1.0)
    made = bpy.context.object
    made.scale = Vector(size_mm) * UNITS_PER_MM
    made.location = Vector(middle_mm) * UNITS_PER_MM
    bpy.ops.object.transform_apply(location=False, rotation=False, scale=True)
    bpy.ops.rigidbody.object_add(type="PASSIVE")
    made.rigid_body.collision_shape = "BOX"
    made.rigid_body.friction, made.rigid_body.restitution = ground.friction, ground.bounce


def _body(hull: Hull, kind: str) -> bpy.types.Object:
    """Return a die as the simulation knows it."""
    mesh = bpy.data.meshes.new("die")
    mesh.from_pydata((hull * UNITS_PER_MM).tolist(), [], [])
    die = bpy.data.objects.new("die", mesh)
    bpy.context.scene.collection.objects.link(die)
    bpy.context.view_layer.objects.active = die
    bpy.ops.rigidbody.object_add(type=kind)
    body = die.rigid_body
    body.collision_shape, body.mass = "CONVEX_HULL", 0.005
    body.friction, body.restitution = 0.45, 0.7
    body.use_margin, body.collision_margin = True, 0.004
    body.linear_damping, body.angular_damping = 0.05, 0.15
    return die


def _lay(die: bpy.types.Object, place: NDArray[np.float64], turn: NDArray[np.float64]) -> None:
    die.matrix_world = Matrix.Translation(Vector(place) * UNITS_PER_MM) @ Matrix(turn.tolist()).to_4x4()


def _thrown_die(launch: Launch, hull: Hull) -> bpy.types.Object:
    """Return a die that is held until it is released, moving and turning."""
    die = _body(hull, "ACTIVE")
    body = die.rigid_body
    first, last = launch.released - HELD_FRAMES + 1, launch.released
    # Rounded as Blender rounds it, since a throw that begins a little otherwise ends quite otherwise.
    turn = np.array(Euler(tuple(launch.turn)))
    for frame in range(first, last + 1):
        ahead = frame - last
        die.location = Vector(launch.start + launch.speed * (ahead / SIM_FPS)) * UNITS_PER_MM
        die.rotation_euler = Euler(tuple(turn + launch.spin / SIM_FPS * ahead))
        die.keyframe_insert("location", frame=frame)
        die.keyframe_insert("rotation_euler", frame=frame)
    body.kinematic = True
    body.keyframe_insert("kinematic", frame=first)
    body.keyframe_insert("kinematic", frame=last)
    body.kinematic = False
    body.keyframe_insert("kinematic", frame=last + 1)
    return die
