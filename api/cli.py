"""The command line, `meleecam`: names the commands and nothing else."""

import typer

from api.commands.bench import bench
from api.commands.demo import demo
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

for command in (demo, serve, read, resolve, bench):
    main.command()(command)

if __name__ == "__main__":
    main()
