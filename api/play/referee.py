"""The referee of one table: hears what the camera saw and players decide, tells the hub what follows.

Knows no rule and no colour: the table works out the rules, pairing the colours, the teller the words.
"""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from datetime import datetime

from api.play.account import history_out, state_out
from api.play.fortune import Fortune
from api.play.hub import Hub, utc_now
from api.play.lying import lying_after
from api.play.palette import Palette
from api.play.patience import Patience
from api.play.played import DieChange, Played, PlayedDie, changed, recast, roll_of
from api.play.skipping import passing_answer
from api.play.standing import TOLD, Standing
from api.play.table import Table
from api.play.taking import Taking
from api.play.teller import Teller
from resolver.dice import Roll, RollRejected
from resolver.procedure import Answer, Throw, is_secret
from vision.reading import TableReading
from vision.sources.source import SourceHint
from vision.watching.moment import Moment

NAMELESS = "table"
"""Who did something where no client gave a name."""


class NotTheLast(ValueError):  # noqa: N818  (like RollRejected)
    """An answer that others came after; the message says which one is the last."""


class Referee:
    """Safe to use from any thread: one call at a time changes the table and publishes what came of it.

    `by` is always who wanted a change. A method that raises has changed and published nothing.
    """

    def __init__(
        self,
        table: Table,
        hub: Hub,
        palette: Palette,
        *,
        remind_after_s: float = 0.0,
        clock: Callable[[], datetime] = utc_now,
        paused: bool = False,
        taken_back: Sequence[Played] = (),
    ) -> None:
        """Begin with a table as it stands; dice of answers `taken_back` may still lie there."""
        self._now = Standing(table, lying_after((*taken_back, *table.played)), paused)
        self._hub = hub
        self._teller = Teller(hub, palette)
        self._taking = Taking(palette, self._teller)
        self._fortune = Fortune(self._teller)
        self._lock = threading.RLock()
        self._clock = clock
        self._patience = Patience(remind_after_s, clock())
        with hub.together():
            self._teller.table(table, paused=paused)
            self._fortune.tell_odds(table)

    @property
    def table(self) -> Table:
        """A copy of the table as it stands."""
        with self._lock:
            return copy(self._now.table)

    def awaits_throw(self) -> bool:
        """True while dice are awaited."""
        with self._lock:
            return isinstance(self._now.table.progress.waiting_for, Throw)

    def is_over(self) -> bool:
        """True once the outcome is known."""
        with self._lock:
            return self._now.table.progress.outcome is not None

    def at_rest(self) -> TableReading | None:
        """Return what lies on the table, None while something moves there or nothing was seen yet."""
        with self._lock:
            return self._now.at_rest

    def state(self) -> dict[str, object]:
        """Return how the table stands, ready for JSON; `seq` is the last message this state includes."""
        with self._lock:
            return state_out(self._now, self._hub, self._teller)

    def history(self) -> list[dict[str, object]]:
        """Return all answers that count, die by die, ready for JSON; a secret decision's choice is None."""
        with self._lock:
            return history_out(self._now.table)

    def odds(self) -> dict[str, object]:
        """Return the exact odds of what is awaited, ready for JSON, or why there are none."""
        return self._fortune.ahead(self.table)

    def notice(self, moment: Moment) -> None:
        """Hear what the table does at a frame; only a change is news."""
        with self._lock:
            if (news := self._now.news(moment)) is not None:
                with self._act():
                    self._tell_moment(news)

    def read(self, moment: Moment, reading: TableReading, picture: int) -> None:
        """Hear what the table does at a frame, and with which dice, read from the picture of this number.

        Every awaited roll among them is taken.
        """
        with self._act():
            if (news := self._now.news(moment)) is not None:
                self._tell_moment(news)
            now = self._now
            now.seen, now.picture = reading, picture
            now.lying = now.lying.seen_again(reading)
            now.seen_out = self._teller.reading(reading, picture, now.table, now.lying)
            self._taking.take(now)

    def answer(self, answer: Answer, by: str = NAMELESS) -> None:
        """Take a decision, or a roll typed in; what else is asked may lie on the table already.

        Raises RollRejected or ChoiceRejected; the question stays open then.
        """
        with self._act():
            self._taking.enter(self._now, answer, by)

    def skip(self, by: str = NAMELESS) -> None:
        """Pass over what is awaited. Raises NotSkippable where the rules want an answer."""
        with self._act():
            passing = passing_answer(self._now.table.progress.waiting_for)
            self._taking.enter(self._now, passing, by, skipped=True)

    def go_on(self, by: str = NAMELESS) -> None:
        """Let further exchanges follow; once the present one is over the table asks what comes next."""
        with self._act():
            table = self._now.table
            if not table.in_evening:
                events = table.go_on()
                self._teller.tell("evening_began", by=by)
                if events:
                    self._teller.events(table, events)

    def undo(self, index: int, by: str = NAMELESS) -> None:
        """Take the last answer back, which is number `index`.

        Raises NotTheLast when it is an earlier one, IndexError when there is none of this number.
        """
        with self._act():
            self._now.table.answer_number(index)
            last = len(self._now.table.played) - 1
            if index != last:
                raise NotTheLast(f"expected the last answer, number {last}, found number {index}")
            self._void(index, by)

    def void(self, by: str = NAMELESS) -> None:
        """Take the last roll back, and what was decided since; it is asked again.

        Its dice do not count again where they lie. Raises IndexError when there is no roll yet.
        """
        with self._act():
            rolls = [at for at, one in enumerate(self._now.table.played) if isinstance(one.answer, Roll)]
            if not rolls:
                raise IndexError("expected a roll to take back, found none")
            self._void(rolls[-1], by)

    def correct(self, index: int, answer: Answer, by: str = NAMELESS) -> None:
        """Replace answer number `index` and work out anew what followed; what stands so already is no news.

        Later answers that fit no question any more are dropped. Raises RollRejected or ChoiceRejected when
        the answer does not fit its own question, IndexError when there is none of this number.
        """
        with self._act():
            was = self._now.table.answer_number(index).dice
            dice = recast(was, answer) if isinstance(answer, Roll) else ()
            self._correct(index, answer, dice, by)

    def correct_dice(self, index: int, changes: Sequence[DieChange], by: str = NAMELESS) -> None:
        """Change faces and groups of dice of answer number `index`, add and remove some.

        Raises as `correct` does.
        """
        with self._act():
            was = self._now.table.answer_number(index)
            if not isinstance(was.answer, Roll):
                raise RollRejected(f"answer {index}: expected a roll, found a decision")
            dice = changed(was.dice, changes)
            self._correct(index, roll_of(dice), dice, by)

    def pause(self, by: str = NAMELESS) -> None:
        """Let no dice count until `resume`; answers that are typed or tapped still do."""
        with self._act():
            if not self._now.paused:
                self._now.paused = True
                self._teller.tell("paused", by=by)

    def resume(self, by: str = NAMELESS) -> None:
        """Let dice count again, those that lie there now as well."""
        with self._act():
            if self._now.paused:
                self._now.paused = False
                self._teller.tell("resumed", by=by)
                if self._now.at_rest is not None:
                    self._taking.take(self._now)

    def remind(self) -> None:
        """Remind the players of what is awaited if nothing has happened for long; never decides anything."""
        with self._lock:
            now, waiting = self._clock(), self._now.table.progress.waiting_for
            if waiting is None or self._now.paused or self._now.camera_lost:
                self._patience = self._patience.progressed(now)
            elif self._patience.is_over(now):
                self._teller.tell(
                    "reminder",
                    player=waiting.player,
                    purpose=waiting.purpose,
                    waited_s=self._patience.waited_s(now),
                    text=f"Still waiting for {waiting.player}. {waiting.reason}",
                )
                self._patience = self._patience.reminding()

    def stand(self, table: Table, *, paused: bool) -> None:
        """Let the table be this one from now on and tell nothing: whoever calls has told it."""
        with self._lock:
            self._now = Standing(table, lying_after(table.played), paused)

    def out_of_pictures(self) -> None:
        """Hear that the clips or pictures are over while dice are awaited."""
        self._teller.tell("pictures_over")

    def lost(self, detail: str) -> None:
        """Hear that the camera gives no more pictures."""
        with self._act():
            self._now.camera_lost = True
            self._teller.tell("camera_lost", detail=detail)

    def back(self) -> None:
        """Hear that the camera gives pictures again."""
        with self._act():
            self._now.camera_lost = False
            self._teller.tell("camera_back")

    def hint(self, hint: SourceHint) -> None:
        """Hear what the camera's pictures are like: black, of another size, not as they were set."""
        self._teller.tell("camera_hint", hint=hint.kind.value, detail=hint.detail)

    @contextmanager
    def _act(self) -> Iterator[None]:
        """Change the table and publish what came of it: all of it, or nothing when it is left by an error.

        The luck of the rolls accepted and the odds of the next one come after that, so that nobody waits for
        them to be counted.
        """
        with self._lock:
            before = self._now.kept()
            seq = self._hub.last_seq()
            try:
                with self._hub.together():
                    yield
            except BaseException:
                self._now = before
                raise
            if self._hub.last_seq() != seq:
                self._patience = self._patience.progressed(self._clock())
            self._fortune.tell(before.table, self._now.table)

    def _tell_moment(self, moment: Moment) -> None:
        self._now.moment = moment
        self._teller.tell(TOLD[moment])

    def _void(self, index: int, by: str) -> None:
        table = self._now.table
        self._teller.voided(table, table.void(index), by)

    def _correct(self, index: int, answer: Answer, dice: Sequence[PlayedDie], by: str) -> None:
        table = self._now.table
        was = table.played[index]
        # Silence would tell who guesses at a secret that he has found it.
        if not is_secret(was.question) and (answer, tuple(dice)) == (was.answer, was.dice):
            return
        dropped = table.correct(index, answer, dice)
        self._now.lying = self._now.lying.corrected(dice)
        self._teller.corrected(table, index, was, table.played[index], dropped, by)
