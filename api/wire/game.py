"""What is sent to programs: the one place that turns questions, events, outcomes and readings into JSON."""

import dataclasses
import re
from collections.abc import Sequence
from enum import Enum
from fractions import Fraction

from pydantic import JsonValue

from api.odds.adviser import Advice, Mix
from api.play.roster import Mustered
from api.wire.readings import picture_out, reading_out
from resolver.dice import Roll
from resolver.odds import Distribution, Odds, ThrowLuck
from resolver.procedure import Choice, Event, Outcome, Throw
from resolver.story import sentence

__all__ = [
    "advice_out",
    "event_out",
    "glance_out",
    "luck_out",
    "odds_out",
    "outcome_out",
    "picture_out",
    "question_out",
    "reading_out",
    "roll_out",
]


def event_out(event: Event) -> dict[str, JsonValue]:
    """Return an event: `type` is its name in snake_case, `text` its sentence, the rest its fields."""
    # What the words between two exchanges come to is told for pages; it is no sentence of the story.
    text = "" if isinstance(event, Mustered) else sentence(event)
    return {"type": _snake_case(type(event).__name__), **_fields(event), "text": text}


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


def odds_out(odds: Odds) -> dict[str, JsonValue]:
    """Return odds, `type` odds: each outcome with its share as a number and as an exact fraction."""
    outcomes = odds.outcomes
    return {
        "type": "odds",
        "about": odds.about,
        "given": odds.given,
        "outcomes": [
            {
                "outcome": outcome,
                "share": count / outcomes.total,
                "exact": str(Fraction(count, outcomes.total)),
            }
            for outcome, count in outcomes.counts.items()
        ],
    }


def glance_out(odds: Sequence[Odds]) -> list[JsonValue]:
    """Return odds as viewers are told them before a throw: each subject once.

    While splits are secret there are several cases; the share of an outcome in them is `least` to `most`.
    """
    subjects: dict[str, list[Odds]] = {}
    for one in odds:
        subjects.setdefault(one.about, []).append(one)
    return [
        {"about": about, "cases": len(cases), "outcomes": _shares([one.outcomes for one in cases])}
        for about, cases in subjects.items()
    ]


def _shares(cases: Sequence[Distribution[int] | Distribution[str]]) -> list[JsonValue]:
    shares: dict[int | str, list[float]] = {}
    for place, case in enumerate(cases):
        for outcome, count in case.counts.items():
            shares.setdefault(outcome, [0.0] * len(cases))[place] = count / case.total
    return [
        {"outcome": outcome, "least": round(min(found), 4), "most": round(max(found), 4)}
        for outcome, found in shares.items()
    ]


def luck_out(luck: ThrowLuck) -> dict[str, JsonValue]:
    """Return the luck of a throw, `type` luck: the shares of throws that were worse, as good, better."""
    out: dict[str, JsonValue] = {"type": "luck", "player": luck.player, "score": luck.score}
    for name in ("worse", "equal", "better"):
        share = Fraction(getattr(luck.luck, name), luck.luck.total)
        out[name] = {"share": float(share), "exact": str(share)}
    return out


def advice_out(advice: Advice) -> dict[str, JsonValue]:
    """Return advice, `type` advice: shares of splits and specials for the player, and the enemy's answer."""
    return {
        "type": "advice",
        "player": advice.player,
        "aim": advice.aim.value,
        "value": advice.value,
        "mix": _mix_out(advice.mix),
        "against": _mix_out(advice.against),
    }


def _mix_out(mix: Mix) -> JsonValue:
    return [
        {"special": option.special, "attack": option.split[0], "defence": option.split[1], "share": share}
        for option, share in mix
    ]


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
