"""A table while it is played: its set-up and the answers so far, from which everything else is worked out."""

from collections.abc import Sequence
from dataclasses import replace

from api.play.mustering import begin_mustered
from api.play.played import Played, PlayedDie, typed
from api.play.refit import Dropped, refit, retraced
from api.tables import TableFile
from resolver.dice import Roll
from resolver.evening import ExchangeResolved
from resolver.procedure import Answer, Event, Outcome, Progress, is_secret, replay


class Table:
    """The only mutable state of a game; not safe for threads, its referee takes care of that.

    Every method changes all or nothing, and a shallow copy keeps how the table stood.
    """

    def __init__(self, setup: TableFile) -> None:
        self.setup = setup
        self.played: tuple[Played, ...] = ()
        self.in_evening = False
        self._start = setup.start
        self.progress: Progress[Outcome] = replay(setup.start, ())

    @property
    def exchange(self) -> int:
        """How many exchanges are over."""
        return sum(isinstance(event, ExchangeResolved) for event in self.progress.events)

    @property
    def kept_secret(self) -> int:
        """How many of the last answers are kept from the other players until everybody has decided."""
        waiting = self.progress.waiting_for
        if not is_secret(waiting):
            return 0
        answers, count = self._answers(), 0
        for index, one in reversed(tuple(enumerate(self.played))):
            # An event since it was asked is what reveals it.
            revealed = len(replay(self._start, answers[:index]).events) < len(self.progress.events)
            if not is_secret(one.question) or revealed:
                break
            count += 1
        return count

    def answer(
        self, answer: Answer, dice: Sequence[PlayedDie] = (), picture: int | None = None
    ) -> tuple[Event, ...]:
        """Take an answer to what is awaited and return what happened because of it.

        `dice` are those that show a roll; without them it was typed. Raises RollRejected or ChoiceRejected
        when it does not answer the question.
        """
        known, asked = len(self.progress.events), self.progress.waiting_for
        progress = replay(self._start, (*self._answers(), answer))
        assert asked is not None  # else it had been rejected
        shown = tuple(dice) or _shown(answer)
        self.played = (*self.played, Played(asked, answer, shown, self.exchange, picture))
        self.progress = progress
        return progress.events[known:]

    def go_on(self) -> tuple[Event, ...]:
        """Let further exchanges follow the first, and return what happened because of it.

        The answers so far stand; after each exchange its table asks what comes next.
        """
        known = len(self.progress.events)
        self._start, self.in_evening = begin_mustered(self.setup), True
        self._play(self.played)
        return self.progress.events[known:]

    def answer_number(self, index: int) -> Played:
        """Return answer number `index`, counted from 0. Raises IndexError without it."""
        if not 0 <= index < len(self.played):
            there = f"from 0 to {len(self.played) - 1}" if self.played else "that was given, and none was yet"
            raise IndexError(f"expected an answer {there}, found number {index}")
        return self.played[index]

    def void(self, index: int) -> tuple[Played, ...]:
        """Take answer number `index` back and all after it, and return them. Raises IndexError without it."""
        self.answer_number(index)
        gone = self.played[index:]
        self._play(self.played[:index])
        return gone

    def correct(self, index: int, answer: Answer, dice: Sequence[PlayedDie] = ()) -> tuple[Dropped, ...]:
        """Put another answer in the place of number `index` and work out anew what followed.

        Later answers that fit no question any more are dropped and returned. Raises RollRejected or
        ChoiceRejected when the answer itself does not fit its question, IndexError when there is no such one.
        """
        now = replace(self.answer_number(index), answer=answer, dice=tuple(dice) or _shown(answer))
        standing = (*self.played[:index], now)
        names = (self.setup.setup, self.setup.muster)
        played, dropped = refit(self._start, names, standing, self.played[index + 1 :])
        self._play(played)
        return dropped

    def restore(self, played: Sequence[Played], *, in_evening: bool) -> None:
        """Take all answers of a former run; their questions are found anew.

        Raises RollRejected or ChoiceRejected when the rules refuse one.
        """
        start = begin_mustered(self.setup) if in_evening else self.setup.start
        found = retraced(start, played)
        self._start, self.in_evening = start, in_evening
        self._play(found)

    def _answers(self) -> tuple[Answer, ...]:
        return tuple(one.answer for one in self.played)

    def _play(self, played: tuple[Played, ...]) -> None:
        self.progress = replay(self._start, [one.answer for one in played])
        self.played = played


def _shown(answer: Answer) -> tuple[PlayedDie, ...]:
    return typed(answer) if isinstance(answer, Roll) else ()
