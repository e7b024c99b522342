"""The command line, `meleecam`: names the commands and nothing else."""

import io
import sys

import typer

from api.commands.bench import bench
from api.commands.demo import demo
from api.commands.odds import odds
from api.commands.read import read
from api.commands.resolve import resolve
from api.commands.serve import serve

main = typer.Typer(
    name="meleecam",
    help="Reads real dice with a camera and resolves the melee of a tabletop game from them.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


@main.callback()
def print_anything() -> None:
    """Let no character that a terminal or pipe cannot show, as of a file's name, end a command."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


for command in (demo, serve, read, resolve, odds, bench):
    main.command()(command)

if __name__ == "__main__":
    main()
