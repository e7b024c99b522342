"""Reads a table file: TOML, the form of its system, and every reason why it cannot be used."""

import json
import tomllib
from pathlib import Path

from pydantic import ValidationError

from api.tables.errors import TableFileError, WrongKey, problem
from api.tables.forms import FORMS
from api.tables.ready import TableFile
from resolver.procedure import ChoiceRejected


def load_table(path: Path) -> TableFile:
    """Return the table that a TOML file describes. Raises TableFileError."""
    try:
        text = path.read_bytes().decode()
    except OSError as error:
        raise TableFileError(f"{path}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise TableFileError(f"{path}: expected UTF-8 text, found a byte that is none") from error
    try:
        given = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise TableFileError(f"{path}: not TOML: {error}") from error
    try:
        # The system's form says what else may stand in the file, so it must be known first.
        system = given.get("system")
        if system is None:
            raise WrongKey(f"system: expected one of {', '.join(FORMS)}, found nothing")
        if not isinstance(system, str) or system not in FORMS:
            raise WrongKey(f"system: expected one of {', '.join(FORMS)}, found {system!r}")
        # Dates are the only TOML values that JSON lacks; as text they fail with their key named.
        return FORMS[system].model_validate_json(json.dumps(given, default=str)).ready()
    except ValidationError as error:
        raise TableFileError("\n".join(f"{path}: {problem(entry)}" for entry in error.errors())) from error
    except (WrongKey, ChoiceRejected) as error:
        raise TableFileError(f"{path}: {error}") from error
