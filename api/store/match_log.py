"""The messages of one match: the hub's journal, in the store."""

import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from sqlalchemy import func, insert, select
from sqlalchemy.orm import Session

from api.play.hub import Message
from api.store.database import Database
from api.store.errors import StoreFullError
from api.store.reserve import Reserve
from api.store.schema import StoredMessage

log = logging.getLogger(__name__)

LOW = "The disk is full. There is room for some more rolls, but none for pictures of dice."
AGAIN = "The disk has room again."

BATCH = 100
"""Rows that are read at a time where many may be asked for."""


class MatchLog:
    """Safe to use from any thread; one of them appends at a time."""

    def __init__(self, database: Database, match_id: str, reserve: Reserve) -> None:
        self._match_id = match_id
        self._database = database
        self._reserve = reserve
        self._told_low = False

    def append(self, messages: Sequence[Message]) -> Sequence[Message]:
        """Keep messages in one transaction, where no kill loses them once it returns, and return them.

        When the disk is full the reserve is given up, and when there is room again it is kept again; a
        message after the others says so, `store_low` or `store_back`. Raises StoreError, and StoreFullError
        once the reserve is used up; nothing is kept then.
        """
        self._reserve.keep()
        try:
            return self._insert(messages)
        except StoreFullError:
            if not self._reserve.give_up():
                raise
            return self._insert(messages)

    def after(self, seq: int, most: int) -> Sequence[Message]:
        """Return the first messages later than number `seq`, `most` at the most. Raises StoreError."""
        return messages_after(self._database, self._match_id, seq, most)

    def of_types(self, types: Sequence[str]) -> Iterator[Message]:
        """Yield all messages of these types in their order. Raises StoreError."""
        asked = (
            select(StoredMessage)
            .where(StoredMessage.match_id == self._match_id, StoredMessage.type.in_(types))
            .order_by(StoredMessage.seq)
        )
        with self._database.reading() as connection:
            yield from map(message_of, Session(connection).scalars(asked.execution_options(yield_per=BATCH)))

    def last_picture(self) -> int:
        """Return the number of the last picture that a reading was made from, 0 before the first."""
        number = StoredMessage.data["picture"].as_integer()
        asked = select(func.max(number)).where(
            StoredMessage.match_id == self._match_id, StoredMessage.type == "reading"
        )
        with self._database.reading() as connection:
            return connection.execute(asked).scalar() or 0

    def last_seq(self) -> int:
        """Return the number of the latest message, 0 before the first. Raises StoreError."""
        asked = select(func.max(StoredMessage.seq)).where(StoredMessage.match_id == self._match_id)
        with self._database.reading() as connection:
            return connection.execute(asked).scalar() or 0

    def _insert(self, messages: Sequence[Message]) -> Sequence[Message]:
        is_low = not self._reserve.is_kept
        if is_low != self._told_low:
            type_, text = ("store_low", LOW) if is_low else ("store_back", AGAIN)
            log.warning(text)
            last = messages[-1]
            messages = (*messages, replace(last, seq=last.seq + 1, type=type_, data={"text": text}))
        with self._database.writing() as connection:
            connection.execute(insert(StoredMessage), [_row(message) for message in messages])
        self._told_low = is_low
        return messages


def messages_after(database: Database, match_id: str, seq: int, most: int) -> Sequence[Message]:
    """Return the first messages of a match later than number `seq`. Raises StoreError."""
    asked = (
        select(StoredMessage)
        .where(StoredMessage.match_id == match_id, StoredMessage.seq > seq)
        .order_by(StoredMessage.seq)
        .limit(most)
    )
    with database.reading() as connection:
        return tuple(map(message_of, Session(connection).scalars(asked)))


def message_of(row: StoredMessage) -> Message:
    """Return the message that is kept. Raises ValueError for one that tells nothing."""
    if not isinstance(row.data, dict):
        raise ValueError(f"message {row.seq} of match {row.match_id}: expected an object, found {row.data!r}")
    return Message(row.match_id, row.seq, row.type, row.data, row.at, row.version)


def _row(message: Message) -> Mapping[str, object]:
    return {
        "match_id": message.table,
        "seq": message.seq,
        "type": message.type,
        "version": message.version,
        "at": message.at,
        "data": dict(message.data),
    }
