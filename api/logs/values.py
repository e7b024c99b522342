"""What the log says of a message: plain values and lists of them, no pictures' worth of dice, no secrets."""

from collections.abc import Mapping

SECRET = ("choice", "skipped")
"""What of a hidden answer tells the decision; it is in the store alone (`api/wire/veil.py`)."""


def log_values(data: Mapping[str, object]) -> dict[str, object]:
    """Return the values of a message that fit into a line."""
    secret = SECRET if data.get("hidden") is True else ()
    return {name: value for name, value in data.items() if name not in secret and _is_short(value)}


def _is_short(value: object) -> bool:
    match value:
        case None | str() | int() | float():
            return True
        case list():
            return all(isinstance(entry, str | int | float) for entry in value)
        case dict():
            return value.get("hidden") is not True and all(_is_short(entry) for entry in value.values())
        case _:
            return False
