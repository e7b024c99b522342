"""Writes the table file of a table that was set up without one."""

import re
from collections.abc import Mapping
from pathlib import Path

import tomli_w

from api.tables.loading import table_of

LONGEST_NAME = 60
"""Characters of a file's name."""


def write_table(given: Mapping[str, object], folder: Path) -> Path:
    """Write the keys of a table as a file in a folder, made where there is none, and return it.

    A table of the same title takes the place of the one before. Raises WrongTable, and OSError where
    nothing can be written.
    """
    table = table_of(given)
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{_file_name(table.title)}.toml"
    file.write_text(tomli_w.dumps(given), encoding="utf-8")
    return file


def latest_table(folder: Path) -> Path | None:
    """Return the table of a folder that was written last, None where there is none."""
    return max(folder.glob("*.toml"), key=lambda file: file.stat().st_mtime, default=None)


def _file_name(title: str) -> str:
    """Return a title as a file name for any system: letters of any script stay, everything else is a dash."""
    return re.sub(r"[\W_]+", "-", title.casefold()).strip("-")[:LONGEST_NAME] or "table"
