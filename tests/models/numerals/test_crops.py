"""Which dice are packed where numbers alone are asked for."""

from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="training's environment alone has torch")

from models.numerals.crops import numbered_crops
from models.sets import SetPicture
from vision.scoring.score import LabelledDie

NUMBERED = LabelledDie("d20", 14, (10, 10, 60, 60), top=((20, 20), (50, 20), (35, 48)), up=(0.0, -1.0))


@pytest.mark.parametrize(
    "other",
    [
        replace(NUMBERED, kind="d12", value=12),
        replace(NUMBERED, kind="d6", value=3),
        replace(NUMBERED, cocked=True),
        replace(NUMBERED, value=None),
        replace(NUMBERED, up=None),
        replace(NUMBERED, box=None),
    ],
    ids=["another kind", "pips", "leaning", "no number told", "no way up told", "no box"],
)
def test_only_dice_with_a_number_and_its_place_are_packed(other: LabelledDie) -> None:
    found = list(numbered_crops(SetPicture(Path("a.jpg"), "a", "die", (NUMBERED, other))))

    assert [(one.die, one.label) for one in found] == [(NUMBERED, "d20 14")]
