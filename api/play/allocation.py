"""The secret split of a pool, shown by the dice instead of told: `2+1` is two attack dice and one in defence.

Both players fix the split before anybody rolls, so dice answer for it only once everybody who has still to
decide has thrown: who threw alone would show the other what to allocate against.
"""

from collections.abc import Sequence
from copy import copy

from api.play.lying import Lying
from api.play.pairing import Paired, Unpaired, pair
from api.play.palette import Palette
from api.play.table import Table
from resolver.procedure import Choice, Throw
from vision.reading import DieReading, TableReading

PURPOSE = "allocation"
GROUPS = ("attack", "defence")


def shown_splits(
    table: Table, reading: TableReading, palette: Palette, lying: Lying
) -> tuple[str, ...] | Unpaired:
    """Return the splits that dice show for all allocations that are open, empty while dice are missing.

    Dice that are another number than the pool has, or split as the rules forbid, are Unpaired.
    """
    fresh = [die for die in reading.dice if lying.at(die) is None]
    trial, splits = copy(table), list[str]()
    while isinstance(asked := trial.progress.waiting_for, Choice) and asked.purpose == PURPOSE:
        counts = [_count(fresh, asked.player, group, palette) for group in GROUPS]
        if not any(counts):
            return ()
        split = "+".join(map(str, counts))
        if split not in asked.options:
            attack, defence = counts
            return Unpaired(
                (
                    # Everybody hears it, and the splits on offer tell what a special has cost.
                    f"{asked.player}: {attack} attack and {defence} defence dice seen, "
                    "expected a split that may be chosen",
                )
            )
        splits.append(split)
        trial.answer(split)
    if not splits or not isinstance(asked, Throw):
        return ()
    rolled = pair(reading, asked, palette, lying)
    if isinstance(rolled, Unpaired):
        return rolled
    return tuple(splits) if isinstance(rolled, Paired) else ()


def _count(dice: Sequence[DieReading], player: str, group: str, palette: Palette) -> int:
    colours = palette.colours_for(player, group)
    return sum(colours is not None and palette.colours_of(die) == colours for die in dice)
