"""What the log says of a message: plain values and lists of them, no pictures' worth of dice."""

from collections.abc import Mapping


def log_values(data: Mapping[str, object]) -> dict[str, object]:
    """Return the values of a message that fit into a line."""
    return {name: value for name, value in data.items() if _is_short(value)}


def _is_short(value: object) -> bool:
    match value:
        case None | str() | int() | float():
            return True
        case list():
            return all(isinstance(entry, str | int | float) for entry in value)
        case dict():
            return all(_is_short(entry) for entry in value.values())
        case _:
            return False
