"""Learns the groups of a table one after the other, from what its camera sees of each alone."""

import threading
from collections.abc import Mapping
from dataclasses import dataclass

from api.learning import UnusableGroupError, whole_dice
from api.tables import DiceGroup
from vision.calibrate import Alike, learnt, likenesses, poor_light
from vision.profiles import Profiles
from vision.reading import SeenColours, TableReading


@dataclass(frozen=True, slots=True)
class Lesson:
    """One group, called by its colours as the set-up names them: what was learnt of it, nothing at first."""

    name: str
    body: str
    marks: str
    used: tuple[str, ...]
    """For what, such as `Aya's attack`."""
    seen: tuple[SeenColours, ...] = ()

    @property
    def problem(self) -> str | None:
        """What is wrong with the light in which it was seen."""
        return poor_light(self.seen) if self.seen else None


class Calibration:
    """Mutable and safe to use from any thread."""

    def __init__(self, groups: tuple[DiceGroup, ...]) -> None:
        used: dict[tuple[str, str], list[str]] = {}
        for one in groups:
            used.setdefault((one.body, one.marks), []).append(f"{one.player}'s {one.group}")
        self._lock = threading.Lock()
        self._blank = {
            f"{body}/{marks}": Lesson(f"{body}/{marks}", body, marks, tuple(uses))
            for (body, marks), uses in used.items()
        }
        self._lessons = dict(self._blank)

    def lessons(self) -> tuple[Lesson, ...]:
        """Return all groups, each with what was learnt of it."""
        with self._lock:
            return tuple(self._lessons.values())

    def learn(self, name: str, reading: TableReading | None) -> None:
        """Learn a group from a reading of a table where it lies alone; None while nothing lies still.

        Raises LookupError for a group that is none of the table's, UnusableGroupError where nothing can be
        learnt.
        """
        if name not in self._blank:
            raise LookupError(f"expected one of {', '.join(self._blank)}, found {name}")
        if reading is None:
            raise UnusableGroupError(f"{name}: expected dice that lie still, nothing does yet")
        seen = tuple(die.colours for die in whole_dice(name, reading.dice) if die.colours is not None)
        if not seen:
            raise UnusableGroupError(f"{name}: expected dice whose colours show, found none")
        with self._lock:
            blank = self._blank[name]
            self._lessons[name] = Lesson(name, blank.body, blank.marks, blank.used, seen)

    def forget(self) -> None:
        """Begin anew."""
        with self._lock:
            self._lessons = dict(self._blank)

    def alike(self) -> tuple[Alike, ...]:
        """Return every two of the groups learnt so far with their distances, the most alike first."""
        seen = {one.name: one for one in self.lessons() if one.seen}
        return likenesses(_profiles(seen)) if len(seen) > 1 else ()

    def profiles(self) -> Profiles:
        """Return what tells the groups apart. Raises UnusableGroupError while one is missing."""
        missing = [one.name for one in self.lessons() if not one.seen]
        if missing or not self._blank:
            raise UnusableGroupError(
                f"expected all groups to be learnt, missing: {', '.join(missing) or 'all'}"
            )
        return _profiles({one.name: one for one in self.lessons()})


def _profiles(lessons: Mapping[str, Lesson]) -> Profiles:
    return learnt(
        {name: one.seen for name, one in lessons.items()},
        {name: (one.body, one.marks) for name, one in lessons.items()},
    )
