"""Odds before any throw of an evening and luck after it, also in the second exchange and later ones."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from api.odds.foresight import luck_after, odds_ahead
from api.play.table import Table
from resolver import SYSTEMS, ChoiceRejected, Roll, RollRejected, System, Throw
from resolver.bushido.exchange import exchange
from resolver.bushido.fighter import Exchange, Fighter
from resolver.bushido.luck import last_luck
from resolver.bushido.odds import next_odds
from resolver.evening import CHANGE, END, EXCHANGE, ExchangeResolved
from resolver.odds import TooManyDice
from tests.resolver.any_table import ready, some_table
from tests.resolver.exchanges import any_answer, damage, melee

MOST_ANSWERS = 60
MOST_TOLD = 3
"""Throws of an evening whose odds are looked at."""


def _on_and_on(table: Table, chance: Random) -> Iterator[Throw]:
    """Play an evening at random that is never ended by choice; yield each throw of it before it is made."""
    while table.progress.waiting_for is not None and len(table.played) < MOST_ANSWERS:
        asked = table.progress.waiting_for
        if isinstance(asked, Throw):
            yield asked
        elif asked.purpose == "evening":
            asked = replace(asked, options=tuple({*asked.options} - {END, CHANGE}))
        try:
            table.answer(any_answer(asked, chance))
        except (ChoiceRejected, RollRejected):
            # A decision that the set-up lacks a number for: another one is drawn.
            if chance.random() < 0.1:
                return


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.id)
@settings(max_examples=6)
@given(chance=st.integers(0, 2**32 - 1).map(Random))
def test_odds_are_told_before_every_throw_and_luck_after_it(system: System, chance: Random) -> None:
    table = Table(ready(system, some_table(system, chance)))
    table.go_on()
    told = 0
    for asked in _on_and_on(table, chance):
        if not table.exchange or told == MOST_TOLD or chance.random() < 0.5:
            continue
        told += 1
        try:
            odds = odds_ahead(table)
        except TooManyDice:
            continue
        assert odds, asked
        assert all(one.outcomes.total >= 1 for one in odds)
        roll = any_answer(asked, chance)
        table.answer(roll)
        luck = luck_after(table, len(table.played) - 1)
        if asked.before is None:
            assert luck is not None, asked
            assert 0 <= luck.luck.share_worse < 1
        table.void(len(table.played) - 1)


def _begin(setup: Exchange) -> Any:
    return partial(exchange, setup)


def _resolved(table: Table) -> list[Any]:
    return [event for event in table.progress.events if isinstance(event, ExchangeResolved)]


def test_the_second_exchange_has_the_odds_of_those_who_are_left() -> None:
    one, two = Fighter("One", 3, 6), Fighter("Two", 3, 5)
    table = Table(ready(SYSTEMS[0], _begin(Exchange(one, two))))
    table.go_on()
    # Two is wounded once, One three times; both are down a counter.
    for answer in (melee([4, 2], [5]), melee([5, 3], [4]), damage(3, 4), damage(4, 6)):
        table.answer(answer)
    (wounds,) = {tuple(side.wounds_left for side in event.outcome.sides) for event in _resolved(table)}
    while not isinstance(table.progress.waiting_for, Throw):
        options = table.progress.waiting_for.options  # type: ignore[union-attr]
        table.answer(next(option for option in (EXCHANGE, "One", "Two", "no", *options) if option in options))
    assert wounds != (6, 5)

    fresh = Exchange(
        replace(one, wounds_left=wounds[0], counters=1), replace(two, wounds_left=wounds[1], counters=1)
    )
    told = odds_ahead(table)
    assert told == next_odds(fresh, ())
    assert told != next_odds(Exchange(one, two), ())

    roll = melee([6, 2], [5])
    table.answer(roll)
    assert luck_after(table, len(table.played) - 1) == last_luck(fresh, (roll,))
    # The luck of the first exchange is told as before.
    assert luck_after(table, 0) == last_luck(Exchange(one, two), (table.played[0].answer,))
    assert isinstance(table.played[0].answer, Roll)
