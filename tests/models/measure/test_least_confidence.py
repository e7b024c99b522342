"""What a least confidence of pips would accept, by what the program says of labelled pictures."""

import json
from pathlib import Path

import pytest

from models.measure.least_confidence import LEAST, main
from models.measure.other_bounds import faces_with
from vision.card import load_card
from vision.image import load_image
from vision.reader import MODELS_DIR, open_reader

SAMPLES = Path(__file__).resolve().parents[3] / "sample_images"


def test_each_bound_tells_how_many_faces_it_accepts_and_how_many_falsely(
    capsys: pytest.CaptureFixture[str],
) -> None:
    main([SAMPLES])

    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [one["least"] for one in told] == list(LEAST)
    accepted = [one["accepted"] for one in told]
    assert accepted == sorted(accepted, reverse=True)
    assert accepted[0] > 20
    assert {one["false"] for one in told} == {0}


def test_a_bound_that_nothing_reaches_accepts_nothing() -> None:
    reader = open_reader(faces=faces_with(MODELS_DIR, accepted=1.01))

    reading = reader.read(load_image(SAMPLES / "wood_nine.jpg"))

    assert len(reading.dice) == 9
    assert {die.face for die in reading.dice} == {None}


def test_other_bounds_stay() -> None:
    picture = load_image(SAMPLES / "wood_leaning.jpg")
    accepted = load_card(MODELS_DIR / "d6.json").thresholds["accepted"]

    assert open_reader(faces=faces_with(MODELS_DIR, accepted=accepted)).read(picture).dice == (
        open_reader().read(picture).dice
    )
