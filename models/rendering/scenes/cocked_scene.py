"""A roll in which some dice lean on a tray's wall or on other dice; rolls by chance seldom have one."""

from dataclasses import replace

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.rendering.dice.die import Die, as_matrix
from models.rendering.palette import colour_named
from models.rendering.scenes.camera import Camera, camera_axes, project
from models.rendering.scenes.leaning import leaning_pose
from models.rendering.scenes.placing import Pose, overlap
from models.rendering.scenes.scene import Scene, sample_scene
from models.rendering.scenes.table import Tray

MOST_LEANING = 3
TRIES = 30
TRAY_SHARE = 0.7
"""Of the scenes without a tray, how many get one: most cocked dice lean on its wall."""

TOWARDS_CAMERA = -np.pi / 2
"""The direction of the wall that hides what leans on it."""


def sample_cocked_scene(seed: int) -> Scene:
    """Return the scene of a seed with one to three leaning dice more, of the designs that lie there."""
    scene, rng = sample_scene(seed), np.random.default_rng([seed, 9])
    if scene.table.tray is None and rng.random() < TRAY_SHARE:
        scene = replace(scene, table=replace(scene.table, tray=_tray_around(rng, scene)))
    dice = list(scene.dice)
    for _ in range(int(rng.integers(1, MOST_LEANING + 1))):
        added = _leaning(rng, scene, dice)
        if added is not None:
            dice.append(added)
    return replace(scene, dice=tuple(dice))


def _leaning(rng: Generator, scene: Scene, dice: list[Die]) -> Die | None:
    design = dice[int(rng.integers(len(dice)))].design
    wall_mm = None if scene.table.tray is None else scene.table.tray.half_width_mm
    lying: list[Pose] = [(np.array(die.position), np.array(die.rotation)) for die in dice]
    for _ in range(TRIES):
        pose = leaning_pose(rng, design.size_mm, lying, wall_mm, TOWARDS_CAMERA)
        if pose is None or not _in_picture(scene.camera, pose[0]):
            continue
        x, y, z = (float(axis) for axis in pose[0])
        die = Die(design, (x, y, z), as_matrix(pose[1]))
        # A cube that leans touches what it leans on; a tenth less of it must be free of all.
        smaller = Die(replace(design, size_mm=0.9 * design.size_mm), die.position, die.rotation)
        if not any(overlap(smaller, other) for other in dice):
            return die
    return None


def _in_picture(camera: Camera, place: NDArray[np.float64]) -> bool:
    """Say whether the camera sees this place; walls and what leans on them may even lie behind it."""
    eye, axes = camera_axes(camera)
    if (place - eye) @ axes[2] <= 0:
        return False
    x, y = project(camera, place[None])[0]
    return bool(0 < x < camera.width and 0 < y < camera.height)


def _tray_around(rng: Generator, scene: Scene) -> Tray:
    size = scene.mean_die_mm
    reach = max(max(abs(die.position[0]), abs(die.position[1])) for die in scene.dice)
    return Tray(
        half_width_mm=reach + size * float(rng.uniform(0.9, 2.0)),
        height_mm=size * float(rng.uniform(0.8, 2.2)),
        thickness_mm=float(rng.uniform(3.0, 14.0)),
        rgb=colour_named(rng, str(rng.choice(["brown", "black", "white", "grey", "red", "blue"]))),
        roughness=float(rng.uniform(0.2, 0.9)),
    )
