"""The groups of dice at one table, as calibration learnt them: values, and the TOML file they are kept in.

format = 1
table = [[54.1, 2.2, 11.9]]            # what lies around the dice: CIE L*, a*, b* (D65), one row a colour

[groups."Aya attack"]                  # the name that readings give
body = "red"                           # words for people, and for a table that names its dice by colour
marks = "white"
dice = [                               # L*, a*, b* of body and marks of each die of the picture
    [43.0, 62.1, 40.9, 93.0, 0.4, 2.0],
]

All colours are brought to the light of one picture, and its brightest channel to 1: only their relation to
each other counts when dice are compared. A group of several dice tells how much they differ.
"""

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from vision.reading import Lab

FORMAT = 1


class ProfilesError(ValueError):
    """A profiles file that cannot be used; the message states file, key, expected and found."""


@dataclass(frozen=True, slots=True)
class GroupProfile:
    """One group: `dice` are body and marks of each die seen; `body` and `marks` words for them."""

    name: str
    body: str
    marks: str
    dice: tuple[tuple[Lab, Lab], ...]


@dataclass(frozen=True, slots=True)
class Profiles:
    """All groups of a table and the colours of the table itself, in one light; none of it where unknown."""

    groups: tuple[GroupProfile, ...]
    table: tuple[Lab, ...]


def load_profiles(path: Path) -> Profiles:
    """Return the profiles in a file. Raises ProfilesError."""
    try:
        text = path.read_bytes().decode()
    except OSError as error:
        raise ProfilesError(f"{path}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise ProfilesError(f"{path}: expected UTF-8 text, found a byte that is none") from error
    try:
        return profiles_in(text)
    except ProfilesError as error:
        raise ProfilesError(f"{path}: {error}") from error


def profiles_in(text: str) -> Profiles:
    """Return the profiles that a TOML text holds. Raises ProfilesError."""
    try:
        given = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ProfilesError(f"not TOML: {error}") from error
    _only(given, "", {"format", "table", "groups"})
    if given.get("format") != FORMAT:
        raise ProfilesError(f"format: expected {FORMAT}, found {given.get('format')!r}")
    groups = given.get("groups")
    if not isinstance(groups, dict) or not groups:
        raise ProfilesError(f"groups: expected one group at least, found {groups!r}")
    table = given.get("table")
    if not isinstance(table, list):
        raise ProfilesError(f"table: expected rows of L*, a*, b*, found {table!r}")
    return Profiles(
        groups=tuple(_group(name, group) for name, group in groups.items()),
        table=tuple(_lab(_numbers(f"table[{index}]", row, 3)) for index, row in enumerate(table)),
    )


def profiles_text(profiles: Profiles) -> str:
    """Return profiles as the TOML text that `profiles_in` reads, colours rounded to hundredths."""
    lines = [
        "# The dice of one table, learnt by `meleecam calibrate`. Colours are CIE L*, a*, b* (D65).",
        f"format = {FORMAT}",
        f"table = [{', '.join(_row(colour) for colour in profiles.table)}]",
    ]
    for group in profiles.groups:
        lines += [
            "",
            f"[groups.{_quoted(group.name)}]",
            f"body = {_quoted(group.body)}",
            f"marks = {_quoted(group.marks)}",
            "dice = [",
            *(f"    {_row((*body, *marks))}," for body, marks in group.dice),
            "]",
        ]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    # A JSON string is a TOML string but for DEL, which TOML wants escaped.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _row(numbers: tuple[float, ...]) -> str:
    return f"[{', '.join(f'{number:.2f}' for number in numbers)}]"


def _only(given: Mapping[str, object], where: str, known: set[str]) -> None:
    for key in given:
        if key not in known:
            raise ProfilesError(f"{where}{key}: unknown key, expected one of {', '.join(sorted(known))}")


def _group(name: str, given: object) -> GroupProfile:
    where = f"groups.{name}"
    if not isinstance(given, dict):
        raise ProfilesError(f"{where}: expected a table, found {given!r}")
    _only(given, f"{where}.", {"body", "marks", "dice"})
    words = []
    for key in ("body", "marks"):
        word = given.get(key)
        if not isinstance(word, str) or not word:
            raise ProfilesError(f"{where}.{key}: expected a colour's name, found {word!r}")
        words.append(word)
    dice = given.get("dice")
    if not isinstance(dice, list) or not dice:
        raise ProfilesError(f"{where}.dice: expected one die at least, found {dice!r}")
    rows = [_numbers(f"{where}.dice[{index}]", row, 6) for index, row in enumerate(dice)]
    return GroupProfile(name, words[0], words[1], tuple((_lab(row[:3]), _lab(row[3:])) for row in rows))


def _numbers(where: str, row: object, count: int) -> list[float]:
    numbers = row if isinstance(row, list) else []
    if len(numbers) != count or not all(type(number) in (int, float) for number in numbers):
        raise ProfilesError(f"{where}: expected {count} numbers, found {row!r}")
    if not all(-1000 < number < 1000 for number in numbers):
        raise ProfilesError(f"{where}: expected colours, found {row!r}")
    return [float(number) for number in numbers]


def _lab(numbers: list[float]) -> Lab:
    lightness, a, b = numbers
    return lightness, a, b
