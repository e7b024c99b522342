"""An accepted answer, die by die: what counts of each die, and what the camera saw of it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from resolver.dice import Roll, RollRejected
from resolver.procedure import Answer, Choice, Throw
from vision.reading import DieReading


@dataclass(frozen=True, slots=True)
class PlayedDie:
    """A die of an accepted roll: the group and face that count, and what was seen of it.

    `seen` is None where the die was typed in. A correction changes group and face and leaves `seen`.
    """

    group: str
    face: int
    seen: DieReading | None = None


@dataclass(frozen=True, slots=True)
class Played:
    """An accepted answer, the question it answers, and the dice of a roll in the order they were read.

    `exchange` counts the exchanges that were over before it. `picture` is the number of the picture it was
    read from, None where it was typed or tapped.
    """

    question: Throw | Choice
    answer: Answer
    dice: tuple[PlayedDie, ...] = ()
    exchange: int = 0
    picture: int | None = None


@dataclass(frozen=True, slots=True)
class DieChange:
    """One step of a correction: die number `die` gets another face or group, is removed, or is added.

    Without `die` a new die is added, which needs face and group; with neither of them the die is removed.
    """

    die: int | None
    face: int | None = None
    group: str | None = None


def roll_of(dice: Sequence[PlayedDie]) -> Roll:
    """Return the roll that dice show."""
    faces: dict[str, list[int]] = {}
    for die in dice:
        faces.setdefault(die.group, []).append(die.face)
    return Roll.of(faces)


def typed(roll: Roll) -> tuple[PlayedDie, ...]:
    """Return the dice of a roll that no camera saw."""
    return tuple(PlayedDie(group, face) for group, faces in roll.groups for face in faces)


def recast(dice: Sequence[PlayedDie], roll: Roll) -> tuple[PlayedDie, ...]:
    """Return the dice of a corrected roll, each with what was seen of it as far as that can be told.

    Dice that show one of the faces keep them; the other dice of a group take the faces that are left, and
    dice that are left over go.
    """
    left = {group: list(faces) for group, faces in roll.groups}
    kept: dict[int, PlayedDie] = {}
    for at, die in enumerate(dice):
        if die.face in left.get(die.group, ()):
            left[die.group].remove(die.face)
            kept[at] = die
    for at, die in enumerate(dice):
        if at not in kept and left.get(die.group):
            kept[at] = replace(die, face=left[die.group].pop(0))
    added = [PlayedDie(group, face) for group, faces in left.items() for face in faces]
    return (*(kept[at] for at in sorted(kept)), *added)


def changed(dice: Sequence[PlayedDie], changes: Sequence[DieChange]) -> tuple[PlayedDie, ...]:
    """Return dice after changes, whose numbers are those of `dice`.

    Raises RollRejected for no such die, and for a second change of one.
    """
    now: list[PlayedDie | None] = list(dice)
    added: list[PlayedDie] = []
    seen: set[int] = set()
    for change in changes:
        if change.die is None:
            if change.face is None or change.group is None:
                raise RollRejected("a die to add: expected its face and its group, saw one or neither")
            added.append(PlayedDie(change.group, change.face))
            continue
        if not 0 <= change.die < len(now):
            raise RollRejected(f"expected a die from 0 to {len(now) - 1}, saw {change.die}")
        if change.die in seen:
            raise RollRejected(f"expected one change of die {change.die}, saw another")
        seen.add(change.die)
        die = dice[change.die]
        if change.face is None and change.group is None:
            now[change.die] = None
        else:
            now[change.die] = replace(die, face=change.face or die.face, group=change.group or die.group)
    return (*(die for die in now if die is not None), *added)
