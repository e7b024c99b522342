"""Scores worked out by hand, by place and by faces."""

import json
from pathlib import Path

import pytest

from vision.reading import DieReading
from vision.scoring.score import (
    Counted,
    LabelledDie,
    LabelledPicture,
    LabelsError,
    Tally,
    load_labels,
    score_picture,
    score_set,
)


def label(value: int | None, x: float | None = None, kind: str = "d6") -> LabelledDie:
    """A die 100 px wide whose centre is (x, 50)."""
    return LabelledDie(kind, value, None if x is None else (x - 50, 0, x + 50, 100))


def reading(face: int | None, x: float) -> DieReading:
    return DieReading("d6", face, 0.99, (x - 40, 10, x + 40, 90), "red", "white")


def picture(*dice: LabelledDie, box_of: str | None = "die") -> LabelledPicture:
    return LabelledPicture("a.jpg", box_of, dice)


def tally(
    dice: int, right: int = 0, refused: int = 0, missed: int = 0, wrong: int = 0, extra: int = 0
) -> Tally:
    return Tally(dice, right, refused, missed, wrong, extra)


@pytest.mark.parametrize(
    ("truth", "readings", "expected"),
    [
        pytest.param(
            [label(4, 50), label(2, 200)], [reading(2, 205), reading(4, 50)], tally(2, right=2), id="exact"
        ),
        pytest.param([label(4, 50)], [reading(None, 50)], tally(1, refused=1), id="refused"),
        pytest.param([label(4, 50)], [reading(5, 50)], tally(1, wrong=1), id="wrong"),
        pytest.param([label(4, 50)], [], tally(1, missed=1), id="missed"),
        pytest.param(
            [label(4, 50)], [reading(4, 50), reading(3, 400)], tally(1, right=1, extra=1), id="extra"
        ),
        pytest.param(
            [label(4, 50)], [reading(4, 50), reading(None, 400)], tally(1, right=1), id="unread extra"
        ),
        pytest.param(
            [label(4, 50)], [reading(4, 109)], tally(1, right=1), id="0.59 of a die away is the die"
        ),
        pytest.param(
            [label(4, 50)], [reading(4, 110)], tally(1, missed=1, extra=1), id="0.6 of a die is not"
        ),
        pytest.param([label(None, 50)], [reading(3, 50)], tally(1, right=1), id="place known, value not"),
        pytest.param(
            [label(4, 50), label(2, 130)],
            [reading(2, 95), reading(4, 51)],
            tally(2, right=2),
            id="nearest first",
        ),
        pytest.param(
            [label(4, 50)], [reading(4, 50), reading(4, 60)], tally(1, right=1, extra=1), id="read twice"
        ),
        pytest.param([], [], tally(0), id="empty table, nothing read"),
    ],
)
def test_dice_with_boxes_are_matched_by_place(
    truth: list[LabelledDie], readings: list[DieReading], expected: Tally
) -> None:
    assert score_picture(picture(*truth), readings) == expected


def test_around_pips_alone_a_reading_may_lie_farther_off() -> None:
    assert score_picture(picture(label(1, 50), box_of="pips"), [reading(1, 209)]) == tally(1, right=1)
    assert score_picture(picture(label(1, 50), box_of="pips"), [reading(1, 210)]) == tally(
        1, missed=1, extra=1
    )


def test_a_single_pip_counts_as_twelve_pixels_wide() -> None:
    pip = LabelledDie("d6", 1, (50, 50, 54, 54))

    assert score_picture(picture(pip), [reading(1, 58)]).right == 1  # 6 px off, 7.2 allowed
    assert score_picture(picture(pip), [reading(1, 60)]).right == 0


@pytest.mark.parametrize(
    ("values", "faces", "expected"),
    [
        pytest.param([4, 2, 2], [2, 4, 2], tally(3, right=3), id="exact"),
        pytest.param([4, 2], [4, 3], tally(2, right=1, wrong=1), id="one wrong"),
        pytest.param([4, 2], [4, None], tally(2, right=1, refused=1), id="one refused"),
        pytest.param([4, 2], [4], tally(2, right=1, missed=1), id="one missed"),
        pytest.param([4], [4, 6], tally(1, right=1, extra=1), id="one extra"),
        pytest.param([4, 2, 2], [5, None], tally(3, wrong=1, refused=1, missed=1), id="one of each"),
        pytest.param([4], [5, None], tally(1, wrong=1), id="a false face weighs more than a refusal"),
        pytest.param([None, 3], [3, 5], tally(2, right=1, wrong=1), id="a value not known is never right"),
        pytest.param([], [3], tally(0, extra=1), id="a die on an empty table"),
    ],
)
def test_dice_without_boxes_are_compared_as_a_multiset(
    values: list[int | None], faces: list[int | None], expected: Tally
) -> None:
    truth = picture(*[label(value) for value in values], box_of=None)

    assert score_picture(truth, [reading(face, 0) for face in faces]) == expected


def test_only_the_kinds_asked_for_count_and_readings_of_the_others_are_ignored() -> None:
    truth = picture(label(4, 50), label(17, 200, kind="d20"))

    assert score_picture(truth, [reading(4, 50), reading(5, 200)], Counted({"d6"})) == tally(1, right=1)
    assert score_picture(truth, [reading(4, 50), reading(5, 200)], Counted({"d20"})) == tally(1, wrong=1)


def test_a_value_may_be_left_out_where_its_face_may_be_an_emblem() -> None:
    truth = picture(label(4, 50), label(6, 200))

    assert score_picture(truth, [reading(4, 50), reading(None, 200)], Counted(values={2, 3, 4, 5})) == tally(
        1, right=1
    )


def test_a_set_is_scored_in_shares_of_rolls_and_of_dice() -> None:
    tallies = [
        tally(4, right=4),
        tally(3, right=2, refused=1),
        tally(2, right=1, wrong=1),
        tally(1, right=1, extra=1),
    ]

    score = score_set("felt", tallies, unread=2, ms=[10.0, 30.0, 20.0, 40.06])

    assert (score.set, score.pictures, score.unread, score.dice) == ("felt", 4, 2, 10)
    assert (score.exact, score.right, score.refused, score.missed) == (0.25, 0.8, 0.1, 0.0)
    assert (score.wrong, score.extra) == (1, 1)
    assert score.false_per_accepted == 0.2  # 2 of 8 + 1 + 1
    assert score.never_wrong == 0.5
    assert score.ms == 25.0


def test_an_empty_set_scores_without_dividing_by_nothing() -> None:
    score = score_set("empty", [], unread=0)

    assert (score.exact, score.right, score.false_per_accepted, score.ms) == (0, 0, 0, None)


def test_labels_are_read_line_by_line(tmp_path: Path) -> None:
    dice = [
        {"kind": "d6", "value": 3, "box": [1, 2, 3, 4], "cocked": True, "visible": 0.5},
        {"kind": "d4", "value": None, "box": None},
    ]
    line = {"file": "a.jpg", "width": 9, "height": 9, "scene": "s", "box_of": "top", "dice": dice}
    (tmp_path / "labels.jsonl").write_text(json.dumps(line) + "\n\n")

    expected = (LabelledDie("d6", 3, (1.0, 2.0, 3.0, 4.0), True, 0.5), LabelledDie("d4", None, None))
    assert load_labels(tmp_path) == (LabelledPicture("a.jpg", "top", expected, "s"),)


@pytest.mark.parametrize(
    "line", ["{", "[]", "3", '{"file": "a.jpg"}', '{"file": "a.jpg", "dice": [{"kind": "d6"}]}']
)
def test_what_is_no_label_is_named_with_its_line(tmp_path: Path, line: str) -> None:
    (tmp_path / "labels.jsonl").write_text('{"file": "a.jpg", "dice": []}\n' + line)

    with pytest.raises(LabelsError, match=r"labels\.jsonl:2: not the label of a picture"):
        load_labels(tmp_path)


def test_a_folder_without_labels_is_named(tmp_path: Path) -> None:
    with pytest.raises(LabelsError, match=r"labels\.jsonl: expected the labels of a set"):
        load_labels(tmp_path)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", r"labels\.jsonl: expected a line a picture, found none"),
        ('{"file": "a.jpg"}', r"labels\.jsonl:1: not the label of a picture: expected 'dice', found none"),
        ('{"file": ', r"labels\.jsonl:1: .*: expected JSON, found none at character 10"),
        (
            '{"file": "a.jpg", "dice": [{"kind": "d6", "value": 7, "box": null}]}',
            r"labels\.jsonl:1: .*: expected a d6 to show 1 to 6, found 7",
        ),
    ],
)
def test_what_is_wrong_with_labels_is_said_in_words(tmp_path: Path, text: str, words: str) -> None:
    (tmp_path / "labels.jsonl").write_text(text)

    with pytest.raises(LabelsError, match=words):
        load_labels(tmp_path)
