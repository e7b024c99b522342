"""Which keys may stand at a place of a table file, read off its form: told where one is unknown."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from difflib import SequenceMatcher
from types import UnionType
from typing import Annotated, Union, get_args, get_origin

from pydantic import BaseModel

MOST_TOLD = 12
"""Keys that are told at most, those that are written most alike first."""


def expected_keys(form: type[BaseModel], where: Sequence[object]) -> str:
    """Return what is expected in place of the key that ends `where`, empty where that is not known."""
    *path, unknown = where
    kinds: list[object] = [form]
    for part in path:
        kinds = [inner for kind in kinds for inner in _inside(kind, part)]
    known = dict.fromkeys(key for kind in kinds for key in _keys(kind))
    return expected_of(known, str(unknown))


def expected_of(known: Iterable[str], unknown: str) -> str:
    """Return which keys are expected in place of an unknown one, empty where there are none."""
    alike = sorted(known, key=lambda key: -SequenceMatcher(None, key, unknown).ratio())
    more = f" or {len(alike) - MOST_TOLD} more" if len(alike) > MOST_TOLD else ""
    return f"expected one of {', '.join(alike[:MOST_TOLD])}{more}" if alike else ""


def _keys(kind: object) -> Iterator[str]:
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        for name, field in kind.model_fields.items():
            yield field.alias or name
    elif isinstance(kind, type) and is_dataclass(kind):
        yield from (field.name for field in fields(kind))


def _inside(kind: object, part: object) -> Iterator[object]:
    """Yield what may stand under a key of a table, a name, or a place in a list."""
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        for name, field in kind.model_fields.items():
            if part in (name, field.alias):
                yield from _plain(field.annotation)
        return
    origin, inner = get_origin(kind), get_args(kind)
    if isinstance(origin, type) and inner:
        yield from _plain(inner[1] if issubclass(origin, Mapping) else inner[0])


def _plain(kind: object) -> Iterator[object]:
    """Yield the kinds of value that an annotation allows, one for each branch of a union."""
    if get_origin(kind) is Annotated:
        yield from _plain(get_args(kind)[0])
    elif get_origin(kind) in (Union, UnionType):
        for branch in get_args(kind):
            yield from _plain(branch)
    else:
        yield kind
