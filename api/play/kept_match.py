"""A match of the store as it can be played again.

Earlier versions took texts that are refused now. They are made plain in its table and its messages alike, so
that names in the one are still those in the others.
"""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from api.play.hub import Message
from api.store import Match, Store
from api.tables import TableFile, kept_table_in
from api.tables.plain_text import made_plain, made_plain_throughout


def kept_table(match: Match) -> TableFile:
    """Return the table of a match. Raises TableFileError where table files of today may not be so."""
    return kept_table_in(match.table_text, Path(match.table_file))


def kept_messages(kept: Store, match: Match) -> Iterator[Message]:
    """Return all messages of a match in their order. Raises StoreError."""
    return map(plain_message, kept.all_messages(match.id))


def plain_message(message: Message) -> Message:
    """Return a message of the store with all its texts made plain."""
    data = made_plain_throughout(message.data)
    assert isinstance(data, dict)
    return replace(message, data=data)


def plain_title(match: Match) -> str:
    """Return what a match is called on pages."""
    return made_plain(match.title)
