"""All matches of a store: which there are, and what is kept of each."""

import secrets
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from sqlalchemy import func, insert, select, update
from sqlalchemy.orm import Session

from api.play.hub import Message, utc_now
from api.store.claim import Claim
from api.store.contents import look_through
from api.store.crops import Bounds, CropKeeper
from api.store.database import Database, files_of, put_aside
from api.store.errors import StoreDamagedError
from api.store.match_log import MatchLog, messages_after
from api.store.play import Play
from api.store.reserve import Reserve
from api.store.schema import StoredCrop, StoredMatch, StoredMessage
from api.store.syncing import Syncing

BATCH = 500
"""Messages read from the disk at a time."""


@dataclass(frozen=True, slots=True)
class Match:
    """What is known of a match besides its messages; times in UTC, `ended` None until it is over."""

    id: str
    table_file: str
    table_text: str
    title: str
    system: str
    started: datetime
    ended: datetime | None
    messages: int


class Store:
    """Safe to use from any thread. Every method raises StoreError when the file cannot be read or written."""

    def __init__(self, path: Path, clock: Callable[[], datetime] = utc_now) -> None:
        """Open the store in a file, made anew where there is none. Raises StoreDamagedError as well."""
        self._database = Database(path)
        try:
            look_through(self._database)
        except BaseException:
            self._database.close()
            raise
        self._clock = clock

    @property
    def files(self) -> tuple[Path, ...]:
        """The store's own file, and those that are kept beside it while it is open."""
        return files_of(self._database.path)

    def matches(self) -> Sequence[Match]:
        """Return all matches, the latest first."""
        numbers = select(StoredMessage.match_id, func.count().label("count")).group_by(StoredMessage.match_id)
        counted = numbers.subquery()
        asked = (
            select(StoredMatch, func.coalesce(counted.c.count, 0))
            .outerjoin(counted, counted.c.match_id == StoredMatch.id)
            .order_by(StoredMatch.started.desc(), StoredMatch.id)
        )
        with self._database.reading() as connection:
            return tuple(_match(row, count) for row, count in Session(connection).execute(asked))

    def match(self, match_id: str) -> Match | None:
        """Return a match, None when there is no such one."""
        return next((match for match in self.matches() if match.id == match_id), None)

    def messages(self, match_id: str, after: int, most: int) -> Sequence[Message]:
        """Return the first messages of a match later than number `after`, `most` of them at the most."""
        return messages_after(self._database, match_id, after, most)

    def all_messages(self, match_id: str) -> Iterator[Message]:
        """Yield all messages of a match in their order."""
        seq = 0
        while batch := self.messages(match_id, seq, BATCH):
            yield from batch
            seq = batch[-1].seq

    def crop(self, match_id: str, picture: int, die: int) -> bytes | None:
        """Return a JPEG of a die in a reading of this picture, None when none is kept, or no more."""
        asked = select(StoredCrop.jpeg).where(
            StoredCrop.match_id == match_id, StoredCrop.picture == picture, StoredCrop.die == die
        )
        with self._database.reading() as connection:
            found: bytes | None = connection.execute(asked).scalar()
            return found

    def begin(self, table_file: str, table_text: str, title: str, system: str, bounds: Bounds) -> Play:
        """Begin a match."""
        match_id = secrets.token_hex(4)
        with self._database.writing() as connection:
            connection.execute(
                insert(StoredMatch).values(
                    id=match_id,
                    table_file=table_file,
                    table_text=table_text,
                    title=title,
                    system=system,
                    started=self._clock(),
                )
            )
        return self.go_on(match_id, bounds)

    def go_on(self, match_id: str, bounds: Bounds) -> Play:
        """Go on with a match. Raises StoreTakenError while another program plays it."""
        claim = Claim(self._database.path, match_id)
        reserve = Reserve(self._database.path.with_name(f"{self._database.path.name}.reserve"))
        log = MatchLog(self._database, match_id, reserve)
        crops = CropKeeper(self._database, match_id, bounds, reserve)
        return Play(match_id, log, crops, claim, Syncing(self._database))

    def end(self, match_id: str) -> None:
        """Remember that a match is over, so that the next start begins another one."""
        over = update(StoredMatch).where(StoredMatch.id == match_id).values(ended=self._clock())
        with self._database.writing() as connection:
            connection.execute(over)

    def close(self) -> None:
        """Close the file."""
        self._database.close()


def _match(row: StoredMatch, messages: int) -> Match:
    return Match(
        row.id, row.table_file, row.table_text, row.title, row.system, row.started, row.ended, messages
    )


def open_store(path: Path, clock: Callable[[], datetime] = utc_now) -> tuple[Store, Path | None]:
    """Return the store in a file, and where a damaged one that lay there is kept now. Raises StoreError."""
    try:
        return Store(path, clock), None
    except StoreDamagedError:
        kept = put_aside(path, clock())
        return Store(path, clock), kept
