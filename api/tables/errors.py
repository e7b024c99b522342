"""What is wrong with a table file, and the words for it: key, expected and found."""

from collections.abc import Mapping


class TableFileError(ValueError):
    """A table file that cannot be used; the message states file, key, expected and found."""


class WrongKey(ValueError):  # noqa: N818  (named by what is wrong)
    """A key whose value does not fit the rest of the file; the message states key, expected and found."""


# Parts of the location that name a branch of a union say nothing to the writer of the file.
_BRANCHES = ("constrained-", "literal[", "tuple[", "list[", "dict[", "function-")


def problem(entry: Mapping[str, object]) -> str:
    """Return key, expected and found of one pydantic error."""
    where = entry["loc"]
    assert isinstance(where, tuple)
    key = ".".join(str(part) for part in where if not str(part).startswith(_BRANCHES)) or "the file"
    if entry["type"] == "missing":
        return f"{key}: expected a value, found nothing"
    if entry["type"] in ("extra_forbidden", "unexpected_keyword_argument"):
        return f"{key}: unknown key"
    if entry["type"] == "value_error":
        context = entry["ctx"]
        assert isinstance(context, dict)
        return f"{key}.{context['error']}"
    expected = str(entry["msg"]).removeprefix("Input should be ")
    return f"{key}: expected {expected}, found {short(entry['input'])}"


def one_line(text: str) -> str:
    """Return a message with line breaks and other controls of the file's texts made visible."""
    return "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in text)


def short(found: object) -> str:
    """Return a value as it was found, cut where it would fill the screen."""
    text = repr(found)
    return text if len(text) <= 80 else f"{text[:80]}..."
