"""A roll beside things that show dots as dice do, dominoes above all; by chance few tables have them."""

from dataclasses import replace

import numpy as np

from models.rendering.scenes.scene import Scene, dice_reach, sample_scene, scatter_things
from models.rendering.scenes.table import ThingKind

LEAST, MOST = 4, 16
"""So many things are wanted; where dice leave no room for them, fewer lie there."""

MIMICS: tuple[ThingKind, ...] = (*("domino",) * 8, "button", "disc", "coin", "card", "pawn", "d8", "d12")


def sample_mimic_scene(seed: int) -> Scene:
    """Return the scene of a seed with other things on its table."""
    scene, rng = sample_scene(seed), np.random.default_rng([seed, 12])
    tray = scene.table.tray
    things = scatter_things(
        rng,
        int(rng.integers(LEAST, MOST + 1)),
        scene.camera,
        dice_reach(scene.dice),
        None if tray is None else tray.half_width_mm,
        scene.mean_die_mm,
        MIMICS,
    )
    return replace(scene, things=things)
