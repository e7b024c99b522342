"""A handful of small dice in two colours in a leather tray, seen from aside: what collectors roll."""

from dataclasses import replace

import numpy as np
from numpy.random import Generator

from models.rendering.dice.die import Design, sample_design, sample_size_mm
from models.rendering.palette import colour_named
from models.rendering.scenes.camera import Camera, sample_camera, sample_sensor
from models.rendering.scenes.light import sample_light
from models.rendering.scenes.mottled_scene import mottled
from models.rendering.scenes.placing import place_dice
from models.rendering.scenes.scene import Scene
from models.rendering.scenes.table import Table, Tray, sample_table

STREAM = 77
"""Of chance: the same seed has nothing to do with its scene elsewhere."""

PICTURE_SIZES = ((640, 480), (640, 640), (960, 720))
DICE, SETS, DIE_PX = (11, 17), (1, 7), (28.0, 46.0)
"""How many dice lie there, of how many designs, and how wide they are seen, from the least to the most."""

ELEVATION_DEG = (40.0, 70.0)

SHARES = (0.85, 0.1, 0.05)
"""Of the dice, how many are swirled, speckled and clear."""

LEATHER_SHARE = 0.7
"""Of the trays, how many are lined with leather; the others with felt."""


def sample_swirled_tray_scene(seed: int) -> Scene:
    """Return the scene of a seed."""
    rng = np.random.default_rng([seed, STREAM])
    width, height = PICTURE_SIZES[int(rng.integers(len(PICTURE_SIZES)))]
    designs = _designs(rng)
    size_mm = designs[0].size_mm
    camera = _camera(rng, size_mm, width, height)
    half_view_mm = camera.width / 2 / camera.focal_px * camera.distance_mm
    table, tray = _lined_tray(rng, size_mm, half_view_mm)
    dice = place_dice(rng, designs, camera, tray.half_width_mm, float(rng.uniform(0, 0.8)))
    scene = Scene(
        seed=seed,
        camera=camera,
        sensor=sample_sensor(rng, width),
        light=sample_light(rng, 2 * half_view_mm),
        table=replace(table, tray=tray),
        dice=dice,
        things=(),
    )
    return mottled(scene, rng, SHARES)


def _designs(rng: Generator) -> list[Design]:
    count = int(rng.integers(DICE[0], DICE[1] + 1))
    size_mm = sample_size_mm(rng)
    first = sample_design(rng, size_mm)
    more = int(rng.integers(SETS[0], SETS[1]))
    sets = [first, *(sample_design(rng, size_mm, like=first) for _ in range(more))]
    return [sets[index % len(sets)] for index in range(count)]


def _camera(rng: Generator, size_mm: float, width: int, height: int) -> Camera:
    low, high = np.radians(ELEVATION_DEG)
    while True:
        camera = sample_camera(rng, float(rng.uniform(*DIE_PX)), size_mm, width, height)
        if low < camera.elevation < high:
            return camera


def _lined_tray(rng: Generator, size_mm: float, half_view_mm: float) -> tuple[Table, Tray]:
    """Return the lining, and the walls around it, of one colour."""
    table = sample_table(rng, size_mm, max(0.8 * half_view_mm, 2.5 * size_mm))
    leather = rng.random() < LEATHER_SHARE
    name = str(rng.choice(["brown", "black", "brown", "red", "green", "blue"]))
    lining = replace(
        table,
        kind="leather" if leather else "felt",
        rgb=colour_named(rng, name),
        scale_mm=3.0 if leather else 1.0,
    )
    return lining, Tray(
        half_width_mm=half_view_mm * float(rng.uniform(0.8, 1.1)),
        height_mm=float(rng.uniform(0.8, 2.0)) * size_mm,
        thickness_mm=float(rng.uniform(3.0, 10.0)),
        rgb=colour_named(rng, name),
        roughness=float(rng.uniform(0.2, 0.9)),
    )
