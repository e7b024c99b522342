"""The worked examples of both editions, from vectors/*.json, through the whole procedure."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from resolver.bushido.arithmetic import combo_levels, deficit
from resolver.bushido.editions import EDITIONS, Edition
from resolver.bushido.events import Compared
from resolver.bushido.fighter import Decisions, Exchange, Traits
from resolver.dice import RollRejected
from resolver.procedure import replay
from tests.resolver.exchanges import damage, fighter, finished, melee, of_type, play, start, waiting_throw

VECTORS = Path(__file__).parent / "vectors"


def vectors(name: str) -> list[Any]:
    return [
        pytest.param(case, id=str(case.get("id", case.get("success_level"))))
        for case in json.loads((VECTORS / f"{name}.json").read_text())
    ]


editions = pytest.mark.parametrize("edition", EDITIONS.values(), ids=EDITIONS)


@editions
@pytest.mark.parametrize("case", vectors("melee"))
def test_a_melee_vector_gives_its_two_passes(case: dict[str, Any], edition: Edition) -> None:
    sides = {
        name: fighter(
            name,
            len(case[name]["attack"]) + len(case[name]["defence"]),
            traits=Traits(**case[name]["traits"]),
        )
        for name in ("A", "B")
    }
    active = case["active"]
    other = "B" if active == "A" else "A"
    setup = Exchange(sides[active], sides[other], edition=edition, initiative=case.get("initiative"))
    rolls = [melee(case[name]["attack"], case[name]["defence"]) for name in (active, other)]

    passes = of_type(play(setup, *rolls), Compared)

    first = case.get("initiative", active)
    assert [compared.attacker for compared in passes] == [first, "B" if first == "A" else "A"]
    for compared, expected in zip(passes, case["passes"], strict=True):
        assert (compared.attack, compared.defence) == (expected["attack"], expected["defence"])
        assert compared.attack_succeeds is expected["attack_succeeds"]
        assert compared.success_level == expected["success_level"]
        if "by" in expected:
            assert compared.by.value == expected["by"]


def dice_for_level(level: int) -> tuple[Any, Any]:
    """Return melee dice, one each, with which the active model's attack succeeds at this level."""
    if level == 5:
        return melee([5]), melee([2])
    return melee([6]), melee([], [6 - level])


@editions
@pytest.mark.parametrize("case", vectors("damage"))
def test_a_damage_vector_gives_its_wounds(case: dict[str, Any], edition: Edition) -> None:
    attacker = fighter(
        "A",
        2 if case["special"] else 1,
        special=case["special"] or "none",
        strength=case["strength"],
        traits=Traits(**case["attacker"]),
    )
    setup = Exchange(attacker, fighter("B", 1, traits=Traits(**case["target"])), edition=edition)

    outcome = finished(setup, *dice_for_level(case["success_level"]), damage(*case["dice"]))

    rolled = outcome.damage[0]
    assert rolled.success_level == case["success_level"]
    assert (rolled.total, rolled.raw_wounds, rolled.wounds) == (
        case["total"],
        case["raw_wounds"],
        case["wounds"],
    )
    assert outcome.sides[1].wounds == case["wounds"]


@pytest.mark.parametrize("case", vectors("combo"))
def test_a_combo_rolls_at_its_levels(case: dict[str, Any]) -> None:
    setup = Exchange(fighter("A", 2, special="Combo Attack"), fighter("B", 1))

    outcome = finished(setup, *dice_for_level(case["success_level"]))

    assert list(combo_levels(case["success_level"])) == case["levels"]
    made = [rolled.success_level for rolled in outcome.damage if rolled.attacker == "A"]
    assert made == case["levels"]


@editions
@pytest.mark.parametrize("case", vectors("allocation"))
def test_every_split_of_the_pool_is_legal_and_no_other(case: dict[str, Any], edition: Edition) -> None:
    hiro = fighter("Hiro", case["pool"], ki=case["ki"], melee_boost_cost=case["boost_cost"])
    hiro = replace(hiro, decisions=Decisions(special="none", boosts=case["boosts"]))
    asked = waiting_throw(replay(start(Exchange(hiro, fighter("Enemy"), edition=edition)), ()))
    total = sum(case["legal"][0])

    accepted = []
    for attack in range(8):
        for defence in range(8):
            try:
                asked.check(melee([4] * attack, [4] * defence))
            except RollRejected:
                continue
            accepted.append([attack, defence])

    assert asked.total == total
    assert sorted(accepted) == sorted(case["legal"])


@pytest.mark.parametrize("case", vectors("pools"))
def test_pools_below_one_give_both_sides_the_same_dice(case: dict[str, Any]) -> None:
    one, two = case["raw"]
    gained = deficit(one, two)

    assert [one + gained, two + gained] == case["pools"]
    sides = [fighter(name, 2, bonus_dice=raw - 2) for name, raw in zip("AB", case["raw"], strict=True)]
    progress = replay(start(Exchange(sides[0], sides[1])), ())
    assert [event.pool for event in progress.events if hasattr(event, "pool")] == case["pools"]


@editions
def test_aya_and_chiyo_both_succeed_at_level_one(edition: Edition) -> None:
    """S3 with its special: the Sidestep costs a die and does not work, as the attack succeeds."""
    setup = Exchange(fighter("Aya", 3), fighter("Chiyo", 4, special="Sidestep Defence"), edition=edition)

    outcome = finished(setup, melee([4, 2], [5]), melee([5, 3], [4]))

    assert [(made.attack, made.defence, made.success_level) for made in outcome.passes] == [
        (5, 4, 1),
        (6, 5, 1),
    ]
    assert all(made.attack_succeeds for made in outcome.passes)
    assert outcome.still_in_contact


@editions
def test_the_fan_example_comes_out_of_its_rerolls(edition: Edition) -> None:
    """D12 from before the re-rolls: Dodge, then Feint, then Prowess."""
    a = fighter("A", 3, traits=Traits(parry=1, prowess_melee=1, feint=1))
    b = fighter("B", 3, traits=Traits(dodge=1))
    setup = Exchange(a, b, edition=edition)
    rerolls = (
        melee([5, 1]),  # B's Dodge on the 5, which falls as a 5 again
        melee([], [2]),  # A's Feint on the 5
        melee([5, 3], [3]),  # A's Prowess on the 1
    )

    outcome = finished(setup, melee([5, 1], [3]), melee([6, 3], [5]), *rerolls)

    assert [(made.attack, made.defence, made.success_level) for made in outcome.passes] == [
        (6, 2, 4),
        (7, 4, 3),
    ]
