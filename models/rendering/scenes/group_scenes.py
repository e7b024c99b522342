"""Four groups of dice at one table: a picture of each alone, then one of all under other light.

What stays from picture to picture: dice, table, tray, and the camera's own way with contrast and saturation.
What changes: place and face of the dice, camera position, and in the last picture lamps, white balance,
exposure and noise as well.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.random import Generator

from models.rendering.dice.die import Design, sample_design, sample_size_mm
from models.rendering.scenes.camera import Camera, Sensor, sample_camera, sample_sensor
from models.rendering.scenes.light import Light, sample_light
from models.rendering.scenes.placing import place_dice
from models.rendering.scenes.scene import FOUR_GROUPS, Scene
from models.rendering.scenes.table import Table, sample_table

WIDTH, HEIGHT = 640, 480
LEAST_DIE_PX, MOST_DIE_PX = 25.0, 110.0
"""The README promises to read dice from 25 pixels on."""
MOST_DICE_PX = 75.0
"""A dozen dice wider than this find no place in one picture."""
TAKES = 3
"""So often somebody who is told that his groups look too alike, or mirror the lamp, tries another light."""
PICTURES = 32
"""More than a session has pictures, so that each has a seed of its own."""
LIT_SIZES = 12
"""How many dice wide the lit scene is."""

Colours = tuple[str, str]
"""Names of body and marks."""


@dataclass(frozen=True, slots=True)
class GroupSession:
    """One scene a group for calibration, in the order of FOUR_GROUPS, then the scene to read."""

    alone: tuple[Scene, ...]
    game: Scene


def sample_session(seed: int, take: int = 0) -> GroupSession:
    """Return the session of a seed; each `take` has the pictures of the groups alone in another light."""
    rng = np.random.default_rng([seed, 6])
    size_mm = sample_size_mm(rng)
    designs = sample_groups(rng, size_mm)
    table = sample_table(rng, size_mm, size_mm * float(rng.uniform(5.0, 9.0)))
    # A black and white camera knows no groups.
    own = replace(sample_sensor(rng, WIDTH), grey=False)
    dice = [design for design in designs for _ in range(int(rng.integers(1, 5)))]
    game = _scene(
        rng,
        _picture_seed(seed, take, len(designs)),
        dice,
        table,
        sample_light(rng, LIT_SIZES * size_mm),
        _same_camera_elsewhere(own, sample_sensor(rng, WIDTH)),
        MOST_DICE_PX,
    )
    return GroupSession(_alone(seed, take, designs, table, own), game)


def _alone(seed: int, take: int, designs: list[Design], table: Table, own: Sensor) -> tuple[Scene, ...]:
    """Return a picture of each group in one light; exposure and white balance are the camera's whims."""
    rng = np.random.default_rng([seed, 7, take])
    light = sample_light(rng, LIT_SIZES * designs[0].size_mm)
    cast = np.array(own.white_balance)
    scenes = []
    for index, design in enumerate(designs):
        nudged = cast * np.exp(rng.normal(0.0, 0.03, 3))
        sensor = replace(
            own,
            white_balance=(float(nudged[0]), float(nudged[1]), float(nudged[2])),
            exposure_ev=own.exposure_ev + float(rng.normal(0.0, 0.15)),
        )
        dice = [design] * int(rng.integers(3, 6))
        picture = _picture_seed(seed, take, index)
        scenes.append(_scene(rng, picture, dice, table, light, sensor, MOST_DIE_PX))
    return tuple(scenes)


def sample_groups(rng: Generator, size_mm: float) -> list[Design]:
    """Return the designs of FOUR_GROUPS, of one mould, numbered with pips on every face."""
    first = replace(sample_design(rng, size_mm), kind="d6", emblem=0)
    return [_design_of(rng, size_mm, colours, first) for colours in FOUR_GROUPS]


def _design_of(rng: Generator, size_mm: float, colours: Colours, first: Design) -> Design:
    """Return a design of these colours; marks that cannot be read on its body would be given others."""
    while True:
        design = sample_design(rng, size_mm, colours, like=first)
        if design.marks.name == colours[1]:
            return design


def _picture_seed(seed: int, take: int, index: int) -> int:
    """Return a seed of its own for each picture of a session; the scene to read is that of every take."""
    alone = len(FOUR_GROUPS)
    return seed * PICTURES + (alone if index == alone else alone + 1 + take * alone + index)


def _same_camera_elsewhere(own: Sensor, there: Sensor) -> Sensor:
    """Return the camera in other light: what it makes of contrast and colour stays its own."""
    return replace(
        there,
        contrast=own.contrast,
        saturation=own.saturation,
        sharpening=own.sharpening,
        resample=own.resample,
        grey=False,
        jpeg_quality=own.jpeg_quality,
    )


def _scene(
    rng: Generator,
    seed: int,
    designs: list[Design],
    table: Table,
    light: Light,
    sensor: Sensor,
    most_px: float,
) -> Scene:
    size_mm = designs[0].size_mm
    camera = _camera(rng, size_mm, most_px)
    area_mm = None if table.tray is None else table.tray.half_width_mm
    crowding = float(rng.choice([0.0, rng.uniform(0.1, 0.7)]))
    dice = place_dice(rng, designs, camera, area_mm, crowding)
    return Scene(seed=seed, camera=camera, sensor=sensor, light=light, table=table, dice=dice, things=())


def _camera(rng: Generator, size_mm: float, most_px: float) -> Camera:
    die_px = float(np.exp(rng.uniform(np.log(LEAST_DIE_PX), np.log(most_px))))
    return sample_camera(rng, die_px, size_mm, WIDTH, HEIGHT)
