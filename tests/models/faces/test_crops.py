"""Which crops of a labelled picture the reader of pips is taught with."""

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch", reason="training's environment alone has torch")

from models.faces.crops import PACKED_MARGIN, LabelledCrop, Readers, labelled_crops, top_place
from models.rendering.pictures.legible import LEAST_EVIDENCE
from models.sets import SetPicture
from vision.scoring.score import LabelledDie

TOP = ((20.0, 20.0), (60.0, 20.0), (60.0, 60.0), (20.0, 60.0))
CLEAR = LabelledDie("d6", 3, (20.0, 20.0, 60.0, 60.0), top=TOP, evidence=LEAST_EVIDENCE)
LOST = replace(CLEAR, value=4, box=(120.0, 20.0, 160.0, 60.0), evidence=LEAST_EVIDENCE - 0.01)
LEANING = replace(LOST, box=(20.0, 120.0, 60.0, 160.0), cocked=True)


class FindsNothing:
    def find(self, _: Any) -> list[Any]:
        return []


def labels_of(*dice: LabelledDie) -> list[str]:
    nothing: Any = FindsNothing()
    readers = Readers(nothing, nothing, nothing)
    picture = SetPicture(Path("a.png"), "a", "die", dice)
    frame = np.full((200, 200, 3), 90, np.uint8)
    return [one.label for one in labelled_crops(frame, picture, readers, random.Random(1)) if one.value]


def test_a_face_that_the_pixels_do_not_show_is_not_asked_for() -> None:
    assert labels_of(CLEAR, LOST) == ["3"]


def test_a_die_may_be_seen_to_lean_where_its_pips_are_not() -> None:
    assert labels_of(LOST, LEANING) == ["cocked"]


def test_a_top_face_lies_in_its_crop_where_its_corners_do() -> None:
    beside = LabelledCrop(
        (20.0, 20.0, 60.0, 60.0), "3", 3, ((50.0, 30.0), (70.0, 50.0), (50.0, 70.0), (30.0, 50.0))
    )

    place = top_place(beside)

    half = 40 * PACKED_MARGIN / 2
    assert place[:, 2] == pytest.approx((10 / half, 10 / half), abs=0.02)
    # Its edges' middles lie ten pixels right and down of its own, and ten left and down.
    assert place[:, :2] == pytest.approx(np.array([[10, -10], [10, 10]]) / half, abs=0.02)


def test_what_has_no_top_face_or_none_that_is_known_has_no_place() -> None:
    box = (20.0, 20.0, 60.0, 60.0)

    assert not top_place(LabelledCrop(box, "no die", 0, ())).any()
    assert not top_place(LabelledCrop(box, "3", 3, None)).any()
