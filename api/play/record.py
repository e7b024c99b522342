"""The match that is played and the store that keeps it: a match gone on with, or a new one."""

import tomllib
from dataclasses import dataclass
from pathlib import Path

from api.play.stored import default_store
from api.settings import Settings
from api.store import Bounds, Match, Play, Store, open_store
from api.tables import TableFile


class MatchError(ValueError):
    """A match whose messages lead to no table, as after a change of the rules."""


@dataclass(frozen=True, slots=True)
class Record:
    """Open until it is closed. `told` is what players must hear of its opening, whole sentences.

    `put_aside` is the name under which a damaged store is kept now.
    """

    store: Store
    play: Play
    told: tuple[str, ...] = ()
    put_aside: str | None = None

    def close(self, *, over: bool) -> None:
        """Close the store; a match that is over is not gone on with at the next start. Raises StoreError."""
        try:
            self.play.close()
            if over:
                self.store.end(self.play.match_id)
        finally:
            self.store.close()


@dataclass(frozen=True, slots=True)
class SetUp:
    """A table file, what was read in it, and the table that it describes."""

    file: Path
    text: str
    table: TableFile


def open_record(settings: Settings, setup: SetUp, file: Path | None = None, *, fresh: bool) -> Record:
    """Open the match that was played last with this table file, unless it is over, or begin one.

    The store is `file`, the one set, or this user's. A `fresh` match is begun in any case. Raises StoreError.
    """
    path = (file or settings.store or default_store()).absolute()
    store, kept = open_store(path)
    told = []
    if kept is not None:
        told.append(f"The store {path} was damaged: it is kept as {kept.name}, and a fresh one begun.")
    try:
        found = None if fresh else _unfinished(store, setup, told)
        bounds = Bounds(settings.crops, settings.crops_max_bytes)
        if found is None:
            name = str(setup.file.absolute())
            play = store.begin(name, setup.text, setup.table.title, setup.table.system, bounds)
        else:
            play = store.go_on(found.id, bounds)
            told.append(
                f"Going on with match {found.id} of {found.started.astimezone():%Y-%m-%d %H:%M}, "
                f"{found.messages} messages so far; --new begins another."
            )
    except BaseException:
        store.close()
        raise
    return Record(store, play, tuple(told), None if kept is None else kept.name)


def _unfinished(store: Store, setup: SetUp, told: list[str]) -> Match | None:
    """Return the last match of this table, None when it is over or the table is not what it was then."""
    of_file = [one for one in store.matches() if one.table_file == str(setup.file.absolute())]
    alike = [one for one in of_file if _says_the_same(one.table_text, setup.text)]
    if of_file and of_file[0].ended is None and of_file[0] not in alike:
        told.append(
            f"{setup.file} has changed since match {of_file[0].id}, so that another one begins; "
            "with the file as it was, the former is gone on with."
        )
    return alike[0] if alike and alike[0].ended is None else None


def _says_the_same(kept: str, text: str) -> bool:
    """Say whether two table files say the same; one that can be read no more says nothing."""
    try:
        return tomllib.loads(kept) == tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return False
