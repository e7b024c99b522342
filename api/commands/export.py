"""`meleecam export`: a match with all that happened in it, as JSON or CSV."""

import io
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from api.commands.matches import MatchArgument, StoreOption
from api.whole_file import write_whole


def export(
    match: MatchArgument,
    as_csv: Annotated[
        bool,
        typer.Option("--csv/--json", help="lines for a spreadsheet, or one JSON object"),
    ] = False,
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="write to a file")] = None,
    store: StoreOption = None,
) -> None:
    """Print a match with all its messages."""
    from api.play.stored import NoMatchError, find_match, stored_matches
    from api.store import StoreError
    from api.wire.matches import csv_text, json_text

    try:
        kept = stored_matches(store)
        found = find_match(kept, match)
        messages = kept.all_messages(found.id)
        pieces = csv_text(messages) if as_csv else json_text(found, messages)
        if out is None:
            _print(pieces)
        else:
            _write(pieces, out, kept.files)
        kept.close()
    except (StoreError, NoMatchError, ValueError) as err:
        print(err, file=sys.stderr)
        raise typer.Exit(2) from err


def _print(pieces: Iterable[str]) -> None:
    """Print text as it is, line ends included, which differ between the forms."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", newline="")
    sys.stdout.writelines(pieces)


def _write(pieces: Iterable[str], out: Path, store: Iterable[Path]) -> None:
    """Write text to a file. Raises ValueError where that cannot be, or is one of the store's."""
    if os.path.realpath(out) in map(os.path.realpath, store):
        raise ValueError(f"{out}: expected another file than the store, whose matches it would replace")
    try:
        write_whole(out, pieces)
    except OSError as err:
        raise ValueError(f"{out}: {err.strerror or err}") from err
