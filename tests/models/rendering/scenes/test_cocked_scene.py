"""Scenes with cocked dice keep the roll of their seed and add dice that lean."""

import numpy as np

from models.rendering.dice.die import COCKED_DEGREES, tilt_degrees
from models.rendering.scenes.cocked_scene import sample_cocked_scene
from models.rendering.scenes.scene import sample_scene

SEEDS = range(500_000, 500_012)


def test_what_is_added_leans_and_what_was_there_stays() -> None:
    added = 0
    for seed in SEEDS:
        before, scene = sample_scene(seed), sample_cocked_scene(seed)
        more = scene.dice[len(before.dice) :]

        assert scene.dice[: len(before.dice)] == before.dice
        assert all(tilt_degrees(die) > COCKED_DEGREES for die in more)
        added += len(more)
    assert added >= len(SEEDS)


def test_leaning_dice_do_not_reach_into_others() -> None:
    for seed in SEEDS:
        before, scene = sample_scene(seed), sample_cocked_scene(seed)
        for index in range(len(before.dice), len(scene.dice)):
            die = scene.dice[index]
            for other in scene.dice[:index]:
                gap = np.linalg.norm(np.array(die.position) - np.array(other.position))
                assert gap > 0.45 * (die.design.size_mm + other.design.size_mm)
