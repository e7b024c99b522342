"""Step 7: re-rolls in their order and within their rights, then dice removed and added."""

from dataclasses import replace

import pytest

from resolver.bushido.editions import EDITIONS, Edition
from resolver.bushido.events import DiceAdded, DiceRemoved, DiceRerolled, FeatUsed, ResultsFixed
from resolver.bushido.fighter import Decisions, Exchange, Feat, Traits
from resolver.dice import Roll, RollRejected
from resolver.procedure import Answer, Throw, replay
from tests.resolver.exchanges import fighter, melee, of_type, start, waiting_choice, waiting_throw

ALL = Traits(dodge=1, feint=1, prowess_melee=1, prowess_attack=1, prowess_defence=1)


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=EDITIONS)
@pytest.mark.parametrize(("initiative", "first"), [("A", "B"), ("B", "A")])
def test_rerolls_come_in_their_order(initiative: str, first: str, edition: Edition) -> None:
    """Without initiative first: the enemy's dice, then the own; one throw for each trait."""
    a, b = fighter("A", 4, traits=ALL), fighter("B", 4, traits=ALL)
    begin = start(Exchange(a, b, edition=edition, initiative=initiative))
    answers: list[Answer] = [melee([2, 3], [4, 5]), melee([2, 3], [4, 5])]
    order = []
    while isinstance(asked := replay(begin, answers).waiting_for, Throw) and asked.purpose == "reroll":
        order.append((asked.reason.partition(":")[0], asked.player, [dice.group for dice in asked.dice]))
        assert asked.before is not None
        answers.append(asked.before)

    second = "B" if first == "A" else "A"
    assert order == [
        (f"{first}'s Dodge", second, ["attack"]),
        (f"{first}'s Feint", second, ["defence"]),
        (f"{first}'s Prowess (Melee)", first, ["attack", "defence"]),
        (f"{first}'s Prowess (Attack)", first, ["attack"]),
        (f"{first}'s Prowess (Defence)", first, ["defence"]),
        (f"{second}'s Dodge", first, ["attack"]),
        (f"{second}'s Feint", first, ["defence"]),
        (f"{second}'s Prowess (Melee)", second, ["attack", "defence"]),
        (f"{second}'s Prowess (Attack)", second, ["attack"]),
        (f"{second}'s Prowess (Defence)", second, ["defence"]),
    ]


def dodging(dodge: int) -> Exchange:
    return Exchange(fighter("A", 3), fighter("B", 2, traits=Traits(dodge=dodge)))


def test_a_reroll_may_change_no_more_dice_than_the_trait_says() -> None:
    rolls = (melee([6, 5, 1]), melee([], [2, 2]))
    begin = start(dodging(1))

    asked = waiting_throw(replay(begin, rolls))
    assert (asked.before, asked.may_change, asked.total) == (Roll.of({"attack": [1, 5, 6]}), 1, 3)
    with pytest.raises(RollRejected, match="A: expected at most 1 die to change, saw 2"):
        replay(begin, (*rolls, Roll.of({"attack": [1, 1, 1]})))
    after = replay(begin, (*rolls, Roll.of({"attack": [1, 5, 5]})))
    assert of_type(after, DiceRerolled)[0].after == (1, 5, 5)
    assert of_type(after, ResultsFixed)[0].attack == 6


def test_a_trait_of_more_than_there_are_dice_rerolls_them_all() -> None:
    asked = waiting_throw(replay(start(dodging(9)), (melee([6], [5, 1]), melee([], [2, 2]))))

    assert (asked.total, asked.may_change) == (1, 1)


def test_nothing_is_asked_where_the_enemy_has_no_such_dice() -> None:
    asked = replay(start(dodging(1)), (melee([], [5, 1, 1]), melee([], [2, 2]))).waiting_for

    assert asked is None


def test_dice_that_become_ones_after_a_reroll_do_not_count() -> None:
    rolls = (melee([6, 5, 4]), melee([], [2, 2]), Roll.of({"attack": [1, 1, 4]}))

    results = of_type(replay(start(dodging(2)), rolls), ResultsFixed)
    assert (results[0].attack, results[0].dice_left) == (4, 1)


def test_a_feat_gives_a_reroll_after_the_dice_are_seen() -> None:
    feat = Feat("Luck", step=7, ki=1, gains=Traits(prowess_melee=1))
    a = fighter("A", 2, ki=1, feats=(feat,), decisions=Decisions(special="none", boosts=0))
    begin = start(Exchange(a, fighter("B", 1)))
    rolls = (melee([1], [1]), melee([2]))

    asked = waiting_choice(replay(begin, rolls))
    assert (asked.player, asked.options) == ("A", ("none", "Luck"))
    used = replay(begin, (*rolls, "Luck"))
    assert of_type(used, FeatUsed)[0].step == 7
    assert waiting_throw(used).may_change == 1


def test_dice_are_taken_away_after_all_rerolls() -> None:
    """B's 6 falls by Prowess and is then taken by Unblockable."""
    a = fighter("A", 1, traits=Traits(unblockable=1))
    b = fighter("B", 2, traits=Traits(prowess_defence=1))
    begin = start(Exchange(a, b))

    progress = replay(begin, (melee([5]), melee([], [3, 2]), Roll.of({"defence": [3, 6]})))

    assert of_type(progress, DiceRemoved) == [DiceRemoved(7, "B", "A", "Unblockable", "defence", (6,))]
    assert of_type(progress, ResultsFixed)[1].defence == 3


def test_unblockable_takes_as_many_as_it_says_and_leaves_zero() -> None:
    a = fighter("A", 1, traits=Traits(unblockable=3))
    b = fighter("B", 2, traits=Traits(parry=2))
    progress = replay(start(Exchange(a, b)), (melee([5]), melee([], [3, 2])))

    assert of_type(progress, ResultsFixed)[1].defence == 0


def test_dice_that_cards_add_are_thrown_last_and_count() -> None:
    a = fighter("A", 1, traits=Traits(added_attack_dice=2))
    b = fighter("B", 1, traits=Traits(impenetrable_defence=True))
    begin = start(Exchange(a, b))

    before = replay(begin, (melee([6]), melee([], [4])))
    assert (waiting_throw(before).purpose, waiting_throw(before).total) == ("added", 2)
    after = replay(begin, (melee([6]), melee([], [4]), Roll.of({"attack": [5, 3]})))
    assert of_type(after, DiceAdded)[0].faces == (3, 5)
    # The 6 was taken away before the 5 and the 3 came.
    assert of_type(after, ResultsFixed)[0].attack == 6


@pytest.mark.parametrize(("initiative", "order"), [("A", ["B", "A"]), ("B", ["A", "B"])])
def test_the_side_without_initiative_adds_its_dice_first(initiative: str, order: list[str]) -> None:
    sides = [fighter(name, 1, traits=Traits(added_attack_dice=1)) for name in "AB"]
    begin = start(Exchange(sides[0], sides[1], initiative=initiative))
    rolls = (melee([6]), melee([], [4]))

    first = waiting_throw(replay(begin, rolls)).player
    second = waiting_throw(replay(begin, (*rolls, Roll.of({"attack": [2]})))).player

    assert [first, second] == order


@pytest.mark.parametrize(("kata", "left"), [(True, 3), (False, 1)])
def test_the_ones_of_a_kata_count_in_ties(kata: bool, left: int) -> None:
    setup = Exchange(fighter("A", 3, traits=Traits(kata=kata)), fighter("B", 1))
    progress = replay(start(setup), (melee([5, 1], [1]), melee([], [4])))

    assert of_type(progress, ResultsFixed)[0].dice_left == left


@pytest.mark.parametrize(("parry", "chain", "defence"), [(2, 0, 6), (2, 1, 5), (1, 3, 4)])
def test_a_chain_weapon_lowers_parry_to_zero_at_least(parry: int, chain: int, defence: int) -> None:
    a = fighter("A", 1, traits=Traits(chain_weapon=chain))
    b = fighter("B", 1, traits=Traits(parry=parry))
    progress = replay(start(Exchange(a, b)), (melee([6]), melee([], [4])))

    assert of_type(progress, ResultsFixed)[1].defence == defence


def test_traits_of_weapon_and_charge_add_to_those_of_the_model() -> None:
    a = fighter("A", 1, traits=Traits(brutal=1), charging=Traits(brutal=2))
    a = replace(a, weapons=(replace(a.weapons[0], traits=Traits(brutal=1, kata=True)),))
    rolls = (melee([2]), melee([], [6]))

    def attack(setup: Exchange) -> int:
        return of_type(replay(start(setup), rolls), ResultsFixed)[0].attack

    assert attack(Exchange(a, fighter("B", 1))) == 4
    assert attack(Exchange(a, fighter("B", 1), charge=True)) == 6
