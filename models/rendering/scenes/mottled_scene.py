"""A roll of dice in two colours, marbled, speckled or clear: players like them, readers find them hard."""

from dataclasses import replace

import numpy as np
from numpy.random import Generator

from models.rendering.dice.die import READABLE_CONTRAST, Design, Surface, surface_named
from models.rendering.palette import NAMES, Rgb, colour_named, contrast
from models.rendering.scenes.scene import Scene, sample_scene

Shares = tuple[float, float, float]
"""Of `FINISHES`, in their order."""

FINISHES = ("swirled", "speckled", "translucent")
SHARES: Shares = (0.5, 0.25, 0.25)
SPECKLE_SCALE = (0.02, 0.07)
"""Share of the die that a speckle takes; larger ones pass for pips, and nobody sells such dice."""
SWIRL_SHARE = (0.4, 1.0)
"""How far a swirl goes from the body's colour to the other one."""
TRIES = 12


def sample_mottled_scene(seed: int) -> Scene:
    """Return the scene of a seed with dice of the same moulds in two colours each."""
    return mottled(sample_scene(seed), np.random.default_rng([seed, 13]))


def mottled(scene: Scene, rng: Generator, shares: Shares = SHARES) -> Scene:
    """Return the scene with its dice in two colours, those of one design alike; finishes have `shares`."""
    designs: dict[Design, Design] = {}
    for die in scene.dice:
        if die.design not in designs:
            designs[die.design] = _mottled(rng, die.design, shares)
    return replace(scene, dice=tuple(replace(die, design=designs[die.design]) for die in scene.dice))


def _mottled(rng: Generator, design: Design, shares: Shares) -> Design:
    """Return the design in two colours, with marks that stand out from both where they can."""
    for _ in range(TRIES):
        body, marks = _body(rng, shares), surface_named(rng, str(rng.choice(NAMES)), "opaque")
        if _stands_out(marks.rgb, body):
            return replace(design, body=body, marks=marks)
    far = max(("black", "white"), key=lambda name: _least_contrast(colour_named(rng, name), body))
    return replace(design, body=body, marks=surface_named(rng, far, "opaque"))


def _body(rng: Generator, shares: Shares) -> Surface:
    name, other = (str(one) for one in rng.choice(NAMES, 2, replace=False))
    match str(rng.choice(FINISHES, p=shares)):
        case "speckled":
            body = surface_named(rng, name, "speckled")
            return replace(
                body, second_rgb=colour_named(rng, other), scale=float(rng.uniform(*SPECKLE_SCALE))
            )
        case "swirled":
            body = surface_named(rng, name, "swirled")
            share = float(rng.uniform(*SWIRL_SHARE))
            mixed = np.array(body.rgb) * (1 - share) + np.array(colour_named(rng, other)) * share
            return replace(body, second_rgb=(float(mixed[0]), float(mixed[1]), float(mixed[2])))
        case _:
            return surface_named(rng, name, "translucent")


def _stands_out(marks: Rgb, body: Surface) -> bool:
    return _least_contrast(marks, body) >= READABLE_CONTRAST


def _least_contrast(marks: Rgb, body: Surface) -> float:
    return min(contrast(marks, body.rgb), contrast(marks, body.second_rgb))
