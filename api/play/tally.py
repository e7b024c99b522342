"""What the rolls of matches add up to: the faces of each kind of dice, and how lucky each throw was."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from api.play.hub import Message
from api.play.played import Played
from api.play.table import Table
from api.tables import DiceGroup
from resolver.procedure import Throw


@dataclass(frozen=True, slots=True)
class Thrown:
    """Dice of the same colours and sides, whoever throws them for what: `used` says `Aya's attack`."""

    body: str
    marks: str
    sides: int
    used: tuple[str, ...]
    faces: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Tally:
    """What the rolls of one match or of several come to; `lucks` a throw, as its message told it."""

    thrown: tuple[Thrown, ...]
    lucks: tuple[Mapping[str, object], ...]


def tally(table: Table, messages: Iterable[Message]) -> Tally:
    """Return what the rolls of a match come to that count now; `messages` are all that were told of it."""
    return Tally(thrown(table.setup.groups, table.played), tuple(lucks(messages)))


def together(tallies: Sequence[Tally]) -> Tally:
    """Return what several matches come to; dice of the same colours and sides are taken for the same."""
    faces: dict[tuple[str, str, int], Counter[int]] = {}
    used: dict[tuple[str, str, int], dict[str, None]] = {}
    for one in (dice for tally in tallies for dice in tally.thrown):
        key = one.body, one.marks, one.sides
        faces.setdefault(key, Counter()).update(one.faces)
        used.setdefault(key, {}).update(dict.fromkeys(one.used))
    dice = tuple(Thrown(*key, tuple(used[key]), counted) for key, counted in faces.items())
    return Tally(dice, tuple(luck for tally in tallies for luck in tally.lucks))


def thrown(groups: Sequence[DiceGroup], played: Iterable[Played]) -> tuple[Thrown, ...]:
    """Return the faces of all dice that the groups of a table name, as rolls count now.

    Re-rolls are left out: of the dice that lie on, the faces were counted before, and of those thrown again
    it is not known which show the same face once more.
    """
    colours = {(one.player, one.group): (one.body, one.marks) for one in groups}
    faces: dict[tuple[str, str, int], Counter[int]] = {}
    used: dict[tuple[str, str, int], dict[str, None]] = {}
    for one in played:
        asked = one.question
        if not isinstance(asked, Throw) or asked.before is not None:
            continue
        sides = {dice.group: dice.sides for dice in asked.dice}
        for die in one.dice:
            if (found := colours.get((asked.player, die.group))) is None:
                continue
            key = (*found, sides[die.group])
            faces.setdefault(key, Counter())[die.face] += 1
            used.setdefault(key, {})[f"{asked.player}'s {die.group}"] = None
    return tuple(Thrown(*key, tuple(used[key]), counted) for key, counted in faces.items())


def lucks(messages: Iterable[Message]) -> Sequence[Mapping[str, object]]:
    """Return what `luck` messages tell of the rolls that count now, by the numbers of their answers.

    Those that a correction or an undo has overtaken are told anew or not at all.
    """
    found: dict[int, Mapping[str, object]] = {}
    for message in messages:
        answer = message.data.get("answer")
        if not isinstance(answer, int):
            continue
        if message.type == "luck":
            found[answer] = message.data
        elif message.type in ("voided", "corrected"):
            found = {number: told for number, told in found.items() if number < answer}
    return [found[number] for number in sorted(found)]
