"""Which phone is the camera now, and how others are let in."""

import itertools
import threading

from api.web.access import Access, new_token
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
        self._changed = threading.Condition()
        self._numbers = itertools.count(1)
        self._holder = 0
        self._lines = 0
        self.ended = False

    def arrive(self) -> int:
        """Make room for a phone, in place of any other; return its number."""
        with self._changed:
            self._lines += 1
            self._holder = next(self._numbers)
            return self._holder

    def holds(self, number: int) -> bool:
        """Say whether a phone is still the camera: no other has come since, and the program goes on."""
        with self._changed:
            return self._holder == number and not self.ended

    def leave(self, number: int) -> None:
        """Hear that a phone has gone; that of one which another has taken the place of is no loss."""
        with self._changed:
            self._lines -= 1
            self._changed.notify_all()
            if self._holder == number:
                self.source.left()

    def end(self, within_s: float) -> None:
        """Let every phone go; returns when all have gone, or after `within_s` seconds."""
        with self._changed:
            self.ended = True
            self._changed.wait_for(lambda: self._lines == 0, within_s)
