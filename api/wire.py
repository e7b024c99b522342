"""What is sent to programs: the one place that turns readings, questions, events and outcomes into JSON."""

import dataclasses
import re
from enum import Enum

from pydantic import JsonValue

from resolver.dice import Roll
from resolver.procedure import Choice, Event, Outcome, Throw
from resolver.story import sentence
from vision.reading import DieReading, TableReading


def event_out(event: Event) -> dict[str, JsonValue]:
    """Return an event: `type` is its name in snake_case, `text` its sentence, the rest its fields."""
    return {"type": _snake_case(type(event).__name__), **_fields(event), "text": sentence(event)}


def question_out(question: Throw | Choice) -> dict[str, JsonValue]:
    """Return what is waited for: `type` is throw or choice, the rest its fields.

    `before` of a re-roll is the faces by group, or null.
    """
    out: dict[str, JsonValue] = {"type": _snake_case(type(question).__name__), **_fields(question)}
    if isinstance(question, Throw):
        out["before"] = None if question.before is None else roll_out(question.before)["faces"]
    return out


def roll_out(roll: Roll) -> dict[str, JsonValue]:
    """Return a roll as it is sent in as an answer: `faces` by group."""
    return {"faces": {group: list(faces) for group, faces in roll.groups}}


def outcome_out(outcome: Outcome) -> dict[str, JsonValue]:
    """Return what a procedure ended with, `type` outcome."""
    return {"type": "outcome", **_fields(outcome)}


def reading_out(reading: TableReading) -> dict[str, JsonValue]:
    """Return what was seen in a frame, boxes in its pixels."""
    return {
        "width": reading.width,
        "height": reading.height,
        "ms": round(reading.ms, 2),
        "dice": [_die_out(die) for die in reading.dice],
        "problems": list(reading.problems),
    }


def picture_out(path: str, reading: TableReading) -> dict[str, JsonValue]:
    """Return what was seen in a picture of this name."""
    return {"path": path, **reading_out(reading)}


def _die_out(die: DieReading) -> JsonValue:
    return {
        "kind": die.kind,
        "face": die.face,
        "confidence": round(die.confidence, 4),
        "box": [round(edge, 1) for edge in die.box],
        "body": die.body,
        "marks": die.marks,
        "group": die.group,
        "problem": die.problem,
    }


def _fields(value: object) -> dict[str, JsonValue]:
    assert dataclasses.is_dataclass(value)
    return {field.name: _json(getattr(value, field.name)) for field in dataclasses.fields(value)}


def _json(value: object) -> JsonValue:
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, tuple):
        return [_json(entry) for entry in value]
    if isinstance(value, frozenset):
        # Sets have no order; sorted, the same exchange gives the same text.
        return sorted((_json(entry) for entry in value), key=str)
    if dataclasses.is_dataclass(value):
        return _fields(value)
    raise TypeError(f"no JSON for {type(value).__name__}")


def _snake_case(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()
