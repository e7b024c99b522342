"""The file of a store: opened, brought to its present form, and put aside when it is damaged."""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path

from sqlalchemy import Connection, create_engine, event
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from api.store.errors import StoreDamagedError, StoreError, StoreFullError
from api.store.migrating import migrate

APPLICATION_ID = int.from_bytes(b"mlcm", "big")
"""Stands in the file's header, so that no other program's database is ever taken for a store."""

BUSY_TIMEOUT_MS = 5000
"""How long to wait for another program that writes to the same store; its transactions take milliseconds."""

READERS = 16
"""Connections kept open at the most; whoever needs another one waits."""

MISSHAPEN = ("no such table", "no such column", "malformed JSON", "already exists")
"""What SQLite says of a file that is whole, but not one that this program wrote."""

COMPANIONS = ("", "-wal", "-shm")
"""What SQLite adds to the file's name for the files that belong to it."""

PARTLY_FAILED = 0xFF
"""Of an extended result code of SQLite, the part that tells the kind of failure."""


class Database:
    """Safe to use from any thread; one of them writes at a time. Every error of its is a StoreError."""

    def __init__(self, path: Path) -> None:
        """Open the file, made anew where there is none, in its present form.

        Raises StoreError, of it StoreDamagedError for a file that is damaged or no database.
        """
        self.path = path
        self._writing = threading.Lock()
        self.written = threading.Event()
        """Set after each transaction that wrote."""
        with our_words(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            with closing(sqlite3.connect(path, isolation_level=None)) as connection:
                _look_through(connection, path)
            self._engine = create_engine(f"sqlite:///{path}", pool_size=READERS, max_overflow=0)
            event.listen(self._engine, "connect", _set_up)
            event.listen(self._engine, "begin", _begin)
        # Of two programs that start at once, one waits here and then finds the work done.
        with self.writing() as transaction:
            migrate(transaction)

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Give a transaction that may write; what was done is kept at its end, or nothing after an error."""
        # SQLite's own way to make writers wait is to let them try again after a while.
        with (
            our_words(self.path),
            self._writing,
            self._engine.connect().execution_options(writes=True) as connection,
            connection.begin(),
        ):
            yield connection
        self.written.set()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Give a transaction that reads; it sees the store as it was when it began and holds up no writer.

        A ValueError inside comes from what is kept there: a time or a message that is none.
        """
        with our_words(self.path), self._engine.connect() as connection:
            try:
                yield connection
            except ValueError as err:
                raise StoreDamagedError(f"{self.path}: damaged: what is kept cannot be read: {err}") from err

    def sync(self) -> None:
        """Bring what was committed onto the disk and into the file proper; holds up no writer."""
        with our_words(self.path), closing(self._engine.raw_connection()) as connection:
            # Passive: what a reader still needs stays in the log until the next time.
            connection.execute("PRAGMA wal_checkpoint(PASSIVE)")

    def close(self) -> None:
        """Close the file; what is in the write-ahead log goes into it when no other program has it open."""
        self._engine.dispose()


@contextmanager
def our_words(path: Path) -> Iterator[None]:
    """Turn whatever the database and the file system say inside into a StoreError."""
    try:
        yield
    except StoreError:
        raise
    except DBAPIError as err:
        raise _of_sqlite(err.orig, path) from err
    except sqlite3.Error as err:
        raise _of_sqlite(err, path) from err
    except SQLAlchemyError as err:
        raise StoreError(f"{path}: {err}") from err
    except OSError as err:
        raise StoreError(f"{path}: {err.strerror or err}") from err


def files_of(path: Path) -> tuple[Path, ...]:
    """Return the file of a store and those that SQLite keeps beside it, whether they are there or not."""
    return tuple(path.with_name(path.name + companion) for companion in COMPANIONS)


def put_aside(path: Path, now: datetime) -> Path:
    """Rename a damaged file with all that belongs to it, and return its new name. Raises StoreError."""
    kept = path.with_name(f"{path.name}.damaged-{now:%Y%m%d-%H%M%S}")
    try:
        for part, name in zip(files_of(path), files_of(kept), strict=True):
            if part.exists():
                part.rename(name)
    except OSError as err:
        raise StoreError(f"{path}: damaged, and cannot be put aside: {err.strerror or err}") from err
    return kept


def _look_through(connection: sqlite3.Connection, path: Path) -> None:
    """Make a new file a store, or look an old one through. Raises StoreError and sqlite3.Error."""
    connection.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT_MS}")
    (owner,) = connection.execute("PRAGMA application_id").fetchone()
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    if pages and owner != APPLICATION_ID:
        raise StoreError(f"{path}: the database of another program")
    if not pages:
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute("PRAGMA journal_mode = WAL")
    (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if found != "ok":
        raise StoreDamagedError(f"{path}: damaged: {found}")


def _set_up(connection: sqlite3.Connection, _: object) -> None:
    # Python begins transactions in its own way unless told not to; `_begin` does it.
    connection.isolation_level = None
    connection.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT_MS}")
    connection.execute("PRAGMA foreign_keys = ON")
    # With NORMAL a commit is a write into the log: no kill of the program takes it back. It took 0.2 ms in
    # the median (0.5 ms in the 99th percentile) beside a recording of 40 MB/s on the same disk. With FULL it
    # waits for the disk, 4 ms (46 ms, once 187 ms), which a camera's thread must not. What a power cut could
    # take back is kept small by `sync`; so no commit clears up the log on its way either.
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("PRAGMA wal_autocheckpoint = 0")


def _begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _of_sqlite(err: BaseException | None, path: Path) -> StoreError:
    code = err.sqlite_errorcode & PARTLY_FAILED if isinstance(err, sqlite3.Error) else 0
    match code:
        case sqlite3.SQLITE_FULL:
            return StoreFullError(f"{path}: no space is left on the disk")
        case sqlite3.SQLITE_NOTADB | sqlite3.SQLITE_CORRUPT:
            return StoreDamagedError(f"{path}: damaged: {err}")
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return StoreError(f"{path}: another program has been writing to it for too long")
        case _ if any(words in str(err) for words in MISSHAPEN):
            return StoreDamagedError(f"{path}: damaged: {err}")
        case _:
            return StoreError(f"{path}: {err}")
