"""What no text that people write may hold: characters that steer a terminal, and halves of characters."""

import re

PLAIN = r"^[^\x00-\x1f\x7f-\x9f]*$"
"""The same as a pattern for descriptions of forms; halves of characters cannot be written there."""

_STEERING = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]")


def plain(text: str) -> str:
    """Return a text as it is. Raises ValueError where a character of it is none to be read."""
    found = _STEERING.search(text)
    if found is not None:
        raise ValueError(f"expected a text without control characters, found {found[0]!r}")
    return text
