"""What the numeral reader makes of its labels: kinds, numbers, reasons; and when it is asked at all."""

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.fakes import (
    FakeNetwork,
    corrector_telling,
    faces_seen,
    meter_telling,
    seen_alone,
    surroundings_telling,
)
from vision.dice.faces import FaceReader
from vision.dice.numerals import NumeralReader
from vision.finding.finder import DieFinder, Finds, FoundDie
from vision.image import Frame, Mask
from vision.reader import TableReader
from vision.reading import Box, DieReading

PIP_LABELS = ("1", "2", "3", "4", "5", "6", "cocked", "unsupported", "hidden", "no die")
LABELS = ("d20 6", "d20 9", "d20 17", "d6n 4", "d10", "pips", "cocked", "hidden", "no die")
MIDDLE: Box = (100, 80, 140, 120)


def numerals_saying(chances: dict[str, float]) -> NumeralReader:
    row = [chances.get(label, 0.0) for label in LABELS]

    def answer(pictures: NDArray[np.uint8]) -> list[NDArray[np.float32]]:
        return [np.array([row] * len(pictures), np.float32)]

    return NumeralReader(
        FakeNetwork(answer, 96, LABELS, {"accepted_d20": 0.9, "accepted_d6n": 0.9, "no_die": 0.7})
    )


class OneDie(DieFinder):
    """Finds one die in the middle of any picture."""

    def __init__(self) -> None:
        pass

    def look(self, frame: Frame, news: Mask | None = None) -> Finds:  # noqa: ARG002 - the same in any frame
        return Finds((FoundDie(MIDDLE, 0.9),), ())


def pips_saying(chances: dict[str, float], accepted: float = 0.9) -> FaceReader:
    row = [chances.get(label, 0.0) for label in PIP_LABELS]

    def answer(pictures: NDArray[np.uint8]) -> list[NDArray[np.float32]]:
        return faces_seen([row] * len(pictures), 1.0)

    thresholds = {
        "accepted": accepted,
        "stands": -0.5,
        "may_lean": -9.0,
        "less_even": 2.0,
        "no_die": 0.7,
        "sure": 0.0,
        "settled": 0.0,
        "other_kind": 0.2,
    }
    company = {"bias": 0.0, "stands": 0.0, "unlike": 0.0}
    network = FakeNetwork(answer, 48, PIP_LABELS, thresholds, {"company": company})
    return FaceReader(network, network)


def dice_of(pips: dict[str, float], numerals: dict[str, float]) -> tuple[DieReading, ...]:
    """Return what is read of a table where the two readers say this of its one die."""
    reader = TableReader(
        OneDie(),
        corrector_telling(),
        pips_saying(pips),
        surroundings_telling(),
        numerals_saying(numerals),
        meter_telling(),
    )
    return reader.read(np.full((200, 300, 3), 120, np.uint8)).dice


@pytest.mark.parametrize(
    ("others", "asked"),
    [
        ([0.0, 0.004, 0.0015], []),
        ([0.79, 0.004, 0.0015], [0]),
        ([0.81, 0.004, 0.0], [0, 1, 2]),
        ([0.3, 0.0, 0.2], [0, 2]),
        ([], []),
    ],
)
def test_beside_a_die_of_another_kind_less_doubt_is_enough(others: list[float], asked: list[int]) -> None:
    rows = np.zeros((len(others), len(PIP_LABELS)), np.float32)
    rows[:, PIP_LABELS.index("unsupported")] = others

    assert pips_saying({}).others(seen_alone(rows)) == asked


def test_what_is_read_as_more_than_one_pip_has_no_numerals() -> None:
    rows = np.zeros((4, len(PIP_LABELS)), np.float32)
    for row, face in zip(rows, ("1", "2", "6"), strict=False):
        row[PIP_LABELS.index(face)], row[PIP_LABELS.index("unsupported")] = 0.98, 0.02
    rows[2] /= 2  # half of it is nothing at all, as where looks do not agree
    rows[3, PIP_LABELS.index("unsupported")] = 1.0

    assert pips_saying({}).others(seen_alone(rows)) == [0, 2, 3]


def test_beside_another_kind_what_is_not_read_surely_may_be_a_numeral() -> None:
    rows = np.zeros((4, len(PIP_LABELS)), np.float32)
    rows[:3, PIP_LABELS.index("4")] = 0.87, 0.95, 0.95
    rows[:, PIP_LABELS.index("unsupported")] = 0.0, 0.015, 0.03, 1.0
    reader = pips_saying({}, accepted=0.8)

    assert reader.others(seen_alone(rows)) == [0, 2, 3]
    assert reader.others(seen_alone(rows[:3])) == []


@pytest.mark.parametrize(
    ("chances", "is_left_to_pips"),
    [
        ({"cocked": 0.6, "pips": 0.36}, True),
        ({"cocked": 0.6, "d20 6": 0.3, "pips": 0.1}, False),
        ({"cocked": 0.1, "no die": 0.5, "pips": 0.4}, False),
    ],
)
def test_whether_a_die_with_pips_leans_is_left_to_the_reader_of_pips(
    chances: dict[str, float], is_left_to_pips: bool
) -> None:
    row = np.array([chances.get(label, 0.0) for label in LABELS], np.float32)

    assert (numerals_saying({}).reading_of(row) is None) == is_left_to_pips


def test_a_sure_number_of_a_d20_is_accepted_as_such() -> None:
    (die,) = dice_of({"unsupported": 1.0}, {"d20 17": 0.95, "d20 6": 0.05})

    assert (die.kind, die.face, die.problem, die.numerals) == ("d20", 17, None, True)
    assert die.confidence == pytest.approx(0.95)


def test_a_number_is_as_sure_as_it_is_whether_the_die_leans_or_not() -> None:
    (die,) = dice_of({"unsupported": 1.0}, {"d20 17": 0.57, "d20 6": 0.03, "cocked": 0.4})

    assert (die.face, die.problem) == (17, None)
    assert die.confidence == pytest.approx(0.95)


def test_a_d20_that_surely_leans_is_refused_however_clear_its_number() -> None:
    (die,) = dice_of({"unsupported": 1.0}, {"d20 17": 0.15, "cocked": 0.85})

    assert (die.face, die.problem) == (None, "cocked")


def test_a_d6_with_numerals_is_a_d6() -> None:
    (die,) = dice_of({"unsupported": 1.0}, {"d6n 4": 0.95})

    assert (die.kind, die.face, die.numerals) == ("d6", 4, True)


def test_a_six_that_may_be_a_nine_is_refused_and_still_a_d20() -> None:
    (die,) = dice_of({"unsupported": 1.0}, {"d20 6": 0.55, "d20 9": 0.45})

    assert (die.kind, die.face, die.problem) == ("d20", None, "unsure")


@pytest.mark.parametrize(
    ("said", "kind", "problem"),
    [
        ({"d10": 0.9, "d20 6": 0.1}, "d10", "unsupported"),
        ({"cocked": 0.8, "d20 6": 0.2}, "d20", "cocked"),
        ({"hidden": 0.6, "d6n 4": 0.4}, "d6", "hidden"),
    ],
)
def test_other_kinds_and_dice_that_show_no_number_are_refused(
    said: dict[str, float], kind: str, problem: str
) -> None:
    (die,) = dice_of({"unsupported": 1.0}, said)

    assert (die.kind, die.face, die.problem) == (kind, None, problem)


def test_a_die_with_pips_stays_with_the_reader_of_pips() -> None:
    (die,) = dice_of({"unsupported": 0.6, "3": 0.4}, {"pips": 0.9, "d20 17": 0.1})

    assert (die.kind, die.face, die.problem, die.numerals) == ("d6", None, "unsupported", False)


def test_a_die_whose_pips_are_read_is_not_shown_to_the_numeral_reader() -> None:
    (die,) = dice_of({"3": 0.95, "unsupported": 0.05}, {"d20 17": 1.0})

    assert (die.kind, die.face) == ("d6", 3)


def test_what_has_a_number_is_a_die_though_the_reader_of_pips_sees_none() -> None:
    (die,) = dice_of({"unsupported": 0.25, "no die": 0.75}, {"d20 17": 0.95, "no die": 0.05})

    assert (die.kind, die.face, die.problem) == ("d20", 17, None)
    assert dice_of({"unsupported": 0.25, "no die": 0.75}, {"d20 17": 0.8, "no die": 0.05}) == ()


def test_what_is_no_die_to_the_numeral_reader_is_not_reported() -> None:
    assert dice_of({"unsupported": 0.6, "no die": 0.4}, {"no die": 0.8, "d20 17": 0.2}) == ()
