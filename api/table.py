"""A table while it is played: its set-up and the answers so far, from which everything else is worked out."""

from dataclasses import dataclass

from api.tables import TableFile
from resolver.procedure import Answer, Event, Outcome, Progress, replay
from vision.reading import DieReading


@dataclass(frozen=True, slots=True)
class Played:
    """An accepted answer and the dice it was read from, none where it was typed or tapped."""

    answer: Answer
    dice: tuple[DieReading, ...] = ()


class Table:
    """The only mutable state of a game; not safe for threads, its referee takes care of that."""

    def __init__(self, setup: TableFile) -> None:
        self.setup = setup
        self.played: tuple[Played, ...] = ()
        self.progress: Progress[Outcome] = replay(setup.start, ())

    @property
    def lying(self) -> tuple[DieReading, ...]:
        """The dice of all accepted rolls, which must not count again where they lie."""
        return tuple(die for played in self.played for die in played.dice)

    def answer(self, answer: Answer, dice: tuple[DieReading, ...] = ()) -> tuple[Event, ...]:
        """Take an answer to what is awaited and return what happened because of it.

        Raises RollRejected or ChoiceRejected when it does not answer the question; nothing has changed then.
        """
        known = len(self.progress.events)
        self._play((*self.played, Played(answer, dice)))
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
        self._play((*self.played[:index], Played(answer, kept.dice), *self.played[index + 1 :]))

    def _play(self, played: tuple[Played, ...]) -> None:
        self.progress = replay(self.setup.start, [one.answer for one in played])
        self.played = played
