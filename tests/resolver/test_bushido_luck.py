"""Luck of Bushido throws, with shares counted by hand."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from resolver.bushido.fighter import Exchange, Traits
from resolver.bushido.luck import last_luck
from resolver.dice import Roll, RollRejected
from resolver.odds import Luck
from resolver.procedure import Answer
from tests.resolver.exchanges import damage, fighter, melee


def counted(setup: Exchange, *answers: Answer) -> Luck:
    told = last_luck(setup, answers)
    assert told is not None
    return told.luck


def test_one_die_each_is_as_lucky_as_its_results() -> None:
    """Attack 3 and defence 5 are 8: 1s count 0, so 5 pairs come to 8 and 1 + 2 + 3 + 4 to more."""
    setup = Exchange(fighter("Aya", 2), fighter("Chiyo", 2))

    assert counted(setup, melee([3], [5])) == Luck(worse=21, equal=5, better=10)


@given(faces=st.lists(st.integers(1, 6), min_size=3, max_size=3))
def test_melee_luck_is_that_of_all_throws_of_the_split(faces: list[int]) -> None:
    """Two attack dice with Brutal 1 against a model whose Impenetrable Defence takes the highest."""
    setup = Exchange(
        fighter("Aya", 3, traits=Traits(brutal=1)),
        fighter("Chiyo", 3, traits=Traits(impenetrable_defence=True)),
    )

    def score(one: int, two: int, defence: int) -> int:
        left = min(one, two)
        return (left + 1 if left > 1 else 0) + (defence if defence > 1 else 0)

    seen = score(*faces)
    scores = [score(*thrown) for thrown in product(range(1, 7), repeat=3)]

    assert counted(setup, melee(faces[:2], faces[2:])) == Luck(
        sum(one < seen for one in scores), scores.count(seen), sum(one > seen for one in scores)
    )


def test_damage_is_as_lucky_as_the_dice_that_count() -> None:
    """2 and 5 of two dice: 15 of 36 add up to less than 7, 6 to as much."""
    setup = Exchange(fighter("Aya", 2), fighter("Chiyo", 2))
    answers = (melee([6], [5]), melee([3], [3]))

    assert counted(setup, *answers, damage(5, 2)) == Luck(15, 6, 15)


def test_a_weak_attack_counts_its_lowest_dice() -> None:
    setup = Exchange(fighter("Aya", 2, traits=Traits(weak=True)), fighter("Chiyo", 2))
    lows = [sum(sorted(faces)[:2]) for faces in product(range(1, 7), repeat=3)]

    seen = counted(setup, melee([6], [5]), melee([3], [3]), damage(6, 2, 5))

    assert seen == Luck(sum(low < 7 for low in lows), lows.count(7), sum(low > 7 for low in lows))


def test_a_re_roll_is_as_lucky_as_the_die_thrown_again() -> None:
    """The 2 beside a 4 becomes a 5, result 6: a 1 gives 4, 2 to 4 give 5, a 6 gives 7."""
    setup = Exchange(fighter("Aya", 2, traits=Traits(prowess_attack=1)), fighter("Chiyo", 1))
    thrown = (melee([4, 2]), melee([], [3]))

    assert counted(setup, *thrown, melee([4, 5])) == Luck(worse=4, equal=1, better=1)
    assert last_luck(setup, (*thrown, melee([4, 2]))) is None


def test_a_die_of_the_enemy_is_lucky_when_it_falls_low() -> None:
    setup = Exchange(fighter("Aya", 1), fighter("Chiyo", 1, traits=Traits(dodge=1)))

    told = last_luck(setup, (melee([6]), melee([], [3]), melee([2])))

    assert told is not None
    assert told.player == "Chiyo"
    assert told.luck == Luck(worse=4, equal=1, better=1)


def test_added_dice_are_told_apart_from_those_that_lie() -> None:
    """A die added to a 4 shows 3: 5. A 1 gives 4; 2, 3 and 4 give 5; a 5 gives 6, a 6 gives 7."""
    setup = Exchange(fighter("Aya", 1, traits=Traits(added_attack_dice=1)), fighter("Chiyo", 1))

    assert counted(setup, melee([4]), melee([], [3]), melee([3])) == Luck(1, 3, 2)


def test_a_decision_is_no_luck_and_a_refused_roll_is_refused() -> None:
    setup = Exchange(fighter("Aya", 1, special=None), fighter("Chiyo", 1), still_in_contact=None)

    assert last_luck(setup, ()) is None
    assert last_luck(setup, ("yes",)) is None
    with pytest.raises(RollRejected, match="expected 1 die"):
        last_luck(setup, ("yes", Roll.of({"attack": [3, 4]})))
