"""Advice on splits and specials: nobody gains by another split, and both players see one game."""

from dataclasses import replace

import pytest

from api.odds.adviser import Advice, Aim, NoAdvice, Option, advise
from resolver.bushido.exchange_odds import Case, exchange_odds
from resolver.bushido.fighter import Decisions, Exchange, Fighter, Kind, Special, State, Traits, Weapon


def model(name: str, pool: int, *specials: Special, **fields: object) -> Fighter:
    wounds = fields.pop("wounds_left", 4)
    return Fighter(name, pool, wounds, weapons=(Weapon("blade", specials=specials),), **fields)  # type: ignore[arg-type]


def duel(pools: tuple[int, int] = (3, 3), **fields: object) -> Exchange:
    return Exchange(model("Aya", pools[0]), model("Chiyo", pools[1]), **fields)  # type: ignore[arg-type]


def test_no_split_of_either_does_better_against_the_mix() -> None:
    setup = duel()
    odds = exchange_odds(setup)
    (aya, _) = advise(setup, (), Aim.TAKE_OUT)

    def share(mine: Option, theirs: Option) -> float:
        endings = odds[Case((mine.split, theirs.split))].endings
        return float(endings.share_where(lambda ending: not ending.in_play[1]))

    options = [Option("none", (attack, 3 - attack)) for attack in range(4)]
    for option in options:
        assert sum(part * share(option, theirs) for theirs, part in aya.against) <= aya.value + 1e-6
        assert sum(part * share(mine, option) for mine, part in aya.mix) >= aya.value - 1e-6
    assert 0 < aya.value < 1


def test_wounds_are_one_game_for_both() -> None:
    aya, chiyo = advise(duel((4, 3)), (), Aim.WOUNDS)

    assert chiyo.value == pytest.approx(-aya.value, abs=1e-6)
    assert aya.value > 0
    assert sum(share for _, share in aya.mix) == pytest.approx(1)


def test_the_model_that_cannot_be_hurt_is_safe() -> None:
    setup = replace(duel(), other=model("Chiyo", 3, traits=Traits(tough=30)))

    aya, chiyo = advise(setup, (), Aim.SURVIVE)

    assert chiyo.value == pytest.approx(1)
    assert advise(setup, (), Aim.TAKE_OUT)[0].value == pytest.approx(0, abs=1e-9)
    assert aya.value < 1


def test_to_survive_one_defends_more_than_to_take_out() -> None:
    def defence(advice: Advice) -> float:
        return sum(option.split[1] * share for option, share in advice.mix)

    setup = duel((5, 5))

    assert defence(advise(setup, (), Aim.SURVIVE)[0]) > defence(advise(setup, (), Aim.TAKE_OUT)[0])


def test_specials_are_options_where_they_may_be_paid() -> None:
    """A Powerful Attack for nothing is never worse; one for three of three dice may not be declared."""
    free = Special("Powerful Attack", Kind.ATTACK, 0)
    dear = Special("Stun Attack", Kind.ATTACK, 3)
    setup = replace(duel(), active=model("Aya", 3, free, dear))

    aya, _ = advise(setup, (), Aim.WOUNDS)
    plain, _ = advise(duel(), (), Aim.WOUNDS)

    assert aya.value > plain.value
    assert {option.special for option, _ in aya.mix if option.split[0]} == {"Powerful Attack"}


def test_what_the_table_has_decided_stays_decided() -> None:
    free = Special("Powerful Attack", Kind.ATTACK, 0)
    aya = model("Aya", 3, free, decisions=Decisions(special="none", attack_dice=2))

    advice, _ = advise(replace(duel(), active=aya), (), Aim.WOUNDS)

    assert advice.mix == ((Option("none", (2, 1)), 1.0),)


def test_limits_of_the_split_hold() -> None:
    setup = replace(duel((4, 4)), active=model("Aya", 4, traits=Traits(aggressive=True)))

    aya, _ = advise(setup, (), Aim.SURVIVE)

    assert all(option.split[0] >= option.split[1] for option, _ in aya.mix)


def test_later_answers_are_left_aside_and_earlier_ones_count() -> None:
    boosted = replace(duel(), active=model("Aya", 3, ki=2, melee_boost_cost=1))

    with pytest.raises(NoAdvice, match="boost the melee pool"):
        advise(boosted, (), Aim.WOUNDS)
    aya, _ = advise(boosted, ("2",), Aim.WOUNDS)

    assert all(sum(option.split) == 5 for option, _ in aya.mix)
    asking = replace(duel(), ask_allocation=True)
    assert advise(asking, ("3+0", "0+3"), Aim.WOUNDS) == advise(duel(), (), Aim.WOUNDS)


def test_without_a_wound_table_there_is_no_advice() -> None:
    with pytest.raises(NoAdvice, match="expected a wound table, found none"):
        advise(replace(duel(), wound_table=None), (), Aim.WOUNDS)


def test_a_special_whose_cost_is_not_given_is_not_advised() -> None:
    unpriced = model("Aya", 3, Special("Stun Attack", Kind.ATTACK))

    aya, _ = advise(replace(duel(), active=unpriced), (), Aim.WOUNDS)

    assert {option.special for option, _ in aya.mix} == {"none"}


def test_a_prone_model_declares_no_special() -> None:
    free = Special("Powerful Attack", Kind.ATTACK, 0)
    prone = model("Aya", 4, free, states=frozenset({State.PRONE}))

    aya, _ = advise(replace(duel(), active=prone), (), Aim.WOUNDS)

    assert {option.special for option, _ in aya.mix} == {"none"}
