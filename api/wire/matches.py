"""How stored matches are sent to programs and written to files: JSON, and CSV for a spreadsheet."""

import csv
import json
from collections.abc import Iterable, Iterator, Mapping
from io import StringIO

from typing_extensions import TypedDict

from api.play.hub import Message
from api.play.recall import CHANGES
from api.store import Match
from api.tables.plain_text import made_plain, plain_json

COLUMNS = ("seq", "at", "type", "player", "purpose", "answer", "by", "given", "text", "data")
"""Of the CSV: what most messages have in columns of their own, and everything in the last as JSON."""

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet takes for the beginning of a formula."""


class MatchOut(TypedDict):
    """A match; times in UTC, `ended` null while it can be gone on with, `messages` their number."""

    id: str
    title: str
    system: str
    started: str
    ended: str | None
    messages: int


def match_out(match: Match) -> MatchOut:
    """Return a match without its messages, and without the path of its table file."""
    return {
        "id": match.id,
        "title": match.title,
        "system": match.system,
        "started": match.started.isoformat(timespec="milliseconds"),
        "ended": None if match.ended is None else match.ended.isoformat(timespec="milliseconds"),
        "messages": match.messages,
    }


def json_text(match: Match, messages: Iterable[Message]) -> Iterator[str]:
    """Yield one JSON object in pieces: the match with `table`, its table file's text, and `messages`."""
    about = {key: value for key, value in match_out(match).items() if key != "messages"}
    head = plain_json({**about, "table": match.table_text, "messages": []})
    yield head.removesuffix("]}")
    between = "\n"
    for message in messages:
        yield between + plain_json(message.as_json())
        between = ",\n"
    yield "\n]}\n"


def csv_text(messages: Iterable[Message]) -> Iterator[str]:
    """Yield a line of COLUMNS, then a line a message."""
    yield _line(COLUMNS)
    for message in messages:
        data = message.data
        number = data.get("answer")
        named = {
            "answer": number if isinstance(number, int) else None,
            "by": data.get("by") if message.type in CHANGES else None,
            "seq": message.seq,
            "at": message.at.isoformat(timespec="milliseconds"),
            "type": message.type,
            "given": _given(data),
            "data": plain_json(dict(data)),
        }
        yield _line([_cell(named.get(column, data.get(column))) for column in COLUMNS])


def _given(data: Mapping[str, object]) -> str:
    """Return what was rolled or decided, as `attack 4 2; defence 5`."""
    faces = data.get("faces")
    if isinstance(faces, dict):
        return "; ".join(f"{group} {' '.join(map(str, seen))}" for group, seen in faces.items())
    choice = data.get("choice")
    return choice if isinstance(choice, str) else ""


def _cell(value: object) -> str:
    if isinstance(value, int):
        return str(value)
    text = "" if value is None else value if isinstance(value, str) else json.dumps(value)
    # Earlier versions took names that steer a terminal; as they were they stand in `data`.
    return f"'{made_plain(text)}" if text.startswith(FORMULA_STARTS) else made_plain(text)


def _line(cells: Iterable[str]) -> str:
    out = StringIO()
    csv.writer(out).writerow(cells)
    return out.getvalue()
