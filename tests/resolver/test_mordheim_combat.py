"""Strike order, attacks, hits and parries in the Mordheim-derived draft."""

from typing import Any

import pytest

from resolver.mordheim.events import (
    AttacksDeclared,
    DoesNotStrike,
    Finished,
    OrderFixed,
    OrderRolled,
    ParryRolled,
)
from resolver.mordheim.weapons import StrikeFirst, Weapon
from tests.resolver.exchanges import of_type, waiting_choice, waiting_throw
from tests.resolver.phases import after, enemy, model, phase, play, purposes


def groups(*models: Any, answers: Any = ()) -> list[tuple[str, ...]]:
    (fixed,) = of_type(play(phase(*models), *answers), OrderFixed)
    return [names for _, names in fixed.groups]


def dice(setup: Any, *answers: Any) -> dict[str, int]:
    return {one.group: one.most for one in waiting_throw(play(setup, *answers)).dice}


# Step 1: strike order.


def test_strike_groups_come_one_after_the_other_whatever_the_initiative() -> None:
    assert groups(
        model("Up", initiative=9, stood_up_this_turn=True, weapons=("spear",)),
        model("Last", initiative=8, weapons=("double-handed weapon",)),
        model("Other", initiative=5),
        model("Fast", initiative=6),
        model("Spear", initiative=2, weapons=("spear",)),
        model("Charger", initiative=1, charging=True),
        enemy(initiative=3),
    ) == [("Charger",), ("Spear",), ("Fast", "Other", "Sela"), ("Last",), ("Up",)]


def test_a_spear_strikes_first_in_the_first_round_only_other_weapons_always() -> None:
    spear = model("Tam", first_round=False, weapons=("spear",), initiative=2)
    always = model("Wulf", first_round=False, weapons=(Weapon("pike", strike_first=StrikeFirst.ALWAYS),))

    assert groups(spear, always, enemy(initiative=5)) == [("Wulf",), ("Sela", "Tam")]


def test_ties_are_thrown_for_until_they_end() -> None:
    setup = phase(model("Brannoc"), model("Tam"), enemy(initiative=3))

    assert purposes(setup, [4], [4], [6], [2], [5]) == ["order"] * 5 + ["target"]
    progress = play(setup, [4], [4], [6], [2], [5])
    assert [event.names for event in of_type(progress, OrderRolled)] == [
        ("Brannoc", "Tam", "Sela"),
        ("Brannoc", "Tam"),
    ]
    assert of_type(progress, OrderFixed)[0].groups[0][1] == ("Sela", "Tam", "Brannoc")


def test_combats_are_resolved_in_the_order_the_players_choose() -> None:
    setup = phase(
        model("Brannoc"),
        model("Tam"),
        enemy(),
        enemy("Orrin"),
        contacts=(("Brannoc", "Sela"), ("Tam", "Orrin")),
    )

    assert waiting_choice(play(setup)).options == ("Brannoc, Sela", "Tam, Orrin")
    assert "for Tam" in waiting_throw(play(setup, "Tam, Orrin")).reason


def test_models_that_touch_through_others_are_in_one_combat() -> None:
    setup = phase(
        model("Brannoc", initiative=5),
        model("Tam"),
        enemy(),
        enemy("Orrin", initiative=2),
        contacts=(("Brannoc", "Sela"), ("Tam", "Sela"), ("Tam", "Orrin")),
    )

    assert len(of_type(play(setup), OrderFixed)) == 1
    # Each fights only whom it touches.
    assert purposes(setup, [1]) == ["to_hit", "target"]


def test_who_is_down_does_not_strike() -> None:
    progress = play(phase(model("Brannoc", status="stunned"), enemy()))

    assert [event.reason for event in of_type(progress, DoesNotStrike)] == ["it is stunned"]
    assert of_type(progress, OrderFixed)[0].groups == (("others", ("Sela",)),)


def test_who_is_put_down_before_its_turn_does_not_strike_and_is_finished_by_a_second_model() -> None:
    setup = phase(model("Brannoc"), model("Tam", initiative=2), enemy())
    progress = play(setup, [4], [4], [3])

    assert after(progress).status.value == "out_of_action"
    assert [(event.attacker, event.results) for event in of_type(progress, Finished)] == [("Tam", 1)]
    assert of_type(progress, DoesNotStrike)[-1].name == "Sela"


def test_a_stunned_model_of_several_wounds_loses_one_for_each_attacker() -> None:
    setup = phase(model("Brannoc", attacks=3), model("Tam", initiative=2), enemy(wounds=3, status="stunned"))
    end = after(play(setup))

    assert (end.status.value, end.wounds_left, end.wounds_lost) == ("stunned", 1, 2)


# Step 2: attacks and targets.


def test_two_one_handed_weapons_give_one_attack_more() -> None:
    assert dice(phase(model("Brannoc", weapons=("axe", "dagger")), enemy())) == {"main": 1, "second": 1}


@pytest.mark.parametrize(
    ("single", "expected"), [("axe", {"main": 1, "second": 2}), ("dagger", {"main": 2, "second": 1})]
)
def test_one_weapon_of_choice_makes_one_attack_the_other_all_others(
    single: str, expected: dict[str, int]
) -> None:
    setup = phase(model("Brannoc", attacks=2, weapons=("axe", "dagger")), enemy())

    assert waiting_choice(play(setup)).options == ("axe", "dagger")
    assert dice(setup, single) == expected


def test_two_alike_weapons_ask_nothing() -> None:
    setup = phase(model("Brannoc", attacks=2, weapons=("dagger", "dagger")), enemy())

    assert dice(setup) == {"main": 2, "second": 1}
    assert "second dagger" in waiting_throw(play(setup)).reason


def test_bare_fists_have_one_attack_at_less_strength() -> None:
    setup = phase(model("Brannoc", attacks=3, weapons=("fist",)), enemy())

    assert dice(setup) == {"main": 1}
    assert "needs 5+" in waiting_throw(play(setup, [6])).reason


def test_no_attacks_no_strike() -> None:
    progress = play(phase(model("Brannoc", attacks=0, weapons=("axe", "dagger")), enemy(attacks=0)))

    assert [event.reason for event in of_type(progress, DoesNotStrike)] == ["it has no attacks"] * 2


def test_targets_are_declared_attack_by_attack_and_thrown_for_one_after_the_other() -> None:
    setup = phase(
        model("Brannoc", attacks=2, weapons=("axe", "dagger")),
        enemy(attacks=0),
        enemy("Orrin", attacks=0, initiative=2),
        contacts=(("Brannoc", "Sela"), ("Brannoc", "Orrin")),
    )
    declared = ("axe", "Orrin", "Sela", "Orrin")

    assert purposes(setup, *declared) == ["weapon", "target", "target", "target", "to_hit"]
    (attacks,) = of_type(play(setup, *declared), AttacksDeclared)
    assert attacks.attacks == (("Orrin", "axe", 1), ("Orrin", "dagger", 1), ("Sela", "dagger", 1))
    assert dice(setup, *declared) == {"main": 1, "second": 1}
    # All to hit, then all to wound.
    both = {"main": [4], "second": [4]}
    asked = purposes(setup, *declared, both, [4], both, [4], [1], [1, 1], [1])
    assert asked[4:] == [
        "to_hit",
        "to_hit",
        "to_wound",
        "to_wound",
        "save",
        "injury",
        "save",
        "injury",
    ]


def test_the_critical_hit_is_the_main_weapons_before_the_second_ones_then_in_order_of_targets() -> None:
    setup = phase(
        model("Brannoc", attacks=2, weapons=("axe", "dagger")),
        enemy(attacks=0),
        enemy("Orrin", attacks=0, initiative=2),
        contacts=(("Brannoc", "Sela"), ("Brannoc", "Orrin")),
    )
    # One dagger attack on Sela first, then the axe on Orrin twice: the axe counts first.
    declared = ("dagger", "Orrin", "Orrin", "Sela")
    axes = ([4, 4], [4], [6, 1], [6])

    assert waiting_throw(play(setup, *declared, *axes)).reason.endswith("1D6 axe for Brannoc against Orrin")
    # With no 6 of the axe, the dagger's is critical.
    daggers = ([4, 4], [4], [5, 1], [6])
    assert waiting_throw(play(setup, *declared, *daggers)).reason.endswith("dagger for Brannoc against Sela")


# Step 3: to hit.


def test_a_target_of_weapon_skill_zero_is_hit_without_a_roll() -> None:
    assert purposes(phase(model("Brannoc"), enemy(weapon_skill=0))) == ["to_wound"]


@pytest.mark.parametrize(("bonus", "needed"), [(4, 2), (1, 3), (-1, 5), (-4, 6)])
def test_a_bonus_to_hit_stays_between_two_and_six(bonus: int, needed: int) -> None:
    setup = phase(model("Brannoc", hit_bonus=bonus), enemy())

    assert f"needs {needed}+" in waiting_throw(play(setup)).reason


# Step 4: parry.


def test_a_parry_is_tried_once_a_phase_against_the_first_that_hits() -> None:
    setup = phase(model("Brannoc"), model("Tam", initiative=2), enemy(weapons=("sword",), attacks=0))

    # A miss leaves the parry for the second model; a 6 uses it up.
    assert purposes(setup, [1], [5])[-1] == "parry"
    assert purposes(setup, [6], [1], [5])[-1] == "to_wound"
    assert purposes(setup, [5], [6], [5])[:4] == ["to_hit", "parry", "to_hit", "to_wound"]


def test_a_sword_and_a_buckler_give_one_more_try() -> None:
    setup = phase(model("Brannoc"), enemy(weapons=("sword",), buckler=True))

    assert purposes(setup, [4], [4])[1:] == ["parry", "parry"]
    assert purposes(setup, [4], [4], [4])[-1] == "to_wound"
    progress = play(setup, [4], [1], [5])
    assert [(event.faces, event.parried) for event in of_type(progress, ParryRolled)] == [((1, 5), True)]


def test_two_swords_and_a_buckler_alone_give_one_try() -> None:
    swords = phase(model("Brannoc"), enemy(weapons=("sword", "sword")))
    buckler = phase(model("Brannoc"), enemy(buckler=True))

    for setup in (swords, buckler):
        assert purposes(setup, [4], [4])[1:] == ["parry", "to_wound"]


def test_a_hit_of_twice_the_strength_cannot_be_parried() -> None:
    sword = enemy(weapons=("sword",), strength=3)

    assert purposes(phase(model("Brannoc", strength=6), sword), [4])[-1] == "to_wound"
    assert purposes(phase(model("Brannoc", strength=5), sword), [4])[-1] == "parry"


def test_who_is_down_does_not_parry() -> None:
    setup = phase(model("Brannoc"), enemy(weapons=("sword",), status="knocked_down"))

    assert purposes(setup) == ["to_wound"]


def test_of_equal_hits_the_target_chooses_which_it_parries() -> None:
    setup = phase(model("Brannoc", weapons=("axe", "dagger")), enemy(weapons=("sword",)))
    hits = {"main": [5], "second": [5]}

    assert waiting_choice(play(setup, hits)).options == ("axe", "dagger")
    assert waiting_choice(play(setup, hits)).player == "Ina"
    assert dice(setup, hits, "axe", [6]) == {"second": 1}
    # Of different ones it is the higher.
    assert dice(setup, {"main": [4], "second": [5]}, [6]) == {"main": 1}
