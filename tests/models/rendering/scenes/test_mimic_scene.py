"""Tables with things that show dots as dice do."""

from models.rendering.scenes.mimic_scene import LEAST, sample_mimic_scene
from models.rendering.scenes.scene import sample_scene

SEEDS = range(520_000, 520_020)


def test_dominoes_lie_beside_the_dice_of_the_same_scene() -> None:
    scenes = [sample_mimic_scene(seed) for seed in SEEDS]

    things = [thing for scene in scenes for thing in scene.things]
    assert len(things) >= LEAST * len(scenes) / 2
    assert sum(thing.kind == "domino" for thing in things) > len(things) / 3
    for seed, scene in zip(SEEDS, scenes, strict=True):
        assert scene.dice == sample_scene(seed).dice


def test_the_same_seed_gives_the_same_scene() -> None:
    assert sample_mimic_scene(520_007) == sample_mimic_scene(520_007)
