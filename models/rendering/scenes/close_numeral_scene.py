"""Many dice with numerals in a small picture, as cut out of a larger one: to learn to read numbers from.

As `close_scene` does for pips: three times as many numbers in the same time as scenes with table around them.
"""

from dataclasses import replace

import numpy as np
from numpy.random import Generator

from models.rendering.dice.die import Die
from models.rendering.dice.numeral_die import NumeralDie
from models.rendering.scenes.camera import Camera, sample_camera, sample_sensor
from models.rendering.scenes.light import sample_light
from models.rendering.scenes.numeral_placing import place_all
from models.rendering.scenes.numeral_scene import LEAST_ELEVATION, SHARPER, fonts_of, sample_many
from models.rendering.scenes.scene import Scene
from models.rendering.scenes.table import sample_table

STREAM = 23
"""Of chance: the same seed has nothing to do with other scenes."""

WIDTH, HEIGHT = 360, 270
LARGER = 2
"""The picture that this one is the middle of is so many times as wide and high."""

LEAST_DIE_PX, MOST_DIE_PX = 42.0, 96.0
ROOM = 2.0
"""So many times their own area dice need to find a place."""

SHARES = {"d20": 0.78, "d6n": 0.22}


def sample_close_numeral_scene(seed: int) -> Scene:
    """Return the scene of a seed: d20 and d6 with numerals alone, nothing beside them."""
    rng = np.random.default_rng([seed, STREAM])
    designs = sample_many(rng, fonts_of(seed, "varied"), SHARES)
    die_mm = float(np.mean([design.size_mm for design in designs]))
    camera = _camera(rng, len(designs), die_mm)
    half_view_mm = camera.width / 2 / camera.focal_px * camera.distance_mm
    dice = place_all(rng, designs, camera, None, float(rng.uniform(0.0, 0.7)))
    sensor = sample_sensor(rng, LARGER * WIDTH)
    return Scene(
        seed=seed,
        camera=camera,
        sensor=replace(sensor, blur_px=SHARPER * sensor.blur_px, motion_px=SHARPER * sensor.motion_px),
        light=sample_light(rng, 2 * LARGER * half_view_mm),
        table=replace(sample_table(rng, die_mm, half_view_mm), tray=None),
        dice=tuple(die for die in dice if isinstance(die, Die)),
        things=(),
        numerals=tuple(die for die in dice if isinstance(die, NumeralDie)),
    )


def _camera(rng: Generator, count: int, die_mm: float) -> Camera:
    room = float(np.sqrt(WIDTH * HEIGHT / (ROOM * count)))
    die_px = float(np.exp(rng.uniform(np.log(LEAST_DIE_PX), np.log(min(room, MOST_DIE_PX)))))
    whole = sample_camera(rng, die_px, die_mm, LARGER * WIDTH, LARGER * HEIGHT)
    elevation = rng.uniform(75.0, 90.0) if rng.random() < 0.35 else rng.uniform(LEAST_ELEVATION, 80.0)
    return replace(
        whole,
        width=WIDTH,
        height=HEIGHT,
        focal_mm=LARGER * whole.focal_mm,
        elevation=float(np.radians(elevation)),
        aperture_mm=SHARPER * whole.aperture_mm,
    )
