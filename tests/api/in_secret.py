"""The example table, where both players decide on specials and on attack and defence in secret."""

from pathlib import Path

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
