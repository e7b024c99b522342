"""What lies on the table, as an answer to what is awaited, and as the dice that a typed roll stands for."""

from collections.abc import Sequence

from api.play.allocation import PURPOSE, shown_splits
from api.play.lying import Lying
from api.play.pairing import NothingThrown, Paired, Unpaired, pair
from api.play.palette import Palette
from api.play.played import PlayedDie, recast
from api.play.table import Table
from resolver.dice import Roll
from resolver.procedure import Throw
from vision.reading import DieReading, TableReading


def answer_on_table(
    table: Table, reading: TableReading, palette: Palette, lying: Lying
) -> Paired | Unpaired | NothingThrown | str:
    """Return the roll that a reading gives for what is awaited, or the split of a pool that it shows."""
    waiting = table.progress.waiting_for
    if isinstance(waiting, Throw):
        return pair(reading, waiting, palette, lying)
    if waiting is None or waiting.purpose != PURPOSE:
        return NothingThrown()
    splits = shown_splits(table, reading, palette, lying)
    if isinstance(splits, Unpaired):
        return splits
    return splits[0] if splits else NothingThrown()


def dice_typed(
    waiting: Throw, roll: Roll, seen: Sequence[DieReading], palette: Palette, lying: Lying
) -> tuple[tuple[PlayedDie, ...], tuple[PlayedDie, ...]]:
    """Return the dice of a typed roll, with those seen that it stands for, and others of its colours.

    The others were thrown for it as well, and answer nothing else. A face of 0 is one that was not read.
    """
    there = palette.thrown(waiting, seen)
    # A re-roll tells of all dice of its groups, any other roll of those thrown for it alone.
    thrown = there if waiting.before is not None else [die for die in there if lying.at(die) is None]
    stands_for = [
        PlayedDie(owner.group, die.face or 0, die)
        for die in thrown
        if (owner := palette.owner(die, waiting)) is not None
    ]
    shown = recast(stands_for, roll)
    taken = [die.seen for die in shown]
    return shown, tuple(die for die in stands_for if die.seen not in taken)
