"""What is wrong with a table file, and the words for it: key, expected and found."""

from collections.abc import Mapping, Sequence

from pydantic import BaseModel

from api.tables.known_keys import expected_keys


class TableFileError(ValueError):
    """A table file that cannot be used; the message states file, key, expected and found."""


class WrongKey(ValueError):  # noqa: N818  (named by what is wrong)
    """A key whose value does not fit the rest of the file; the message states key, expected and found."""


class WrongTable(ValueError):  # noqa: N818  (like WrongKey)
    """Everything that is wrong with a table; each of `problems` begins with its key."""

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__("; ".join(problems))
        self.problems = tuple(problems)


# Parts of the location that name a branch of a union say nothing to the writer of the file.
_BRANCHES = ("constrained-", "literal[", "tuple[", "list[", "dict[", "function-")


def problem(entry: Mapping[str, object], form: type[BaseModel]) -> str:
    """Return key, expected and found of one pydantic error about a form."""
    location = entry["loc"]
    assert isinstance(location, tuple)
    where = [part for part in location if not str(part).startswith(_BRANCHES)]
    key = ".".join(map(str, where)) or "the file"
    if entry["type"] == "missing":
        return f"{key}: expected a value, found nothing"
    if entry["type"] in ("extra_forbidden", "unexpected_keyword_argument"):
        return "; ".join(filter(None, (f"{key}: unknown key", expected_keys(form, where))))
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
