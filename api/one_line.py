"""Texts of others, such as names of files, shown so that they do nothing to a terminal."""


def one_line(text: str) -> str:
    """Return a text with line breaks and other controls made visible, as `\\n` and `\\x1b`."""
    return "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in text)
