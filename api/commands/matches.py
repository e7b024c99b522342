"""`meleecam matches`: what has been played on this computer."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from api.one_line import one_line

if TYPE_CHECKING:  # loads the database, which no other command waits for
    from api.store import Match

StoreOption = Annotated[
    Path | None,
    typer.Option("--store", metavar="FILE", help="file in which matches are kept  [default: this user's]"),
]

MatchArgument = Annotated[
    str,
    typer.Argument(metavar="MATCH", help="its id as `matches` lists it, the beginning of it, or last"),
]


def matches(
    store: StoreOption = None,
    json_lines: Annotated[bool, typer.Option("--json", help="print one JSON object a line")] = False,
) -> None:
    """List the matches that are kept, the latest first."""
    from api.play.stored import stored_matches
    from api.store import StoreError
    from api.wire.matches import match_out

    try:
        kept = stored_matches(store)
        found = kept.matches()
        kept.close()
    except (StoreError, ValueError) as err:
        print(err, file=sys.stderr)
        raise typer.Exit(2) from err
    if json_lines:
        for match in found:
            print(json.dumps(match_out(match)))
    else:
        Console().print(_listed(found))


def _listed(found: "Sequence[Match]") -> Table:
    table = Table("match", "begun", "over", "system", "title", "messages", box=None, header_style="bold")
    for match in found:
        table.add_row(
            match.id,
            f"{match.started.astimezone():%Y-%m-%d %H:%M}",
            "" if match.ended is None else f"{match.ended.astimezone():%H:%M}",
            match.system,
            # Whoever named the table wrote no markup, and nothing that steers a terminal.
            Text(one_line(match.title)),
            str(match.messages),
        )
    return table
