"""Table files with something wrong in them, drawn at random out of a right one."""

import copy
import json
from collections.abc import Iterator
from random import Random
from typing import Any

ABSURD: tuple[Any, ...] = (
    10**9,
    -(10**9),
    200,
    -1,
    0,
    1.5,
    float("inf"),
    True,
    "",
    "x",
    "none",
    "\n",
    "x" * 5000,
    [],
    [[]],
    ["x", "x"],
    [1] * 200,
    {},
    {"x": {}},
    {"x": {"x": 1}},
)
"""Values that stand in few places of a table file or in none."""


def as_toml(table: dict[str, Any]) -> str:
    """Return a table as TOML, everything inside it written in one line."""
    return "".join(f"{json.dumps(key)} = {_value(value)}\n" for key, value in table.items())


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {_value(entry)}" for key, entry in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_value(entry) for entry in value) + "]"
    return "inf" if value == float("inf") else json.dumps(value)


def mangled(table: dict[str, Any], chance: Random, ways: tuple[str, ...]) -> dict[str, Any]:
    """Return the table with one thing changed: "replace" a value, "add" an unknown key or "drop" a key."""
    made = copy.deepcopy(table)
    way = chance.choice(ways)
    if way == "add":
        chance.choice([made, *(part for _, _, part in _places(made) if isinstance(part, dict))])["xyzzy"] = 1
        return made
    holder, key, _ = chance.choice(list(_places(made)))
    if way == "drop":
        del holder[key]
    else:
        holder[key] = copy.deepcopy(chance.choice(ABSURD))
    return made


def _places(part: Any) -> Iterator[tuple[Any, Any, Any]]:
    """Yield what holds a value, under which key or index, and the value, however deep."""
    entries = part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ()
    for key, value in entries:
        yield part, key, value
        yield from _places(value)
