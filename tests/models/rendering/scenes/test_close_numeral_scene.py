"""Small pictures full of dice with numerals, to learn numbers from."""

import numpy as np

from models.rendering.dice.fonts import fonts_for
from models.rendering.dice.numeral_die import NumeralDesign
from models.rendering.pictures.labels import labels
from models.rendering.scenes.close_numeral_scene import HEIGHT, WIDTH, sample_close_numeral_scene
from models.rendering.scenes.numeral_scene import sample_numeral_scene
from models.sets import is_held_out_scene

SEEDS = range(740_000, 740_040)


def test_a_seed_is_always_the_same_scene() -> None:
    assert sample_close_numeral_scene(7) == sample_close_numeral_scene(7)
    assert sample_close_numeral_scene(7) != sample_close_numeral_scene(8)


def test_numbers_fill_far_more_of_the_picture_than_those_of_a_roll() -> None:
    rolls = [sample_numeral_scene(seed) for seed in SEEDS]
    close = [sample_close_numeral_scene(seed) for seed in SEEDS]

    of_rolls = np.mean([len(one.numerals) / (one.camera.width * one.camera.height) for one in rolls])
    assert np.mean([len(one.numerals) / (WIDTH * HEIGHT) for one in close]) > 3 * of_rolls


def test_dice_are_large_enough_to_be_read_and_have_numbers_alone() -> None:
    found = [label for seed in SEEDS for label in labels(sample_close_numeral_scene(seed))]
    sides = [max(label.box[2] - label.box[0], label.box[3] - label.box[1]) for label in found]

    assert {label.kind for label in found} == {"d20", "d6n"}
    assert 40 < np.median(sides) < 90


def test_fonts_that_validate_train_nothing() -> None:
    validating = set(fonts_for("validation"))
    for seed in SEEDS:
        designs = [die.design for die in sample_close_numeral_scene(seed).numerals]
        fonts = {design.lettering.font for design in designs if isinstance(design, NumeralDesign)}
        assert (fonts <= validating) == is_held_out_scene(f"{seed:08d}")
