"""The light a roll lies in: surroundings, lamps, sun."""

from dataclasses import dataclass

import numpy as np
from numpy.random import Generator

from models.rendering.dice.die import Vector
from models.rendering.palette import Rgb

SURROUNDINGS = ("city", "courtyard", "forest", "interior", "night", "studio", "sunrise", "sunset")


@dataclass(frozen=True, slots=True)
class Lamp:
    """A square lamp facing the table's middle; `irradiance` there is relative to the surroundings' 1."""

    position: Vector
    size_mm: float
    rgb: Rgb
    irradiance: float


@dataclass(frozen=True, slots=True)
class Sun:
    """A far light; `angle` is its apparent size, radians: small is hard."""

    elevation: float
    azimuth: float
    angle: float
    rgb: Rgb
    irradiance: float


@dataclass(frozen=True, slots=True)
class Light:
    """All the light of a scene; `surroundings` is one of `SURROUNDINGS`, turned by `turn` radians."""

    surroundings: str
    turn: float
    strength: float
    lamps: tuple[Lamp, ...]
    sun: Sun | None


def kelvin_rgb(kelvin: float) -> Rgb:
    """Return the linear colour of a lamp of this temperature (2000..10000), brightest channel 1."""
    t = kelvin / 100.0
    red = 255.0 if t <= 66 else 329.7 * (t - 60) ** -0.1332
    green = 99.47 * np.log(t) - 161.12 if t <= 66 else 288.12 * (t - 60) ** -0.0755
    blue = 255.0 if t >= 66 else max(0.0, 138.52 * np.log(max(t - 10, 1e-3)) - 305.04)
    linear = (np.clip(np.array([red, green, blue]), 0, 255) / 255.0) ** 2.2
    linear = linear / linear.max()
    return (float(linear[0]), float(linear[1]), float(linear[2]))


def sample_light(rng: Generator, span_mm: float) -> Light:
    """Return light for a scene that is about `span_mm` wide."""
    lamps = tuple(_lamp(rng, span_mm) for _ in range(int(rng.choice([0, 1, 2, 3], p=[0.25, 0.4, 0.25, 0.1]))))
    sun = None
    if rng.random() < 0.25:
        sun = Sun(
            elevation=float(np.radians(rng.uniform(15, 80))),
            azimuth=float(rng.uniform(-np.pi, np.pi)),
            angle=float(np.radians(rng.choice([0.5, rng.uniform(0.5, 15.0)]))),
            rgb=kelvin_rgb(float(rng.uniform(4300, 6500))),
            irradiance=float(rng.uniform(1.0, 6.0)),
        )
    return Light(
        surroundings=SURROUNDINGS[int(rng.integers(len(SURROUNDINGS)))],
        turn=float(rng.uniform(-np.pi, np.pi)),
        strength=float(rng.uniform(0.3, 1.3)),
        lamps=lamps,
        sun=sun,
    )


def _lamp(rng: Generator, span_mm: float) -> Lamp:
    elevation, azimuth = np.radians(rng.uniform(25, 88)), rng.uniform(-np.pi, np.pi)
    distance = span_mm * float(rng.uniform(1.5, 5.0))
    ce = np.cos(elevation)
    toward = np.array([ce * np.cos(azimuth), ce * np.sin(azimuth), np.sin(elevation)]) * distance
    return Lamp(
        position=(float(toward[0]), float(toward[1]), float(toward[2])),
        size_mm=distance * float(np.exp(rng.uniform(np.log(0.04), np.log(0.8)))),
        rgb=kelvin_rgb(float(rng.uniform(2500, 7500))),
        irradiance=float(np.exp(rng.uniform(np.log(0.4), np.log(5.0)))),
    )
