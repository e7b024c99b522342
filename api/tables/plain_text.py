"""What no text that people write may hold: characters that steer a terminal, and halves of characters."""

import json
import re
from collections.abc import Mapping

PLAIN = r"^[^\x00-\x1f\x7f-\x9f]*$"
"""The same as a pattern for descriptions of forms; halves of characters cannot be written there."""

_STEERING = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]")


def plain(text: str) -> str:
    """Return a text as it is. Raises ValueError where a character of it is none to be read."""
    found = _STEERING.search(text)
    if found is not None:
        raise ValueError(f"expected a text without control characters, found {found[0]!r}")
    return text


def made_plain(text: str) -> str:
    """Return a text that `plain` takes, of as many characters: a space for one, or � where it was none."""
    return _STEERING.sub(lambda found: " " if found[0].isspace() else "�", text)


def made_plain_throughout(value: object) -> object:
    """Return a value of TOML or JSON with all texts in it made plain, names of keys as well."""
    match value:
        case str():
            return made_plain(value)
        case Mapping():
            return {made_plain(str(key)): made_plain_throughout(one) for key, one in value.items()}
        case list():
            return [made_plain_throughout(one) for one in value]
        case _:
            return value


def plain_json(value: object) -> str:
    """Return a value as JSON that names such characters by number: read again, it is the same value."""
    text = json.dumps(value, ensure_ascii=False)
    return _STEERING.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
