"""A rules procedure: yields what it waits for and what happened, is sent answers, knows no I/O.

A melee is the tuple of its answers: undo drops the last one, a corrected misread replaces one, and
`replay` works everything out again.
"""

from collections import Counter
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeGuard, TypeVar

from resolver.dice import Dice, Roll, RollRejected

R = TypeVar("R")


class ChoiceRejected(ValueError):  # noqa: N818  (like RollRejected)
    """A decision that the rules do not offer; the message states what was expected and what was said."""


class MissingData(ChoiceRejected):
    """A decision that needs a number the set-up does not give; the message names the key to add."""


class Event:
    """Something that happened, in the past tense; subclasses are frozen dataclasses without behaviour."""

    __slots__ = ()


class Outcome:
    """What a procedure ends with; subclasses are frozen dataclasses without behaviour."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Which:
    """What tells a throw from others like it that one roll leads to: its own number, and those of all."""

    own: int
    all: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice that `player` is asked to throw, told in `reason` to the players.

    `total` is the number of dice over all groups. For a re-roll `before` is the roll on the table and
    at most `may_change` of its dice may differ afterwards; the whole groups are read again, and a roll
    equal to `before` says that no die was thrown again. `goes_on` says that these dice are the rest of a
    roll whose first dice the throw before this one gave. `which` is it of several whose reasons differ by a
    number alone.
    """

    purpose: str
    player: str
    dice: tuple[Dice, ...]
    total: int
    reason: str
    before: Roll | None = None
    may_change: int = 0
    goes_on: bool = False
    which: Which | None = None

    def check(self, roll: Roll) -> None:
        """Accept a roll that answers this throw. Raises RollRejected with expected and seen otherwise."""
        asked = {dice.group: dice for dice in self.dice}
        seen = 0
        for group, faces in roll.groups:
            if faces and group not in asked:
                raise RollRejected(f"{self.player}: expected {' and '.join(asked)} dice only, saw {group}")
            seen += len(faces)
        if seen != self.total:
            raise RollRejected(
                f"{self.player}: expected {_dice(self.total)} ({' and '.join(asked)}), saw {seen}"
            )
        for group, dice in asked.items():
            faces = roll.faces(group)
            if not dice.least <= len(faces) <= dice.most:
                raise RollRejected(f"{self.player}: expected {_count(dice)}, saw {len(faces)}")
            # Faces are sorted, so the ends tell of all.
            if faces and not (faces[0] >= 1 and faces[-1] <= dice.sides):
                saw = next(face for face in faces if not 1 <= face <= dice.sides)
                raise RollRejected(
                    f"{self.player}: expected {dice.group} faces from 1 to {dice.sides}, saw {saw}"
                )
        if self.before is not None:
            changed = sum(
                (Counter(self.before.faces(group)) - Counter(roll.faces(group))).total() for group in asked
            )
            if changed > self.may_change:
                raise RollRejected(
                    f"{self.player}: expected at most {_dice(self.may_change)} to change, saw {changed}"
                )


@dataclass(frozen=True, slots=True)
class Choice:
    """A decision that `player` is asked for: the answer is one of `options`.

    A `hidden` choice is kept from the other player until an event reveals it, and what is refused of it
    may be heard by him: so no message of it names an option.
    """

    purpose: str
    player: str
    options: tuple[str, ...]
    reason: str
    hidden: bool = False

    def check(self, option: str) -> None:
        """Accept an option that was offered. Raises ChoiceRejected otherwise."""
        if option not in self.options:
            saw = "another answer" if self.hidden else repr(option)
            raise ChoiceRejected(f"{self.player}: expected {self.wanted()}, saw {saw}")

    def wanted(self) -> str:
        """Return what a refusal says was expected."""
        return "an option of a secret decision" if self.hidden else f"one of {', '.join(self.options)}"


def is_secret(question: object) -> TypeGuard[Choice]:
    """Say whether what is asked is a decision that is kept from the other player."""
    return isinstance(question, Choice) and question.hidden


Answer = Roll | str
Procedure = Generator[Throw | Choice | Event, Answer | None, R]


def throw(asked: Throw) -> Procedure[Roll]:
    """Ask for dice inside a procedure; `replay` has checked the roll when it arrives."""
    answer = yield asked
    assert isinstance(answer, Roll)
    return answer


def choose(asked: Choice) -> Procedure[str]:
    """Ask for a decision inside a procedure; `replay` has checked the option when it arrives."""
    answer = yield asked
    assert isinstance(answer, str)
    return answer


@dataclass(frozen=True, slots=True)
class Progress(Generic[R]):
    """How far the answers lead: all events so far, then either what is waited for or the outcome."""

    events: tuple[Event, ...]
    waiting_for: Throw | Choice | None
    outcome: R | None


def replay(start: Callable[[], Procedure[R]], answers: Sequence[Answer]) -> Progress[R]:
    """Run a procedure from the start through the answers.

    Raises RollRejected when a roll does not answer its throw, ChoiceRejected for a choice, either of
    them for an answer nobody waits for. The answers before the refused one stand: replay them alone.
    """
    procedure = start()
    events: list[Event] = []
    given = iter(answers)
    answer: Answer | None = None
    try:
        while True:
            step = procedure.send(answer)
            if isinstance(step, Event):
                events.append(step)
                answer = None
                continue
            answer = next(given, None)
            if answer is None:
                return Progress(tuple(events), step, None)
            _check(step, answer)
    except StopIteration as end:
        surplus = next(given, None)
        if surplus is not None:
            rejected = RollRejected if isinstance(surplus, Roll) else ChoiceRejected
            raise rejected("expected no further answer, everything is resolved") from None
        return Progress(tuple(events), None, end.value)


def _check(step: Throw | Choice, answer: Answer) -> None:
    if isinstance(step, Throw):
        if not isinstance(answer, Roll):
            raise RollRejected(f"{step.player}: expected {_dice(step.total)}, saw the choice {answer!r}")
        step.check(answer)
    else:
        if isinstance(answer, Roll):
            raise ChoiceRejected(f"{step.player}: expected {step.wanted()}, saw dice")
        step.check(answer)


def _dice(count: int) -> str:
    return "1 die" if count == 1 else f"{count} dice"


def _count(dice: Dice) -> str:
    noun = "die" if dice.most == 1 else "dice"
    if dice.least == dice.most:
        return f"{dice.most} {dice.group} {noun}"
    return f"{dice.least} to {dice.most} {dice.group} {noun}"
