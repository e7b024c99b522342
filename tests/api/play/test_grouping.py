"""Calibrated groups find their owners at the table by name or by colours, or the start is refused."""

import pytest

from api.play.grouping import colours_by_profile
from api.tables import DiceGroup
from vision.colours.profiles import GroupProfile, Profiles, ProfilesError

GROUPS = (
    DiceGroup("Aya", "attack", "red", "white"),
    DiceGroup("Aya", "defence", "black", "red"),
    DiceGroup("Aya", "damage", "red", "white"),
)


def profiles(*groups: tuple[str, str, str]) -> Profiles:
    return Profiles(tuple(GroupProfile(*group, dice=()) for group in groups), ())


@pytest.mark.parametrize(
    ("attack", "defence"),
    [
        pytest.param(("Aya attack", "pink", "grey"), ("aya DEFENCE", "grey", "red"), id="player and group"),
        pytest.param(("red/white", "pink", "grey"), ("black/red", "grey", "red"), id="colours"),
        pytest.param(("my dice", "red", "white"), ("others", "black", "red"), id="words"),
        pytest.param(("Aya damage", "red", "white"), ("others", "black", "red"), id="one of two owners"),
    ],
)
def test_a_profile_is_found_by(attack: tuple[str, str, str], defence: tuple[str, str, str]) -> None:
    stranger = ("Chiyo", "blue", "white")

    assert colours_by_profile(GROUPS, profiles(stranger, attack, defence)) == {
        attack[0]: ("red", "white"),
        defence[0]: ("black", "red"),
    }


def test_a_group_without_profile_is_named() -> None:
    with pytest.raises(ProfilesError, match=r"Aya's defence dice.*found Aya attack"):
        colours_by_profile(GROUPS, profiles(("Aya attack", "red", "white")))


def test_two_profiles_for_one_group_are_named() -> None:
    given = profiles(("one", "red", "white"), ("two", "red", "white"), ("Aya defence", "black", "red"))

    with pytest.raises(ProfilesError, match=r"Aya's attack dice.*found one, two"):
        colours_by_profile(GROUPS, given)
