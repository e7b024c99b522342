"""Steps 7, 14 and 15: how an exchange ends, who loses a counter, what expires."""

from typing import Any

import pytest

from resolver.bushido.editions import EDITIONS, Edition
from resolver.bushido.events import (
    BoostExpired,
    ContactLost,
    CounterKept,
    CounterRemoved,
    EndReason,
    ExchangeOver,
    Outcome,
)
from resolver.bushido.fighter import Decisions, Exchange, State, Traits
from resolver.procedure import Progress
from tests.resolver.exchanges import damage, fighter, melee, of_type, play

editions = pytest.mark.parametrize("edition", EDITIONS.values(), ids=EDITIONS)
BOOSTED = {"ki": 2, "melee_boost_cost": 1, "decisions": Decisions(special="none", boosts=1)}


def ended(edition: Edition, a: dict[str, Any], b: dict[str, Any], **given: Any) -> Progress[Outcome]:
    setup = Exchange(fighter("A", 1, **a), fighter("B", 1, **b), edition=edition, **given)
    if given.get("still_in_contact") is False:
        return play(setup)
    return play(setup, melee([2] * (2 if a else 1)), melee([], [6]))


@editions
def test_both_lose_one_counter_and_boosts_expire(edition: Edition) -> None:
    progress = ended(edition, BOOSTED, {"counters": 1})

    assert of_type(progress, ExchangeOver) == [ExchangeOver(14, EndReason.BOTH_ATTACKED)]
    assert of_type(progress, CounterRemoved) == [CounterRemoved(14, "A", 1), CounterRemoved(14, "B", 0)]
    assert of_type(progress, BoostExpired) == [BoostExpired(15, "A", 1)]
    assert progress.outcome is not None
    assert progress.outcome.sides[0].ki == 1
    assert progress.outcome.sides[1].states == {State.EXHAUSTED}


@editions
def test_out_of_contact_ends_before_the_roll_and_costs_the_activating_model_alone(edition: Edition) -> None:
    progress = ended(edition, BOOSTED, {}, still_in_contact=False)

    assert len(of_type(progress, ContactLost)) == 1
    assert of_type(progress, CounterRemoved) == [CounterRemoved(14, "A", 1)]
    assert len(of_type(progress, BoostExpired)) == 1
    assert progress.outcome is not None
    assert progress.outcome.reason is EndReason.CONTACT_LOST_BEFORE_ROLL
    assert progress.outcome.passes == ()


@editions
def test_counters_do_not_go_below_zero(edition: Edition) -> None:
    progress = ended(edition, {}, {"counters": 0, "traits": Traits(endurance=True)})

    assert [event.name for event in of_type(progress, CounterRemoved)] == ["A"]
    assert progress.outcome is not None
    assert progress.outcome.sides[1].counters == 0


@editions
def test_a_tireless_model_keeps_its_counter_when_the_enemy_began(edition: Edition) -> None:
    tireless = Traits(tireless=True)
    setup = Exchange(fighter("A", 1, traits=tireless), fighter("B", 1, traits=tireless), edition=edition)

    progress = play(setup, melee([2]), melee([], [6]))

    assert of_type(progress, CounterKept) == [CounterKept(14, "B")]
    assert of_type(progress, CounterRemoved) == [CounterRemoved(14, "A", 1)]


@editions
def test_a_removed_model_attacks_no_more_and_has_no_counter_to_lose(edition: Edition) -> None:
    setup = Exchange(fighter("A", 1), fighter("B", 2, wounds_left=1), edition=edition)

    progress = play(setup, melee([6]), melee([5], [2]), damage(5, 5))

    assert progress.outcome is not None
    assert (progress.outcome.reason, len(progress.outcome.passes)) == (EndReason.REMOVED, 1)
    assert [event.name for event in of_type(progress, CounterRemoved)] == ["A"]
    assert (progress.outcome.sides[1].wounds_left, progress.outcome.sides[1].in_play) == (0, False)


@editions
@pytest.mark.parametrize("special", ["Push Attack", "Sidestep Defence"])
def test_both_lose_a_counter_where_a_special_breaks_contact_after_the_roll(
    special: str, edition: Edition
) -> None:
    pools = {"A": (2, special) if special.endswith("Attack") else (1, "none")}
    pools["B"] = (1, "none") if special.endswith("Attack") else (2, special)
    sides = {name: fighter(name, pool, special=declared) for name, (pool, declared) in pools.items()}
    rolls = (melee([6]), melee([], [2])) if special == "Push Attack" else (melee([2]), melee([], [6]))

    progress = play(Exchange(sides["A"], sides["B"], edition=edition), *rolls)

    assert of_type(progress, ExchangeOver) == [ExchangeOver(14, EndReason.OUT_OF_CONTACT)]
    assert [event.name for event in of_type(progress, CounterRemoved)] == ["A", "B"]


def test_an_exhausted_model_has_no_counter_to_lose_whatever_the_set_up_counts() -> None:
    setup = Exchange(fighter("A", 2, states=frozenset({State.EXHAUSTED}), counters=2), fighter("B", 1))

    progress = play(setup, melee([2]), melee([], [6]))

    assert [event.name for event in of_type(progress, CounterRemoved)] == ["B"]
    assert progress.outcome is not None
    assert progress.outcome.sides[0].counters == 0
