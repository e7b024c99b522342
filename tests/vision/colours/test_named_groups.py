"""Dice are told apart by what the names of their colours say, where nothing was calibrated."""

import numpy as np
import pytest

from tests.vision.lit import DAYLIGHT, FOUR_GROUPS, LAMP, Rgb, seen, told
from vision.colours.groups import BY_NAME, Groups
from vision.colours.lab import LINEAR_OF_BYTE, as_lab, lab_of
from vision.colours.named_groups import COMMON, group_name, named_groups
from vision.colours.names import COLOUR_NAMES, colour_name


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
