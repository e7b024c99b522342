"""A table while it is played: its set-up and the answers so far, from which everything else is worked out."""

from dataclasses import dataclass, replace

from api.tables import TableFile
from resolver.evening import ExchangeResolved
from resolver.procedure import Answer, Event, Outcome, Progress, replay
from vision.reading import DieReading


@dataclass(frozen=True, slots=True)
class Played:
    """An accepted answer and the dice it was read from, none where it was typed or tapped.

    `exchange` counts the exchanges that were over before it.
    """

    answer: Answer
    dice: tuple[DieReading, ...] = ()
    exchange: int = 0


class Table:
    """The only mutable state of a game; not safe for threads, its referee takes care of that.

    What it holds never changes itself, so that `copy` keeps how it stood.
    """

    def __init__(self, setup: TableFile) -> None:
        self.setup = setup
        self.played: tuple[Played, ...] = ()
        self._start = setup.start
        self.progress: Progress[Outcome] = replay(setup.start, ())

    @property
    def lying(self) -> tuple[DieReading, ...]:
        """The dice of accepted rolls that must not count again where they lie.

        Those of exchanges before the last have been taken up since; remembered all evening, they would
        refuse a die that comes to lie where one of them lay long ago.
        """
        kept = self._exchange - 1
        return tuple(die for played in self.played if played.exchange >= kept for die in played.dice)

    @property
    def _exchange(self) -> int:
        return sum(isinstance(event, ExchangeResolved) for event in self.progress.events)

    def answer(self, answer: Answer, dice: tuple[DieReading, ...] = ()) -> tuple[Event, ...]:
        """Take an answer to what is awaited and return what happened because of it.

        Raises RollRejected or ChoiceRejected when it does not answer the question; nothing has changed then.
        """
        known = len(self.progress.events)
        self._play((*self.played, Played(answer, dice, self._exchange)))
        return self.progress.events[known:]

    def go_on(self) -> tuple[Event, ...]:
        """Let further exchanges follow the first, and return what happened because of it.

        The answers so far stand; after each exchange its table asks what comes next.
        """
        known = len(self.progress.events)
        self._start = self.setup.begin_evening
        self._play(self.played)
        return self.progress.events[known:]

    def undo(self, index: int) -> None:
        """Take answer number `index` back, which must be the last. Raises IndexError when it is not."""
        if not self.played or index != len(self.played) - 1:
            raise IndexError(f"expected the last answer, number {len(self.played) - 1}, found {index}")
        self._play(self.played[:-1])

    def correct(self, index: int, answer: Answer) -> None:
        """Put another answer in the place of number `index` and work out anew what followed.

        Raises RollRejected or ChoiceRejected when it, or a later answer because of it, fits no question;
        IndexError when there is no such answer. Nothing has changed then.
        """
        if not 0 <= index < len(self.played):
            raise IndexError(f"expected an answer from 0 to {len(self.played) - 1}, found {index}")
        kept = self.played[index]
        self._play((*self.played[:index], replace(kept, answer=answer), *self.played[index + 1 :]))

    def _play(self, played: tuple[Played, ...]) -> None:
        self.progress = replay(self._start, [one.answer for one in played])
        self.played = played
