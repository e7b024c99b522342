"""The command line, `meleecam`: names the commands and nothing else."""

import atexit
import gc
import io
import sys
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup
from typer.main import get_command

from api.standard_output import written_or_told

COMMANDS = (
    "demo",
    "serve",
    "read",
    "resolve",
    "calibrate",
    "odds",
    "matches",
    "export",
    "replay",
    "bench",
)
"""Names of the modules in `api.commands`, each with a function of that name, in the order of the help."""


class OneAtATime(TyperGroup):
    """Loads the command that is called and no other: a photograph is read without the rules in memory."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002 - as the group calls it
        """Return the names of all commands."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002 - as the group calls it
        """Return the command of this name, None where there is none."""
        if cmd_name not in COMMANDS:
            return None
        alone = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
        alone.command(cmd_name)(getattr(import_module(f"api.commands.{cmd_name}"), cmd_name))
        return get_command(alone)

    def main(self, *args: Any, **extra: Any) -> Any:
        """Run the command that is called, and see to it that nothing it printed is lost unnoticed."""
        with written_or_told():
            return super().main(*args, **extra)


main = typer.Typer(
    name="meleecam",
    cls=OneAtATime,
    help="Reads real dice with a camera and resolves the melee of a tabletop game from them.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def _tell_version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version  # takes longer to load than all else here

        print(f"meleecam {version('meleecam')}")
        raise typer.Exit


@main.callback()
def set_up(
    _: Annotated[
        bool,
        typer.Option(
            "--version", callback=_tell_version, is_eager=True, help="Print the version of the program."
        ),
    ] = False,
) -> None:
    """Prepare the process for whichever command runs in it."""
    # No character that a terminal or pipe cannot show, as of a file's name, ends a command.
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    # Else the interpreter looks for rings among all objects before it ends, for a tenth of a second.
    atexit.register(gc.freeze)


if __name__ == "__main__":
    main()
