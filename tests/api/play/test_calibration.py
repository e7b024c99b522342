"""Calibration by the camera: each group in turn, which two are too alike, and what is missing."""

import pytest

from api.learning import UnusableGroupError
from api.play.calibration import Calibration
from api.tables import load_table
from tests.api.drawn import PRESET
from vision.reading import DieReading, Lab, Problem, SeenColours, TableReading

FELT: Lab = (30.0, -8.0, 10.0)
COLOURS: dict[str, tuple[Lab, Lab]] = {
    "red/white": ((45.0, 60.0, 40.0), (92.0, 0.0, 2.0)),
    "black/red": ((12.0, 1.0, 1.0), (48.0, 62.0, 42.0)),
    "green/white": ((50.0, -50.0, 32.0), (93.0, 0.0, 1.0)),
    "black/green": ((12.5, 0.0, 1.0), (52.0, -52.0, 34.0)),
}


def reading(*dice: tuple[Lab, Lab], problem: str | None = None) -> TableReading:
    seen = [SeenColours(body, marks, FELT, 0.0) for body, marks in dice]
    return TableReading(
        640,
        360,
        1.0,
        tuple(DieReading("d6", 3, 0.99, (0, 0, 40, 40), "red", "white", None, problem, one) for one in seen),
    )


@pytest.fixture
def calibration() -> Calibration:
    return Calibration(load_table(PRESET).groups)


def test_groups_of_the_same_colours_are_learnt_together(calibration: Calibration) -> None:
    told = {one.name: one.used for one in calibration.lessons()}

    assert list(told) == list(COLOURS)
    assert told["red/white"] == ("Aya's attack", "Aya's damage")


def test_all_groups_learnt_make_profiles_that_name_them(calibration: Calibration) -> None:
    for name, colours in COLOURS.items():
        calibration.learn(name, reading(colours, colours))

    profiles = calibration.profiles()
    assert [(one.name, one.body, one.marks) for one in profiles.groups][1] == ("black/red", "black", "red")
    assert not calibration.alike()[0].too_alike
    assert {calibration.alike()[0].first, calibration.alike()[0].second} <= set(COLOURS)


def test_two_groups_of_one_colour_are_too_alike(calibration: Calibration) -> None:
    calibration.learn("red/white", reading(COLOURS["red/white"]))
    calibration.learn("black/red", reading(COLOURS["red/white"]))
    (pair,) = calibration.alike()

    assert pair.too_alike
    assert "take dice of another colour" in pair.advice


def test_a_group_is_missing_until_it_is_learnt(calibration: Calibration) -> None:
    calibration.learn("red/white", reading(COLOURS["red/white"]))
    with pytest.raises(UnusableGroupError, match="missing: black/red, green/white, black/green"):
        calibration.profiles()
    calibration.forget()

    assert not any(one.seen for one in calibration.lessons())
    assert calibration.alike() == ()


@pytest.mark.parametrize(
    ("seen", "why"),
    [
        (None, "expected dice that lie still"),
        (reading(), "found no die in it"),
        (reading(COLOURS["red/white"], problem=Problem.CUT_OFF), "found no die in it"),
    ],
)
def test_what_cannot_be_learnt_is_said(calibration: Calibration, seen: TableReading | None, why: str) -> None:
    with pytest.raises(UnusableGroupError, match=why):
        calibration.learn("red/white", seen)
    with pytest.raises(LookupError, match="expected one of red/white"):
        calibration.learn("pink/blue", reading(COLOURS["red/white"]))


def test_a_dark_picture_is_told(calibration: Calibration) -> None:
    dark: tuple[Lab, Lab] = ((2.0, 1.0, 1.0), (6.0, 0.0, 0.0))
    calibration.learn("red/white", reading(dark))

    assert calibration.lessons()[0].problem is not None
