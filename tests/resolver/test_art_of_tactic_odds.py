"""The exact odds of Art of Tactic against all throws counted one by one, and the luck of a throw."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from resolver.art_of_tactic import odds as told
from resolver.art_of_tactic.editions import ART_OF_TACTIC, Modifiers
from resolver.art_of_tactic.exchange import melee
from resolver.art_of_tactic.fighter import Facing, Melee, Morale, Unit
from resolver.art_of_tactic.forecast import Fate, fates
from resolver.dice import Roll, RollRejected
from resolver.odds import Distribution, TooManyDice
from resolver.procedure import Answer, Throw, replay
from tests.resolver import art_of_tactic_plain as plain
from tests.resolver.exchanges import any_roll, run_through
from tests.resolver.melees import by_hand, one_turn, some_melee, unit
from tests.resolver.readings import switched


def attack(*faces: int) -> Roll:
    return Roll.of({"attack": faces})


def passing(face: int) -> Roll:
    return Roll.of({"fortitude": [face]})


def _face(flank: int, casualties: int, _name: str, why: str, _enemy: str) -> int:
    return flank if why == "flank" else casualties


def counted(setup: Melee, name: str) -> Counter[Fate]:
    """Return the fates of a unit after every single throw, as the plain second rules work them out.

    Attacks that nothing or everything hits are thrown once: all their faces are alike.
    """
    targets = {one.name: target for one in setup.units for target in setup.targets(one)}
    every: list[list[tuple[int, ...]]] = []
    for one in setup.units:
        dice = one.models * one.dice_per_model
        alike = one.attack_vs_infantry in (0, 30)
        every.append([(20,) * dice] if alike else list(product(range(1, 21), repeat=dice)))
    flanked = any(one.facing is not Facing.FRONT for one in setup.units)
    found: Counter[Fate] = Counter()
    tests = list(product(range(1, 21 if flanked else 2), range(1, 21)))
    for attacks, (first, second) in product(product(*every), tests):
        thrown = {one.name: list(faces) for one, faces in zip(setup.units, attacks, strict=True)}
        units = by_hand(setup)
        before = {unit["name"]: (unit["lost"], unit["honor"]) for unit in units}
        plain.turn(units, targets, thrown.__getitem__, partial(_face, first, second))
        unit = next(one for one in units if one["name"] == name)
        lost, honor = before[name]
        found[
            Fate(
                casualties=unit["lost"] - lost,
                morale=Morale(plain.LEVELS[unit["morale"]]),
                honor_lost=honor > unit["honor"],
                put_to_flight=unit["flight"],
                destroyed=unit["dead"],
                surrendered=unit["surrendered"],
            )
        ] += 1
    return found


SMALL: dict[str, tuple[Unit, ...]] = {
    "a unit with Defense and a test": (
        unit("A", "T", dice_per_model=2, attack_vs_infantry=13, fights=["B"]),
        unit("B", "U", models=2, defense=1, fortitude=8, morale="hesitant"),
    ),
    "a marker that may be lost": (
        unit("A", "T", attack_vs_infantry=7, fights=["B"]),
        unit("B", "U", models=2, honor=1, fortitude=9),
    ),
    "a panicked unit that may surrender": (
        unit("A", "T", dice_per_model=2, attack_vs_infantry=11, fights=["B"]),
        unit("B", "U", models=3, dice_per_model=1, morale="panicked", fortitude=12),
    ),
    "a flank before the fighting": (
        unit("A", "T", attack_vs_infantry=11, order="assault", facing="flank", fights=["B"]),
        unit("B", "U", models=2, dice_per_model=1, attack_vs_infantry=0, morale="hesitant", fortitude=13),
    ),
}


@pytest.mark.parametrize("units", SMALL.values(), ids=SMALL)
def test_fates_are_what_counting_every_throw_gives(units: tuple[Unit, ...]) -> None:
    setup = one_turn(*units)

    found = fates(setup, (), "B")

    assert found.reduced() == Distribution.of(counted(setup, "B")).reduced()


def every_hit(attacks: list[tuple[int, int]]) -> Counter[int]:
    """Return the hits of all throws of dice at attack values, die by die."""
    hits: Counter[int] = Counter({0: 1})
    for dice, value in attacks:
        for _ in range(dice):
            after: Counter[int] = Counter()
            for so_far, count in hits.items():
                for face in range(1, 21):
                    after[so_far + (face <= value)] += count
            hits = after
    return hits


@pytest.mark.parametrize("value", [0, 1, 7, 19, 20, 23])
@pytest.mark.parametrize("batch", [None, 2, 5])
def test_casualties_of_several_attackers_are_shared_by_one_defense(value: int, batch: int | None) -> None:
    attackers = (
        unit("A", "T", models=2, dice_per_model=3, attack_vs_infantry=value, fights=["B"]),
        unit("C", "T", models=5, attack_vs_infantry=9, fights=["B"]),
    )
    setup = one_turn(*attackers, unit("B", "U", models=4, defense=2, fights=["A"]))
    setup = replace(setup, armies=(replace(setup.armies[0], dice=batch), setup.armies[1]))
    expected: Counter[int] = Counter()
    for hits, count in every_hit([(6, value), (5, 9)]).items():
        expected[min(4, max(0, hits - 2))] += count

    found = fates(setup, (), "B").map(lambda fate: fate.casualties)

    assert found.reduced() == Distribution.of(expected).reduced()


def test_dice_on_the_table_count_as_they_lie() -> None:
    setup = one_turn(
        unit("A", "T", dice_per_model=3, attack_vs_infantry=10, fights=["B"]), unit("B", "U", models=4)
    )
    setup = replace(setup, armies=(replace(setup.armies[0], dice=1), setup.armies[1]))

    found = fates(setup, (attack(3), attack(17)), "B").map(lambda fate: fate.casualties)

    assert found.reduced() == Distribution.of({1: 1, 2: 1})


def test_the_odds_of_a_test_are_its_faces() -> None:
    setup = one_turn(
        unit("A", "T", attack_vs_infantry=20, fights=["B"]), unit("B", "U", models=2, morale="hesitant")
    )

    (odds,) = told.odds(setup, (attack(1), attack(20, 20)))

    assert odds.about == "B: after this turn"
    assert odds.outcomes == Distribution.of({"hesitant": 2, "put to flight, shaken": 3})


def test_the_fall_of_a_staff_reaches_units_that_fight_nobody_it_fights() -> None:
    setup = one_turn(
        unit("A", "T", attack_vs_infantry=10, fights=["B"]),
        unit("D", "T", attack_vs_infantry=10, fights=["C"]),
        unit("B", "U", general_staff=True),
        unit("C", "U", models=2, fortitude=9, staff_near=True, terrain=Modifiers(defense=-1)),
    )

    found = fates(setup, (), "C")

    # C loses a model in one of two throws and then tests at 8 + 4; without its staff, unhurt, at 7.
    calm = Fraction(1, 2) * (Fraction(1, 2) + Fraction(1, 2) * Fraction(12, 20))
    untouched = calm + Fraction(1, 2) * Fraction(1, 2) * Fraction(7, 20)
    # Hit: C has lost its model already when the staff falls, so that test is at 6 and the next as well.
    both = Fraction(1, 2) * Fraction(1, 2) * Fraction(6, 20) * Fraction(6, 20)
    assert found.share_where(lambda fate: fate.morale is Morale.NORMAL) == untouched + both


def test_tests_for_each_attacker_are_counted_too() -> None:
    attackers = [unit(name, "T", attack_vs_infantry=10, fights=["B"]) for name in ("A", "C")]
    setup = one_turn(
        *attackers,
        unit("B", "U", models=3, defense=0, fortitude=12, fights=["A"]),
        edition=switched("one_casualty_test", False),
    )

    found = fates(setup, (), "B")

    # One hit: one test at 11. Two: two tests at 10, the second at 9 once Hesitant.
    passed = Fraction(1, 4) + Fraction(1, 2) * Fraction(11, 20) + Fraction(1, 4) * Fraction(10, 20) ** 2
    assert found.share_where(lambda fate: fate.morale is Morale.NORMAL) == passed
    flight = Fraction(1, 4) * Fraction(10, 20) * Fraction(11, 20)
    assert found.share_where(lambda fate: fate.put_to_flight) == flight


def test_too_many_ways_are_refused_with_both_numbers() -> None:
    attackers = [
        unit(name, "T", models=20, dice_per_model=5, attack_vs_infantry=10, fights=["B"]) for name in "AC"
    ]
    setup = one_turn(
        *attackers,
        unit("B", "U", models=30, fortitude=12, fights=["A"]),
        edition=switched("one_casualty_test", False),
    )

    with pytest.raises(TooManyDice, match="expected at most 2000 ways to hit one unit, found 10201"):
        fates(setup, (), "B")


def test_a_marker_won_before_the_tests_counts_in_the_odds() -> None:
    units = (
        unit("A", "T", models=2, dice_per_model=1, attack_vs_infantry=10, fortitude=8, fights=["B"]),
        unit("B", "U", attack_vs_infantry=20),
    )
    late, early = (
        fates(one_turn(*units, edition=edition), (), "A").share_where(
            lambda fate: fate.morale is Morale.NORMAL and not fate.honor_lost
        )
        for edition in (ART_OF_TACTIC, switched("honor_before_tests", True))
    )

    assert late == Fraction(7, 20)
    # B falls in three of four throws, and then the test is at nine.
    assert early == Fraction(1, 4) * Fraction(7, 20) + Fraction(3, 4) * Fraction(9, 20)


@settings(max_examples=25)
@given(chance=st.integers(0, 2**64).map(Random))
def test_odds_and_luck_hold_at_every_throw_of_any_melee(chance: Random) -> None:
    setup = some_melee(chance, turns=2)

    def answer(asked: Any) -> Answer:
        return any_roll(asked, chance) if isinstance(asked, Throw) else chance.choice(asked.options)

    answers = run_through(partial(melee, setup), answer)
    for count in range(len(answers) + 1):
        waiting = replay(partial(melee, setup), answers[:count]).waiting_for
        odds = told.odds(setup, answers[:count])
        luck = told.last_luck(setup, answers[:count])
        assert bool(luck) is (count > 0 and isinstance(answers[count - 1], Roll))
        if luck is not None:
            assert 0 <= luck.luck.share_worse < 1
            assert luck.luck.equal > 0
        assert bool(odds) is isinstance(waiting, Throw)
        for one in odds:
            assert sum(one.outcomes.counts.values()) == one.outcomes.total
        # What is certain is told only of a throw that changes nothing.
        assert len({len(one.outcomes.counts) > 1 for one in odds}) <= 1


def test_luck_is_the_share_of_throws_with_fewer_hits() -> None:
    setup = one_turn(
        unit("A", "T", dice_per_model=2, attack_vs_infantry=5, fights=["B"]), unit("B", "U", models=4)
    )

    luck = told.last_luck(setup, (attack(5, 6),))

    assert luck is not None
    assert (luck.player, luck.score) == ("T", "hits")
    assert (luck.luck.worse, luck.luck.equal, luck.luck.better) == (15 * 15, 2 * 5 * 15, 5 * 5)


@pytest.mark.parametrize(("face", "worse"), [(9, 11), (10, 0)])
def test_luck_of_a_test_is_the_share_that_would_have_failed(face: int, worse: int) -> None:
    setup = one_turn(unit("A", "T", attack_vs_infantry=20, fights=["B"]), unit("B", "U", models=2))

    luck = told.last_luck(setup, (attack(1), attack(20, 20), passing(face)))

    assert luck is not None
    assert (luck.player, luck.score, luck.luck.worse) == ("U", "tests passed", worse)
    assert luck.luck.total == 20


def test_decisions_and_nothing_have_no_luck_and_refused_answers_are_refused() -> None:
    setup = one_turn(unit("A", "T", fights=["B"]), unit("B", "U"), turns=2)

    assert told.last_luck(setup, ()) is None
    assert told.last_luck(setup, (attack(20), attack(20), "none")) is None
    with pytest.raises(RollRejected, match="expected 1 die"):
        told.last_luck(setup, (attack(20, 20),))
    with pytest.raises(RollRejected, match="expected 1 die"):
        told.odds(setup, (attack(20, 20),))


def test_a_recovery_has_odds_of_its_own() -> None:
    setup = one_turn(
        unit("A", "T", morale="hesitant", fights=["B"]),
        unit("B", "U"),
        edition=switched("engaged_units_recover", True),
    )

    (odds,) = told.odds(setup, (attack(20), attack(20)))

    assert odds.about == "A: recovers a level of morale"
    assert odds.outcomes == Distribution.of({"yes": 9, "no": 11})
