"""The example table, where both players decide on specials and on attack and defence in secret."""

from pathlib import Path

from api.play.referee import Referee
from resolver.dice import Roll
from resolver.procedure import Choice, Throw, is_secret
from tests.api.drawn import PRESET

SPECIAL = "Sidestep Defence"


def secret_table(folder: Path) -> Path:
    """Return a table file on which Chiyo decides on a special, then both on their allocation."""
    text = PRESET.read_text(encoding="utf-8")
    text = text.replace(f'special = "{SPECIAL}"\n', "")
    text = text.replace("\n[players.Aya]", '\nallocation = "ask"\n\n[players.Aya]', 1)
    file = folder / "secret.toml"
    file.write_text(text, encoding="utf-8")
    return file


def play_to_next_secret(referee: Referee) -> None:
    """Play an exchange with its rolls, and go on to the first secret decision of the next."""
    referee.go_on()
    while (table := referee.table).exchange == 0 or not is_secret(table.progress.waiting_for):
        asked = table.progress.waiting_for
        assert asked is not None
        referee.answer(asked.options[0] if isinstance(asked, Choice) else _threes(asked))


def _threes(throw: Throw) -> Roll:
    first, *_ = throw.dice
    return Roll.of({first.group: [3] * throw.total})
