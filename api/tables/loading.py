"""Reads a table file: TOML, the form of its system, and every reason why it cannot be used."""

import json
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

from pydantic import ValidationError

from api.one_line import one_line
from api.tables.errors import TableFileError, WrongKey, WrongTable, short, told_problems
from api.tables.forms import FORMS
from api.tables.plain_text import made_plain_throughout, plain
from api.tables.ready import TableFile
from resolver.procedure import ChoiceRejected

MOST_OF_A_NAME = 40
"""Characters of a player's name; prompts begin with it."""


def load_table(path: Path) -> TableFile:
    """Return the table that a TOML file describes. Raises TableFileError."""
    return table_in(table_text(path), path)


def table_text(path: Path) -> str:
    """Return what stands in a table file. Raises TableFileError when it cannot be read."""
    try:
        return path.read_bytes().decode()
    except OSError as error:
        raise TableFileError(f"{path}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise TableFileError(f"{path}: expected UTF-8 text, found a byte that is none") from error


def table_in(text: str, path: Path) -> TableFile:
    """Return the table that a table file's text describes; errors name its path. Raises TableFileError."""
    return _table(_keys(text, path), path)


def kept_table_in(text: str, path: Path) -> TableFile:
    """Return the table that was played by this text once; the rest is as `table_in` has it.

    Its texts are made plain: control characters in them were taken before they were refused.
    """
    plain_keys = made_plain_throughout(_keys(text, path))
    assert isinstance(plain_keys, dict)
    return _table(plain_keys, path)


def _keys(text: str, path: Path) -> dict[str, object]:
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise TableFileError(f"{path}: not TOML: {error}") from error


def _table(given: Mapping[str, object], path: Path) -> TableFile:
    try:
        return table_of(given)
    except WrongTable as error:
        raise TableFileError("\n".join(f"{path}: {told}" for told in error.problems)) from error


def table_of(given: Mapping[str, object]) -> TableFile:
    """Return the table that the keys of a table file describe. Raises WrongTable."""
    try:
        # The system's form says what else may stand in the file, so it must be known first.
        system = given.get("system")
        if system is None:
            raise WrongKey(f"system: expected one of {', '.join(FORMS)}, found nothing")
        if not isinstance(system, str) or system not in FORMS:
            raise WrongKey(f"system: expected one of {', '.join(FORMS)}, found {short(system)}")
        _check_names(given)
        _check_texts(given)
        # Dates are the only TOML values that JSON lacks; as text they fail with their key named.
        return FORMS[system].model_validate_json(json.dumps(given, default=str)).ready()
    except ValidationError as error:
        form = FORMS[str(system)]
        raise WrongTable([one_line(told) for told in told_problems(error.errors(), form)]) from error
    except (WrongKey, ChoiceRejected) as error:
        raise WrongTable([one_line(str(error))]) from error


def _check_names(given: Mapping[str, object]) -> None:
    """Check the names of the players. Raises WrongKey."""
    players = given.get("players")
    for name in players if isinstance(players, dict) else ():
        if not name.strip() or not name.isprintable() or len(name) > MOST_OF_A_NAME:
            # One that is blank would not be seen.
            raise WrongKey(
                f"players.{name if name.strip() else repr(name)}: expected a name of 1 to {MOST_OF_A_NAME} "
                f"characters in one line, found {len(name)}"
            )


def _check_texts(given: Mapping[str, object]) -> None:
    """Check that terminals and pages can show every text as it is. Raises WrongKey."""
    for key, text in _texts(given):
        try:
            plain(text)
        except ValueError as error:
            raise WrongKey(f"{key}: {error}") from error


def _texts(given: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """Yield every key and text, however deep, with the key it stands at."""
    left: list[tuple[str, object]] = list(given.items())
    while left:
        key, part = left.pop()
        yield key, key
        if isinstance(part, str):
            yield key, part
        elif isinstance(part, dict):
            left.extend((f"{key}.{name}", entry) for name, entry in part.items())
        elif isinstance(part, list):
            left.extend((f"{key}.{at}", entry) for at, entry in enumerate(part))
