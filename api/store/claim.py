"""Sees to it that one program at a time plays a match."""

import sqlite3
from contextlib import suppress
from pathlib import Path

from api.store.database import our_words
from api.store.errors import StoreError, StoreTakenError


class Claim:
    """Held from its making to `release`, or to the end of the program, however that comes.

    A lock of SQLite on an empty file: it works alike on every system, and the system itself lifts it.
    """

    def __init__(self, store: Path, match_id: str) -> None:
        """Claim a match. Raises StoreTakenError when another program has, or StoreError."""
        self._path = store.with_name(f"{store.name}.playing-{match_id}")
        with our_words(self._path):
            self._connection = sqlite3.connect(
                self._path, timeout=0, isolation_level=None, check_same_thread=False
            )
        try:
            self._connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as err:
            self._connection.close()
            if err.sqlite_errorcode == sqlite3.SQLITE_BUSY:
                raise StoreTakenError(f"{store}: another program is playing match {match_id}") from err
            raise StoreError(f"{self._path}: {err}") from err

    def release(self) -> None:
        """Let others play the match."""
        # Removed while it is still locked: a program that claims it now makes a file of its own. Windows
        # removes no open file; there an empty one stays behind.
        with suppress(OSError):
            self._path.unlink(missing_ok=True)
        self._connection.close()
