"""Rolls of dice with numerals as values, from one seed: d20, d6 with numerals, other kinds and d6 beside."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

import numpy as np
from numpy.random import Generator

from models.rendering.dice.die import Design, Die, Surface, sample_design, sample_size_mm, surface_named
from models.rendering.dice.fonts import fonts_for
from models.rendering.dice.lettering import Lettering, sample_lettering
from models.rendering.dice.numbering import sample_numbers
from models.rendering.dice.numeral_die import Kind, NumeralDesign, NumeralDie
from models.rendering.dice.numeral_solids import solid_of
from models.rendering.palette import Rgb, contrast
from models.rendering.scenes.camera import sample_camera, sample_sensor
from models.rendering.scenes.light import sample_light
from models.rendering.scenes.numeral_placing import AnyDesign, place_all
from models.rendering.scenes.scene import Scene, dice_reach, scatter_things, things_wanted
from models.rendering.scenes.table import POLYHEDRA, sample_table
from models.sets import is_held_out_scene

HELD_OUT_SEEDS = range(980_000, 990_000)
"""Scenes to test with: their numerals are of fonts that no other scene has."""

VALIDATION_SEEDS = range(890_000, 900_000)
"""Scenes to calibrate with, of whatever throw: in the fonts that validate, which no training has seen."""

Throw = Literal["roll", "many", "varied", "barrels"]
"""What lies there: dice as they are thrown; as many as the picture holds, of few fonts or of hundreds; or
the latter with every third die a d4 shaped like a barrel."""

# One stream of chance each, so that the same seed has nothing to do with the other.
STREAMS: dict[Throw, int] = {"roll": 6, "many": 11, "varied": 13, "barrels": 13}

SIZES, SIZE_SHARES = ((640, 384), (640, 480), (960, 540)), (0.72, 0.24, 0.04)
LEAST_ELEVATION = 40.0
LEAST_DIE_PX, MOST_DIE_PX = 28.0, 190.0
# Numerals are finer than pips: what leaves those legible has blurred these.
SHARPER = 0.55

# Largest extent by that of a 16 mm cube's edge.
SIZE_BY_CUBE = {
    "d4": 1.45, "barrel": 1.5, "domed": 1.15, "d8": 1.35, "d10": 1.4, "d100": 1.4, "d12": 1.4, "d20": 1.45,
}  # fmt: skip
SET: tuple[Kind | str, ...] = ("d20", "d12", "d10", "d100", "d8", "d6n", "d4")
MIXED_SHARES = {
    "d20": 0.34, "d6n": 0.22, "d6": 0.14, "d4": 0.04, "d8": 0.06, "d10": 0.09, "d100": 0.04, "d12": 0.07,
}  # fmt: skip
MANY_SHARES = {"d20": 0.7, "d6n": 0.2, "d12": 0.03, "d10": 0.03, "d8": 0.02, "d6": 0.02}
# Other kinds with numerals much like those of a cube or of a d20.
VARIED_SHARES = {
    "d20": 0.62, "d6n": 0.2, "barrel": 0.03, "domed": 0.03, "d12": 0.04, "d10": 0.03, "d8": 0.03, "d6": 0.02,
}  # fmt: skip
BARREL_SHARES = {
    "d20": 0.3, "d6n": 0.3, "barrel": 0.1, "domed": 0.2, "d12": 0.03, "d10": 0.03, "d8": 0.02, "d6": 0.02,
}  # fmt: skip
SHARES: dict[Throw, dict[str, float]] = {
    "many": MANY_SHARES,
    "varied": VARIED_SHARES,
    "barrels": BARREL_SHARES,
}


def sample_numeral_scene(seed: int, size: tuple[int, int] | None = None, throw: Throw = "roll") -> Scene:
    """Return the scene of a seed, in a picture of this size or any.

    It has nothing to do with the scene of pips that has the same seed. Where many dice are asked for it is
    full of numbers to learn from, at four times the dice a second.
    """
    rng = np.random.default_rng([seed, STREAMS[throw]])
    width, height = size or SIZES[int(rng.choice(len(SIZES), p=SIZE_SHARES))]
    fonts = fonts_of(seed, throw)
    shares = SHARES.get(throw)
    designs = sample_many(rng, fonts, shares) if shares else sample_numeral_roll(rng, fonts)
    die_mm = float(np.mean([design.size_mm for design in designs]))
    camera = sample_camera(rng, _die_px(rng, len(designs), width, height), die_mm, width, height)
    elevation = rng.uniform(75.0, 90.0) if rng.random() < 0.35 else rng.uniform(LEAST_ELEVATION, 80.0)
    camera = replace(camera, elevation=float(np.radians(elevation)), aperture_mm=SHARPER * camera.aperture_mm)
    half_view_mm = camera.width / 2 / camera.focal_px * camera.distance_mm
    table = sample_table(rng, die_mm, max(0.8 * half_view_mm, 2.5 * die_mm))
    area_mm = None if table.tray is None else table.tray.half_width_mm
    crowding = float(rng.choice([0.0, rng.uniform(0.1, 0.5), rng.uniform(0.5, 1.0)], p=[0.3, 0.35, 0.35]))
    dice = place_all(rng, designs, camera, area_mm, crowding)
    things = scatter_things(rng, things_wanted(rng), camera, dice_reach(dice), area_mm, die_mm)
    sensor = sample_sensor(rng, width)
    return Scene(
        seed=seed,
        camera=camera,
        sensor=replace(sensor, blur_px=SHARPER * sensor.blur_px, motion_px=SHARPER * sensor.motion_px),
        light=sample_light(rng, 2 * half_view_mm),
        table=table,
        dice=tuple(die for die in dice if isinstance(die, Die)),
        # Dice among the things have their numbers anyhow and all in one font.
        things=tuple(thing for thing in things if thing.kind not in POLYHEDRA),
        numerals=tuple(die for die in dice if isinstance(die, NumeralDie)),
    )


def fonts_of(seed: int, throw: Throw) -> tuple[str, ...]:
    """Return the fonts of a scene: those that train, or that validate, or that only the test has."""
    if seed in HELD_OUT_SEEDS:
        return fonts_for("held_out")
    if seed in VALIDATION_SEEDS:
        return fonts_for("validation")
    if throw not in ("varied", "barrels"):
        return fonts_for("training")
    if is_held_out_scene(f"{seed:08d}"):
        return fonts_for("validation")
    return (*fonts_for("training"), *fonts_for("varied"))


def sample_numeral_roll(rng: Generator, fonts: Sequence[str]) -> list[AnyDesign]:
    """Return the designs of the dice thrown together, 1 to 14: of one kind, a whole set, or mixed."""
    count = int(
        rng.choice([rng.integers(1, 4), rng.integers(3, 8), rng.integers(7, 15)], p=[0.3, 0.45, 0.25])
    )
    cube_mm = sample_size_mm(rng)
    way = rng.random()
    if way < 0.5:
        kind = "d20" if way < 0.33 else "d6n"
        sets = [_design(rng, kind, cube_mm, fonts) for _ in range(int(rng.integers(1, 5)))]
        if rng.random() < 0.5:
            sets = sets[:1]
        return [sets[index % len(sets)] for index in range(count)]
    if way < 0.65:
        return _whole_set(rng, cube_mm, fonts)[: max(count, 3)]
    kinds, shares = list(MIXED_SHARES), list(MIXED_SHARES.values())
    same_size = rng.random() < 0.7
    sets = [
        _design(
            rng,
            kinds[int(rng.choice(len(kinds), p=shares))],
            cube_mm if same_size else sample_size_mm(rng),
            fonts,
        )
        for _ in range(min(count, 8))
    ]
    return [sets[index % len(sets)] for index in range(count)]


def sample_many(rng: Generator, fonts: Sequence[str], shares: dict[str, float]) -> list[AnyDesign]:
    """Return the designs of 8 to 16 dice, nearly all of them d20 and d6 with numerals, of many designs."""
    kinds, chances = list(shares), list(shares.values())
    cube_mm = sample_size_mm(rng)
    sets = [
        _design(rng, kinds[int(rng.choice(len(kinds), p=chances))], cube_mm, fonts)
        for _ in range(int(rng.integers(3, 9)))
    ]
    return [sets[index % len(sets)] for index in range(int(rng.integers(8, 17)))]


def _die_px(rng: Generator, count: int, width: int, height: int) -> float:
    """Return how wide a die is to be, most between 50 and 120 px at 640 wide, less where many need room."""
    unit = width / 640
    room = np.sqrt(width * height / (2.2 * count)) / unit
    way = rng.random()
    low, high = (LEAST_DIE_PX, MOST_DIE_PX) if way < 0.3 else (56.0, 130.0)
    high = max(min(high, room), LEAST_DIE_PX + 6)
    return float(np.exp(rng.uniform(np.log(min(low, 0.7 * high)), np.log(high)))) * unit


def _design(rng: Generator, kind: str, cube_mm: float, fonts: Sequence[str]) -> AnyDesign:
    """Return a design of this kind that goes with cubes of `cube_mm`."""
    look = sample_design(rng, cube_mm)
    if kind == "d6":
        return replace(look, kind="d6", emblem=0)
    lettering = sample_lettering(rng, fonts, always_marked=kind in ("d20", "d12"))
    marks = _ink(rng, look.body, look.marks, lettering)
    if kind == "d6n":
        return _cube(rng, look, lettering, marks)
    return _polyhedral(rng, kind, cube_mm, look.body, marks, lettering)


def _whole_set(rng: Generator, cube_mm: float, fonts: Sequence[str]) -> list[AnyDesign]:
    """Return one die of each kind, all of one maker and colour, in any order."""
    look = sample_design(rng, cube_mm)
    lettering = sample_lettering(rng, fonts, always_marked=True)
    marks = _ink(rng, look.body, look.marks, lettering)
    designs: list[AnyDesign] = [_cube(rng, look, lettering, marks)]
    designs += [_polyhedral(rng, kind, cube_mm, look.body, marks, lettering) for kind in SET if kind != "d6n"]
    return [designs[int(index)] for index in rng.permutation(len(designs))]


def _cube(rng: Generator, look: Design, lettering: Lettering, marks: Surface) -> Design:
    turns = rng.integers(4, size=6) if rng.random() < 0.7 else np.zeros(6, int)
    a, b, c, d, e, f = (int(turn) for turn in turns)
    # A cube's face is all width, so that its numerals are larger than those of a triangle.
    larger = replace(lettering, size=min(1.35 * lettering.size, 0.66))
    return replace(look, kind="d6n", emblem=0, marks=marks, lettering=larger, turns=(a, b, c, d, e, f))


def _polyhedral(
    rng: Generator, kind: str, cube_mm: float, body: Surface, marks: Surface, lettering: Lettering
) -> NumeralDesign:
    faces = solid_of(kind).faces
    if kind in ("d10", "d100"):
        turns = [int(rng.integers(2))] * len(faces)
    else:
        turns = [int(rng.integers(len(face))) for face in faces]
    return NumeralDesign(
        kind=kind,  # type: ignore[arg-type]  # one of SIZE_BY_CUBE's, as Kind has them
        size_mm=SIZE_BY_CUBE[kind] * cube_mm * float(rng.uniform(0.94, 1.06)),
        rim=float(rng.choice([0.01, rng.uniform(0.02, 0.06), rng.uniform(0.06, 0.13)], p=[0.3, 0.45, 0.25])),
        numbers=sample_numbers(rng, kind),
        turns=tuple(turns),
        lettering=lettering,
        body=body,
        marks=marks,
    )


def _ink(rng: Generator, body: Surface, marks: Surface, lettering: Lettering) -> Surface:
    """Return the ink of numerals: mostly the design's, sometimes faint, sometimes none but the engraving."""
    way = rng.random()
    if lettering.dent > 0.03 and way < 0.06:
        return replace(body, rgb=_mixed(body.rgb, (0.0, 0.0, 0.0), 0.25), finish="opaque")
    if way < 0.16:
        share = float(rng.uniform(0.2, 0.5))
        faint = replace(marks, rgb=_mixed(marks.rgb, body.rgb, share))
        return faint if contrast(body.rgb, faint.rgb) > 18 else marks
    if way < 0.22:
        return replace(surface_named(rng, str(rng.choice(["gold", "silver"])), "opaque"), finish="opaque")
    return marks


def _mixed(rgb: Rgb, other: Rgb, share: float) -> Rgb:
    red, green, blue = (a * (1 - share) + b * share for a, b in zip(rgb, other, strict=True))
    return (red, green, blue)
