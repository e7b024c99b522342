"""Dice in two colours each, at the places and in the moulds of plain ones."""

from dataclasses import replace

from models.rendering.dice.die import READABLE_CONTRAST
from models.rendering.palette import contrast
from models.rendering.scenes.mottled_scene import sample_mottled_scene
from models.rendering.scenes.scene import sample_scene

SEEDS = range(530_000, 530_040)


def test_only_the_surfaces_of_the_dice_differ_from_the_scene_of_the_seed() -> None:
    for seed in SEEDS:
        plain, mottled = sample_scene(seed), sample_mottled_scene(seed)

        assert replace(mottled, dice=plain.dice) == plain
        for one, other in zip(plain.dice, mottled.dice, strict=True):
            design = replace(other.design, body=one.design.body, marks=one.design.marks)
            assert replace(other, design=design) == one


def test_dice_of_one_design_stay_alike() -> None:
    for seed in SEEDS:
        plain, mottled = sample_scene(seed).dice, sample_mottled_scene(seed).dice

        pairs = {(one.design, other.design) for one, other in zip(plain, mottled, strict=True)}
        assert len(pairs) == len({one.design for one in plain})


def test_nearly_all_are_marbled_speckled_or_clear_with_marks_that_stand_out_from_both_colours() -> None:
    designs = {die.design for seed in SEEDS for die in sample_mottled_scene(seed).dice}

    mottled = [one for one in designs if one.body.finish in ("swirled", "speckled", "translucent")]
    assert len(mottled) > 0.8 * len(designs)
    told = [
        min(contrast(one.marks.rgb, one.body.rgb), contrast(one.marks.rgb, one.body.second_rgb))
        >= READABLE_CONTRAST
        for one in designs
    ]
    assert sum(told) > 0.95 * len(told)
