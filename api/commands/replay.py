"""`meleecam replay`: a stored match played again on the pages, or checked against the rules."""

import sys
import threading
from typing import TYPE_CHECKING, Annotated

import typer

from api.commands.matches import MatchArgument, StoreOption

if TYPE_CHECKING:
    from api.store import Match, Store
    from api.tables import TableFile


def replay(
    match: MatchArgument,
    check: Annotated[
        bool,
        typer.Option("--check", help="show nothing; exit status 1 where the rules tell other events now"),
    ] = False,
    fast: Annotated[bool, typer.Option("--fast", help="do not wait as the players did")] = False,
    port: Annotated[
        int | None, typer.Option("--port", min=1, max=65535, help="port of the pages  [default: 8040]")
    ] = None,
    store: StoreOption = None,
) -> None:
    """Play a stored match again on its pages, at its own pace."""
    from api.play.kept_match import kept_table
    from api.play.stored import NoMatchError, find_match, stored_matches
    from api.store import StoreError
    from api.tables import TableFileError

    try:
        kept = stored_matches(store)
        found = find_match(kept, match)
        setup = kept_table(found)
    except (StoreError, NoMatchError, TableFileError, ValueError) as err:
        print(err, file=sys.stderr)
        raise typer.Exit(2) from err
    if check:
        _check(kept, found, setup)
    else:
        _serve(kept, found, setup, port, fast=fast)


def _check(kept: "Store", match: "Match", setup: "TableFile") -> None:
    from api.play.kept_match import kept_messages
    from api.play.rerun import first_difference

    try:
        found = first_difference(setup, kept_messages(kept, match))
    except ValueError as err:
        print(f"match {match.id}: the rules refuse it now: {err}")
        raise typer.Exit(1) from err
    if found is not None:
        print(f"match {match.id}: {found}")
        raise typer.Exit(1)
    print(f"match {match.id}: the rules tell the same, {match.messages} messages")


def _serve(kept: "Store", match: "Match", setup: "TableFile", port: int | None, *, fast: bool) -> None:
    from api.opening import UnreadyError, ready_settings
    from api.play.kept_match import kept_messages
    from api.play.replaying import open_replay, play
    from api.web.serving import PortError, free_listener, serve_pages

    try:
        settings = ready_settings()
        services = open_replay(settings, setup, kept, match.id)
    except UnreadyError as err:
        print(err, file=sys.stderr)
        raise typer.Exit(2) from err
    messages = kept_messages(kept, match)
    telling = threading.Thread(target=play, args=(services, setup, messages), kwargs={"fast": fast})
    telling.start()
    try:
        with free_listener(port or settings.port, settings.host) as listener:
            serve_pages(services, listener)
    except PortError as err:
        print(err, file=sys.stderr)
        raise typer.Exit(2) from err
    finally:
        services.stop()
        telling.join()
        kept.close()
