"""What the dice lie on and what lies beside them: table tops, tray walls, and other things on the table."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.random import Generator

from models.rendering.dice.die import Vector
from models.rendering.palette import Rgb, any_colour, colour_named

TableKind = Literal["felt", "wood", "cloth", "print", "plastic", "leather", "paper", "speckle"]
ThingKind = Literal[
    "coin",
    "disc",
    "button",
    "domino",
    "pencil",
    "card",
    "pawn",
    "cylinder",
    "marble",
    "d4",
    "d8",
    "d10",
    "d12",
    "d20",
]
POLYHEDRA = ("d4", "d8", "d10", "d12", "d20")


@dataclass(frozen=True, slots=True)
class Tray:
    """Four walls around a square floor, centred on the table's origin; millimetres."""

    half_width_mm: float
    height_mm: float
    thickness_mm: float
    rgb: Rgb
    roughness: float


@dataclass(frozen=True, slots=True)
class Table:
    """The table's top. `scale_mm` is the size of its weave, planks or print."""

    kind: TableKind
    rgb: Rgb
    second_rgb: Rgb
    scale_mm: float
    roughness: float
    angle: float
    seed: int
    tray: Tray | None


@dataclass(frozen=True, slots=True)
class Thing:
    """No six-sided die: `size_mm` is its largest extent, `position` its middle, `yaw` its turn."""

    kind: ThingKind
    size_mm: float
    position: Vector
    yaw: float
    rgb: Rgb
    second_rgb: Rgb
    roughness: float
    metallic: bool
    seed: int


def sample_table(rng: Generator, size_mm: float, spread_mm: float) -> Table:
    """Return a table top for dice of `size_mm`; a tray reaches `spread_mm` or more to each side."""
    kinds: list[TableKind] = ["felt", "wood", "cloth", "print", "plastic", "leather", "paper", "speckle"]
    kind = kinds[int(rng.choice(8, p=[0.19, 0.19, 0.14, 0.14, 0.14, 0.06, 0.08, 0.06]))]
    usual = {
        "felt": ("green", "blue", "red", "grey", "black", "purple"),
        "wood": ("brown", "ivory", "brown", "grey"),
        "cloth": ("white", "blue", "red", "grey", "ivory", "brown", "green"),
        "print": ("ivory", "green", "brown", "blue", "grey"),
        "plastic": ("white", "grey", "black", "ivory", "white"),
        "leather": ("brown", "black", "red", "green"),
        "paper": ("white", "ivory", "white"),
        "speckle": ("white", "grey", "ivory", "black"),
    }[kind]
    free = rng.random() < 0.2
    rgb = any_colour(rng) if free else colour_named(rng, str(rng.choice(usual)))
    tray = None
    if rng.random() < 0.18:
        tray = Tray(
            half_width_mm=spread_mm * float(rng.uniform(1.0, 1.4)),
            height_mm=float(rng.uniform(0.8, 2.2)) * size_mm,
            thickness_mm=float(rng.uniform(3.0, 14.0)),
            rgb=colour_named(rng, str(rng.choice(["brown", "black", "white", "grey", "red", "blue"]))),
            roughness=float(rng.uniform(0.2, 0.9)),
        )
    return Table(
        kind=kind,
        rgb=rgb,
        second_rgb=any_colour(rng),
        scale_mm=float(np.exp(rng.uniform(np.log(0.7), np.log(1.5))))
        * {
            "felt": 1.0,
            "cloth": 1.2,
            "leather": 3.0,
            "wood": 90.0,
            "print": 220.0,
            "paper": 180.0,
            "plastic": 2.0,
            "speckle": 1.5,
        }[kind],
        roughness=float(rng.uniform(0.12, 0.9)),
        angle=float(rng.uniform(-np.pi, np.pi)),
        seed=int(rng.integers(1 << 30)),
        tray=tray,
    )


THINGS: tuple[ThingKind, ...] = (
    "coin", "disc", "button", "domino", "pencil", "card", "pawn",
    "cylinder", "marble", "d4", "d8", "d10", "d12", "d20",
)  # fmt: skip
"""What lies on tables beside dice, each as often."""


def sample_thing(
    rng: Generator, xy: tuple[float, float], die_mm: float, kinds: tuple[ThingKind, ...] = THINGS
) -> Thing:
    """Return something that might be taken for a die or hide one, lying at `xy`; one of `kinds`."""
    kind = kinds[int(rng.integers(len(kinds)))]
    low, high = {
        "coin": (16, 28), "disc": (12, 30), "button": (10, 22), "domino": (38, 56), "pencil": (90, 170),
        "card": (60, 90), "pawn": (14, 24), "cylinder": (10, 22), "marble": (10, 18), "d4": (14, 20),
        "d8": (14, 18), "d10": (15, 19), "d12": (17, 21), "d20": (18, 24),
    }[kind]  # fmt: skip
    size = float(rng.uniform(low, high)) * (die_mm / 15.0)
    height = {"pencil": 0.022, "coin": 0.04, "disc": 0.09, "button": 0.08, "domino": 0.08, "card": 0.002}.get(
        kind, 0.5
    )
    colour = (
        any_colour(rng)
        if rng.random() < 0.4
        else colour_named(rng, str(rng.choice(["white", "black", "red", "blue", "green", "ivory", "yellow"])))
    )
    metal = kind == "coin"
    return Thing(
        kind=kind,
        size_mm=size,
        position=(xy[0], xy[1], size * height),
        yaw=float(rng.uniform(-np.pi, np.pi)),
        rgb=colour_named(rng, str(rng.choice(["gold", "silver", "brown"]))) if metal else colour,
        second_rgb=any_colour(rng),
        roughness=float(rng.uniform(0.1, 0.7)),
        metallic=metal,
        seed=int(rng.integers(1 << 30)),
    )


def reach_mm(thing: Thing) -> float:
    """Return the radius of a circle around the thing's position that it does not leave."""
    return thing.size_mm * (0.75 if thing.kind in ("card", "domino") else 0.6)
