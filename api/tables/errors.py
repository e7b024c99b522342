"""What is wrong with a table file, and the words for it: key, expected and found."""

import re
from collections.abc import Iterable, Mapping, Sequence

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


def key_and_text(problem: str) -> tuple[str, str]:
    """Return the key of a problem and what is said of it; a name within the key may have colons."""
    parts = re.match(r"(.*?): ((?:expected|unknown key)\b.*)", problem, re.DOTALL)
    assert parts is not None, problem
    return parts[1], parts[2]


# Parts of the location that name a branch of a union say nothing to the writer of the file.
_BRANCHES = ("constrained-", "literal[", "tuple[", "list[", "dict[", "function-")
# These may be names as well, so they count as branches at the end of an error of their own alone.
_PLAIN_BRANCHES = {("bool", "bool_type"), ("int", "int_type"), ("str", "string_type")}

_Place = tuple[object, ...]


def told_problems(entries: Iterable[Mapping[str, object]], form: type[BaseModel]) -> list[str]:
    """Return key, expected and found of all pydantic errors about a form, once for each place.

    Where a value may be of several kinds, pydantic tells an error of each. Together they say all that may
    stand there; one further inside the value is about the kind that was meant, and is told alone.
    """
    by_place: dict[_Place, list[Mapping[str, object]]] = {}
    for entry in entries:
        by_place.setdefault(_place(entry), []).append(entry)
    outer = {place[:length] for place in by_place for length in range(len(place))}
    return [_problem(place, told, form) for place, told in by_place.items() if place not in outer]


def _place(entry: Mapping[str, object]) -> _Place:
    location = entry["loc"]
    assert isinstance(location, tuple)
    # What is wrong with a name itself is told at its place.
    if location and (location[-1] == "[key]" or (location[-1], entry["type"]) in _PLAIN_BRANCHES):
        location = location[:-1]
    return tuple(part for part in location if not str(part).startswith(_BRANCHES))


def _problem(where: _Place, told: Sequence[Mapping[str, object]], form: type[BaseModel]) -> str:
    entry = told[0]
    key = ".".join(map(str, where)) or "the file"
    if entry["type"] == "missing":
        return f"{key}: expected a value, found nothing"
    if entry["type"] in ("extra_forbidden", "unexpected_keyword_argument"):
        return "; ".join(filter(None, (f"{key}: unknown key", expected_keys(form, where))))
    if entry["type"] == "value_error":
        context = entry["ctx"]
        assert isinstance(context, dict)
        return f"{key}.{context['error']}"
    expected = " or ".join(str(one["msg"]).removeprefix("Input should be ") for one in told)
    return f"{key}: expected {expected}, found {short(entry['input'])}"


def short(found: object) -> str:
    """Return a value as it was found, cut where it would fill the screen."""
    text = repr(found)
    return text if len(text) <= 80 else f"{text[:80]}..."
