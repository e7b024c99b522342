"""Small pictures full of dice, to learn faces from."""

import numpy as np

from models.rendering.pictures.labels import labels
from models.rendering.scenes.close_scene import HEIGHT, WIDTH, sample_close_scene
from models.rendering.scenes.scene import PICTURE_SIZES, sample_scene

SEEDS = range(650_000, 650_040)
MOTTLED = ("swirled", "speckled", "translucent")


def test_a_seed_is_always_the_same_scene() -> None:
    assert sample_close_scene(7) == sample_close_scene(7)
    assert sample_close_scene(7) != sample_close_scene(8)


def test_dice_fill_far_more_of_the_picture_than_those_of_a_roll() -> None:
    rolls = [len(sample_scene(seed).dice) / np.prod(PICTURE_SIZES[0]) for seed in SEEDS]
    close = [len(sample_close_scene(seed).dice) / (WIDTH * HEIGHT) for seed in SEEDS]

    assert np.mean(close) > 4 * np.mean(rolls)


def test_dice_are_large_enough_to_be_read() -> None:
    boxes = [label.box for seed in SEEDS for label in labels(sample_close_scene(seed))]
    sides = [max(x1 - x0, y1 - y0) for x0, y0, x1, y1 in boxes]

    assert 24 < np.median(sides) < 60


def test_about_three_in_five_scenes_have_dice_in_two_colours() -> None:
    finishes = [{die.design.body.finish for die in sample_close_scene(seed).dice} for seed in range(200)]

    share = np.mean([of_scene <= set(MOTTLED) for of_scene in finishes])
    assert 0.5 < share < 0.75
