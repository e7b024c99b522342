"""What happened, in order, and who wants to hear it: one numbered list, any number of followers.

A follower keeps only the number it has reached and is woken when there is more. No follower has a queue
that could fill, so the slowest one holds up nobody, misses nothing and takes no memory but the list's.
With a journal the list in memory is the latest part of it, and what is older is read from there.
"""

import asyncio
import logging
import threading
from collections.abc import AsyncGenerator, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from time import perf_counter
from typing import Protocol

from api.logs.values import log_values
from api.web.metrics import Metrics, Uncounted

log = logging.getLogger(__name__)

VERSION = 1
"""Of the messages' form; grows when a follower written for the form before would misunderstand one."""

RECENT = 1000
"""Messages kept in memory beside a journal; an exchange has seldom more than a hundred."""

BATCH = 200
"""Messages that a follower who lacks many is given at a time."""


@dataclass(frozen=True, slots=True)
class Message:
    """One thing that happened at a table; `seq` counts from 1 and skips nothing, `data` is ready for JSON."""

    table: str
    seq: int
    type: str
    data: Mapping[str, object]
    at: datetime
    """In UTC."""
    version: int = VERSION

    def as_json(self) -> dict[str, object]:
        """Return the object that goes over the wire."""
        return {
            "table": self.table,
            "seq": self.seq,
            "type": self.type,
            "version": self.version,
            "at": self.at.isoformat(timespec="milliseconds"),
            "data": dict(self.data),
        }


class Journal(Protocol):
    """Keeps the messages of one table where they outlast the program."""

    def append(self, messages: Sequence[Message]) -> Sequence[Message]:
        """Keep all messages or none, and return them; what the journal itself has to say comes after them.

        Raises OSError when they cannot be kept.
        """

    def after(self, seq: int, most: int) -> Sequence[Message]:
        """Return the first messages later than number `seq`, `most` of them at the most."""

    def last_seq(self) -> int:
        """Return the number of the latest message, 0 before the first."""


def utc_now() -> datetime:
    """Return the present time."""
    return datetime.now(UTC)


class Hub:
    """Mutable and safe to use from any thread; gives out the messages of one table.

    Without a journal it keeps them all while the program runs.
    """

    def __init__(
        self,
        table: str,
        metrics: Metrics | None = None,
        journal: Journal | None = None,
        clock: Callable[[], datetime] = utc_now,
    ) -> None:
        self.table = table
        self._metrics = metrics or Uncounted()
        self._journal = journal
        self._clock = clock
        self._lock = threading.Lock()
        self._last = journal.last_seq() if journal is not None else 0
        self._recent: list[Message] = []
        """The latest messages without a gap, up to number `_last`."""
        self._publishing = threading.RLock()
        self._collected: list[Message] = []
        self._depth = 0
        self._wakers: set[Callable[[], object]] = set()
        self.followed = threading.Event()
        """Set once somebody has begun to follow."""
        self.failure: OSError | None = None
        """Why the latest messages could not be kept; None while all goes well."""

    @contextmanager
    def together(self) -> Iterator[None]:
        """Let messages published inside appear at once at its end, or not at all when an error leaves it.

        Inside another one it does nothing of its own. Other threads that publish wait meanwhile. Raises
        OSError when the journal cannot keep them; then they never were.
        """
        with self._publishing:
            self._depth += 1
            try:
                yield
                if self._depth == 1 and self._collected:
                    self._commit(self._collected)
            finally:
                self._depth -= 1
                if self._depth == 0:
                    self._collected = []

    def publish(self, type_: str, data: Mapping[str, object]) -> Message:
        """Append a message and wake every follower, inside `together` at its end. Raises OSError like it."""
        with self.together():
            seq = self.last_seq() + len(self._collected) + 1
            message = Message(self.table, seq, type_, data, self._clock())
            self._collected.append(message)
        return message

    def after(self, seq: int) -> tuple[Message, ...]:
        """Return all messages later than number `seq`."""
        found: list[Message] = []
        while (batch := self._in_memory(seq)) is None:
            assert self._journal is not None
            older = self._journal.after(seq, BATCH)
            found.extend(older)
            seq = older[-1].seq
        return (*found, *batch)

    def last_seq(self) -> int:
        """Return the number of the latest message, 0 before the first."""
        with self._lock:
            return self._last

    async def follow(self, after: int) -> AsyncGenerator[Message, None]:
        """Yield every message later than `after`, then each new one as it comes, without end.

        A number that was never given out, as from a run of the program before this one, starts at the first.
        """
        loop = asyncio.get_running_loop()
        news = asyncio.Event()

        def wake() -> None:
            loop.call_soon_threadsafe(news.set)

        seq = after if 0 <= after <= self.last_seq() else 0
        with self._lock:
            self._wakers.add(wake)
        self.followed.set()
        try:
            while True:
                news.clear()
                while seq < self.last_seq():
                    batch: Sequence[Message] | None = self._in_memory(seq)
                    if batch is None:
                        assert self._journal is not None
                        batch = await asyncio.to_thread(self._journal.after, seq, BATCH)
                    for message in batch:
                        yield message
                        seq = message.seq
                await news.wait()
        finally:
            with self._lock:
                self._wakers.discard(wake)

    def _commit(self, messages: Sequence[Message]) -> None:
        if self._journal is not None:
            since_s = perf_counter()
            try:
                messages = self._journal.append(messages)
            except OSError as err:
                self.failure = err
                raise
            self.failure = None
            self._metrics.commit((perf_counter() - since_s) * 1000)
        with self._lock:
            self._recent.extend(messages)
            self._last = messages[-1].seq
            # Half of it at a time, so that not every message moves the whole list.
            if self._journal is not None and len(self._recent) > 2 * RECENT:
                del self._recent[:-RECENT]
            wakers = tuple(self._wakers)
        for wake in wakers:
            wake()
        for message in messages:
            self._metrics.message(message.type)
            values = {"table": message.table, "seq": message.seq, "data": log_values(message.data)}
            log.info(message.type, extra=values)

    def _in_memory(self, seq: int) -> tuple[Message, ...] | None:
        """Return all messages later than `seq`, None when some of them are in the journal alone."""
        with self._lock:
            missing = self._last - max(0, seq)
            if missing > len(self._recent):
                return None
            return tuple(self._recent[len(self._recent) - missing :]) if missing > 0 else ()
