"""Odds at a table of any system: of the throw that is waited for, or of those behind open decisions.

And the luck of a throw after it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from api.play.present import present_exchange
from api.play.table import Table
from api.tables import TableFile
from resolver.dice import Roll
from resolver.odds import Odds, ThrowLuck, TooManyDice
from resolver.procedure import Answer, Choice, ChoiceRejected, replay
from resolver.systems import SYSTEMS, System

MOST_BRANCHES = 32
"""Ways through open decisions that odds are told for; more would tell nobody anything."""


def system_of(table: TableFile) -> System:
    """Return the system that a table is played by."""
    return next(system for system in SYSTEMS if system.id == table.system)


def odds_ahead(table: Table) -> tuple[Odds, ...]:
    """Return the odds at a table that is being played, as `odds_at` does. Raises TooManyDice."""
    return odds_at(*_exchange(table, len(table.played)))


def luck_after(table: Table, index: int) -> ThrowLuck | None:
    """Return how lucky answer number `index` was; None for a decision, or where luck is not told."""
    if not isinstance(table.played[index].answer, Roll):
        return None
    exchange, answers = _exchange(table, index + 1)
    tell = system_of(exchange).luck
    if tell is None:
        return None
    try:
        return tell(exchange.setup, answers)
    except TooManyDice:
        return None


def _exchange(table: Table, count: int) -> tuple[TableFile, tuple[Answer, ...]]:
    """Return the exchange that the first `count` answers lead to, and those of them given in it."""
    answers = tuple(one.answer for one in table.played[:count])
    return present_exchange(table.setup, answers) if table.in_evening else (table.setup, answers)


def odds_at(table: TableFile, answers: Sequence[Answer]) -> tuple[Odds, ...]:
    """Return the odds at a table; where a decision is open, those after each way to decide.

    Empty where it is resolved, where the system tells none, or where too much is still to be decided.
    Raises TooManyDice, and for refused answers what `replay` does.
    """
    tell = system_of(table).odds
    if tell is None:
        return ()
    told: list[Odds] = []
    for branch, (labels, decided) in enumerate(_ways(table, tuple(answers), ())):
        if branch == MOST_BRANCHES:
            return ()
        told += (_given(labels, odds) for odds in tell(table.setup, decided))
    return tuple(told)


def _given(labels: tuple[str, ...], odds: Odds) -> Odds:
    return replace(odds, given=", ".join((*labels, odds.given) if odds.given else labels))


def _ways(
    table: TableFile, answers: tuple[Answer, ...], labels: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], tuple[Answer, ...]]]:
    """Yield how open decisions may be answered up to the next throw, in words and as answers."""
    asked = replay(table.start, answers).waiting_for
    if not isinstance(asked, Choice):
        yield labels, answers
        return
    for option in asked.options:
        try:
            yield from _ways(table, (*answers, option), (*labels, f"{asked.player} {asked.purpose} {option}"))
        except ChoiceRejected:
            # Offered, but the set-up lacks a number for it: no odds, as no such throw.
            continue
