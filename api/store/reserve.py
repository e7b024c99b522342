"""Space kept for the day when the disk is full: a file of zeros that is given up to go on for a while."""

import shutil
from collections.abc import Callable
from pathlib import Path

RESERVE_BYTES = 4_000_000
"""Room for some 240 readings of nine dice: on a full disk each takes four pages of the database's log."""

SPARE = 2
"""So many times the reserve must be free before space is kept again, lest it is given up the next moment."""


def free_on_disk(folder: Path) -> int:
    """Return how many bytes are left where a folder lies."""
    return shutil.disk_usage(folder).free


class Reserve:
    """Mutable; one thread at a time may use it."""

    def __init__(self, path: Path, free_bytes: Callable[[Path], int] = free_on_disk) -> None:
        """Keep the space in a file, unless the disk is too full for that already."""
        self._path = path
        self._free_bytes = free_bytes
        self.is_kept = path.exists() and path.stat().st_size == RESERVE_BYTES
        self.keep()

    def keep(self) -> bool:
        """Keep the space where there is enough, and say whether it is kept now and was not before."""
        if self.is_kept:
            return False
        try:
            if self._free_bytes(self._path.parent) < SPARE * RESERVE_BYTES:
                return False
            self._path.write_bytes(bytes(RESERVE_BYTES))
        except OSError:
            self._path.unlink(missing_ok=True)
            return False
        self.is_kept = True
        return True

    def give_up(self) -> bool:
        """Free the space, and say whether there was any."""
        if not self.is_kept:
            return False
        self._path.unlink(missing_ok=True)
        self.is_kept = False
        return True
