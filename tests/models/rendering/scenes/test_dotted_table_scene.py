"""Tables full of dots like pips, to learn to find dice on."""

import numpy as np

from models.rendering.palette import Rgb
from models.rendering.scenes.dotted_table_scene import LIKE_BODY_SHARE, UNLIKE, sample_dotted_table_scene

SEEDS = range(820_000, 820_100)


def test_a_seed_is_always_the_same_scene() -> None:
    assert sample_dotted_table_scene(7) == sample_dotted_table_scene(7)
    assert sample_dotted_table_scene(7) != sample_dotted_table_scene(8)


def test_dots_have_the_colour_of_some_dies_pips() -> None:
    for seed in SEEDS:
        scene = sample_dotted_table_scene(seed)

        assert scene.table.kind == "speckle"
        assert min(apart(scene.table.second_rgb, die.design.marks.rgb) for die in scene.dice) < 4 * UNLIKE


def test_the_table_has_the_colour_of_some_dies_body_now_and_then() -> None:
    scenes = [sample_dotted_table_scene(seed) for seed in SEEDS]
    bodies = [(scene.table.rgb, [die.design.body.rgb for die in scene.dice]) for scene in scenes]
    alike = [min(apart(table, one) for one in of_dice) < 2 * UNLIKE for table, of_dice in bodies]

    assert LIKE_BODY_SHARE - 0.15 < np.mean(alike) < 0.8


def apart(one: Rgb, other: Rgb) -> float:
    return float(np.linalg.norm(np.array(one) - np.array(other)))
