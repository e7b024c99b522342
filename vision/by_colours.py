"""Dice told by the colours of their body and marks alone: unread ones are read so, doubtful ones doubted."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.colours.likeness import as_look_alikes
from vision.dice.crop import crop
from vision.dice.faces import FaceReader, FaceReading
from vision.dice.surroundings import Surroundings
from vision.image import Frame
from vision.reading import Box, DieReading, Problem, SeenColours

UNREAD = (Problem.UNSURE, Problem.BLUR, Problem.GLARE)
"""Dice of a picture that are refused so may be read by their colours."""

TAKEN_FOR_NUMBERS = (*UNREAD, Problem.COCKED, Problem.UNSUPPORTED)
"""Swirls pass for numerals: what the reader of numerals keeps and refuses so may have pips, if others that
look like it have."""

SURE = 0.91
"""A face counts from this confidence on."""

SURE_ONE_FOR_NUMBER = 0.97
"""One pip counts from here on where the reader of numerals saw a number: emblems and a 6 pass for one."""

ONE_AGAIN = 0.7
"""A single pip that was nearly sure counts where the colours of look-alikes show it with this chance, too."""

DOUBTED_BELOW, SURELY_ANOTHER = 0.95, 0.7
"""A face that was read with less than the first is doubted where colours show another with the second."""

MOST_UNREAD, MOST_DOUBTED = 8, 4
"""So many dice of a picture are looked at for either reason at most."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """A die by its place in its picture, the colours to see it in, and whether others told them."""

    index: int
    colours: SeenColours
    alike: bool


class FacesByColours:
    """Tells dice of a picture once more with all painted as body that has neither body's nor marks' colour.

    These colours are those of dice that are read and look like it, else the die's own.
    """

    def __init__(self, faces: FaceReader, surroundings: Surroundings) -> None:
        self._faces = faces
        self._surroundings = surroundings

    def told(self, frame: Frame, dice: Sequence[DieReading], unread: Mapping[Box, bool]) -> list[DieReading]:
        """Return the dice of a picture as colours tell them.

        `unread` are the boxes of those that may be read so, and whether each surely is a die; what hardly is
        one is asked for where it looks like read dice.
        """
        asked = _asked(dice, unread)
        told = list(dice)
        if not asked:
            return told
        boxes = [dice[one.index].box for one in asked]
        odds = np.zeros(len(asked), np.float32)
        without = [place for place, one in enumerate(asked) if dice[one.index].face is None]
        odds[without] = self._surroundings.odds(frame, [boxes[place] for place in without])
        shown = self._faces.by_colours(
            [crop(frame, box, self._faces.size_px, self._faces.margin) for box in boxes],
            [one.colours for one in asked],
            odds,
        )
        for one, seen in zip(asked, shown, strict=True):
            told[one.index] = self._die_told(dice[one.index], seen, one.alike)
        return told

    def _die_told(self, die: DieReading, seen: FaceReading, alike: bool) -> DieReading:
        """Return a die as its colours tell it."""
        if die.face is not None:
            doubted = seen.face != die.face and seen.confidence >= SURELY_ANOTHER
            return replace(die, face=None, problem=Problem.UNSURE) if doubted else die
        if seen.confidence < self._least(die, seen.face == 1, alike):
            return die
        before = 0.0 if die.numerals else die.confidence
        return replace(
            die,
            kind=seen.kind,
            face=seen.face,
            confidence=max(seen.confidence, before),
            problem=None,
            numerals=seen.numerals,
        )

    def _least(self, die: DieReading, is_one: bool, alike: bool) -> float:
        """Return from which confidence on a face counts that colours show of an unread die."""
        if is_one and die.numerals:
            return SURE_ONE_FOR_NUMBER
        # What is refused though it is as sure as other faces have to be is a single pip.
        if is_one and alike and die.confidence >= self._faces.accepted:
            return ONE_AGAIN
        return max(SURE, self._faces.accepted)


def _asked(dice: Sequence[DieReading], unread: Mapping[Box, bool]) -> list[_Asked]:
    """Return which dice of a picture are looked at, and in which colours."""
    read = [index for index, die in enumerate(dice) if die.shows_pips]
    doubtful = [index for index in read if dice[index].confidence < DOUBTED_BELOW]
    doubtful.sort(key=lambda index: dice[index].confidence)
    unread_ones: list[_Asked] = []
    for index, die in enumerate(dice):
        problems = TAKEN_FOR_NUMBERS if die.numerals else UNREAD
        if die.box in unread and die.problem in problems:
            one = _in_colours(index, dice, read)
            if one and (one.alike or (unread[die.box] and not die.numerals)):
                unread_ones.append(one)
    read_ones = [one for index in doubtful[:MOST_DOUBTED] if (one := _in_colours(index, dice, read))]
    return unread_ones[:MOST_UNREAD] + read_ones


def _in_colours(index: int, dice: Sequence[DieReading], read: Sequence[int]) -> _Asked | None:
    """Return a die with the colours of others that are `read` and look like it, else with its own."""
    own = dice[index].colours
    if own is None:
        return None
    others = [colours for other in read if other != index and (colours := dice[other].colours)]
    known = as_look_alikes(own, others)
    return _Asked(index, known or own, alike=known is not None)
