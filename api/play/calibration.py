"""Learns a table's groups, all or some: from dice chosen among all that the camera sees, or each alone."""

import threading
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from api.learning import NOT_WHOLE, UnusableGroupError, whole_dice
from api.play.grouping import colours_by_profile
from api.tables import DiceGroup
from vision.colours.calibrate import Alike, learnt, likenesses, poor_picture, relearnt
from vision.colours.named_groups import group_name
from vision.colours.profiles import Profiles
from vision.reading import DieReading, SeenColours, TableReading


@dataclass(frozen=True, slots=True)
class Lesson:
    """One group, called by its colours as the set-up names them: what was learnt of it, nothing at first."""

    name: str
    body: str
    marks: str
    used: tuple[str, ...]
    """For what, such as `Aya's attack`."""
    dice: tuple[DieReading, ...] = ()
    """From which it was learnt anew; all show their colours."""
    chosen: bool = False
    """Whether somebody chose these dice among all that lay there."""
    in_use: int = 0
    """From how many dice it was learnt in the profiles that are used now, 0 where it is in none."""

    @property
    def words(self) -> tuple[str, str]:
        """The names of body and marks."""
        return self.body, self.marks

    @property
    def seen(self) -> tuple[SeenColours, ...]:
        """The colours of its dice."""
        return tuple(die.colours for die in self.dice if die.colours is not None)

    @property
    def problem(self) -> str | None:
        """What is wrong with the picture in which it was seen."""
        return poor_picture(self.dice) if self.dice else None


class Calibration:
    """Mutable and safe to use from any thread."""

    def __init__(self, groups: tuple[DiceGroup, ...], in_use: Profiles | None = None) -> None:
        """Begin with the groups of a table, and the profiles by which they are told apart until now."""
        self._groups = groups
        self._lock = threading.Lock()
        self.use(in_use)

    def use(self, profiles: Profiles | None) -> None:
        """Hear that the groups are told apart by these profiles now; what was learnt before is done with."""
        used: dict[tuple[str, str], list[str]] = {}
        for one in self._groups:
            used.setdefault((one.body, one.marks), []).append(f"{one.player}'s {one.group}")
        known = None if profiles is None else _called_by_colours(self._groups, profiles)
        dice = {} if known is None else {one.name: len(one.dice) for one in known.groups}
        blank = {
            (name := group_name(body, marks)): Lesson(
                name, body, marks, tuple(uses), in_use=dice.get(name, 0)
            )
            for (body, marks), uses in used.items()
        }
        with self._lock:
            self._in_use, self._blank, self._lessons = known, blank, dict(blank)

    @property
    def in_use(self) -> bool:
        """True while the groups are told apart by profiles."""
        return self._in_use is not None

    def lessons(self) -> tuple[Lesson, ...]:
        """Return all groups, each with what was learnt of it."""
        with self._lock:
            return tuple(self._lessons.values())

    def learn(self, name: str, reading: TableReading | None, chosen: Collection[int] | None = None) -> None:
        """Learn a group from a reading of a table where it lies alone; None while nothing lies still.

        Or from the dice `chosen` there by their ids, which belong to no other group from then on, and are
        left out where another one is learnt from all that lies there.

        Raises LookupError for a group that is none of the table's, UnusableGroupError where nothing can be
        learnt.
        """
        with self._lock:
            if name not in self._blank:
                raise LookupError(f"expected one of {', '.join(self._blank)}, found {name}")
            if reading is None:
                raise UnusableGroupError(f"{name}: expected dice that lie still, nothing does yet")
            others = {key: one for key, one in self._lessons.items() if key != name}
            if chosen is None:
                dice = _unclaimed(name, reading, others.values())
            else:
                dice = _chosen(name, reading, chosen)
                for key, one in others.items():
                    kept = tuple(die for die in one.dice if die.id is None or die.id not in chosen)
                    if len(kept) < len(one.dice):
                        self._lessons[key] = replace(one, dice=kept, chosen=one.chosen and bool(kept))
            self._lessons[name] = replace(self._blank[name], dice=dice, chosen=chosen is not None)

    def forget(self) -> None:
        """Begin anew."""
        with self._lock:
            self._lessons = dict(self._blank)

    def alike(self) -> tuple[Alike, ...]:
        """Return every two of the groups with their distances, the most alike first.

        Those not learnt anew are compared as the profiles in use know them.
        """
        known = _known(*self._now())
        return likenesses(known) if known is not None and len(known.groups) > 1 else ()

    def profiles(self) -> Profiles:
        """Return what tells the groups apart: what was learnt, and of the others what is in use.

        Raises UnusableGroupError while a group is missing, or none was learnt.
        """
        lessons, in_use = self._now()
        known = _known(lessons, in_use)
        there = () if known is None else {one.name for one in known.groups}
        if missing := [one.name for one in lessons if one.name not in there]:
            raise UnusableGroupError(f"expected all groups to be learnt, missing: {', '.join(missing)}")
        if known is None or not any(one.dice for one in lessons):
            raise UnusableGroupError("expected a group to be learnt, none was")
        return known

    def _now(self) -> tuple[tuple[Lesson, ...], Profiles | None]:
        with self._lock:
            return tuple(self._lessons.values()), self._in_use


def teaching(reading: TableReading) -> tuple[DieReading, ...]:
    """Return the dice from which a group can be learnt: those that show enough, with their colours."""
    return tuple(die for die in reading.dice if die.problem not in NOT_WHOLE and die.colours is not None)


def _unclaimed(name: str, reading: TableReading, others: Iterable[Lesson]) -> tuple[DieReading, ...]:
    """Return the dice that show their colours, but those chosen for another group."""
    claimed = {die.id for one in others if one.chosen for die in one.dice} - {None}
    left = [die for die in reading.dice if die.id not in claimed]
    dice = tuple(die for die in whole_dice(name, left) if die.colours is not None)
    if not dice:
        raise UnusableGroupError(f"{name}: expected dice whose colours show, found none")
    return dice


def _chosen(name: str, reading: TableReading, ids: Collection[int]) -> tuple[DieReading, ...]:
    """Return the dice of these ids. Raises UnusableGroupError where one is gone or shows too little."""
    there = {die.id for die in reading.dice}
    if gone := sorted(set(ids) - there):
        raise UnusableGroupError(
            f"{name}: expected chosen dice that lie there still, number {_listed(gone)} no longer does"
        )
    dice = tuple(die for die in teaching(reading) if die.id in ids)
    if unclear := sorted(set(ids) - {die.id for die in dice}):
        raise UnusableGroupError(
            f"{name}: expected chosen dice that show their colours, number {_listed(unclear)} does not"
        )
    return dice


def _listed(ids: Sequence[int]) -> str:
    return " and ".join(map(str, ids))


def _called_by_colours(groups: Sequence[DiceGroup], profiles: Profiles) -> Profiles:
    """Return the profiles of a table's groups, each called by the colours that the set-up names."""
    colours = colours_by_profile(groups, profiles)
    named = (
        replace(one, name=group_name(*colours[one.name])) for one in profiles.groups if one.name in colours
    )
    return replace(profiles, groups=tuple(named))


def _known(lessons: Sequence[Lesson], in_use: Profiles | None) -> Profiles | None:
    """Return all groups that are known, those learnt anew in place of those in use; None where none is.

    Groups of which all are learnt anew, or beside profiles that know no table, are learnt from nothing else.
    """
    anew = [one for one in lessons if one.dice]
    if not anew:
        return in_use
    if in_use is None or not in_use.table or len(anew) == len(lessons):
        return learnt({one.name: one.seen for one in anew}, {one.name: one.words for one in anew})
    known = in_use
    for one in anew:
        known = relearnt(known, one.name, one.seen, one.words)
    return known
