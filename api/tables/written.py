"""Writes the table file of a table that was set up without one, whole or not at all."""

import logging
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

import tomli_w

from api.tables.errors import TableFileError
from api.tables.loading import load_table, table_of

log = logging.getLogger(__name__)

LONGEST_NAME = 60
"""Characters of a file's name."""


@contextmanager
def written_table(given: Mapping[str, object], folder: Path) -> Iterator[Path]:
    """Write the keys of a table as a file in a folder, made where there is none, and give the file.

    A table of the same title takes the place of the one before, which comes back when an error leaves this.
    Raises WrongTable, and OSError where nothing can be written.
    """
    file = folder / f"{_file_name(table_of(given).title)}.toml"
    new, before = file.with_name(f"{file.name}.new"), file.with_name(f"{file.name}.before")
    folder.mkdir(parents=True, exist_ok=True)
    try:
        new.write_text(tomli_w.dumps(given), encoding="utf-8")
    except OSError:
        new.unlink(missing_ok=True)
        raise
    with suppress(FileNotFoundError):
        file.replace(before)
    try:
        yield new.replace(file)
    except BaseException:
        file.unlink(missing_ok=True)
        with suppress(FileNotFoundError):
            before.replace(file)
        raise
    before.unlink(missing_ok=True)


def latest_table(folder: Path) -> Path | None:
    """Return the table of a folder that was written last and can be played, None where there is none."""
    files = sorted(folder.glob("*.toml"), key=lambda file: file.stat().st_mtime, reverse=True)
    return next(filter(_can_be_played, files), None)


def _can_be_played(file: Path) -> bool:
    try:
        load_table(file)
    except TableFileError as error:
        log.warning("a table set up on the page cannot be played and is passed over: %s", error)
        return False
    return True


def _file_name(title: str) -> str:
    """Return a title as a file name for any system: letters of any script stay, everything else is a dash."""
    return re.sub(r"[\W_]+", "-", title.casefold()).strip("-")[:LONGEST_NAME] or "table"
