"""Many dice in a small picture, as cut out of the middle of a larger one: to learn to read from.

A renderer takes as long for bare table as for dice, which fill a third of such a picture: it teaches two and
a half times as many faces in the same time as rolls do. How dice are found, it does not teach.
"""

from dataclasses import replace

import numpy as np
from numpy.random import Generator

from models.rendering.dice.die import Design
from models.rendering.scenes.camera import Camera, sample_camera, sample_sensor
from models.rendering.scenes.light import sample_light
from models.rendering.scenes.mottled_scene import mottled
from models.rendering.scenes.placing import place_dice
from models.rendering.scenes.scene import Scene, sample_roll
from models.rendering.scenes.table import sample_table

STREAM = 19
"""Of chance: the same seed has nothing to do with the scene of a roll."""

WIDTH, HEIGHT = 320, 240
LARGER = 2
"""The picture that this one is the middle of is so many times as wide and high."""

FEWEST_DICE, MOST_DICE = 7, 14
LEAST_DIE_PX, MOST_DIE_PX = 18.0, 60.0
ROOM = 2.4
"""So many times their own area dice need to find a place."""

MOTTLED_SHARE = 0.6
"""Of the scenes, in how many dice have two colours."""


def sample_close_scene(seed: int) -> Scene:
    """Return the scene of a seed: six-sided dice alone, nothing beside them."""
    rng = np.random.default_rng([seed, STREAM])
    designs = _many(rng)
    die_mm = float(np.mean([design.size_mm for design in designs]))
    camera = _camera(rng, len(designs), die_mm)
    half_view_mm = camera.width / 2 / camera.focal_px * camera.distance_mm
    table = replace(sample_table(rng, die_mm, half_view_mm), tray=None)
    scene = Scene(
        seed=seed,
        camera=camera,
        sensor=sample_sensor(rng, LARGER * WIDTH),
        light=sample_light(rng, 2 * LARGER * half_view_mm),
        table=table,
        dice=place_dice(rng, designs, camera, None, float(rng.uniform(0.0, 0.7))),
        things=(),
    )
    return mottled(scene, rng) if rng.random() < MOTTLED_SHARE else scene


def _many(rng: Generator) -> list[Design]:
    """Return the designs of as many dice as fill the picture."""
    count = int(rng.integers(FEWEST_DICE, MOST_DICE + 1))
    designs = sample_roll(rng)
    return [designs[index % len(designs)] for index in range(count)]


def _camera(rng: Generator, count: int, die_mm: float) -> Camera:
    room = float(np.sqrt(WIDTH * HEIGHT / (ROOM * count)))
    die_px = float(np.exp(rng.uniform(np.log(LEAST_DIE_PX), np.log(min(room, MOST_DIE_PX)))))
    whole = sample_camera(rng, die_px, die_mm, LARGER * WIDTH, LARGER * HEIGHT)
    return replace(whole, width=WIDTH, height=HEIGHT, focal_mm=LARGER * whole.focal_mm)
