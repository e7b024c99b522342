"""The referee of one table: hears what the camera saw and players decide, tells the hub what follows.

Knows no rule and no colour: the table works out the rules, pairing the colours.
"""

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from copy import copy
from dataclasses import replace
from typing import assert_never

from api.hub import Hub
from api.pairing import NothingThrown, Paired, Palette, Unpaired, lies_still, pair
from api.table import Table
from api.wire import event_out, outcome_out, question_out, roll_out
from api.wire_readings import live_die_out, live_reading_out
from resolver.dice import Roll, RollRejected
from resolver.procedure import Answer, Choice, Event, Throw
from vision.reading import DieReading, TableReading
from vision.settle import Moment
from vision.sources.source import SourceHint


class Referee:
    """Safe to use from any thread: one call at a time changes the table and publishes what came of it."""

    def __init__(self, table: Table, hub: Hub, palette: Palette) -> None:
        self._table = table
        self._hub = hub
        self._lock = threading.RLock()
        self._palette = palette
        self._moment = Moment.KNOWN
        self._seen: TableReading | None = None
        self._seen_out: Mapping[str, object] | None = None
        with hub.together():
            hub.publish("table", self._setup())
            self._tell(table.progress.events)

    def awaits_throw(self) -> bool:
        """True while dice are awaited."""
        with self._lock:
            return isinstance(self._table.progress.waiting_for, Throw)

    def is_over(self) -> bool:
        """True once the outcome is known."""
        with self._lock:
            return self._table.progress.outcome is not None

    def state(self) -> dict[str, object]:
        """Return how the table stands, ready for JSON; `seq` is the last message this state includes."""
        with self._lock:
            progress = self._table.progress
            waiting = progress.waiting_for
            return {
                "table": self._hub.table,
                "seq": self._hub.last_seq(),
                **self._setup(),
                "moment": self._moment.value,
                "waiting_for": question_out(waiting) if waiting is not None else None,
                "reading": self._seen_out,
                "answers": len(self._table.played),
                "events": [event_out(event) for event in progress.events],
                "outcome": outcome_out(progress.outcome) if progress.outcome is not None else None,
            }

    def notice(self, moment: Moment) -> None:
        """Hear what the table does; only a change between moving and settled is news."""
        with self._act():
            moving = moment is Moment.MOVING
            if moving != (self._moment is Moment.MOVING) and moment is not Moment.CALMING:
                self._hub.publish("moving" if moving else "settled", {})
                self._moment = moment

    def read(self, reading: TableReading, picture: int) -> None:
        """Hear the reading of a settled picture, which has this number, and take every awaited roll in it."""
        with self._act():
            self._seen = reading
            self._seen_out = {**self._reading_out(reading), "picture": picture}
            self._hub.publish("reading", self._seen_out)
            self._take_rolls(reading)

    def answer(self, answer: Answer) -> None:
        """Take a decision, or a roll typed in; what else is asked may lie on the table already.

        Raises RollRejected or ChoiceRejected; the question stays open then.
        """
        with self._act():
            waiting = self._table.progress.waiting_for
            events = self._table.answer(answer, self._dice_of(waiting))
            assert waiting is not None
            given = roll_out(answer) if isinstance(answer, Roll) else {"choice": answer}
            self._hub.publish("accepted", {"player": waiting.player, "purpose": waiting.purpose, **given})
            self._tell(events)
            if self._seen is not None and self._moment is not Moment.MOVING:
                self._take_rolls(self._seen)

    def go_on(self) -> None:
        """Let further exchanges follow; once the present one is over the table asks what comes next."""
        with self._act():
            events = self._table.go_on()
            if events:
                self._tell(events)

    def undo(self, index: int) -> None:
        """Take the last answer back. Raises IndexError when it is not number `index`."""
        with self._act():
            self._table.undo(index)
            self._retell("voided", {"answer": index})

    def correct(self, index: int, answer: Answer) -> None:
        """Replace answer number `index` and work out anew what followed.

        Raises RollRejected or ChoiceRejected when an answer fits no question any more, IndexError without it.
        """
        with self._act():
            self._table.correct(index, answer)
            given = roll_out(answer) if isinstance(answer, Roll) else {"choice": answer}
            self._retell("corrected", {"answer": index, **given})

    def out_of_pictures(self) -> None:
        """Hear that the clips or pictures are over while dice are awaited."""
        self._hub.publish("pictures_over", {})

    def lost(self, detail: str) -> None:
        """Hear that the camera gives no more pictures."""
        self._hub.publish("camera_lost", {"detail": detail})

    def back(self) -> None:
        """Hear that the camera gives pictures again."""
        self._hub.publish("camera_back", {})

    def hint(self, hint: SourceHint) -> None:
        """Hear what the camera's pictures are like: black, of another size, not as they were set."""
        self._hub.publish("camera_hint", {"hint": hint.kind.value, "detail": hint.detail})

    @contextmanager
    def _act(self) -> Iterator[None]:
        """Change the table and publish what came of it: all of it, or nothing when it is left by an error."""
        with self._lock:
            before = copy(self._table)
            try:
                with self._hub.together():
                    yield
            except BaseException:
                self._table = before
                raise

    def _take_rolls(self, reading: TableReading) -> None:
        """Answer one awaited throw after the other from a reading, until one finds no dice or wrong ones."""
        while isinstance(waiting := self._table.progress.waiting_for, Throw):
            match pair(reading, waiting, self._palette, self._table.lying):
                case NothingThrown():
                    return
                case Unpaired(reasons):
                    self._refuse(waiting, reasons)
                    return
                case Paired(roll, dice):
                    if not self._accept(waiting, roll, dice):
                        return
                case unknown:
                    assert_never(unknown)

    def _dice_of(self, waiting: Throw | Choice | None) -> tuple[DieReading, ...]:
        """Return the dice on the table that a typed roll stands for."""
        if self._seen is None or not isinstance(waiting, Throw):
            return ()
        return self._palette.thrown(waiting, self._seen.dice)

    def _accept(self, waiting: Throw, roll: Roll, dice: tuple[DieReading, ...]) -> bool:
        try:
            events = self._table.answer(roll, dice)
        except RollRejected as rejected:
            self._refuse(waiting, (str(rejected),))
            return False
        self._hub.publish(
            "accepted", {"player": waiting.player, "purpose": waiting.purpose, **roll_out(roll)}
        )
        self._tell(events)
        return True

    def _refuse(self, waiting: Throw, reasons: tuple[str, ...]) -> None:
        self._hub.publish(
            "refused", {"player": waiting.player, "purpose": waiting.purpose, "reasons": list(reasons)}
        )

    def _tell(self, events: tuple[Event, ...]) -> None:
        """Publish what happened, then what is awaited or the outcome."""
        for event in events:
            self._publish(event_out(event))
        progress = self._table.progress
        if progress.waiting_for is not None:
            self._publish(question_out(progress.waiting_for))
        if progress.outcome is not None:
            self._publish(outcome_out(progress.outcome))

    def _retell(self, type_: str, data: dict[str, object]) -> None:
        """Publish that answers changed, then the whole exchange again as it stands now."""
        self._hub.publish(type_, data)
        self._tell(self._table.progress.events)

    def _publish(self, tagged: Mapping[str, object]) -> None:
        """Publish a wire object under its own type."""
        data = dict(tagged)
        self._hub.publish(str(data.pop("type")), data)

    def _setup(self) -> dict[str, object]:
        setup = self._table.setup
        return {
            "title": setup.title,
            "system": setup.system,
            "players": list(setup.players),
            "groups": [
                {"player": one.player, "group": one.group, "body": one.body, "marks": one.marks}
                for one in setup.groups
            ],
        }

    def _reading_out(self, reading: TableReading) -> Mapping[str, object]:
        """Return a reading for JSON, each die with the player and group that its colours name."""
        waiting, lying = self._table.progress.waiting_for, self._table.lying
        awaited = waiting if isinstance(waiting, Throw) else None
        # A die that lies there from an accepted roll does not answer the present throw.
        owners = [
            self._palette.owner(die, None if lies_still(die, lying) else awaited) for die in reading.dice
        ]
        named = tuple(
            replace(die, group=owner.group if owner else None)
            for die, owner in zip(reading.dice, owners, strict=True)
        )
        dice = [
            {**live_die_out(die), "player": owner.player if owner else None}
            for die, owner in zip(named, owners, strict=True)
        ]
        return {**live_reading_out(reading), "dice": dice}
