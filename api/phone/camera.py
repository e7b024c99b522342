"""Which phone is the camera now, and how others are let in."""

import itertools
import threading

from api.access import Access, new_token
from vision.sources.phone import Phone

COOKIE = "meleecam-phone"
"""Not the table's own: cookies go by the computer's name, not by the port."""


class PhoneCamera:
    """Mutable and safe to use from any thread. The phone that came last is the camera."""

    def __init__(self, source: Phone) -> None:
        self.source = source
        self.access = Access(new_token(), cookie=COOKIE)
        """Who may be the camera; it opens nothing else."""
        self.address: str | None = None
        """Of the page, without a token, once it is served to the network."""
        self._lock = threading.Lock()
        self._numbers = itertools.count(1)
        self._holder = 0

    def arrive(self) -> int:
        """Make room for a phone, in place of any other; return its number."""
        with self._lock:
            self._holder = next(self._numbers)
            return self._holder

    def holds(self, number: int) -> bool:
        """Say whether no other phone has come since."""
        with self._lock:
            return self._holder == number

    def leave(self, number: int) -> None:
        """Hear that a phone has gone; that of one which another has taken the place of is no news."""
        with self._lock:
            if self._holder == number:
                self.source.left()
