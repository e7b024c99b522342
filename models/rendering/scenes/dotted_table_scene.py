"""A roll on a table full of dots like its pips, as terrazzo or a sprinkled cloth: dice are lost on it."""

from dataclasses import replace

import numpy as np
from numpy.random import Generator

from models.rendering.palette import NAMES, Rgb, colour_named
from models.rendering.scenes.mottled_scene import mottled
from models.rendering.scenes.scene import Scene, sample_scene

STREAM = 23
"""Of chance: the same seed has nothing to do with its scene on another table."""

MOTTLED_SHARE = 0.3
"""Of the scenes, in how many dice have two colours as well."""

DOT_MM = (1.0, 2.8)
"""How far apart dots are, as `Table` has it: smaller than pips to twice as large."""

LIKE_BODY_SHARE = 0.4
"""Of the tables, how many have the colour of a die's body besides."""

UNLIKE = 0.1
"""Standard deviation of what colours that are alike differ by, of 0..1."""


def sample_dotted_table_scene(seed: int) -> Scene:
    """Return the scene of a seed on a table with dots of the colour of some die's pips."""
    rng = np.random.default_rng([seed, STREAM])
    scene = sample_scene(seed)
    if rng.random() < MOTTLED_SHARE:
        scene = mottled(scene, rng)
    designs = [die.design for die in scene.dice]
    like = designs[int(rng.integers(len(designs)))]
    table = replace(
        scene.table,
        kind="speckle",
        rgb=_near(rng, like.body.rgb) if rng.random() < LIKE_BODY_SHARE else _any(rng),
        second_rgb=_near(rng, like.marks.rgb),
        scale_mm=float(np.exp(rng.uniform(*np.log(DOT_MM)))),
    )
    return replace(scene, table=table)


def _any(rng: Generator) -> Rgb:
    return colour_named(rng, str(rng.choice(NAMES)))


def _near(rng: Generator, rgb: Rgb) -> Rgb:
    red, green, blue = np.clip(np.array(rgb) + rng.normal(0, UNLIKE, 3), 0.01, 0.99)
    return float(red), float(green), float(blue)
