"""What is decided beforehand: refused with its key where it can never stand, asked where it does not."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from resolver.bushido.exchange import fight
from resolver.bushido.fighter import Decisions, Exchange, Feat, Fighter, Kind, Special, Traits, Weapon
from resolver.bushido.muster import Muster
from resolver.bushido.side import Bout
from resolver.evening import CHANGE, END, EXCHANGE, TURN, evening
from resolver.procedure import Answer, Choice, ChoiceRejected, MissingData, Throw, replay
from tests.resolver.exchanges import (
    any_answer,
    fighter,
    melee,
    run_through,
    start,
    waiting_choice,
    waiting_throw,
)
from tests.resolver.test_bushido_random import some_exchange

PUSH, SWEEP = Special("Push Defence", Kind.DEFENCE, 1), Special("Sweep Attack", Kind.ATTACK, 1)
FAN = Weapon("fan", traits=Traits(coordinated_attack=True), specials=(PUSH,))
SWORD = Weapon("sword", specials=(SWEEP,))
"""Three dice with the sword are four with the fan."""


def armed(weapons: Sequence[Weapon] = (SWORD, FAN), **decided: object) -> Fighter:
    decisions = Decisions(**{"special": "none", **decided})  # type: ignore[arg-type]
    return Fighter("A", 3, 20, weapons=tuple(weapons), decisions=decisions)


@pytest.mark.parametrize(
    ("a", "message"),
    [
        pytest.param(
            armed(attack_dice=5), "players.A.attack_dice: expected 0 to 3 of 3 dice, found 5", id="dice"
        ),
        pytest.param(
            armed([replace(FAN, specials=(replace(PUSH, cost=4),))], special="Push Defence"),
            "players.A.special: expected one that costs at most 3 dice out of a pool of 4, "
            "found 'Push Defence'",
            id="a special that takes all dice",
        ),
        pytest.param(
            replace(armed(boosts=2), ki=1, melee_boost_cost=1),
            "players.A.boosts: expected at most 1, found 2",
            id="boosts",
        ),
        pytest.param(
            armed(weapon="bow"), "players.A.weapon: expected one of sword, fan, found 'bow'", id="weapon"
        ),
        pytest.param(
            replace(armed(attack_dice=9), where="players.A.models.Oni"),
            "players.A.models.Oni.attack_dice: expected 0 to 3 of 3 dice, found 9",
            id="of a further model",
        ),
    ],
)
def test_what_stands_with_no_weapon_is_refused_before_one_is_chosen(a: Fighter, message: str) -> None:
    with pytest.raises(ChoiceRejected) as refused:
        replay(start(Exchange(a, fighter("B"))), ())

    assert str(refused.value) == message


def test_what_stands_with_the_most_boosts_is_not_refused() -> None:
    a = replace(armed([SWORD], attack_dice=5), ki=2, melee_boost_cost=1)
    begin = start(Exchange(a, fighter("B")))

    assert waiting_choice(replay(begin, ())).options == ("0", "1", "2")
    assert [(dice.least, dice.most) for dice in waiting_throw(replay(begin, ("2",))).dice] == [(5, 5), (0, 0)]
    # One boost leaves no room for five attack dice, so the dice show the split.
    assert [(dice.least, dice.most) for dice in waiting_throw(replay(begin, ("1",))).dice] == [(0, 4), (0, 4)]


def test_attack_dice_that_another_weapon_has_not_are_shown_by_the_dice() -> None:
    begin = start(Exchange(armed(attack_dice=4), fighter("B")))

    attack = {weapon: waiting_throw(replay(begin, (weapon,))).dice[0] for weapon in ("fan", "sword")}

    assert {weapon: (dice.least, dice.most) for weapon, dice in attack.items()} == {
        "fan": (4, 4),
        "sword": (0, 3),
    }


def test_a_special_that_another_weapon_has_not_is_asked_for() -> None:
    begin = start(Exchange(armed(special="Push Defence"), fighter("B")))

    assert waiting_throw(replay(begin, ("fan",))).total == 3
    assert waiting_choice(replay(begin, ("sword",))).options == ("none", "Sweep Attack")


def test_feats_that_are_asked_for_may_bring_what_is_missing() -> None:
    a = replace(armed([SWORD], attack_dice=4), feats=(Feat("Focus", 4, dice=1),))
    begin = start(Exchange(a, fighter("B")))

    assert waiting_throw(replay(begin, ("Focus",))).dice[0].least == 4
    assert waiting_throw(replay(begin, ("none",))).dice[0].least == 0


@pytest.mark.parametrize(
    ("a", "key"),
    [
        (armed([replace(SWORD, specials=(replace(SWEEP, cost=None),))], special=None), "sweep_attack"),
        (armed(special="Slam Attack"), "slam_attack"),
    ],
    ids=["asked for", "declared and on no card"],
)
def test_a_cost_that_may_be_asked_for_is_missed_before_that(a: Fighter, key: str) -> None:
    with pytest.raises(MissingData, match=rf"^players\.A\.weapons\.sword\.specials\.{key}\.cost: expected"):
        replay(start(Exchange(a, fighter("B"))), ())


def test_a_special_without_its_cost_is_not_offered() -> None:
    """In secret, a refusal would name it to everybody."""
    unpriced = replace(SWORD, specials=(replace(SWEEP, cost=None), PUSH))

    asked = replay(partial(fight, Bout(Exchange(armed([unpriced], special=None), fighter("B")))), ())

    assert waiting_choice(asked).options == ("none", "Push Defence")


ROLLS = (melee([6], []), melee([], [6, 6, 6]))
"""A attacks in vain with the one die of a pool of 1, B defends."""


@pytest.mark.parametrize(
    ("oni", "befallen"),
    [
        pytest.param({"special": "Sweep Attack"}, ("prone begins",), id="a special of a Prone model"),
        pytest.param(
            {"special": "Sweep Attack"}, ("blind begins", "1 counter less", "1 counter less"), id="dear"
        ),
        pytest.param({"attack_dice": 3}, ("blind begins",), id="attack dice"),
        pytest.param({"boosts": 1}, ("1 Ki less",), id="boosts"),
        pytest.param({"feats": ("Focus",)}, ("1 Ki less",), id="feats"),
    ],
)
def test_what_a_further_model_decided_is_asked_where_it_is_not_allowed_by_then(
    oni: dict[str, object], befallen: tuple[str, ...]
) -> None:
    further = Fighter(
        "A",
        3,
        20,
        "Oni",
        ki=1,
        melee_boost_cost=1 if "boosts" in oni else None,
        weapons=(SWORD,),
        feats=(Feat("Focus", 4, ki=1),) if "feats" in oni else (),
        decisions=Decisions(**{"special": "none", **oni}),  # type: ignore[arg-type]
    )
    first = fighter("A", 1, model="First")
    people = Muster(Exchange(first, fighter("B")), (first, fighter("B"), further))
    changes = [answer for what in befallen for answer in (CHANGE, "Oni of A", what)]

    met = replay(partial(evening, people), (*ROLLS, *changes, EXCHANGE, "A", "Oni", "no"))

    assert waiting_throw(met).player == "A"


def some_decisions(model: Fighter, chance: Random) -> Fighter:
    """Return a model that decides much beforehand, allowed or not."""
    specials = [special.name for weapon in model.weapons for special in weapon.specials]
    feats = tuple(feat.name for feat in model.feats if chance.random() < 0.5)
    decisions = Decisions(
        boosts=chance.choice((None, 0, 1, 3)),
        special=chance.choice((None, "none", "Slam Attack", *specials)),
        feats=chance.choice((None, (), feats)),
        attack_dice=chance.choice((None, 0, 2, 5)),
    )
    return replace(model, decisions=decisions)


@given(chance=st.randoms(use_true_random=False))
def test_whatever_is_decided_beforehand_every_question_takes_each_of_its_answers(chance: Random) -> None:
    setup = some_exchange(chance)
    active, other = (some_decisions(model, chance) for model in (setup.active, setup.other))
    oni = some_decisions(replace(setup.other, model="Oni"), chance)
    setup = replace(setup, active=active, other=other)
    left = 60

    def answer(asked: Throw | Choice) -> Answer:
        nonlocal left
        left -= 1
        if isinstance(asked, Choice) and asked.purpose == "evening":
            return END if left < 0 else chance.choice((EXCHANGE, EXCHANGE, TURN, CHANGE))
        return any_answer(asked, chance)

    answers = run_through(partial(evening, Muster(setup, (active, other, oni))), answer)

    assert replay(partial(evening, Muster(setup, (active, other, oni))), answers).outcome is not None


@given(chance=st.randoms(use_true_random=False))
def test_what_is_refused_beforehand_stands_after_no_answers_at_all(chance: Random) -> None:
    """Against trying all answers up to the first throw."""
    setup = some_exchange(chance)
    active, other = (
        replace(some_decisions(model, chance), feats=()) for model in (setup.active, setup.other)
    )
    active = replace(active, weapons=(*active.weapons, FAN), decisions=replace(active.decisions, feats=None))
    other = replace(other, decisions=Decisions(special="none"))
    setup = replace(setup, active=active, other=other, initiative=None, still_in_contact=True)
    try:
        replay(start(setup), ())
    except MissingData:
        return
    except ChoiceRejected:
        assert not any(_stands(bout, active) for bout in _all_ways(setup))


def _all_ways(setup: Exchange) -> list[Bout]:
    """Return the exchange at its first throw, once for each way to answer what is asked before."""
    ways: list[tuple[str, ...]] = [()]
    reached = []
    while ways:
        way = ways.pop()
        bout = Bout(setup)
        asked = replay(partial(fight, bout), way).waiting_for
        if isinstance(asked, Choice):
            ways += [(*way, option) for option in asked.options]
        else:
            reached.append(bout)
    return reached


def _stands(bout: Bout, active: Fighter) -> bool:
    side, decided = bout.active, active.decisions
    if decided.boosts is not None and side.boosts != decided.boosts:
        return False
    if decided.special not in (None, "none") and (
        side.special is None or side.special.name != decided.special
    ):
        return False
    return decided.attack_dice is None or side.allocation == (decided.attack_dice, decided.attack_dice)
