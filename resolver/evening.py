"""An evening at one table: exchange after exchange, each beginning with what the ones before it left.

It is a procedure like any other, so its state is the tuple of all answers: undo and correction reach
back across exchanges. Knows no system; each brings its `Muster`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol, TypeVar

from resolver.procedure import Choice, Event, Outcome, Procedure, choose

EXCHANGE, TURN, CHANGE, END = "next exchange", "next turn", "change", "end"
NOTHING = "nothing"


class Muster(Protocol):
    """Everybody who may fight this evening, as they stand now, and who meets next; a frozen value."""

    @property
    def setup(self) -> object:
        """The exchange that `meet` resolves, as the system's odds and luck take it."""

    @property
    def asked(self) -> str:
        """The player who is asked what comes next."""

    @property
    def may_go_on(self) -> bool:
        """Whether anybody is left to fight another exchange."""

    def meet(self) -> Procedure[Outcome]:
        """Resolve the exchange that is set up."""

    def after(self: "M", outcome: Outcome) -> "M":
        """Return everybody as the exchange left them: wounds, states, counters, whatever stays."""

    def next_turn(self: "M") -> Procedure["M"]:
        """Return everybody at the beginning of a new turn."""

    def next_meeting(self: "M") -> Procedure["M"]:
        """Ask who meets next and how, and return everybody with that exchange set up."""

    def changes(self: "M") -> Mapping[str, Mapping[str, "M"]]:
        """Return what may befall each model between exchanges, by its name and by what it is."""

    def standing(self) -> tuple[str, ...]:
        """Return a sentence a model or unit on how it stands."""


M = TypeVar("M", bound=Muster)


@dataclass(frozen=True, slots=True)
class ExchangeResolved(Event):
    """An exchange of the evening is over; exchanges are counted from 1 through all turns."""

    turn: int
    exchange: int
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class TurnBegan(Event):
    turn: int


@dataclass(frozen=True, slots=True)
class Changed(Event):
    """Something befell a model between exchanges, as the players said."""

    name: str
    what: str


@dataclass(frozen=True, slots=True)
class EveningOutcome(Outcome):
    """How an evening ended: turns and exchanges, the last one's outcome, a sentence on each model."""

    turns: int
    exchanges: int
    last: Outcome
    standing: tuple[str, ...]


def evening(muster: M) -> Procedure[EveningOutcome]:
    """Resolve exchanges until the players end the evening, or nobody is left to fight."""
    turn, exchange = 1, 0
    while True:
        exchange += 1
        outcome = yield from muster.meet()
        yield ExchangeResolved(turn, exchange, outcome)
        muster = muster.after(outcome)
        while muster.may_go_on:
            answer = yield from choose(
                Choice("evening", muster.asked, (EXCHANGE, TURN, CHANGE, END), "What comes next?")
            )
            if answer == EXCHANGE:
                muster = yield from muster.next_meeting()
                break
            if answer == END:
                return EveningOutcome(turn, exchange, outcome, muster.standing())
            if answer == TURN:
                turn += 1
                yield TurnBegan(turn)
                muster = yield from muster.next_turn()
            else:
                muster = yield from _changed(muster)
        else:
            return EveningOutcome(turn, exchange, outcome, muster.standing())


def _changed(muster: M) -> Procedure[M]:
    changes = muster.changes()
    name = yield from choose(
        Choice("change_model", muster.asked, (NOTHING, *changes), "Whom did something befall?")
    )
    if name == NOTHING:
        return muster
    what = yield from choose(
        Choice("change", muster.asked, (NOTHING, *changes[name]), f"What befell {name}?")
    )
    if what == NOTHING:
        return muster
    yield Changed(name, what)
    return changes[name][what]
