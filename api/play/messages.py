"""The messages of a table and what stands in them; the form of an answer there, out and back in.

The list of messages is the truth: `accepted`, `voided`, `corrected`, `evening_began`, `paused` and `resumed`,
taken in their order, give the table again (`api/play/recall.py`). Everything else tells what followed from
them, or what the camera sees.

| type | data | when |
| --- | --- | --- |
| `table` | title, system, players, groups, models, answers (number), paused | at each start of the program |
| `throw` | fields of `Throw`, and `expected`: of each group colours, kind, least, most | awaited |
| `choice` | fields of `Choice`; no options where it is hidden | a decision is awaited |
| `hand`, `moving`, `settled`, `nudged`, `lifted` | nothing | what the table does |
| `reading` | width, height, ms, dice, problems, picture | what lies there now |
| `refused` | player, purpose, reasons | the dice there do not answer; it goes on when they change |
| `accepted` | answer, by, skipped, ANSWER | answer number `answer` is taken |
| `odds` | player, purpose, odds | of the throw awaited; left out where there are none |
| `luck` | player, score, worse, equal, better, text | of the roll just accepted |
| `voided` | answer, by, was, text | all answers from number `answer` on are taken back: a list of ANSWER |
| `corrected` | answer, by, was, now, dropped, text | an answer is `now` another; see below |
| `evening_began` | by | further exchanges follow |
| `paused`, `resumed` | by | dice do not count in between |
| `reminder` | player, purpose, waited_s, text | nothing has happened for so long |
| `pictures_over` | nothing | clips or pictures are over while dice are awaited |
| `advice` | faults, sentences | what is wrong with light, focus or the camera's place; none: all is well |
| `camera_lost`, `camera_back` | detail; nothing | no pictures come, and why; they come again |
| `camera_hint` | hint, detail | what its pictures are like, see `vision/sources/source.py` |
| `store_damaged` | text | the store of matches was put aside, at the start; a fresh one is begun |
| `store_low`, `store_back` | text | the disk is full and the reserve in use; there is room again |
| names of rules events | their fields and text | what the rules made of the answers |
| `outcome` | fields of the outcome | |

`by` is who did it: `camera`, `table` for a nameless tap, or the name that a client gave. When it
was stands at each message.

After `voided` and `corrected` the rules events of all answers that still stand are told again from the first,
then what is awaited. `corrected.dropped` lists later answers that fit no question any more, each with its
number `answer` before the correction, what it `was` and the `reason`; they are asked again where the rules
still want them. So the answers after a correction are those before, with `now` in place of number `answer`
and without the numbers that `dropped` names.

ANSWER is `player`, `purpose`, `exchange` (how many were over before it), and for a decision `choice` and
`hidden` (whether it is kept from the other player until an event reveals it; clients get null for such a
choice, the store alone has it), for a roll `faces` by group, `goes_on` (whether these are further dice of
the roll before, where not enough lay ready for all at once),
`picture` (the number of the picture, null where it was typed) and `dice`, in an order that keeps: each with
`group`, `face` and `seen`, the die of the reading, null where it was typed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict

from api.play.played import Played, PlayedDie, roll_of
from api.wire.game import roll_out
from api.wire.readings import live_die_out
from resolver.dice import Roll
from resolver.procedure import Answer, Choice, Throw
from vision.reading import Box, DieReading


@dataclass(frozen=True, slots=True)
class Told:
    """An answer as a message tells it, before the rules say which question it answers."""

    answer: Answer
    dice: tuple[PlayedDie, ...] = ()
    picture: int | None = None


def answer_out(played: Played) -> dict[str, object]:
    """Return an answer as messages tell it."""
    asked: dict[str, object] = {
        "player": played.question.player,
        "purpose": played.question.purpose,
        "exchange": played.exchange,
    }
    if not isinstance(played.answer, Roll):
        assert isinstance(played.question, Choice)
        return {**asked, "choice": played.answer, "hidden": played.question.hidden}
    dice: list[object] = [
        {"group": die.group, "face": die.face, "seen": None if die.seen is None else live_die_out(die.seen)}
        for die in played.dice
    ]
    assert isinstance(played.question, Throw)
    return {
        **asked,
        **roll_out(played.answer),
        "goes_on": played.question.goes_on,
        "picture": played.picture,
        "dice": dice,
    }


def told_in(data: Mapping[str, object]) -> Told:
    """Return the answer that a message tells. Raises ValueError when it tells none."""
    read = _AnswerIn.model_validate(data)
    if read.choice is not None:
        return Told(read.choice)
    dice = tuple(die.played() for die in read.dice)
    return Told(roll_of(dice), dice, read.picture)


class _SeenIn(BaseModel):
    """A die of a reading; its identity ended with the program that gave it."""

    model_config = ConfigDict(extra="ignore")

    kind: str
    face: int | None
    confidence: float
    box: Box
    body: str
    marks: str
    group: str | None = None
    problem: str | None = None

    def reading(self) -> DieReading:
        return DieReading(**dict(self))


class _DieIn(BaseModel):
    group: str
    face: int
    seen: _SeenIn | None = None

    def played(self) -> PlayedDie:
        return PlayedDie(self.group, self.face, None if self.seen is None else self.seen.reading())


class _AnswerIn(BaseModel):
    model_config = ConfigDict(extra="ignore")

    choice: str | None = None
    dice: Sequence[_DieIn] = ()
    picture: int | None = None
