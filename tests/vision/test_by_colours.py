"""Dice told by the colours of body and marks alone: what is read, what is doubted, what stays as it was."""

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.fakes import FakeNetwork, faces_seen, surroundings_telling
from vision.by_colours import FacesByColours
from vision.dice.faces import FaceReader
from vision.image import Frame
from vision.reading import Box, DieReading, Problem, SeenColours

LABELS = ("1", "2", "3", "4", "5", "6", "cocked", "unsupported", "hidden", "no die")
THRESHOLDS = {
    "accepted": 0.86, "stands": -9.0, "no_die": 0.5, "sure": 0.0, "settled": 0.0, "other_kind": 0.2,
    "may_lean": -9.0, "less_even": 2.0,
}  # fmt: skip
COMPANY = {"bias": 0.0, "stands": 0.0, "unlike": 0.0}

RED, GREEN, WHITE = (50.0, 60.0, 40.0), (50.0, -60.0, 40.0), (95.0, 0.0, 0.0)


def seeing(face: int, chance: float) -> FacesByColours:
    """Return what sees this face with this chance on whatever it is shown, surroundings saying nothing."""
    chances = {str(face): chance, "cocked": 1 - chance}
    row = [chances.get(label, 0.0) for label in LABELS]

    def answer(pictures: NDArray[np.uint8]) -> list[NDArray[np.float32]]:
        return faces_seen([row] * len(pictures), 3.0)

    network = FakeNetwork(answer, 48, LABELS, THRESHOLDS, {"company": COMPANY})
    return FacesByColours(FaceReader(network, network), surroundings_telling())


def die(
    left: float,
    face: int | None,
    confidence: float,
    problem: Problem | None = None,
    body: tuple[float, float, float] = RED,
    *,
    numerals: bool = False,
) -> DieReading:
    box: Box = (left, 40, left + 40, 80)
    colours = SeenColours(body, WHITE, GREEN, 0.02)
    return DieReading("d6", face, confidence, box, "red", "white", None, problem, colours, numerals=numerals)


def table() -> Frame:
    """Return a table with two dice lighter than it, as nothing of a table's colour is taken for a die."""
    frame = np.full((120, 300, 3), 90, np.uint8)
    frame[40:80, 10:50] = frame[40:80, 100:140] = 200
    return frame


def faces_told(seen: FacesByColours, *dice: DieReading, surely: bool = True) -> list[int | None]:
    """Return the faces of dice once colours have told them; all unread ones may be read so."""
    unread = {one.box: surely for one in dice if one.face is None}
    return [one.face for one in seen.told(table(), dice, unread)]


LOOK_ALIKE = die(10, 5, 0.99)


@pytest.mark.parametrize(
    ("confidence", "chance", "left"), [(0.9, 0.75, None), (0.9, 0.65, 2), (0.96, 0.99, 2)]
)
def test_a_face_that_is_not_quite_sure_is_doubted_where_colours_surely_show_another(
    confidence: float, chance: float, left: int | None
) -> None:
    assert faces_told(seeing(4, chance), die(100, 2, confidence)) == [left]


def test_a_doubted_die_is_refused_as_unsure_with_what_was_said_of_it() -> None:
    (told,) = seeing(4, 0.9).told(table(), [die(100, 2, 0.9)], {})

    assert (told.face, told.problem, told.confidence) == (None, Problem.UNSURE, 0.9)


@pytest.mark.parametrize("face", [2, 4])
def test_a_face_that_colours_show_as_well_stays(face: int) -> None:
    assert faces_told(seeing(face, 0.99), die(100, face, 0.9)) == [face]


@pytest.mark.parametrize("problem", ["unsure", "blur", "glare", "cocked", "unsupported"])
def test_what_passes_for_a_number_is_read_where_it_looks_like_dice_with_pips(problem: str) -> None:
    number = die(100, None, 0.4, Problem(problem), numerals=True)

    _, told = seeing(3, 0.95).told(table(), [LOOK_ALIKE, number], {number.box: True})

    assert (told.kind, told.face, told.problem, told.numerals) == ("d6", 3, None, False)
    assert told.confidence == pytest.approx(0.95)


def test_what_passes_for_a_number_is_left_where_nothing_looks_like_it() -> None:
    number = die(100, None, 0.4, Problem.UNSURE, GREEN, numerals=True)

    assert faces_told(seeing(3, 0.99), LOOK_ALIKE, number) == [5, None]


@pytest.mark.parametrize(("chance", "face"), [(0.96, None), (0.98, 1)])
def test_a_single_pip_has_to_be_surer_where_a_number_was_seen(chance: float, face: int | None) -> None:
    number = die(100, None, 0.4, Problem.UNSURE, numerals=True)

    assert faces_told(seeing(1, chance), LOOK_ALIKE, number) == [5, face]


@pytest.mark.parametrize("problem", ["cocked", "unsupported", "hidden", "cut off", "too small", "outside"])
def test_dice_with_pips_that_are_refused_for_what_colours_cannot_tell_stay_refused(problem: str) -> None:
    assert faces_told(seeing(3, 0.99), LOOK_ALIKE, die(100, None, 0.4, Problem(problem))) == [5, None]


@pytest.mark.parametrize(
    ("confidence", "chance", "body", "face"),
    [(0.88, 0.75, RED, 1), (0.88, 0.65, RED, None), (0.84, 0.75, RED, None), (0.88, 0.75, GREEN, None)],
)
def test_a_single_pip_that_was_nearly_sure_counts_where_look_alikes_show_it_too(
    confidence: float, chance: float, body: tuple[float, float, float], face: int | None
) -> None:
    pip = die(100, None, confidence, Problem.UNSURE, body)

    _, told = seeing(1, chance).told(table(), [LOOK_ALIKE, pip], {pip.box: True})

    assert (told.face, told.confidence) == (face, confidence)


@pytest.mark.parametrize(("surely", "face"), [(True, 3), (False, None)])
def test_what_hardly_is_a_die_is_not_read_by_its_own_colours(surely: bool, face: int | None) -> None:
    unread = die(100, None, 0.5, Problem.UNSURE, GREEN)

    assert faces_told(seeing(3, 0.95), LOOK_ALIKE, unread, surely=surely) == [5, face]


def test_what_was_refused_for_its_company_is_left() -> None:
    unread = die(100, None, 0.99, Problem.UNSURE)

    assert [one.face for one in seeing(3, 0.99).told(table(), [LOOK_ALIKE, unread], {})] == [5, None]
