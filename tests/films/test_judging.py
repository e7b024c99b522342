"""The judge of films knows a roll taken too early, too late, wrong, twice or never from one taken right."""

from pathlib import Path

import pytest

from api.tables import DiceGroup
from tests.films.judging import judge
from tests.films.labels import AskedThrow, Faces, FilmLabels, FilmRoll
from tests.films.watching import Told, Watched

MOVES, PUSHED, OWN_REST, RESTS, CLEAR, UNTIL = 20, 28, 35, 40, 45, 100
FACES: Faces = {"attack": (2, 5)}
LIES = ((MOVES + 2, PUSHED), (OWN_REST, UNTIL))
"""Another die pushes one of them, and it keeps its face."""


def film(cocked: str = "") -> FilmLabels:
    asked = () if cocked == "Aya" else (AskedThrow("Aya", {"attack": 2}, 0, FACES, LIES),)
    leaning = frozenset([cocked] if cocked else [])
    groups = (DiceGroup("Aya", "attack", "red", "white"),)
    return FilmLabels(
        Path("f.mp4"), "plain", 30, 120, groups, {}, (FilmRoll(MOVES, RESTS, CLEAR, UNTIL, asked, leaning),)
    )


def accepted(frame: int, faces: tuple[int, ...] = (5, 2)) -> Told:
    return Told(frame, "accepted", {"player": "Aya", "faces": {"attack": list(faces)}})


def refused(frame: int, reason: str) -> Told:
    return Told(frame, "refused", {"player": "Aya", "reasons": [reason]})


def outcomes(told: list[Told], cocked: str = "") -> list[str]:
    return [verdict.outcome for verdict in judge(film(cocked), Watched(told))]


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ([accepted(CLEAR + 15)], ["right"]),
        ([accepted(CLEAR + 16)], ["late"]),
        ([accepted(RESTS)], ["right"]),
        ([accepted(OWN_REST)], ["right"]),
        ([accepted(OWN_REST - 1)], ["while moving"]),
        ([accepted(PUSHED)], ["right"]),
        ([accepted(MOVES)], ["while moving"]),
        ([accepted(MOVES - 1)], ["before the throw"]),
        ([accepted(RESTS + 8, (2, 6))], ["wrong"]),
        ([accepted(UNTIL + 1)], ["missed"]),
        ([accepted(RESTS + 8), accepted(UNTIL - 5)], ["right", "twice"]),
        ([refused(RESTS + 8, "1 red die expected")], ["missed"]),
    ],
)
def test_a_roll_is_judged_by_when_and_how_it_was_taken(told: list[Told], expected: list[str]) -> None:
    assert outcomes(told) == expected


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ([refused(RESTS + 8, "red die at the left: cocked, please re-roll it")], ["cocked told"]),
        ([refused(RESTS + 8, "red die at the left: too blurred")], ["cocked not told"]),
        ([], ["cocked not told"]),
    ],
)
def test_a_cocked_roll_must_be_told_as_such(told: list[Told], expected: list[str]) -> None:
    assert outcomes(told, cocked="Aya") == expected


def test_a_cocked_roll_that_is_taken_is_the_worst() -> None:
    assert outcomes([accepted(RESTS + 8)], cocked="Aya") == ["twice", "cocked taken"]


def test_who_threw_before_a_die_of_another_player_leaned_has_thrown() -> None:
    told = [accepted(RESTS + 8), refused(RESTS + 9, "green die at the left: cocked, please re-roll it")]
    assert outcomes(told, cocked="Chiyo") == ["right", "cocked told"]


def test_a_missed_roll_comes_with_the_reasons_of_its_rest_alone() -> None:
    told = [refused(MOVES, "too early"), refused(RESTS + 9, "blurred"), refused(UNTIL + 9, "too late")]
    assert [verdict.detail for verdict in judge(film(), Watched(told))] == ["blurred"]
