"""Puts what was committed beyond the reach of a power cut, a moment later and in a thread of its own."""

import logging
import threading

from api.store.database import Database
from api.store.errors import StoreError

log = logging.getLogger(__name__)

SYNC_S = 1.0
"""Pause between two syncs: the most play that a power cut takes back, and rare enough for a memory card."""


class Syncing:
    """Begins when it is made; to be closed before its database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._sync_all, name="sync", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Sync what is left and end the thread."""
        self._stopping.set()
        self._database.written.set()
        self._thread.join()

    def _sync_all(self) -> None:
        while not self._stopping.is_set():
            self._database.written.wait()
            self._stopping.wait(SYNC_S)
            self._database.written.clear()
            try:
                self._database.sync()
            except StoreError as err:
                # What was committed stands in the write-ahead log and is tried again.
                log.warning("not synced: %s", err)
