"""Takes answers: those that lie on the table, and those that are typed or tapped."""

from dataclasses import replace
from typing import assert_never

from api.play.on_table import answer_on_table, dice_typed
from api.play.pairing import NothingThrown, Paired, Unpaired, bystanders
from api.play.palette import Palette
from api.play.played import PlayedDie
from api.play.standing import Standing
from api.play.teller import Teller
from resolver.dice import Roll, RollRejected
from resolver.procedure import Answer, Choice, Throw

CAMERA = "camera"
"""Who gave an answer that was seen."""


class Taking:
    """Gives the table its answers and tells of them; keeps nothing."""

    def __init__(self, palette: Palette, teller: Teller) -> None:
        self._palette = palette
        self._teller = teller

    def take(self, now: Standing) -> None:
        """Answer one question after the other from what was seen last, until one finds no dice or wrong ones.

        Nothing is taken while the game is paused, or nothing was seen yet.
        """
        reading = now.seen
        while (
            reading is not None and not now.paused and (waiting := now.table.progress.waiting_for) is not None
        ):
            match answer_on_table(now.table, reading, self._palette, now.lying):
                case NothingThrown():
                    return
                case Unpaired(reasons):
                    if isinstance(waiting, Throw):
                        there = bystanders(reading, waiting, self._palette, now.lying)
                        now.lying = replace(now.lying, bystanders=there or now.lying.bystanders)
                    self._teller.refused(waiting, reasons)
                    return
                case Paired(roll, dice):
                    if not self._accept(now, waiting, roll, dice):
                        return
                case str(split):
                    self._accept(now, waiting, split, ())
                case unknown:
                    assert_never(unknown)

    def enter(self, now: Standing, answer: Answer, by: str, *, skipped: bool = False) -> None:
        """Take an answer that was not seen, and what else is asked from the dice that lie at rest.

        Raises RollRejected or ChoiceRejected.
        """
        table, seen = now.table, now.seen
        waiting = table.progress.waiting_for
        shown: tuple[PlayedDie, ...] = ()
        others: tuple[PlayedDie, ...] = ()
        if isinstance(waiting, Throw) and isinstance(answer, Roll):
            dice = () if seen is None else seen.dice
            shown, others = dice_typed(waiting, answer, dice, self._palette, now.lying)
        was_seen = any(die.seen is not None for die in shown)
        events = table.answer(answer, shown, now.picture if was_seen else None)
        now.lying = now.lying.accepted((*shown, *others), table.exchange, seen)
        self._teller.accepted(table, by, skipped=skipped)
        self._teller.events(table, events)
        if now.at_rest is not None:
            self.take(now)

    def _accept(
        self, now: Standing, waiting: Throw | Choice, answer: Answer, dice: tuple[PlayedDie, ...]
    ) -> bool:
        try:
            events = now.table.answer(answer, dice, now.picture)
        except RollRejected as rejected:
            self._teller.refused(waiting, (str(rejected),))
            return False
        now.lying = now.lying.accepted(dice, now.table.played[-1].exchange, now.seen)
        self._teller.accepted(now.table, CAMERA)
        self._teller.events(now.table, events)
        return True
