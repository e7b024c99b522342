"""The reader of a table whose groups are known: it also says which group each die belongs to."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from vision.colours.groups import Belonging, Compare, Groups
from vision.colours.matching import Matcher, open_matcher
from vision.colours.profiles import Profiles
from vision.image import Frame, Mask
from vision.looks import LiveReader, Looks
from vision.reading import Box, Problem, TableReading

SURE_OF_FACE = 0.97
"""What is likelier of no group may be of one only where its face is as sure: specks that pass for pips hide
the colour of the pips as well."""

TOO_LITTLE_SEEN = (Problem.HIDDEN, Problem.CUT_OFF, Problem.UNSUPPORTED)
"""Dice refused so show another's pips, or none: of two groups with one body theirs would be a guess."""

Comparing = Callable[[Sequence[Box]], Compare]
"""Given the boxes of dice, what compares these with colours."""


class GroupingReader:
    """A reader that also says which group each die belongs to.

    A `matcher` compares dice with what their groups must look like; without one the colours that are measured
    on them tell alone.
    """

    def __init__(self, reader: LiveReader, groups: Groups, matcher: Matcher | None = None) -> None:
        self._reader = reader
        self._groups = groups
        self._matcher = matcher

    def read(self, frame: Frame) -> TableReading:
        """Return the reading with `group` of each die, None where it belongs to none."""
        return grouped(self._reader.read(frame), self._groups, self._comparing_in(frame))

    def looks(self) -> "GroupingLooks":
        """Return where to collect the looks of one rest."""
        return GroupingLooks(self._reader.looks(), self._groups, self._comparing_in)

    def _comparing_in(self, frame: Frame) -> Comparing | None:
        return None if self._matcher is None else partial(self._matcher.comparing, frame)


class GroupingLooks:
    """Looks whose reading says which group each die belongs to, by its colours in all of them; mutable.

    Dice are compared with their groups in the last frame alone.
    """

    def __init__(
        self, looks: Looks, groups: Groups, comparing_in: Callable[[Frame], Comparing | None]
    ) -> None:
        self._looks = looks
        self._groups = groups
        self._comparing_in = comparing_in
        self._comparing: Comparing | None = None

    def __len__(self) -> int:
        return len(self._looks)

    def add(self, frame: Frame, news: Mask | None = None) -> None:
        """Look at one more frame; see `Looks`."""
        self._looks.add(frame, news)
        self._comparing = self._comparing_in(frame)

    def agree(self) -> bool:
        """True when every look shows the same dice, whatever it reads of them."""
        return self._looks.agree()

    def reading(self) -> TableReading:
        """Return the joined reading with `group` of each die."""
        return grouped(self._looks.reading(), self._groups, self._comparing)


def open_grouping_reader(
    reader: LiveReader, profiles: Profiles, models_dir: Path, threads: int
) -> GroupingReader:
    """Return a reader that tells groups by profiles and by comparing dice with them.

    Raises ModelError when the network that compares cannot be used.
    """
    return GroupingReader(reader, Groups(profiles), open_matcher(models_dir, threads))


def grouped(reading: TableReading, groups: Groups, comparing: Comparing | None = None) -> TableReading:
    """Return a reading whose dice have their group, or may be of some; what shows too little has none.

    `comparing` compares its dice with colours.
    """
    coloured = {index: die.colours for index, die in enumerate(reading.dice) if die.colours is not None}
    clear = [index for index in coloured if reading.dice[index].problem not in TOO_LITTLE_SEEN]
    unread = [index for index in coloured if reading.dice[index].face is None]
    compare = None if comparing is None else comparing([reading.dice[index].box for index in clear])
    found = groups.of([coloured[index] for index in clear], [coloured[index] for index in unread], compare)
    by_colours = dict(zip(clear, found[: len(clear)], strict=True))
    by_body = dict(zip(unread, found[len(clear) :], strict=True))
    dice = []
    for index, die in enumerate(reading.dice):
        one = by_colours.get(index, Belonging())
        if one.likelier_of_none and die.confidence < SURE_OF_FACE:
            one = Belonging()
        if one.group is None:
            one = by_body.get(index, one)
        dice.append(replace(die, group=one.group, may_be=one.may_be))
    return replace(reading, dice=tuple(dice))
