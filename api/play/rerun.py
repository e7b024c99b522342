"""A stored match played once more: its answers are given to the rules again, and what they tell is compared.

What was seen and done is told as it was; what follows from it is worked out anew.
"""

import json
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from api.play.hub import Hub, Message
from api.play.palette import Palette
from api.play.recall import CHANGES, Recalled, recall
from api.play.table import Table
from api.play.teller import Teller
from api.tables import TableFile
from resolver.procedure import Event

SEEN = frozenset(
    {
        *("hand", "moving", "settled", "nudged", "lifted", "reading", "refused"),
        *("luck", "odds", "reminder", "pictures_over", "camera_lost", "camera_back", "camera_hint", "advice"),
        *("store_low", "store_back", "store_damaged"),
    }
)
"""Types of messages that change no table and are no rules either."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Where a match does not come out as it is stored: what stands there, and what the rules tell now.

    `seq` is the number of the stored message; of the two sides, type and data, one may be missing.
    """

    seq: int
    stored: Mapping[str, object] | None
    now: Mapping[str, object] | None

    def __str__(self) -> str:
        return f"message {self.seq}: stored {_words(self.stored)}, now {_words(self.now)}"


class Rerun:
    """Mutable: takes the messages of a match one after the other and publishes them on a hub.

    Not inside the hub's `together`: what was just told is read back from the hub.
    """

    def __init__(self, setup: TableFile, hub: Hub) -> None:
        self._setup = setup
        self._hub = hub
        self._teller = Teller(hub, Palette(setup.groups))
        self._changes: list[Message] = []
        self._owed: deque[Message] = deque()
        """What the rules have told now and the stored messages must tell next."""
        self.stood = Recalled(Table(setup), paused=False)
        """The table as it stands after the messages taken so far."""

    def take(self, message: Message) -> Difference | None:
        """Take the next stored message, and return how it differs from what the rules tell now.

        Raises ValueError when it changes the table in a way that the rules refuse now.
        """
        if message.type in CHANGES:
            self._hub.publish(message.type, message.data)
            missing = self._missing(message.seq)
            self._change(message)
            return missing
        if message.type == "table" or message.type in SEEN:
            self._hub.publish(message.type, message.data)
            missing = self._missing(message.seq)
            if message.type == "table":  # all is told again at each start of the program
                self._tell(self.stood.table.progress.events)
            return missing
        now = _told(self._owed.popleft()) if self._owed else None
        stored = _told(message)
        return None if stored == now else Difference(message.seq, stored, now)

    def end(self, seq: int) -> Difference | None:
        """Return what the rules tell beyond the last stored message, number `seq`."""
        return self._missing(seq + 1)

    def _change(self, message: Message) -> None:
        """Bring the table to where it stands after a message that changes it, and tell what follows."""
        known = len(self.stood.table.progress.events)
        self._changes.append(message)
        # From the first answer on each time, as after a start of the program.
        self.stood = recall(self._setup, self._changes)
        events = self.stood.table.progress.events
        match message.type:
            case "accepted":
                self._tell(events[known:])
            case "voided" | "corrected":
                self._tell(events)
            case "evening_began" if len(events) > known:
                self._tell(events[known:])

    def _tell(self, events: Sequence[Event]) -> None:
        seq = self._hub.last_seq()
        self._teller.events(self.stood.table, events)
        self._owed.extend(self._hub.after(seq))

    def _missing(self, seq: int) -> Difference | None:
        if not self._owed:
            return None
        missing = Difference(seq, None, _told(self._owed[0]))
        self._owed.clear()
        return missing


def first_difference(setup: TableFile, messages: Iterable[Message]) -> Difference | None:
    """Return where a match first differs from what the rules tell now, None where it is all the same.

    Raises ValueError when the rules refuse what the match says was done.
    """
    rerun = Rerun(setup, Hub("check"))
    seq = 0
    for message in messages:
        if (found := rerun.take(message)) is not None:
            return found
        seq = message.seq
    return rerun.end(seq)


def _told(message: Message) -> Mapping[str, object]:
    told: dict[str, object] = {"type": message.type, **json.loads(json.dumps(message.data))}
    return told


def _words(told: Mapping[str, object] | None) -> str:
    return "nothing" if told is None else json.dumps(told, ensure_ascii=False)
