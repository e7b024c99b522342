"""Which dice of a labelled picture went wrong, how they are told and in which order."""

import pytest

from vision.reading import DieReading
from vision.scoring.mistakes import Mistake, mistakes_in, worst_first
from vision.scoring.score import Counted, LabelledDie, LabelledPicture, Verdict


def label(value: int | None, x: float | None = None, cocked: bool = False) -> LabelledDie:
    return LabelledDie("d6", value, None if x is None else (x - 50, 0, x + 50, 100), cocked)


def reading(face: int | None, x: float, confidence: float = 0.99, problem: str | None = None) -> DieReading:
    return DieReading("d6", face, confidence, (x - 40, 10, x + 40, 90), "red", "white", problem=problem)


def told(mistake: Mistake) -> tuple[Verdict, str, str]:
    return mistake.verdict, mistake.truth, mistake.read


def test_every_die_not_read_rightly_is_told_with_truth_and_reading() -> None:
    truth = LabelledPicture(
        "a.jpg", "die", (label(1, 100), label(2, 300), label(3, 500, True), label(4, 700))
    )
    readings = [reading(1, 100), reading(5, 300), reading(None, 500, 0.4, "glare"), reading(6, 900)]

    found = mistakes_in(truth, readings)

    assert [told(one) for one in found] == [
        (Verdict.WRONG, "2", "5"),
        (Verdict.REFUSED, "3 cocked", "glare"),
        (Verdict.MISSED, "4", "nothing"),
        (Verdict.EXTRA, "no die", "6"),
    ]
    assert {one.file for one in found} == {"a.jpg"}
    assert found[0].place == (250, 0, 350, 100)  # around label and reading together
    assert found[0].boxes == (((260, 10, 340, 90), ""),)


def test_the_worst_come_first_and_of_those_the_surest() -> None:
    truth = LabelledPicture("a.jpg", "die", (label(1, 100), label(2, 300), label(3, 500), label(4, 700)))
    readings = [reading(None, 100, 0.6), reading(5, 300, 0.91), reading(6, 500, 0.99), reading(2, 900)]

    ordered = worst_first(mistakes_in(truth, readings))

    assert [one.verdict.value for one in ordered] == ["wrong", "wrong", "extra", "missed", "refused"]
    assert [one.confidence for one in ordered[:2]] == [0.99, 0.91]


def test_other_kinds_are_no_mistakes() -> None:
    truth = LabelledPicture("a.jpg", "die", (LabelledDie("d20", 17, (0, 0, 100, 100)), label(4, 300)))

    assert mistakes_in(truth, [reading(None, 50), reading(4, 300)], Counted({"d6"})) == ()


@pytest.mark.parametrize(
    ("faces", "verdict", "read"),
    [
        ([4, 3], Verdict.WRONG, "3 4"),
        ([4, None], Verdict.REFUSED, "4 ?"),
        ([4], Verdict.MISSED, "4"),
        ([4, 5, 6], Verdict.EXTRA, "4 5 6"),
        ([], Verdict.MISSED, "nothing"),
    ],
)
def test_without_boxes_the_picture_is_told_by_its_worst(
    faces: list[int | None], verdict: Verdict, read: str
) -> None:
    truth = LabelledPicture("a.jpg", None, (label(5), label(4)))

    (mistake,) = mistakes_in(truth, [reading(face, 100 * i) for i, face in enumerate(faces)])

    assert told(mistake) == (verdict, "4 5", read)
    # What was missed may lie anywhere, the rest lies where something was read.
    assert (mistake.place is None) == (verdict is Verdict.MISSED)


def test_a_picture_read_exactly_is_no_mistake() -> None:
    truth = LabelledPicture("a.jpg", None, (label(5), label(4)))

    assert mistakes_in(truth, [reading(4, 0), reading(5, 100)]) == ()


def test_on_an_empty_table_each_face_is_extra() -> None:
    truth = LabelledPicture("empty.jpg", "die", ())

    found = mistakes_in(truth, [reading(4, 100), reading(None, 300)])

    assert [told(one) for one in found] == [(Verdict.EXTRA, "no die", "4")]
    assert found[0].place == (60, 10, 140, 90)
