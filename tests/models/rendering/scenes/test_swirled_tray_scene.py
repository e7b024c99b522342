"""Trays with a handful of swirled dice, seen from aside."""

import numpy as np

from models.rendering.scenes.scene import Scene
from models.rendering.scenes.swirled_tray_scene import DICE, ELEVATION_DEG, SHARES, sample_swirled_tray_scene

SCENES = [sample_swirled_tray_scene(seed) for seed in range(5_300_000, 5_300_030)]


def test_a_seed_is_always_the_same_scene() -> None:
    assert sample_swirled_tray_scene(7) == sample_swirled_tray_scene(7)
    assert sample_swirled_tray_scene(7) != sample_swirled_tray_scene(8)


def test_many_dice_lie_in_a_tray_and_are_seen_from_aside() -> None:
    assert max(len(scene.dice) for scene in SCENES) > DICE[0]
    for scene in SCENES:
        assert 0 < len(scene.dice) <= DICE[1]
        assert ELEVATION_DEG[0] < np.degrees(scene.camera.elevation) < ELEVATION_DEG[1]
        assert all(within(scene, die.position[0]) and within(scene, die.position[1]) for die in scene.dice)


def test_most_dice_are_swirled() -> None:
    finishes = [die.design.body.finish for scene in SCENES for die in scene.dice]

    assert abs(finishes.count("swirled") / len(finishes) - SHARES[0]) < 0.15


def within(scene: Scene, place: float) -> bool:
    return scene.table.tray is not None and abs(place) < scene.table.tray.half_width_mm
