"""`[settings]` of a table file: the switches of an edition, by name, whatever the system."""

from collections.abc import Mapping
from dataclasses import Field, fields, replace
from enum import Enum
from typing import Any, ClassVar, Protocol, TypeVar

from api.tables.errors import WrongKey
from api.tables.known_keys import expected_of


class _Edition(Protocol):
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]


E = TypeVar("E", bound=_Edition)

Switch = bool | int | str


def is_switch(default: object) -> bool:
    """Whether a field of an edition can be set: one that is on or off, a number or one of a few words."""
    return isinstance(default, bool | int | Enum)


def switched(edition: E, given: Mapping[str, Switch]) -> E:
    """Return the edition with these switches set. Raises WrongKey, naming what could stand there."""
    defaults = {field.name: getattr(edition, field.name) for field in fields(edition)}
    values: dict[str, object] = {}
    for key, value in given.items():
        default = defaults.get(key)
        if not is_switch(default):
            known = (name for name, value in defaults.items() if is_switch(value))
            raise WrongKey(f"settings.{key}: unknown key; {expected_of(known, key)}")
        if isinstance(default, Enum):
            members = {member.value: member for member in type(default)}
            if value not in members or isinstance(value, bool):
                words = ", ".join(str(word) for word in members)
                raise WrongKey(f"settings.{key}: expected one of {words}, found {value!r}")
            values[key] = members[value]
        elif type(value) is not type(default):
            kind = "true or false" if isinstance(default, bool) else "a number"
            raise WrongKey(f"settings.{key}: expected {kind}, found {value!r}")
        else:
            values[key] = value
    return replace(edition, **values)
