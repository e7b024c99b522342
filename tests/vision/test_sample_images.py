"""The packaged models on the project's own pictures: what they must read at least, and nothing false."""

from pathlib import Path

import pytest

from vision.image import load_image
from vision.reader import TableReader, open_reader
from vision.scoring.score import Counted, judge, load_labels, score_picture, score_set

SAMPLES = Path(__file__).resolve().parents[2] / "sample_images"

LEAST_RIGHT = 0.6
"""Share of the dice: the pictures were chosen hard, with dice cut off, out of focus and without contrast."""


@pytest.fixture(scope="module")
def reader() -> TableReader:
    return open_reader(threads=1)


def test_sample_pictures_are_read_without_a_false_face(reader: TableReader) -> None:
    tallies = [
        score_picture(truth, reader.read(load_image(SAMPLES / truth.file)).dice, Counted(kinds=("d6",)))
        for truth in load_labels(SAMPLES)
    ]
    score = score_set("sample_images", tallies, unread=0)

    assert score.right >= LEAST_RIGHT
    assert score.wrong == 0


def test_the_same_picture_is_read_the_same_again(reader: TableReader) -> None:
    frame = load_image(SAMPLES / "four_groups_checked_cloth.jpg")

    assert reader.read(frame).dice == reader.read(frame).dice


def test_dice_that_lean_on_others_are_refused_for_that(reader: TableReader) -> None:
    (truth,) = [one for one in load_labels(SAMPLES) if one.file == "wood_leaning.jpg"]

    judged = judge(truth, reader.read(load_image(SAMPLES / truth.file)).dice)

    pairs = [(one.label, one.reading) for one in judged if one.label is not None and one.reading is not None]
    assert len(pairs) == len(truth.dice)
    leaning = [reading.problem for label, reading in pairs if label.cocked]
    assert leaning == ["cocked"] * 3
    assert all(reading.face == label.value for label, reading in pairs if not label.cocked)
