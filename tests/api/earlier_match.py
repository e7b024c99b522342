"""A match as an earlier version kept it: its title, a unit's name and a client's hold control characters."""

import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

from api.compose import Services, compose
from api.play.record import SetUp, open_record
from api.settings import Settings
from api.tables import load_table, table_text
from resolver.procedure import Choice, Throw
from tests.api.drawn import PRESET, Scenes, SquareReader
from tests.resolver.exchanges import any_answer

YARD = PRESET.with_name("blightmeer_mill_yard.toml")

ESCAPE, CONTROL, HALF = "ж", "й", "ы"
"""Stand in for \\x1b, \\x9b, which begins a control sequence as well, and half a character."""

NAME = f"Sk{ESCAPE}el{CONTROL}d"
"""Of a unit, with stand-ins."""

KEPT_NAME, PLAIN_NAME = "Sk\x1bel\x9bd", "Sk�el�d"
"""The same as it is kept, and as it is shown."""


def earlier_store(folder: Path) -> Path:
    """Return a store with a melee phase of the mill yard, whose last answer was taken back once."""
    text = YARD.read_text(encoding="utf-8").replace("units.Skeld", f'units."{NAME}"')
    text = text.replace('"Skeld"', f'"{NAME}"').replace("The mill", f"The{ESCAPE}[2J mill")
    table, file = folder / "yard.toml", folder / "matches.db"
    table.write_text(text, encoding="utf-8")
    record = open_record(Settings(), SetUp(table, table_text(table), load_table(table)), file, fresh=True)
    services = compose(Settings(), load_table(table), Scenes(), SquareReader(), record=record)
    _play(services)
    record.close(over=True)
    # What is written to the file is the text of JSON and TOML: there it names characters by their numbers.
    with closing(sqlite3.connect(file)) as connection:
        for stands_in, kept in ((ESCAPE, r"\u001b"), (CONTROL, r"\u009b"), (HALF, r"\ud83c")):
            connection.execute(
                "UPDATE messages SET data = replace(data, ?, ?)", (f"\\u{ord(stands_in):04x}", kept)
            )
        connection.execute("UPDATE matches SET table_text = replace(table_text, ?, ?)", (ESCAPE, r"\u001b"))
        connection.execute("UPDATE matches SET table_text = replace(table_text, ?, ?)", (CONTROL, "\x9b"))
        connection.execute("UPDATE matches SET title = replace(title, ?, ?)", (ESCAPE, "\x1b"))
        connection.commit()
    return file


def _play(services: Services) -> None:
    referee, chance = services.referee, Random(7)
    while (asked := referee.table.progress.waiting_for) is not None:
        assert isinstance(asked, Throw | Choice)
        referee.answer(any_answer(asked, chance), by=f"Tove{HALF}")
    referee.undo(len(referee.table.played) - 1, f"Tove{HALF}")
    asked = referee.table.progress.waiting_for
    assert isinstance(asked, Throw | Choice)
    referee.answer(any_answer(asked, chance))
