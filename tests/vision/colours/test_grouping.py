"""A reader of a table with known groups: dice are also compared with these, in the picture that is read."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from tests.vision.colours.test_groups import EXPECTED, NAMES, calibrated, thrown
from tests.vision.lit import DAYLIGHT
from vision.colours.grouping import GroupingReader
from vision.colours.groups import Compare, Groups
from vision.colours.matching import Matcher
from vision.image import Frame, Mask
from vision.reading import Box, DieReading, Problem, TableReading

HIDDEN = 1


def table() -> TableReading:
    """Return three dice a group side by side, one of them half hidden."""
    dice = [
        DieReading("d6", 3, 0.99, (10.0 * place, 0.0, 10.0 * place + 9, 9.0), "", "", colours=one)
        for place, one in enumerate(thrown(DAYLIGHT))
    ]
    dice[HIDDEN] = replace(dice[HIDDEN], face=None, problem=Problem.HIDDEN)
    return TableReading(200, 20, 1.0, tuple(dice))


class Still:
    """Reads the same table in every picture."""

    def read(self, frame: Frame) -> TableReading:  # noqa: ARG002 - whatever it shows
        return table()

    def looks(self) -> "StillLooks":
        return StillLooks()


class StillLooks:
    def __len__(self) -> int:
        return 1

    def add(self, frame: Frame, news: Mask | None = None) -> None: ...

    def agree(self) -> bool:
        return True

    def reading(self) -> TableReading:
        return table()


class Doubting(Matcher):
    """Finds that the first die has the colours of no group, and says what it was asked about."""

    def __init__(self) -> None:
        self.asked: list[tuple[int, int]] = []

    def comparing(self, frame: Frame, boxes: Sequence[Box]) -> Compare:
        self.asked.append((int(frame[0, 0, 0]), len(boxes)))
        own = [EXPECTED[int(box[0] / 10)] for box in boxes]
        odds = np.array([[3.0 if name == one else -8.0 for one in own] for name in NAMES])
        odds[:, 0] = -30.0
        return lambda light: odds[: len(light)]


def picture(brightness: int) -> Frame:
    return np.full((20, 200, 3), brightness, np.uint8)


def test_dice_of_which_enough_is_seen_are_compared_with_the_groups() -> None:
    matcher = Doubting()

    groups = [
        die.group for die in GroupingReader(Still(), Groups(calibrated()), matcher).read(picture(7)).dice
    ]

    assert groups == [None, None, *EXPECTED[2:]]
    assert matcher.asked == [(7, len(EXPECTED) - 1)]


def test_dice_at_rest_are_compared_as_the_last_picture_shows_them() -> None:
    matcher = Doubting()
    looks = GroupingReader(Still(), Groups(calibrated()), matcher).looks()

    looks.add(picture(7))
    looks.add(picture(8))

    assert [die.group for die in looks.reading().dice] == [None, None, *EXPECTED[2:]]
    assert {seen for seen, _ in matcher.asked} == {8}


def test_without_a_matcher_measured_colours_tell_alone() -> None:
    groups = [die.group for die in GroupingReader(Still(), Groups(calibrated())).read(picture(7)).dice]

    assert groups == [EXPECTED[0], None, *EXPECTED[2:]]
