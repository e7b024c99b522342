"""Writes TABLES.md, the reference of the table file, out of the forms: `python -m api.tables.reference`."""

import inspect
import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum

from pydantic import JsonValue

from api.tables.form import Form
from api.tables.forms import ALL
from api.tables.switches import is_switch

Schema = Mapping[str, JsonValue]

_HEAD = """# The table file

A table file says who fights whom, by which rules and with which dice.
It is TOML.
`meleecam resolve TABLE.toml` plays it with dice typed in.
`meleecam serve --table TABLE.toml` plays it before a camera.
What is wrong in it is told with file, key, expected and found, before anything is thrown.
A key whose third column says "required" must be there, the others may be left out.
NAME stands for a name of your own.

This page is written out of the forms in `api/tables` by `python -m api.tables.reference`.
"""


def reference() -> str:
    """Return the reference of the table file, Markdown, one section a system."""
    return _HEAD + "".join(_section(form) for form in ALL)


def _section(form: type[Form]) -> str:
    schema = form.model_json_schema()
    lines = ["", f"## {', '.join(f'`{system}`' for system in form.editions)}", ""]
    lines += [*_paragraph(schema), f"`api/presets/{form.preset}` runs as it is.", ""]
    lines += _table(schema, schema)
    for path, part in _parts(schema):
        lines += ["", f"### `[{path}]`", "", *_paragraph(part), ""]
        lines += _table(part, schema)
    switches = list(_switches(form))
    if switches:
        lines += ["", "### `[settings]`", "", "What the rules leave open, with its default.", ""]
        lines += ["| key | value | left out | meaning |", "| --- | --- | --- | --- |"]
        lines += switches
    return "\n".join(lines) + "\n"


def _table(part: Schema, schema: Schema) -> Iterator[str]:
    required = part.get("required", [])
    assert isinstance(required, list)
    entries = _properties(part)
    if not any(_sentences(entry) for entry in entries.values()):
        yield from _by_value(entries, schema)
        return
    yield "| key | value | left out | meaning |"
    yield "| --- | --- | --- | --- |"
    for key, entry in entries.items():
        default = "required" if key in required else _default(entry.get("default"))
        meaning = _sentences(entry)
        yield f"| `{key}` | {_value(entry, schema)} | {default} | {meaning} |"


def _by_value(entries: Mapping[str, Schema], schema: Schema) -> Iterator[str]:
    """Yield keys that their table describes together: a line for each kind of value."""
    keys: dict[str, list[str]] = {}
    for key, entry in entries.items():
        keys.setdefault(_value(entry, schema), []).append(f"`{key}`")
    for value, names in keys.items():
        yield f"* {value}: {', '.join(names)}"


def _properties(part: Schema) -> Mapping[str, Schema]:
    properties = part["properties"]
    assert isinstance(properties, dict)
    return {key: entry for key, entry in properties.items() if isinstance(entry, dict)}


def _parts(schema: Schema) -> Iterator[tuple[str, Schema]]:
    """Yield every table within the file by the first place where it stands, outer ones first."""
    seen: set[str] = set()
    waiting: list[tuple[str, Schema]] = [("", schema)]
    while waiting:
        path, part = waiting.pop(0)
        for key, entry in _properties(part).items():
            for name, keyed in _references(entry):
                target = _definition(name, schema)
                if name in seen or "properties" not in target:
                    continue
                seen.add(name)
                place = ".".join(filter(None, (path, key, "NAME" if keyed else "")))
                waiting.append((place, target))
                yield place, target


def _references(entry: Schema, keyed: bool = False) -> Iterator[tuple[str, bool]]:
    """Yield the definitions that a value refers to, and whether a name of the writer's leads to them."""
    if isinstance(entry.get("$ref"), str):
        yield str(entry["$ref"]).rpartition("/")[2], keyed
    more = entry.get("anyOf", [])
    assert isinstance(more, list)
    inner = entry.get("additionalProperties")
    for option in (*more, entry.get("items")):
        if isinstance(option, dict):
            yield from _references(option, keyed)
    if isinstance(inner, dict):
        yield from _references(inner, True)


def _definition(name: str, schema: Schema) -> Schema:
    definitions = schema["$defs"]
    assert isinstance(definitions, dict)
    definition = definitions[name]
    assert isinstance(definition, dict)
    return definition


def _value(entry: Schema, schema: Schema) -> str:
    """Return what may stand there, in words."""
    if isinstance(entry.get("$ref"), str):
        definition = _definition(str(entry["$ref"]).rpartition("/")[2], schema)
        return "a table" if "properties" in definition else _value(definition, schema)
    if "const" in entry:
        return _default(entry["const"])
    options = entry.get("enum", entry.get("anyOf"))
    if isinstance(options, list):
        words = [
            _value(option, schema) if isinstance(option, dict) else _default(option)
            for option in options
            if option != {"type": "null"}
        ]
        return ", ".join(words[:-1]) + f" or {words[-1]}" if len(words) > 1 else words[0]
    match entry.get("type"):
        case "boolean":
            return "true or false"
        case "integer" | "number":
            low, high = entry.get("minimum"), entry.get("maximum")
            return "a whole number" if low is None else f"{low} to {high}"
        case "string":
            return "text"
        case "array":
            items = entry["items"]
            assert isinstance(items, dict)
            return f"list of {_value(items, schema)}"
        case "object":
            inner = entry["additionalProperties"]
            assert isinstance(inner, dict)
            return f"by name: {_value(inner, schema)}"
        case other:
            raise TypeError(f"no words for a value of {other!r}")


def _default(value: JsonValue) -> str:
    match value:
        case None:
            return "-"
        case bool():
            return str(value).lower()
        case str():
            return f'"{value}"' if value else "-"
        case list() | dict():
            return "-"
        case _:
            return str(value)


def _paragraph(entry: Schema) -> list[str]:
    """Return a description with a line for each sentence."""
    return re.split(r"(?<=[.:]) (?=[A-Z`])", _sentences(entry))


def _sentences(entry: Schema) -> str:
    """Return a description in one line, without the blank lines of a docstring."""
    return " ".join(str(entry.get("description", "")).split())


def _switches(form: type[Form]) -> Iterator[str]:
    editions = list(form.editions.values())
    first = editions[0]
    assert is_dataclass(first)
    reasons = _reasons(type(first))
    for field in fields(first):
        defaults = [getattr(edition, field.name) for edition in editions]
        if not is_switch(defaults[0]):
            continue
        values = " or ".join(dict.fromkeys(_switch(default) for default in defaults))
        yield f"| `{field.name}` | {_range(defaults[0])} | {values} | {reasons.get(field.name, '')} |"


def _switch(default: object) -> str:
    if isinstance(default, Enum):
        return f'"{default.value}"'
    return str(default).lower()


def _range(default: object) -> str:
    if isinstance(default, Enum):
        return " or ".join(f'"{member.value}"' for member in type(default))
    return "true or false" if isinstance(default, bool) else "a whole number"


def _reasons(edition: type) -> Mapping[str, str]:
    """Return the comment above each field of an edition: its place in the rules and its reason."""
    reasons: dict[str, str] = {}
    comment: list[str] = []
    for line in inspect.getsource(edition).splitlines():
        text = line.strip()
        if text.startswith("#"):
            comment.append(text.removeprefix("#").strip())
            continue
        name, colon, _ = text.partition(":")
        if colon and name.isidentifier():
            reasons[name] = " ".join(comment)
        comment = []
    return reasons


if __name__ == "__main__":
    print(reference(), end="")
