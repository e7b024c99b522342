"""Dice are told apart by what the names of their colours say, where nothing was calibrated."""

import numpy as np
import pytest

from tests.vision.lit import DAYLIGHT, FOUR_GROUPS, LAMP, Rgb, seen, told
from vision.colours.calibrate import learnt
from vision.colours.grouping import grouped
from vision.colours.groups import BY_NAME, Groups
from vision.colours.lab import LINEAR_OF_BYTE, as_lab, lab_of
from vision.colours.like_names import LIKE, may_be_called
from vision.colours.named_groups import COMMON, group_name, named_groups
from vision.colours.names import COLOUR_NAMES, colour_name
from vision.reading import DieReading, TableReading


@pytest.mark.parametrize("light", [DAYLIGHT, LAMP, (0.3, 0.3, 0.3)])
def test_the_four_groups_of_the_rules_need_no_calibration(light: Rgb) -> None:
    profiles = named_groups(FOUR_GROUPS)
    assert profiles is not None
    rng = np.random.default_rng(1)
    dice = [seen(*colours, light, rng) for colours in FOUR_GROUPS for _ in range(3)]

    found = told(Groups(profiles, BY_NAME), dice)

    assert found == tuple(group_name(*colours) for colours in FOUR_GROUPS for _ in range(3))


@pytest.mark.parametrize("colours", [("teal", "white"), ("white", "rainbow")])
def test_a_name_that_is_not_common_tells_nothing(colours: tuple[str, str]) -> None:
    assert named_groups([*FOUR_GROUPS, colours]) is None
    assert named_groups([]) is None


def test_the_commonest_colour_of_a_name_is_called_so() -> None:
    assert set(COMMON) == set(COLOUR_NAMES)
    for name, examples in COMMON.items():
        lab = lab_of(LINEAR_OF_BYTE[np.array(examples[0])]).tolist()

        assert colour_name(as_lab(lab)) == name


@pytest.mark.parametrize(
    ("body", "marks"), [("yellow", "white"), ("purple", "white"), ("black", "yellow"), ("white", "green")]
)
def test_a_die_of_another_name_is_of_no_group_though_it_be_nearest_to_one(body: str, marks: str) -> None:
    groups = named_groups(FOUR_GROUPS)
    assert groups is not None
    rng = np.random.default_rng(2)
    called = [*(colours for colours in FOUR_GROUPS for _ in range(3)), (body, marks)]
    dice = tuple(
        DieReading("d6", 3, 0.9, (0, 0, 9, 9), *colours, colours=seen(*colours, DAYLIGHT, rng))
        for colours in called
    )

    *own, stranger = grouped(TableReading(640, 480, 1.0, dice), Groups(groups, BY_NAME)).dice

    assert [die.group for die in own] == [group_name(*colours) for colours in called[:-1]]
    assert (stranger.group, stranger.may_be) == (None, ())


def test_dice_that_are_all_of_another_name_are_of_no_group() -> None:
    groups = named_groups(FOUR_GROUPS)
    assert groups is not None
    rng = np.random.default_rng(2)
    called = ("white", "green")
    dice = tuple(
        DieReading("d6", 6, 0.9, (0, 0, 9, 9), *called, colours=seen(*called, DAYLIGHT, rng))
        for _ in range(2)
    )

    found = grouped(TableReading(640, 480, 1.0, dice), Groups(groups, BY_NAME)).dice

    assert [(die.group, die.may_be) for die in found] == [(None, ())] * 2


def test_calibrated_groups_are_told_by_their_colours_whatever_they_are_called() -> None:
    rng = np.random.default_rng(1)
    dice = [seen("red", "white", DAYLIGHT, rng) for _ in range(3)]
    groups = Groups(learnt({"mine": dice}, {"mine": ("green", "yellow")}))
    readings = tuple(DieReading("d6", 3, 0.9, (0, 0, 9, 9), "red", "white", colours=one) for one in dice)

    found = grouped(TableReading(640, 480, 1.0, readings), groups).dice

    assert [die.group for die in found] == ["mine"] * 3


@pytest.mark.parametrize("name", COLOUR_NAMES)
def test_names_are_like_each_other_both_ways(name: str) -> None:
    assert may_be_called(name, name)
    assert LIKE[name] <= set(COLOUR_NAMES)
    assert all(may_be_called(other, name) for other in LIKE[name])
