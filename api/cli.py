"""The command line, `meleecam`: names the commands and nothing else."""

import importlib
import importlib.util

import typer

main = typer.Typer(
    name="meleecam",
    help="Reads real dice with a camera and resolves the melee of a tabletop game from them.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

for command in ("demo", "serve", "read", "resolve", "bench"):
    if importlib.util.find_spec(f"api.commands.{command}"):
        main.command(name=command)(getattr(importlib.import_module(f"api.commands.{command}"), command))

if __name__ == "__main__":
    main()
