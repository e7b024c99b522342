"""A rendered roll as a value: everything a renderer draws, sampled from one seed."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator

from models.rendering.dice.die import Design, Die, Vector, sample_design, sample_size_mm
from models.rendering.dice.numeral_die import NumeralDie
from models.rendering.scenes.camera import Camera, Sensor, on_table, sample_camera, sample_sensor
from models.rendering.scenes.light import Light, sample_light
from models.rendering.scenes.placing import place_dice
from models.rendering.scenes.table import (
    THINGS,
    Table,
    Thing,
    ThingKind,
    reach_mm,
    sample_table,
    sample_thing,
)

# Two players with attack dice of their own and defence dice that differ in their pips alone.
FOUR_GROUPS = (("red", "white"), ("black", "red"), ("green", "white"), ("black", "green"))
PICTURE_SIZES = ((640, 480), (640, 640), (960, 540))
LEAST_DIE_PX, MOST_DIE_PX = 14.0, 140.0


@dataclass(frozen=True, slots=True)
class Scene:
    """One picture to draw: the same seed gives the same scene, whoever draws it.

    Lengths in millimetres, z up, the table's top at z = 0, the camera's target near the origin.
    """

    seed: int
    camera: Camera
    sensor: Sensor
    light: Light
    table: Table
    dice: tuple[Die, ...]
    things: tuple[Thing, ...]
    numerals: tuple[NumeralDie, ...] = ()
    """Dice that are no cubes; only the draft renderer draws them."""

    @property
    def mean_die_mm(self) -> float:
        """Mean size of the dice, 16 where there is none."""
        sizes = [die.design.size_mm for die in self.dice] + [die.design.size_mm for die in self.numerals]
        return float(np.mean(sizes)) if sizes else 16.0


def sample_scene(seed: int, size: tuple[int, int] | None = None) -> Scene:
    """Return the scene of a seed; `size` is width and height, by default one of `PICTURE_SIZES`."""
    rng = np.random.default_rng(seed)
    width, height = PICTURE_SIZES[int(rng.choice(3, p=[0.7, 0.15, 0.15]))]
    if size is not None:
        width, height = size
    designs = sample_roll(rng)
    die_mm = float(np.mean([design.size_mm for design in designs]))
    camera = sample_camera(rng, sample_die_px(rng, len(designs), width, height), die_mm, width, height)
    half_view_mm = camera.width / 2 / camera.focal_px * camera.distance_mm
    table = sample_table(rng, die_mm, max(0.8 * half_view_mm, 2.5 * die_mm))
    area_mm = None if table.tray is None else table.tray.half_width_mm
    crowding = float(rng.choice([0.0, rng.uniform(0.1, 0.5), rng.uniform(0.5, 1.0)], p=[0.3, 0.4, 0.3]))
    dice = place_dice(rng, designs, camera, area_mm, crowding)
    return Scene(
        seed=seed,
        camera=camera,
        sensor=sample_sensor(rng, width),
        light=sample_light(rng, 2 * half_view_mm),
        table=table,
        dice=dice,
        things=scatter_things(rng, things_wanted(rng), camera, dice_reach(dice), area_mm, die_mm),
    )


def sample_roll(rng: Generator) -> list[Design]:
    """Return the designs of the dice thrown together, 1 to 25: one set, groups of one mould, or all mixed."""
    count = int(
        rng.choice([rng.integers(1, 4), rng.integers(3, 10), rng.integers(8, 26)], p=[0.25, 0.5, 0.25])
    )
    size_mm = sample_size_mm(rng)
    kind = rng.random()
    first = sample_design(rng, size_mm)
    if kind < 0.12:
        groups = [sample_design(rng, size_mm, colours, like=first) for colours in FOUR_GROUPS]
    elif kind < 0.4:
        groups = [first]
    elif kind < 0.72:
        groups = [first, *(sample_design(rng, size_mm, like=first) for _ in range(int(rng.integers(1, 4))))]
    else:
        same_size = rng.random() < 0.6
        groups = [
            sample_design(rng, size_mm if same_size else sample_size_mm(rng)) for _ in range(min(count, 10))
        ]
    if kind < 0.12:
        count = max(count, 4)
    return [groups[index % len(groups)] for index in range(count)]


def sample_die_px(rng: Generator, count: int, width: int, height: int) -> float:
    """Return how wide a die is to be: 14 to 140 px at 640 wide, less where many must find room."""
    unit = width / 640
    # Dice that fill more than a third of the picture find no place any more.
    room = np.sqrt(width * height / (3.0 * count)) / unit
    high = min(MOST_DIE_PX, max(room, 20.0))
    return float(np.exp(rng.uniform(np.log(LEAST_DIE_PX), np.log(high)))) * unit


def dice_reach(dice: Sequence[Die | NumeralDie]) -> list[tuple[Vector, float]]:
    """Return where dice lie, with the radius of a ball around each."""
    return [(die.position, die.design.size_mm * 0.87) for die in dice]


def things_wanted(rng: Generator) -> int:
    """Return how many things lie beside the dice: on most tables none."""
    return 0 if rng.random() < 0.6 else int(rng.integers(1, 7))


def scatter_things(
    rng: Generator,
    wanted: int,
    camera: Camera,
    dice: list[tuple[Vector, float]],
    area_mm: float | None,
    die_mm: float,
    kinds: tuple[ThingKind, ...] = THINGS,
) -> tuple[Thing, ...]:
    """Return so many things at most between the dice, touching none of them and not each other.

    `dice` are places with the radius of a ball around each.
    """
    things: list[Thing] = []
    for _ in range(3 * wanted):
        pixel = rng.uniform(0.0, 1.0, 2) * np.array([camera.width, camera.height])
        place = on_table(camera, (float(pixel[0]), float(pixel[1])), 0.0)
        if place is None or len(things) == wanted:
            continue
        thing = sample_thing(rng, (float(place[0]), float(place[1])), die_mm, kinds)
        taken = dice + [(other.position, reach_mm(other)) for other in things]
        clear = all(
            np.hypot(place[0] - x, place[1] - y) > radius + reach_mm(thing) for (x, y, _), radius in taken
        )
        inside = area_mm is None or float(np.abs(place[:2]).max()) + reach_mm(thing) < area_mm
        if clear and inside:
            things.append(thing)
    return tuple(things)
