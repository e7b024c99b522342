"""What happened, in order, and who wants to hear it: one numbered list, any number of followers.

A follower keeps only the number it has reached and is woken when there is more. No follower has a queue
that could fill, so the slowest one holds up nobody, misses nothing and takes no memory but the list's.
"""

import asyncio
import threading
from collections.abc import AsyncGenerator, Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from api.metrics import Metrics, Uncounted

VERSION = 1
"""Of the messages' form; grows when a follower written for the form before would misunderstand one."""


@dataclass(frozen=True, slots=True)
class Message:
    """One thing that happened at a table; `seq` counts from 1 and skips nothing, `data` is ready for JSON."""

    table: str
    seq: int
    type: str
    data: Mapping[str, object]

    def as_json(self) -> dict[str, object]:
        """Return the object that goes over the wire."""
        return {
            "table": self.table,
            "seq": self.seq,
            "type": self.type,
            "version": VERSION,
            "data": dict(self.data),
        }


class Hub:
    """Mutable and safe to use from any thread; keeps the messages of one table while the program runs."""

    def __init__(self, table: str, metrics: Metrics | None = None) -> None:
        self.table = table
        self._metrics = metrics or Uncounted()
        self._lock = threading.Lock()
        self._messages: list[Message] = []
        self._publishing = threading.RLock()
        self._collected: list[Message] = []
        self._depth = 0
        self._wakers: set[Callable[[], object]] = set()
        self.followed = threading.Event()
        """Set once somebody has begun to follow."""

    @contextmanager
    def together(self) -> Iterator[None]:
        """Let messages published inside appear at once at its end, or not at all when an error leaves it.

        Inside another one it does nothing of its own. Other threads that publish wait meanwhile.
        """
        with self._publishing:
            self._depth += 1
            try:
                yield
                if self._depth == 1:
                    self._commit(self._collected)
            finally:
                self._depth -= 1
                if self._depth == 0:
                    self._collected = []

    def publish(self, type_: str, data: Mapping[str, object]) -> Message:
        """Append a message and wake every follower, inside `together` at its end."""
        with self.together():
            message = Message(self.table, self.last_seq() + len(self._collected) + 1, type_, data)
            self._collected.append(message)
        return message

    def _commit(self, messages: list[Message]) -> None:
        with self._lock:
            self._messages.extend(messages)
            wakers = tuple(self._wakers) if messages else ()
        for wake in wakers:
            wake()
        for message in messages:
            self._metrics.message(message.type)

    def after(self, seq: int) -> tuple[Message, ...]:
        """Return all messages later than number `seq`."""
        with self._lock:
            return tuple(self._messages[max(0, seq) :])

    def last_seq(self) -> int:
        """Return the number of the latest message, 0 before the first."""
        with self._lock:
            return len(self._messages)

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
                for message in self.after(seq):
                    yield message
                    seq = message.seq
                await news.wait()
        finally:
            with self._lock:
                self._wakers.discard(wake)
