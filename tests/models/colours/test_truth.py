"""Colours of rendered dice are told without what gloss, lens and noise do to them."""

from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("numba", reason="rendering's environment alone has numba")

from models.colours.truth import frame_with_colours
from models.rendering.draft import scene_of
from models.rendering.scenes.scene import Scene

SEED = 870_003
DARK = 2e-3
"""Light added before roots are compared: of what is nearly black they tell nothing."""


@pytest.fixture(scope="module")
def scene() -> Scene:
    return scene_of("pips", SEED)


def coated(scene: Scene) -> Scene:
    """Return the scene with dice that mirror as much as dice do."""
    designs = {die.design: replace(die.design.body, roughness=0.03, coat=1.0) for die in scene.dice}
    dice = tuple(replace(die, design=replace(die.design, body=designs[die.design])) for die in scene.dice)
    return replace(scene, dice=dice)


def noisy(scene: Scene) -> Scene:
    return replace(scene, sensor=replace(scene.sensor, shot_noise=0.1, blur_px=2.0))


@pytest.mark.parametrize("spoilt", [coated, noisy])
def test_gloss_blur_and_noise_change_the_picture_and_no_colour(scene: Scene, spoilt: object) -> None:
    frame, colours = frame_with_colours(scene)
    other_frame, other_colours = frame_with_colours(spoilt(scene))  # type: ignore[operator]  # one of both above

    assert np.abs(frame.astype(int) - other_frame).max() > 20
    assert len(colours) == len(other_colours) > 0
    # The camera's exposure may change with the light that dice mirror.
    gain = np.median(
        [other.body / one.body for (_, one), (_, other) in zip(colours, other_colours, strict=True)]
    )
    for (_, one), (_, other) in zip(colours, other_colours, strict=True):
        assert np.cbrt(other.body + DARK) == pytest.approx(np.cbrt(one.body * gain + DARK), abs=0.04)
        assert np.cbrt(other.marks + DARK) == pytest.approx(np.cbrt(one.marks * gain + DARK), abs=0.04)


def test_numbers_of_dice_that_are_no_cubes_are_marks_too() -> None:
    scene = scene_of("numerals", 765_010)

    _, colours = frame_with_colours(scene)

    assert {die.design.kind for die, _ in colours} == {"d20"}
    for _, told in colours:
        # Teal dice with white numbers.
        assert told.marks.min() > told.body.max()
