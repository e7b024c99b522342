"""A rules procedure: yields what it waits for and what happened, is sent answers, knows no I/O.

A melee is the tuple of its answers: undo drops the last one, a corrected misread replaces one, and
`replay` works everything out again.
"""

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from resolver.dice import Dice, Roll

R = TypeVar("R")


class Event:
    """Something that happened, in the past tense; subclasses are frozen dataclasses without behaviour."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice that `player` is asked to throw, told in `reason` to the players.

    `total` is the number of dice over all groups. For a re-roll `before` is the roll on the table and
    at most `may_change` of its dice may differ afterwards; the whole groups are read again.
    """

    purpose: str
    player: str
    dice: tuple[Dice, ...]
    total: int
    reason: str
    before: Roll | None = None
    may_change: int = 0

    def check(self, roll: Roll) -> None:
        """Accept a roll that answers this throw. Raises RollRejected with expected and seen otherwise."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Choice:
    """A decision that `player` is asked for: the answer is one of `options`."""

    purpose: str
    player: str
    options: tuple[str, ...]
    reason: str


Answer = Roll | str
Procedure = Generator[Throw | Choice | Event, Answer | None, R]


@dataclass(frozen=True, slots=True)
class Progress(Generic[R]):
    """How far the answers lead: all events so far, then either what is waited for or the outcome."""

    events: tuple[Event, ...]
    waiting_for: Throw | Choice | None
    outcome: R | None


def replay(start: Callable[[], Procedure[R]], answers: Sequence[Answer]) -> Progress[R]:
    """Run a procedure from the start through the answers.

    Raises RollRejected when a roll does not answer its throw, ChoiceRejected for a choice.
    """
    raise NotImplementedError
