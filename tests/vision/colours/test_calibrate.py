"""Calibration says which groups it would mix up, by how much, and what to change."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.lit import DAYLIGHT, FOUR_GROUPS, LAMP, PAINTS, Rgb, seen, told
from vision.colours.calibrate import (
    Alike,
    learnt,
    likenesses,
    named_together,
    poor_light,
    poor_picture,
    relearnt,
)
from vision.colours.groups import Groups
from vision.colours.profiles import Profiles, ProfilesError, profiles_in, profiles_text
from vision.reading import DieReading, Problem, SeenColours


def dice(body: str, marks: str, seed: int = 1, count: int = 4) -> list[SeenColours]:
    rng = np.random.default_rng(seed)
    return [seen(body, marks, DAYLIGHT, rng) for _ in range(count)]


def most_alike(*groups: tuple[str, str]) -> Alike:
    """Return the two most alike of groups of these colours, named by their number."""
    pictures = {str(number): dice(*colours, seed=number) for number, colours in enumerate(groups)}
    return likenesses(learnt(pictures, dict.fromkeys(pictures, ("", ""))))[0]


def test_the_four_groups_of_the_rules_are_far_enough_apart() -> None:
    assert not most_alike(*FOUR_GROUPS).too_alike


def test_two_groups_of_the_same_dice_are_too_alike() -> None:
    pair = most_alike(("red", "white"), ("green", "white"), ("red", "white"))

    assert {pair.first, pair.second} == {"0", "2"}
    assert pair.too_alike
    assert pair.apart < 2
    assert pair.advice.startswith("bodies and marks look the same")


@pytest.mark.parametrize(
    ("first", "second", "words"),
    [
        (("black", "crimson"), ("black", "red"), "their bodies look the same"),
        (("crimson", "white"), ("red", "white"), "their marks look the same"),
    ],
)
def test_advice_names_what_hardly_differs(
    first: tuple[str, str], second: tuple[str, str], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(PAINTS, "crimson", (0.2, 0.02, 0.06))

    assert most_alike(first, second).advice.startswith(words)


def test_one_group_alone_is_like_no_other() -> None:
    assert likenesses(learnt({"mine": dice("red", "white")}, {"mine": ("red", "white")})) == ()


def test_pictures_taken_at_other_exposures_are_brought_to_one() -> None:
    """Dark dice make a camera expose longer; the table shows by how much."""
    rng = np.random.default_rng(2)
    pictures = {
        "/".join(colours): [seen(*colours, (gain, gain, gain), rng) for _ in range(4)]
        for colours, gain in zip(FOUR_GROUPS, (1.0, 1.8, 1.2, 1.8), strict=True)
    }
    profiles = learnt(pictures, dict.fromkeys(pictures, ("", "")))

    (colour,) = profiles.table
    assert colour[0] < 100
    black = [np.median([body[0] for body, _ in group.dice]) for group in profiles.groups[1::2]]
    assert black[0] == pytest.approx(black[1], abs=4)
    play = np.random.default_rng(3)
    found = told(Groups(profiles), [seen(*colours, (0.7, 0.7, 0.7), play) for colours in FOUR_GROUPS])
    assert found == tuple(pictures)


def test_profiles_survive_their_file() -> None:
    pictures = {"/".join(colours): dice(*colours) for colours in FOUR_GROUPS}
    profiles = learnt(pictures, dict.fromkeys(pictures, ("red", "white")))

    kept = profiles_in(profiles_text(profiles))

    assert [group.name for group in kept.groups] == list(pictures)
    before, after = (likenesses(one)[0].apart for one in (profiles, kept))
    assert after == pytest.approx(before, rel=0.01)


def test_light_that_shows_no_colours_is_told() -> None:
    plain = dice("black", "red")

    assert poor_light(plain) is None
    assert "mirrored" in str(poor_light([replace(one, error=0.2) for one in plain]))
    assert "different from each other" in str(poor_light([*plain[:2], *dice("white", "black")[:2]]))
    dark = [replace(one, body=(3, 0, 0), marks=(9, 4, 2)) for one in plain]
    assert "too dark" in str(poor_light(dark))


def test_a_picture_with_dice_of_two_groups_that_differ_in_their_marks_is_told() -> None:
    mine, other = dice("black", "red"), dice("black", "green")

    assert "2 groups" in str(poor_light([*mine, *other]))
    assert poor_light([*mine, other[0]]) is None


def test_a_picture_of_dice_that_cannot_be_read_is_told() -> None:
    read = [
        DieReading("d6", 3, 0.99, (0, 0, 9, 9), "black", "red", colours=one) for one in dice("black", "red")
    ]
    blurred = [replace(die, face=None, problem=Problem.BLUR) for die in read]

    assert poor_picture([*blurred[1:], read[0]]) is None
    assert "can be read" in str(poor_picture(blurred))


def test_a_die_that_mirrors_the_lamp_is_left_out_of_its_group() -> None:
    good = dice("red", "white")
    mirroring = replace(good[0], body=(99.0, 0.0, 1.0), error=0.3)

    profiles = learnt({"mine": [*good[1:], mirroring]}, {"mine": ("red", "white")})

    assert len(profiles.groups[0].dice) == len(good) - 1


def four_learnt() -> Profiles:
    pictures = {"/".join(colours): dice(*colours) for colours in FOUR_GROUPS}
    return learnt(pictures, {"/".join(colours): colours for colours in FOUR_GROUPS})


@pytest.mark.parametrize("light", [DAYLIGHT, (0.5, 0.5, 0.5), LAMP])
def test_a_group_learnt_again_under_any_light_is_told_from_those_that_stayed(light: Rgb) -> None:
    before = four_learnt()
    rng = np.random.default_rng(4)
    swapped = [seen("blue", "yellow", light, rng) for _ in range(4)]
    now = (("red", "white"), ("blue", "yellow"), ("green", "white"), ("black", "green"))
    names = tuple(one.name for one in before.groups)

    after = relearnt(before, "black/red", swapped, ("blue", "yellow"))

    assert tuple(one.name for one in after.groups) == names
    assert [one for one in after.groups if one in before.groups] == [
        one for one in before.groups if one.name != "black/red"
    ]
    assert (after.groups[1].body, after.groups[1].marks, after.table) == ("blue", "yellow", before.table)
    assert told(Groups(before), [seen(*colours, DAYLIGHT, rng) for colours in now])[1] is None
    for played in (DAYLIGHT, LAMP):
        assert told(Groups(after), [seen(*colours, played, rng) for colours in now]) == names


def test_a_group_learnt_again_from_dice_like_those_of_another_is_too_alike() -> None:
    before = four_learnt()
    assert not likenesses(before)[0].too_alike

    closest = likenesses(relearnt(before, "black/red", dice("red", "white", seed=5), ("red", "white")))[0]

    assert {closest.first, closest.second} == {"red/white", "black/red"}
    assert closest.too_alike


def test_a_group_is_learnt_again_without_dice_that_mirror_the_lamp() -> None:
    good = dice("blue", "yellow")
    mirroring = replace(good[0], body=(99.0, 0.0, 1.0), error=0.3)

    after = relearnt(four_learnt(), "black/red", [*good[1:], mirroring], ("blue", "yellow"))

    assert len(after.groups[1].dice) == len(good) - 1


def test_no_group_is_learnt_again_that_is_none_or_whose_light_nothing_tells() -> None:
    with pytest.raises(KeyError, match="mine"):
        relearnt(four_learnt(), "mine", dice("red", "white"), ("red", "white"))
    with pytest.raises(ProfilesError, match="table: expected its colours"):
        relearnt(replace(four_learnt(), table=()), "red/white", dice("red", "white"), ("red", "white"))


def test_groups_are_called_by_the_light_that_all_of_them_tell() -> None:
    pictures = {f"{body}/{marks}": dice(body, marks) for body, marks in FOUR_GROUPS}
    alone = dict.fromkeys(pictures, ("green", "blue"))

    named = named_together(learnt(pictures, alone), list(pictures))

    assert [(one.body, one.marks) for one in named.groups] == list(FOUR_GROUPS)


def test_only_groups_that_were_learnt_are_called_anew_and_one_alone_not_at_all() -> None:
    pictures = {"mine": dice("red", "white"), "other": dice("black", "green")}
    profiles = learnt(pictures, dict.fromkeys(pictures, ("teal", "gold")))
    one = learnt({"mine": pictures["mine"]}, {"mine": ("teal", "gold")})

    mine, other = named_together(profiles, ["mine"]).groups

    assert (mine.body, mine.marks) == ("red", "white")
    assert (other.body, other.marks) == ("teal", "gold")
    assert named_together(one, ["mine"]) == one
