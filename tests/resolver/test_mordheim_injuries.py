"""Wounds, criticals, saves and injuries in the Mordheim-derived draft."""

from dataclasses import replace
from typing import Any

import pytest

from resolver.mordheim.charts import PRINTED_CRITICALS, CriticalChart, CriticalRow
from resolver.mordheim.events import (
    CriticalRolled,
    HelmetRolled,
    InjuryRolled,
    OrderFixed,
    SaveRolled,
    Unharmed,
)
from resolver.mordheim.weapons import COMMON, Weapon
from tests.resolver.exchanges import of_type, waiting_throw
from tests.resolver.phases import after, enemy, model, phase, play, purposes


def groups(*models: Any, answers: Any = ()) -> list[tuple[str, ...]]:
    (fixed,) = of_type(play(phase(*models), *answers), OrderFixed)
    return [names for _, names in fixed.groups]


def dice(setup: Any, *answers: Any) -> dict[str, int]:
    return {one.group: one.most for one in waiting_throw(play(setup, *answers)).dice}


# Step 5: to wound, criticals.


@pytest.mark.parametrize(
    ("weapon", "first_round", "charging", "needed"),
    [
        pytest.param("halberd", False, False, 3, id="halberd adds always"),
        pytest.param("flail", True, False, 2, id="flail in the first round"),
        pytest.param("flail", False, False, 4, id="flail later"),
        pytest.param("morning star", True, False, 3, id="morning star in the first round"),
        pytest.param("morning star", False, False, 4, id="morning star later"),
        pytest.param("lance", True, True, 2, id="lance on the charge"),
        pytest.param("lance", True, False, 4, id="lance otherwise"),
    ],
)
def test_weapons_add_to_the_strength(weapon: str, first_round: bool, charging: bool, needed: int) -> None:
    attacker = model("Brannoc", weapons=(weapon,), first_round=first_round, charging=charging)

    assert f"needs {needed}+" in waiting_throw(play(phase(attacker, enemy()), [4])).reason


def test_a_hit_that_cannot_wound_ends_there() -> None:
    setup = phase(model("Brannoc", strength=3), enemy(toughness=7, attacks=0))
    progress = play(setup, [6])

    assert after(progress).status.value == "standing"
    assert [event.name for event in of_type(progress, Unharmed)] == ["Sela"]


@pytest.mark.parametrize(("face", "bonus"), [(1, 0), (2, 0), (3, 0), (4, 0), (5, 2), (6, 2)])
def test_every_row_of_the_critical_chart_gives_two_wounds_without_a_save(face: int, bonus: int) -> None:
    setup = phase(model("Brannoc"), enemy(armour=4))
    progress = play(setup, [4], [6], [face])

    (critical,) = of_type(progress, CriticalRolled)
    assert (critical.wounds, critical.injury_bonus) == (2, bonus)
    assert waiting_throw(progress).purpose == "injury"
    assert waiting_throw(progress).total == 2


def test_a_critical_chart_can_be_replaced_for_the_table_and_for_a_weapon() -> None:
    one = CriticalChart(tuple(CriticalRow(1, 1) for _ in range(6)))
    three = CriticalChart(tuple(CriticalRow(3) for _ in range(6)))
    blunt = replace(COMMON["club"], criticals=three)
    table = phase(model("Brannoc"), enemy(), criticals=one)
    weapon = phase(model("Brannoc", weapons=(blunt,)), enemy(), criticals=one)

    assert waiting_throw(play(table, [4], [6], [1])).total == 1
    assert waiting_throw(play(weapon, [4], [6], [1])).total == 3
    assert len(PRINTED_CRITICALS.rows) == 6


# Steps 6 to 8: saves and injuries.


def test_weapons_of_different_modifiers_are_saved_and_rolled_for_apart() -> None:
    setup = phase(model("Brannoc", weapons=("axe", "club")), enemy(armour=4))
    both = {"main": [4], "second": [4]}

    assert purposes(setup, both, both, [1], [1], [1]) == [
        "to_hit",
        "to_wound",
        "save",
        "save",
        "injury",
        "injury",
    ]
    progress = play(setup, both, both, [4], [4])
    # The axe's 4 does not save on 5+, the club's does on 4+.
    assert [(event.weapons, event.needed, event.unsaved) for event in of_type(progress, SaveRolled)] == [
        (("axe",), 5, 1),
        (("club",), 4, 0),
    ]


def test_weapons_alike_in_all_that_follows_are_rolled_for_together() -> None:
    setup = phase(model("Brannoc", weapons=("sword", "blade")), enemy(armour=4))
    both = {"main": [4], "second": [4]}

    assert purposes(setup, both, both, [1, 1]) == ["to_hit", "to_wound", "save", "injury"]


def test_a_save_that_is_given_is_not_worked_out() -> None:
    setup = phase(model("Brannoc", strength=6), enemy(save_needed=2))

    assert "needs 2+" in waiting_throw(play(setup, [4], [4])).reason


def test_no_save_is_better_than_two() -> None:
    setup = phase(model("Brannoc", weapons=("dagger",)), enemy(armour=4, shield=True))

    assert "needs 2+" in waiting_throw(play(setup, [4], [4])).reason
    better = Weapon("feather", enemy_save_bonus=3)
    setup = phase(model("Brannoc", weapons=(better,)), enemy(armour=4, shield=True))
    assert "needs 2+" in waiting_throw(play(setup, [4], [4])).reason


@pytest.mark.parametrize(
    ("faces", "asked", "status"),
    [
        pytest.param([3], True, "stunned", id="stunned"),
        pytest.param([1], False, "knocked_down", id="knocked down needs none"),
        pytest.param([5], False, "out_of_action", id="out of action has none"),
    ],
)
def test_a_helmet_is_tried_when_the_worst_is_stunned(faces: list[int], asked: bool, status: str) -> None:
    setup = phase(model("Brannoc"), enemy(helmet=True))
    progress = play(setup, [4], [4], faces, *([[3]] if asked else []))

    assert bool(of_type(progress, HelmetRolled)) is asked
    assert after(progress).status.value == status


def test_a_helmet_never_improves_a_status() -> None:
    setup = phase(model("Brannoc"), model("Tam", initiative=2), enemy(helmet=True, wounds=2))
    # Brannoc knocks down; Tam's wound is an Out of Action that costs a Wound.
    end = after(play(setup, [4], [4], [1], [4]))

    assert (end.status.value, end.wounds_left) == ("knocked_down", 1)


def test_results_of_one_attacker_may_cost_a_wound_and_stun_as_well() -> None:
    setup = phase(model("Brannoc", attacks=2), enemy(wounds=2, helmet=True))
    progress = play(setup, [4, 4], [4, 4], [3, 6], [4])
    end = after(progress)

    assert (end.status.value, end.wounds_left) == ("knocked_down", 1)
    assert of_type(progress, InjuryRolled)[0].faces == (3, 6)


def test_modifiers_of_injury_add_up() -> None:
    weapon = Weapon("scatter club", multi_wound=True, concussion=True)
    progress = play(phase(model("Brannoc", weapons=(weapon,)), enemy()), [4], [6], [6], [1, 2])
    (rolled,) = of_type(progress, InjuryRolled)

    assert (rolled.modifier, rolled.concussion) == (3, True)
    assert [result.value for result in rolled.results] == ["stunned", "out_of_action"]
