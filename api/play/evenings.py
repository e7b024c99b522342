"""The matches of a store by the evening on which they were begun, and what their rolls add up to."""

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from api.play.kept_match import kept_messages, kept_table
from api.play.recall import CHANGES, recall
from api.play.tally import Tally, tally
from api.store import Match, Store
from api.tables import TableFileError

NIGHT = timedelta(hours=6)
"""An evening lasts until six in the morning, so that a match begun after midnight belongs to it."""

COUNTED = (*CHANGES, "luck")
"""Types of the messages that tell which rolls count, and how lucky they were."""


def evening_of(begun: datetime) -> date:
    """Return the day of the evening that a time belongs to, by this computer's clock."""
    return (begun.astimezone() - NIGHT).date()


@dataclass(frozen=True, slots=True)
class Evening:
    """The matches of one evening, the first one first."""

    day: date
    matches: tuple[Match, ...]


class Evenings:
    """Mutable and safe to use from any thread: remembers what matches that are over came to."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._known: dict[tuple[str, int], Tally | None] = {}

    def all(self) -> Sequence[Evening]:
        """Return all evenings, the latest first. Raises StoreError."""
        days: dict[date, list[Match]] = {}
        for match in self._store.matches():
            days.setdefault(evening_of(match.started), []).append(match)
        return tuple(Evening(day, tuple(reversed(days[day]))) for day in sorted(days, reverse=True))

    def tally(self, match: Match) -> Tally | None:
        """Return what a match came to, None where the rules or table files of today refuse it.

        Raises StoreError.
        """
        key = match.id, match.messages
        with self._lock:
            if key not in self._known:
                self._known[key] = self._count(match)
            return self._known[key]

    def _count(self, match: Match) -> Tally | None:
        messages = [one for one in kept_messages(self._store, match) if one.type in COUNTED]
        try:
            return tally(recall(kept_table(match), messages).table, messages)
        except (TableFileError, ValueError):
            return None
