"""Sets a table up without a file: the forms of all systems, what is wrong with a table, the start."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Protocol

from fastapi import APIRouter, HTTPException
from fastapi import Path as PathIn
from pydantic import BaseModel, ConfigDict, Field, JsonValue
from typing_extensions import TypedDict

from api.opening import UnreadyError
from api.store import StoreError
from api.tables import WrongTable, table_of
from api.tables.errors import key_and_text
from api.tables.forms import FORMS
from api.web.errors import described
from resolver.systems import SYSTEMS
from vision.colours.profiles import Profiles

PRESETS = Path(__file__).resolve().parents[1] / "presets"

NOT_HERE = "this table was opened without the means to play another one"


class Begins(Protocol):
    """Plays another table, see `api/web/current.py`."""

    def table(self) -> Mapping[str, object]:
        """Return the keys of the present table's file. Raises OSError when it is gone."""

    def begin(self, given: Mapping[str, object]) -> None:
        """Play a table with these keys. Raises WrongTable, UnreadyError or OSError."""

    def calibrate(self, text: str) -> None:
        """Tell dice apart by these profiles. Raises UnreadyError or OSError."""

    def uncalibrate(self) -> Profiles | None:
        """Tell dice apart as before any calibration; return the profiles that are used then.

        Raises UnreadyError or OSError.
        """


class TableIn(BaseModel):
    """The keys of a table file, see TABLES.md."""

    model_config = ConfigDict(extra="forbid")

    table: Annotated[dict[str, JsonValue], Field(max_length=100)]


class SystemOut(TypedDict):
    """A system of rules: its id in table files, and what people call it."""

    id: str
    title: str


class SetupOut(TypedDict):
    """All systems, and the keys of the present table's file where that is known."""

    systems: list[SystemOut]
    table: dict[str, JsonValue] | None


class FormOut(TypedDict):
    """What may stand in a table file of a system, as JSON Schema, and the keys of an example or null."""

    form: dict[str, JsonValue]
    preset: dict[str, JsonValue] | None


class ProblemOut(TypedDict):
    """What is wrong with a key, such as `players.Aya.wounds`."""

    key: str
    text: str


class CheckedOut(TypedDict):
    """All problems of a table; none if it can be played."""

    problems: list[ProblemOut]


class BegunOut(TypedDict):
    """The title of the table that is played now."""

    title: str


def setup_routes(current: Begins | None) -> APIRouter:
    """Return the routes of the set-up, to be put under /api."""
    router = APIRouter(prefix="/setup")

    @router.get("", response_model=SetupOut, responses=described())
    def setup() -> Mapping[str, object]:
        try:
            table = None if current is None else dict(current.table())
        except OSError:
            table = None
        return {
            "systems": [{"id": one.id, "title": one.title} for one in SYSTEMS if one.id in FORMS],
            "table": table,
        }

    @router.get("/forms/{system}", response_model=FormOut, responses=described(404, 422))
    def form_of(system: Annotated[str, PathIn(max_length=100)]) -> Mapping[str, object]:
        form = FORMS.get(system)
        if form is None:
            raise HTTPException(404, f"expected one of the systems {', '.join(FORMS)}, found {system}")
        return {"form": form.model_json_schema(), "preset": _preset(system, form.preset)}

    @router.post("/check", response_model=CheckedOut, responses=described(413, 422))
    def check(given: TableIn) -> Mapping[str, object]:
        try:
            table_of(given.table)
        except WrongTable as error:
            return {"problems": [_problem_out(told) for told in error.problems]}
        return {"problems": []}

    # A plain function runs in a worker thread, which closing and opening a camera may hold up.
    @router.post("", responses=described(409, 413, 422))
    def begin(given: TableIn) -> BegunOut:
        if current is None:
            raise HTTPException(409, NOT_HERE)
        try:
            current.begin(given.table)
            return BegunOut(title=table_of(given.table).title)
        except WrongTable as error:
            raise HTTPException(422, str(error)) from error
        except UnreadyError as error:
            raise HTTPException(409, error.words) from error
        except StoreError:
            raise  # it has words of its own
        except OSError as error:
            raise HTTPException(503, f"the table cannot be kept: {error.strerror}") from error

    return router


def _preset(system: str, name: str) -> Mapping[str, object] | None:
    """Return the keys of an example for a system: one of its own, else that of its form if it fits."""
    files = (PRESETS / name, *sorted(PRESETS.glob("*.toml")))
    examples = [tomllib.loads(file.read_text(encoding="utf-8")) for file in files]
    own = next((one for one in examples if one["system"] == system), {**examples[0], "system": system})
    try:
        table_of(own)
    except WrongTable:
        return None
    return own


def _problem_out(told: str) -> ProblemOut:
    key, text = key_and_text(told)
    return ProblemOut(key=key, text=text)
