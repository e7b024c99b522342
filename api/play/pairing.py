"""The dice in a picture and the awaited throw, brought together by colour: a roll, or why there is none.

The only place where camera and rules meet. Every die in the picture must be accounted for: it belongs to
this throw, lies there from an accepted one, is another player's, or was nobody's before anything was thrown.
What is left over refuses the roll.
A die whose colours leave a doubt is of the group that it completes, where there is one such way alone.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod

from api.play.complaints import Complaints
from api.play.lying import Lying
from api.play.palette import Colours, Palette
from api.play.played import PlayedDie, roll_of
from resolver.dice import Dice, Roll
from resolver.procedure import Throw
from vision.reading import DieReading, Problem, TableReading


@dataclass(frozen=True, slots=True)
class Paired:
    """A roll that has the dice asked for, and the dice that show it."""

    roll: Roll
    dice: tuple[PlayedDie, ...]


@dataclass(frozen=True, slots=True)
class Unpaired:
    """Dice that do not answer the throw; the reasons are sentences without a full stop."""

    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NothingThrown:
    """None of the awaited dice has been thrown yet; there is nothing to complain about."""


MOST_WAYS = 64
"""Doubtful dice that may belong to groups in more ways are not tried."""


def pair(
    reading: TableReading, throw: Throw, palette: Palette, lying: Lying
) -> Paired | Unpaired | NothingThrown:
    """Return the roll that a settled picture gives for a throw; `lying` dice were accepted before.

    Where it gives none, dice of no group are tried as of each that they may be of: it is the roll of the ways
    that give one, if they agree.
    """
    paired = _pair(reading, throw, palette, lying)
    if not isinstance(paired, Unpaired):
        return paired
    ways = [
        way
        for one in _ways(reading, palette, lying)
        if isinstance(way := _pair(one, throw, palette, lying), Paired)
    ]
    # Whose a die is that counts in none of them does not matter.
    return ways[0] if ways and all(way == ways[0] for way in ways) else paired


def _ways(reading: TableReading, palette: Palette, lying: Lying) -> Iterator[TableReading]:
    """Yield the reading with its doubtful dice in each way in which they may belong to groups."""
    may_be = [_groups_of(die, palette, lying) for die in reading.dice]
    if prod(map(len, may_be)) > MOST_WAYS:
        return
    for groups in product(*may_be):
        named = zip(reading.dice, groups, strict=True)
        yield replace(reading, dice=tuple(replace(die, group=group) for die, group in named))


def _groups_of(die: DieReading, palette: Palette, lying: Lying) -> tuple[str | None, ...]:
    """Return the groups that a die may be of; one of an accepted roll is of the group that it counted in."""
    if palette.colours_of(die) is not None:
        return (die.group,)
    before = lying.at(die)
    if before is not None:
        return (before.seen.group,)
    return die.may_be or (None,)


def _pair(
    reading: TableReading, throw: Throw, palette: Palette, lying: Lying
) -> Paired | Unpaired | NothingThrown:
    """Return the roll that a settled picture gives for a throw, each die as of the group that is seen.

    A re-roll reads its groups again as a whole, and counts as thrown once one of their dice has changed;
    dice of them that lie still keep the face that counts. Dice outside the tray are no dice of this throw,
    nor is what was nobody's before it; where a die is missing they are named.
    """
    outside = [die for die in reading.dice if die.problem == Problem.OUTSIDE and lying.at(die) is None]
    reading = replace(reading, dice=tuple(die for die in reading.dice if die.problem != Problem.OUTSIDE))
    groups: dict[Colours, Dice] = {}
    for dice in throw.dice:
        colours = palette.colours_for(throw.player, dice.group)
        if colours is None:
            return Unpaired((f"no colours are set up for {throw.player}'s {dice.group} dice",))
        groups[colours] = dice
    complaints = Complaints(reading, throw, palette, groups)
    fresh = [die for die in reading.dice if lying.at(die) is None]
    still = [die for die in reading.dice if lying.at(die) is not None and palette.colours_of(die) in groups]
    nobodys = [die for die in fresh if palette.colours_of(die) is None]
    strange = [die for die in nobodys if not lying.is_bystander(die)]
    thrown = [die for die in fresh if palette.colours_of(die) in groups]
    elsewhere = () if throw.before is None else _changed_elsewhere(fresh, reading, lying, palette, complaints)
    if not (strange or thrown or elsewhere):
        return NothingThrown()
    counted = thrown if throw.before is None else [die for die in reading.dice if die in (*still, *thrown)]
    wrong_counts = complaints.counts(counted)
    reasons = (
        *reading.problems,
        *wrong_counts,
        *(complaints.outside(outside) if wrong_counts else ()),
        *(complaints.lying(still) if wrong_counts and thrown and throw.before is None else ()),
        *(
            wrong
            for die in (*thrown, *(nobodys if wrong_counts else strange))
            if (wrong := complaints.die(die)) is not None
        ),
        *elsewhere,
    )
    if reasons:
        return Unpaired(reasons)
    shown = tuple(_played(die, groups, palette, lying) for die in counted)
    roll = roll_of(shown)
    if throw.before is not None:
        again = _changed(throw.before, shown, thrown)
        if len(again) > throw.may_change:
            return Unpaired((complaints.too_many_again(again),))
    return Paired(roll, shown)


def bystanders(reading: TableReading, throw: Throw, palette: Palette, lying: Lying) -> tuple[DieReading, ...]:
    """Return the dice of no group in a picture in which none of a throw's dice lies; else there are none."""
    fresh = [die for die in reading.dice if lying.at(die) is None]
    if palette.thrown(throw, fresh):
        return ()
    return tuple(die for die in fresh if palette.colours_of(die) is None)


def _played(die: DieReading, groups: dict[Colours, Dice], palette: Palette, lying: Lying) -> PlayedDie:
    colours = palette.colours_of(die)
    assert colours is not None
    accepted = lying.at(die)
    face = die.face if accepted is None else accepted.face
    assert face is not None
    return PlayedDie(groups[colours].group, face, die)


def _changed(
    before: Roll, shown: Sequence[PlayedDie], thrown: Sequence[DieReading]
) -> tuple[DieReading, ...]:
    """Return the thrown dice that show what none of the dice before them showed.

    A die thrown again to the same face cannot be told from one that was only moved.
    """
    left = {group: Counter(faces) for group, faces in before.groups}
    changed = []
    # Dice that lie still take their faces first.
    for die in sorted(shown, key=lambda die: die.seen in thrown):
        of_group = left.setdefault(die.group, Counter())
        if of_group[die.face]:
            of_group[die.face] -= 1
        elif die.seen is not None and die.seen in thrown:
            changed.append(die.seen)
    return tuple(changed)


def _changed_elsewhere(
    fresh: Sequence[DieReading],
    reading: TableReading,
    lying: Lying,
    palette: Palette,
    complaints: Complaints,
) -> tuple[str, ...]:
    """Say which dice of groups that a re-roll leaves alone have changed; moved ones have not."""
    there = [one for die in reading.dice if (one := lying.at(die)) is not None]
    gone = [one for one in lying.dice if one not in there]
    wrong = []
    for die in fresh:
        colours = palette.colours_of(die)
        if colours is None or complaints.concerns(colours):
            continue
        missing = [one for one in gone if palette.colours_of(one.seen) == colours]
        same = next((one for one in missing if one.face == die.face), None)
        if same is not None:
            gone.remove(same)
        elif missing:
            wrong.append(complaints.not_again(die, [one.face for one in missing]))
    return tuple(wrong)
