"""The socket that the service listens at: how many connections are open, in total and from one address.

The server itself limits requests alone, and a connection that asks nothing holds a file of the system too.
"""

import errno
import logging
import socket
import sys
import time
from collections.abc import Callable

from api.web.addresses import client_of

MOST = 800
"""More than the followers that may come, and what their pages load beside."""

SHARE_OF_ONE = 0.5
"""One address leaves room for others, and two hundred overlays with their files for itself."""

USUAL_FILES = 1024
"""Files that a program may open on Linux; drivers of cameras break with numbers above."""

PROGRAM_FILES = 128
"""What models, camera, store and pictures that are posted need of them, with room."""

PAUSE_S = 0.5
"""After no file was left the event loop looks again in a second; until then it must not be told once more."""

TOLD_EVERY_S = 60.0
"""A flood of connections is none of messages in the log."""

log = logging.getLogger(__name__)


class Listener(socket.socket):
    """Mutable; hangs up on connections above the limits as soon as they come."""

    def __init__(
        self, family: socket.AddressFamily, most: int, now: Callable[[], float] = time.monotonic
    ) -> None:
        """Keep `most` connections open, half of them of one address; `now` is in seconds."""
        super().__init__(family)
        self._most = most
        self._most_of_one = max(1, round(most * SHARE_OF_ONE))
        self._now = now
        self._open: list[tuple[socket.socket, str]] = []
        self._no_files_until_s = self._told_until_s = -float("inf")

    def accept(self) -> tuple[socket.socket, object]:
        """Return the next connection and its address.

        Raises ConnectionAbortedError, after which the event loop goes on, when it is one too many.
        """
        if self._now() < self._no_files_until_s:
            raise BlockingIOError(errno.EAGAIN, "no file is left for a connection")
        try:
            connection, address = super().accept()
        except OSError as err:
            if err.errno in (errno.EMFILE, errno.ENFILE):
                # The event loop tries as often as connections may wait, and logs each time.
                self._no_files_until_s = self._now() + PAUSE_S
            raise
        client = client_of({"client": address})
        # Whoever closes a connection closes this very socket.
        self._open = [one for one in self._open if one[0].fileno() >= 0]
        of_one = sum(other == client for _, other in self._open)
        if len(self._open) >= self._most or of_one >= self._most_of_one:
            connection.close()
            self._tell(of_one)
            raise ConnectionAbortedError(errno.ECONNABORTED, "as many connections are open as may")
        self._open.append((connection, client))
        return connection, address

    def _tell(self, of_one: int) -> None:
        if self._now() >= self._told_until_s:
            self._told_until_s = self._now() + TOLD_EVERY_S
            log.warning(
                "connections are refused: %d are open, %d of them from the address that asked",
                len(self._open),
                of_one,
            )


def most_connections() -> int:
    """Return how many connections the system's limit of open files has room for, MOST at the most."""
    if sys.platform == "win32":
        return MOST
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return MOST
    if soft < USUAL_FILES:  # as on macOS, which gives a program 256 unless it asks for more
        soft = USUAL_FILES if hard == resource.RLIM_INFINITY else min(USUAL_FILES, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return max(PROGRAM_FILES // 2, min(MOST, soft - PROGRAM_FILES))
