"""`meleecam export`: a match with all that happened in it, as JSON or CSV."""

import io
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from api.commands.matches import MatchArgument, StoreOption


def export(
    match: MatchArgument,
    as_csv: Annotated[
        bool,
        typer.Option("--csv/--json", help="lines for a spreadsheet, or one JSON object  [default: json]"),
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
        _write(csv_text(messages) if as_csv else json_text(found, messages), out)
        kept.close()
    except (StoreError, NoMatchError, ValueError) as err:
        print(err, file=sys.stderr)
        raise typer.Exit(2) from err


def _write(pieces: Iterable[str], out: Path | None) -> None:
    """Write text as it is, line ends included, which differ between the forms."""
    if out is None:
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(encoding="utf-8", newline="")
        sys.stdout.writelines(pieces)
        return
    try:
        with out.open("w", encoding="utf-8", newline="") as file:
            file.writelines(pieces)
    except OSError as err:
        raise ValueError(f"{out}: {err.strerror or err}") from err
