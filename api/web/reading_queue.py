"""Posted pictures are read one after the other: each takes a core, and the largest almost a gigabyte."""

from collections.abc import Callable
from typing import TypeVar

from anyio import CapacityLimiter, to_thread
from fastapi import HTTPException

from api.web.errors import REFERENCE

MOST_WAITING = 8
"""More would wait longer than somebody looks at a page for one photograph."""

RETRY_AFTER_S = 5
"""A few photographs of a phone are read in that time."""

BUSY: dict[int | str, dict[str, object]] = {
    503: {
        "description": "As many pictures wait to be read as may; try again in `Retry-After` seconds",
        "headers": {"Retry-After": {"schema": {"type": "integer"}}},
        "content": REFERENCE,
    }
}

Read = TypeVar("Read")


class ReadingQueue:
    """Mutable; used by the event loop's thread alone.

    Readings have a thread of their own, so that they take none from what is answered in a moment.
    """

    def __init__(self) -> None:
        self._one = CapacityLimiter(1)
        self._asked = 0

    async def run(self, read: Callable[[], Read]) -> Read:
        """Return what is read, in its turn. Raises HTTPException with status 503 when too many wait."""
        if self._asked > MOST_WAITING:  # one is read, the others wait
            detail = f"{MOST_WAITING} pictures wait to be read, try again in {RETRY_AFTER_S} s"
            raise HTTPException(503, detail, {"Retry-After": str(RETRY_AFTER_S)})
        self._asked += 1
        try:
            return await to_thread.run_sync(read, limiter=self._one)
        finally:
            self._asked -= 1
