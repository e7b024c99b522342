"""How a table stood when its program ended, from its messages alone."""

from collections.abc import Iterable
from dataclasses import dataclass

from api.play.hub import Message
from api.play.messages import Told, told_in
from api.play.played import Played
from api.play.table import Table
from api.tables import TableFile
from resolver.procedure import Choice

CHANGES = ("accepted", "voided", "corrected", "evening_began", "paused", "resumed")
"""Types of the messages that change a table; all others follow from them, or are what was seen."""

UNASKED = Choice("", "", (), "")
"""Stands for the question of an answer until the rules say which it is."""


@dataclass(frozen=True, slots=True)
class Recalled:
    """A table as its messages left it, ready for a referee."""

    table: Table
    paused: bool
    taken_back: tuple[Played, ...] = ()
    """The answers that were taken back last; their dice may still lie there."""


def recall(setup: TableFile, messages: Iterable[Message]) -> Recalled:
    """Return the table that messages in their order lead to; other types among them are passed over.

    Raises ValueError for a message that does not fit those before it, RollRejected or ChoiceRejected, which
    are ValueErrors too, where the rules or the set-up have changed so that an answer is refused.
    """
    answers: list[Told] = []
    gone_last: list[Told] = []
    in_evening = paused = False
    for message in messages:
        data = message.data
        match message.type:
            case "accepted":
                _expect(message, _number(data["answer"]) == len(answers))
                answers.append(told_in(data))
            case "voided":
                index = _number(data["answer"])
                gone_last = answers[index:]
                del answers[index:]
            case "corrected":
                index = _number(data["answer"])
                _expect(message, index < len(answers))
                answers[index] = told_in(_object(data["now"]))
                gone = {_number(one["answer"]) for one in map(_object, _list(data["dropped"]))}
                answers = [one for at, one in enumerate(answers) if at not in gone]
            case "evening_began":
                in_evening = True
            case "paused":
                paused = True
            case "resumed":
                paused = False
    table = Table(setup)
    played = [Played(UNASKED, one.answer, one.dice, picture=one.picture) for one in answers]
    table.restore(played, in_evening=in_evening)
    taken_back = tuple(Played(UNASKED, one.answer, one.dice, table.exchange) for one in gone_last)
    return Recalled(table, paused, taken_back)


def _expect(message: Message, holds: bool) -> None:
    if not holds:
        raise ValueError(f"message {message.seq}: {message.type} of an answer that does not follow")


def _number(value: object) -> int:
    if not isinstance(value, int):
        raise ValueError(f"expected the number of an answer, found {value!r}")
    return value


def _object(value: object) -> dict[str, object]:
    if not isinstance(value, dict):
        raise ValueError(f"expected an object, found {value!r}")
    return value


def _list(value: object) -> list[object]:
    if not isinstance(value, list):
        raise ValueError(f"expected a list, found {value!r}")
    return value
