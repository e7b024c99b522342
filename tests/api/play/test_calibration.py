"""Calibration by the camera: each group in turn, which two are too alike, and what is missing."""

from dataclasses import replace

import pytest

from api.learning import UnusableGroupError
from api.play.calibration import Calibration
from api.tables import load_table
from tests.api.drawn import PRESET
from tests.api.four_groups import COLOURS, FELT
from vision.colours.profiles import GroupProfile, Profiles
from vision.reading import DieReading, Lab, Problem, SeenColours, TableReading


def reading(*dice: tuple[Lab, Lab], problem: str | None = None) -> TableReading:
    seen = [SeenColours(body, marks, FELT, 0.0) for body, marks in dice]
    return TableReading(
        640,
        360,
        1.0,
        tuple(DieReading("d6", 3, 0.99, (0, 0, 40, 40), "red", "white", None, problem, one) for one in seen),
    )


def together(*groups: str, problem: str | None = None) -> TableReading:
    """Return a reading of a die of each of these groups, numbered from 1; a problem is that of the last."""
    dice = tuple(
        DieReading(
            *("d6", 3, 0.99, (0, 0, 40, 40), "red", "white", None),
            problem if at == len(groups) else None,
            SeenColours(*COLOURS[group], FELT, 0.0),
            at,
        )
        for at, group in enumerate(groups, 1)
    )
    return TableReading(640, 360, 1.0, dice)


def learnt_from(calibration: Calibration) -> dict[str, list[int | None]]:
    return {one.name: [die.id for die in one.dice] for one in calibration.lessons() if one.dice}


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


def test_groups_that_lie_together_are_learnt_from_the_dice_chosen(calibration: Calibration) -> None:
    table = together("red/white", "black/red", "red/white")
    calibration.learn("red/white", table, [1, 3])
    calibration.learn("black/red", table, [2])

    assert learnt_from(calibration) == {"red/white": [1, 3], "black/red": [2]}
    assert not calibration.alike()[0].too_alike


def test_a_chosen_die_belongs_to_the_group_it_was_chosen_for_last(calibration: Calibration) -> None:
    table = together("red/white", "black/red", "red/white")
    calibration.learn("red/white", table, [1, 2, 3])
    calibration.learn("black/red", table, [2])
    assert learnt_from(calibration) == {"red/white": [1, 3], "black/red": [2]}
    calibration.learn("green/white", table, [1, 3])

    assert learnt_from(calibration) == {"green/white": [1, 3], "black/red": [2]}


def test_dice_chosen_for_one_group_are_left_out_where_all_are_learnt(calibration: Calibration) -> None:
    table = together("red/white", "black/red", "red/white")
    calibration.learn("red/white", table, [1, 3])
    calibration.learn("black/red", table)
    assert learnt_from(calibration)["black/red"] == [2]
    calibration.learn("red/white", table)

    assert learnt_from(calibration)["red/white"] == [1, 2, 3]
    calibration.learn("green/white", together("red/white"), [1])
    with pytest.raises(UnusableGroupError, match="found no die in it"):
        calibration.learn("black/green", together("red/white"))


@pytest.mark.parametrize(
    ("table", "why"),
    [
        (None, "expected dice that lie still"),
        (together("red/white"), "lie there still, number 2 and 7 no longer does"),
        (
            together("red/white", "red/white", problem=Problem.CUT_OFF),
            "lie there still, number 7 no longer does",
        ),
    ],
)
def test_chosen_dice_that_are_gone_are_named(
    calibration: Calibration, table: TableReading | None, why: str
) -> None:
    with pytest.raises(UnusableGroupError, match=why):
        calibration.learn("red/white", table, [1, 2, 7])

    assert learnt_from(calibration) == {}


def test_chosen_dice_that_show_too_little_are_named(calibration: Calibration) -> None:
    cut_off = together("red/white", "red/white", problem=Problem.CUT_OFF)
    with pytest.raises(UnusableGroupError, match="show their colours, number 2 does not"):
        calibration.learn("red/white", cut_off, [1, 2])

    assert learnt_from(calibration) == {}


def profiles(*names: tuple[str, str]) -> Profiles:
    """Return profiles of the table's groups, each of a name and learnt from two dice."""
    groups = []
    for name, like in names:
        body, marks = like.split("/")
        groups.append(GroupProfile(name, body, marks, (COLOURS[like],) * 2))
    return Profiles(tuple(groups), (FELT,))


def test_what_the_profiles_in_use_know_is_told_by_the_names_of_the_table() -> None:
    in_use = profiles(
        ("Aya attack", "red/white"),
        ("AYA DEFENCE", "black/red"),
        ("green/white", "green/white"),
        ("black/green", "black/green"),
        ("of another table", "red/white"),
    )
    calibration = Calibration(load_table(PRESET).groups, in_use)

    assert [(one.name, one.in_use, one.dice) for one in calibration.lessons()] == [
        (name, 2, ()) for name in COLOURS
    ]
    assert {name for pair in calibration.alike() for name in (pair.first, pair.second)} == set(COLOURS)
    assert calibration.in_use


def test_groups_in_use_that_are_too_alike_are_told_until_one_is_learnt_anew() -> None:
    named = [(name, "red/white" if name == "black/red" else name) for name in COLOURS]
    calibration = Calibration(load_table(PRESET).groups, profiles(*named))
    closest = calibration.alike()[0]
    assert {closest.first, closest.second} == {"red/white", "black/red"}
    assert closest.too_alike
    calibration.learn("black/red", reading(COLOURS["black/red"]))

    assert len(calibration.alike()) == 6
    assert not calibration.alike()[0].too_alike
    calibration.forget()
    assert calibration.alike()[0] == closest


def test_one_group_is_learnt_anew_and_the_others_stay() -> None:
    in_use = profiles(("Aya attack", "red/white"), *((name, name) for name in list(COLOURS)[1:]))
    calibration = Calibration(load_table(PRESET).groups, in_use)
    pink: tuple[Lab, Lab] = ((60.0, 45.0, 0.0), (10.0, 0.0, 0.0))
    calibration.learn("red/white", reading(pink, pink, pink))

    after = calibration.profiles()
    assert [one.name for one in after.groups] == list(COLOURS)
    assert after.groups[1:] == in_use.groups[1:]
    assert len(after.groups[0].dice) == 3
    assert after.groups[0].dice[0][0] == pytest.approx(pink[0], abs=1)
    calibration.use(after)
    assert [one.in_use for one in calibration.lessons()] == [3, 2, 2, 2]


def test_a_group_learnt_anew_that_is_like_one_that_stayed_is_told() -> None:
    calibration = Calibration(load_table(PRESET).groups, profiles(*((name, name) for name in COLOURS)))
    assert not calibration.alike()[0].too_alike
    calibration.learn("red/white", reading(COLOURS["green/white"]))

    closest = calibration.alike()[0]
    assert {closest.first, closest.second} == {"red/white", "green/white"}
    assert closest.too_alike


def test_what_is_in_use_already_is_not_used_again() -> None:
    calibration = Calibration(load_table(PRESET).groups, profiles(*((name, name) for name in COLOURS)))

    with pytest.raises(UnusableGroupError, match="expected a group to be learnt, none was"):
        calibration.profiles()


def test_no_group_alone_is_learnt_anew_beside_profiles_that_know_no_table() -> None:
    in_use = replace(profiles(*((name, name) for name in COLOURS)), table=())
    calibration = Calibration(load_table(PRESET).groups, in_use)
    assert len(calibration.alike()) == 6
    calibration.learn("red/white", reading(COLOURS["red/white"]))

    with pytest.raises(UnusableGroupError, match="missing: black/red, green/white, black/green"):
        calibration.profiles()


def test_what_was_learnt_is_in_use_from_then_on(calibration: Calibration) -> None:
    for name, colours in COLOURS.items():
        calibration.learn(name, reading(colours, colours, colours))
    calibration.use(calibration.profiles())
    assert [(one.in_use, one.dice) for one in calibration.lessons()] == [(3, ())] * 4
    calibration.use(None)

    assert not calibration.in_use
    assert [one.in_use for one in calibration.lessons()] == [0] * 4
    assert calibration.alike() == ()
