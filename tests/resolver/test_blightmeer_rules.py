"""The steps of a melee phase one by one: combats, order, targets, declarations, statuses, set-up."""

from typing import Any

import pytest

from resolver.blightmeer.combats import combats
from resolver.blightmeer.editions import NOVEMBER_2025
from resolver.blightmeer.equipment import Armour, Skill, Weapon
from resolver.blightmeer.events import (
    AttackRolled,
    AttacksCounted,
    AttacksDeclared,
    AttacksWasted,
    CombatBegan,
    DefenceChecked,
    DroppedFromOrder,
    ImprovementDraw,
    NothingToAttack,
    OrderSet,
    PhaseBegan,
    PhaseOver,
    Removed,
    StatusChanged,
    TargetAttacked,
)
from resolver.blightmeer.fighter import Phase, Status, Unit
from resolver.blightmeer.limits import MOST_ATTACKS
from resolver.dice import Roll, RollRejected
from resolver.procedure import ChoiceRejected
from tests.resolver.blightmeer_phases import (
    attack,
    awaited_choice,
    awaited_throw,
    defence,
    duel,
    events_of,
    go,
    grok,
    hild,
    weapon,
)

SWORD, DAGGER = weapon("sword"), weapon("dagger")


def test_units_linked_through_others_are_one_group_and_lone_ones_none() -> None:
    touching = {"a": {"b"}, "b": {"a", "c"}, "c": {"b"}, "d": {"e"}, "e": {"d"}, "f": set()}

    assert combats(touching, touching) == (("a", "b", "c"), ("d", "e"))


def phase_of_three_combats() -> Phase:
    units = tuple(Unit(name, name[0], 20, None, 8 + place) for place, name in enumerate(NAMES))
    return Phase("A", units, (("A1", "B1"), ("A2", "B2"), ("B3", "C1"), ("A3", "B1")))


NAMES = ("A1", "A2", "A3", "B1", "B2", "B3", "C1")


def test_only_combats_of_the_current_player_are_resolved_each_once() -> None:
    setup = phase_of_three_combats()

    began = go(setup)
    first = ("A3", "A1", attack(1), "A3", attack(1), attack(1))
    progress = go(setup, *first, attack(1), attack(1))

    assert events_of(began, PhaseBegan)[0].combats == (("A1", "A3", "B1"), ("A2", "B2"))
    assert awaited_choice(began).options == ("A1", "A3", "A2")
    assert [event.units for event in events_of(progress, CombatBegan)] == [("A1", "A3", "B1"), ("A2", "B2")]


def test_a_phase_without_combats_of_the_player_is_over_at_once() -> None:
    setup = Phase("Ann", (hild(), grok()), ())

    progress = go(setup)

    assert progress.outcome is not None
    assert events_of(progress, PhaseOver)[0].player == "Ann"
    assert [unit.status for unit in progress.outcome.units] == [Status.OK, Status.OK]


def test_a_dazed_unit_links_a_combat_and_its_player_may_pick_it() -> None:
    setup = Phase(
        "Ann",
        (hild(status=Status.DAZED), Unit("Other", "Ann", 13, 17, 9), grok(), grok("Mogg")),
        (("Hild", "Grok"), ("Other", "Mogg")),
    )

    assert awaited_choice(go(setup)).options == ("Hild", "Other")
    assert events_of(go(setup, "Hild"), OrderSet)[0].units == ("Grok",)


def test_a_combat_of_units_that_cannot_attack_is_over_at_once() -> None:
    setup = duel(hild(status=Status.DAZED), grok(status=Status.STUNNED))

    progress = go(setup)

    assert events_of(progress, OrderSet)[0].units == ()
    assert progress.outcome is not None


def test_standing_enemies_must_be_attacked_before_dazed_ones() -> None:
    setup = Phase(
        "Ann",
        (hild(), grok(status=Status.STUNNED), grok("Mogg")),
        (("Hild", "Grok"), ("Hild", "Mogg")),
    )

    assert events_of(go(setup), AttacksDeclared)[0].target == "Mogg"


def test_among_dazed_and_stunned_enemies_any_may_be_attacked() -> None:
    setup = Phase(
        "Ann",
        (hild(), grok(status=Status.STUNNED), grok("Mogg", status=Status.DAZED)),
        (("Hild", "Grok"), ("Hild", "Mogg")),
    )

    assert awaited_choice(go(setup)).options == ("Grok", "Mogg")


def test_each_attack_is_declared_before_the_first_roll_and_targets_are_taken_in_any_order() -> None:
    setup = Phase(
        "Ann",
        (hild(attacks=2, weapons=(SWORD, DAGGER)), grok(), grok("Mogg", agility=4)),
        (("Hild", "Grok"), ("Hild", "Mogg")),
    )

    answers = ("2 Sword + 1 Dagger", "Grok", "Mogg", "Mogg")
    purposes = [awaited_choice(go(setup, *answers[:count])).purpose for count in range(len(answers) + 1)]
    progress = go(setup, *answers, "Mogg")

    assert purposes == ["split", "target", "target", "target", "target_order"]
    declared = [(event.target, event.weapons) for event in events_of(progress, AttacksDeclared)]
    assert declared == [("Grok", (("Sword", 1),)), ("Mogg", (("Sword", 1), ("Dagger", 1)))]
    asked = awaited_throw(progress)
    assert [(dice.group, dice.most) for dice in asked.dice] == [("attack", 1), ("second", 1)]


def test_each_of_two_weapons_makes_at_least_one_attack() -> None:
    setup = duel(hild(attacks=3, weapons=(SWORD, DAGGER)), grok())

    assert awaited_choice(go(setup)).options == (
        "3 Sword + 1 Dagger",
        "2 Sword + 2 Dagger",
        "1 Sword + 3 Dagger",
    )
    with pytest.raises(ChoiceRejected, match="expected one of 3 Sword"):
        go(setup, "4 Sword + 0 Dagger")


def test_attacks_on_a_stunned_enemy_beyond_the_first_are_wasted() -> None:
    progress = go(duel(hild(attacks=3), grok(status=Status.STUNNED, wounds=3)))

    assert [event.attacks for event in events_of(progress, AttacksWasted)] == [2]
    assert [event.after for event in events_of(progress, StatusChanged)] == [Status.INCAPACITATED]
    assert [(event.unit, event.player) for event in events_of(progress, ImprovementDraw)] == [("Hild", "Ann")]
    assert events_of(progress, AttackRolled) == []


def test_one_attack_on_a_stunned_enemy_wastes_none() -> None:
    assert events_of(go(duel(hild(), grok(status=Status.STUNNED))), AttacksWasted) == []


def test_a_dazed_enemy_takes_no_wounds_and_gives_one_card_however_many_hits() -> None:
    setup = duel(hild(attacks=2), grok(status=Status.DAZED, wounds=3))

    progress = go(setup, attack(1, 20), attack(13, 4), defence(1))

    assert progress.outcome is not None
    assert len(events_of(progress, ImprovementDraw)) == 1
    assert len(events_of(progress, DefenceChecked)) == 1
    assert (progress.outcome.units[1].status, progress.outcome.units[1].wounds) == (Status.INCAPACITATED, 3)
    assert [record.saved for record in progress.outcome.attacks] == [False, None, None]


def test_who_is_injured_before_its_turn_drops_out_and_stays_a_target() -> None:
    units = (hild(), grok(), Unit("Berit", "Ann", 13, 17, 3))
    setup = Phase("Ann", units, (("Hild", "Grok"), ("Berit", "Grok")))

    progress = go(setup, attack(13), defence(1))

    assert [event.unit for event in events_of(progress, DroppedFromOrder)] == ["Grok"]
    asked = awaited_throw(progress)
    assert asked.total == 2
    assert asked.reason.startswith("Berit attacks Grok")


def test_who_has_nobody_left_does_nothing() -> None:
    units = (hild(attacks=2), grok(), Unit("Berit", "Ann", 13, 17, 3))
    setup = Phase("Ann", units, (("Hild", "Grok"), ("Berit", "Grok")))

    progress = go(setup, attack(18, 1), defence(1))

    assert [event.unit for event in events_of(progress, Removed)] == ["Grok"]
    assert [event.unit for event in events_of(progress, NothingToAttack)] == ["Berit"]
    assert progress.outcome is not None


def test_units_of_one_player_in_a_row_may_swap_across_those_who_engaged() -> None:
    units = (hild(engaged_this_turn=True), Unit("Berit", "Ann", 13, 17, 9), grok())
    setup = Phase("Ann", units, (("Hild", "Grok"), ("Berit", "Grok")))

    assert awaited_choice(go(setup)).options == ("Hild", "Berit")
    assert awaited_throw(go(setup, "Berit")).reason.startswith("Berit attacks")


def test_engaged_units_go_first_whatever_their_agility() -> None:
    progress = go(duel(hild(agility=15), grok(agility=5, engaged_this_turn=True)))

    assert events_of(progress, OrderSet)[0].units == ("Grok", "Hild")


@pytest.mark.parametrize(
    ("fields", "attacks"),
    [
        ({"weapons": (weapon("whip"),)}, 1),
        ({"weapons": (weapon("whip"),), "engaged_this_turn": True}, 2),
        ({"weapons": (weapon("whip"), weapon("flail")), "engaged_this_turn": True}, 4),
        ({"weapons": (weapon("fighting_claws"),)}, 2),
        ({"attacks": 2, "skills": (Skill("Frenzy", attacks=1),)}, 3),
    ],
)
def test_attacks_are_counted_with_all_bonuses(fields: dict[str, Any], attacks: int) -> None:
    assert events_of(go(duel(hild(**fields), grok())), AttacksCounted)[0].attacks == attacks


def test_advantage_is_thrown_attack_by_attack_and_the_higher_counts() -> None:
    setup = duel(hild(attacks=2, melee_advantage=("jump attack",)), grok())

    progress = go(setup, attack(2, 14), attack(12, 5))

    assert [(event.dice, event.kept) for event in events_of(progress, AttackRolled)] == [
        ((2, 14), 14),
        ((5, 12), 12),
    ]


def test_a_divine_weapon_has_advantage_against_undead_only() -> None:
    attacker = hild(weapons=(weapon("divine_hammer"), DAGGER))

    living = awaited_throw(go(duel(attacker, grok())))
    undead = awaited_throw(go(duel(attacker, grok(kinds=("undead",)))))
    second = awaited_throw(go(duel(attacker, grok(kinds=("undead",))), Roll.of({"second": [3]})))

    assert [(dice.group, dice.most) for dice in living.dice] == [("attack", 1), ("second", 1)]
    assert [(dice.group, dice.most) for dice in undead.dice] == [("second", 1)]
    assert [(dice.group, dice.most) for dice in second.dice] == [("attack", 2)]


def test_equal_values_are_defended_in_the_order_in_which_weapons_were_declared() -> None:
    setup = duel(hild(weapons=(weapon("divine_hammer"), DAGGER)), grok(kinds=("undead",)))

    progress = go(setup, Roll.of({"second": [18]}), attack(14, 2))

    # The dagger was thrown first, as single dice are, but declared second.
    assert awaited_throw(progress).reason.startswith("Grok: throw 1 D20 to defend against Divine Hammer 18")


def test_a_staggered_unit_attacks_and_defends_with_disadvantage() -> None:
    setup = duel(hild(status=Status.STAGGERED), grok(status=Status.STAGGERED))

    asked = awaited_throw(go(setup, attack(13, 20)))
    progress = go(setup, attack(13, 20), defence(20, 16))

    assert asked.reason.endswith("needs 17, the lower one counts")
    assert events_of(progress, AttackRolled)[0].kept == 13
    (checked,) = events_of(progress, DefenceChecked)
    assert (checked.kept, checked.saved) == (16, False)


def test_sources_for_attack_and_for_defence_are_kept_apart() -> None:
    setup = duel(hild(melee_disadvantage=("fear",)), grok(defence_advantage=("wall",)))

    (profile,) = events_of(go(setup), TargetAttacked)[0].profiles
    progress = go(setup, attack(13, 20), defence(1, 17))

    assert (profile.melee_keep.value, profile.defence_keep.value) == ("lower", "higher")
    assert events_of(progress, DefenceChecked)[0].saved


def test_pierce_and_injury_of_unit_weapon_and_skill_add_up() -> None:
    attacker = hild(injury=1, pierce=2, weapons=(weapon("great_axe"),), skills=(Skill("Cruel", 2, 1),))

    (profile,) = events_of(go(duel(attacker, grok())), TargetAttacked)[0].profiles

    assert (profile.melee_needed, profile.injury, profile.defence_needed) == (8, 6, 23)


def test_the_players_throw_for_their_own_units() -> None:
    setup = duel(hild(), grok())

    assert awaited_throw(go(setup)).player == "Ann"
    assert awaited_throw(go(setup, attack(15))).player == "Bob"


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (attack(*[5] * 200), "Ann: expected 1 die (attack), saw 200"),
        (attack(21), "Ann: expected attack faces from 1 to 20, saw 21"),
        (attack(0), "Ann: expected attack faces from 1 to 20, saw 0"),
        (defence(5), "Ann: expected attack dice only, saw defence"),
    ],
)
def test_dice_that_were_not_asked_for_are_refused(answer: Roll, message: str) -> None:
    setup = duel(hild(), grok())

    with pytest.raises(RollRejected) as refused:
        go(setup, answer)

    assert str(refused.value) == message
    assert go(setup) == go(setup)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"melee": -1}, "melee: expected 1 to 30, found -1"),
        ({"defence": 99}, "defence: expected 1 to 30, found 99"),
        ({"agility": 0}, "agility: expected 1 to 30, found 0"),
        ({"wounds": -1}, "wounds: expected 0 to 20, found -1"),
        ({"attacks": 0}, "attacks: expected 1 to 10, found 0"),
        ({"attacks": 200}, "attacks: expected 1 to 10, found 200"),
        ({"injury": 21}, "injury: expected -20 to 20, found 21"),
        ({"pierce": -21}, "pierce: expected -20 to 20, found -21"),
        ({"weapons": ()}, "weapons: expected 1 or 2, found 0"),
        ({"weapons": (DAGGER,) * 3}, "weapons: expected 1 or 2, found 3"),
        (
            {"weapons": (SWORD, DAGGER), "armour": (Armour("Shield", 4, 1),)},
            "weapons: expected at most 2 weapon slots, found 3 (Sword, Dagger, Shield)",
        ),
        (
            {"weapons": (SWORD, weapon("unarmed"))},
            "weapons: expected one that takes a slot, found 'unarmed'",
        ),
        (
            {"attacks": 9, "weapons": (weapon("whip"), SWORD)},
            "attacks: expected at most 10 with all bonuses, found 11",
        ),
    ],
)
def test_statistics_that_no_card_bears_are_refused(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match="expected") as wrong:
        hild(**fields)

    assert str(wrong.value) == message


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Weapon("Stick", melee=21), "weapon 'Stick', melee: expected -20 to 20, found 21"),
        (lambda: Weapon("Stick", attacks=-1), "weapon 'Stick', attacks: expected 0 to 10, found -1"),
        (lambda: Weapon("Stick", slots=3), "weapon 'Stick', slots: expected 0 to 2, found 3"),
        (lambda: Armour("Hat", 21), "armour 'Hat', defence: expected -20 to 20, found 21"),
        (lambda: Skill("Odd", critical_on=1), "skill 'Odd', critical_on: expected 2 to 20, found 1"),
    ],
)
def test_equipment_that_no_list_bears_is_refused(make: Any, message: str) -> None:
    with pytest.raises(ValueError, match="expected") as wrong:
        make()

    assert str(wrong.value) == message


@pytest.mark.parametrize(
    ("contacts", "message"),
    [
        ((("Hild", "Hild"),), "contacts: expected two enemies, found Hild touching itself"),
        ((("Hild", "Nobody"),), "contacts: expected names of units (Hild, Grok), found 'Nobody'"),
        (
            (("Hild", "Grok"), ("Grok", "Hild")),
            "contacts: expected each pair once, found Grok and Hild twice",
        ),
    ],
)
def test_contacts_that_cannot_be_are_refused(contacts: tuple[tuple[str, str], ...], message: str) -> None:
    with pytest.raises(ValueError, match="expected") as wrong:
        Phase("Ann", (hild(), grok()), contacts)

    assert str(wrong.value) == message


def test_the_draw_says_which_faces_draw_which_attack() -> None:
    setup = duel(hild(attacks=3), grok(defence=None, wounds=2))

    asked = awaited_throw(go(setup, attack(18, 15, 14)))

    assert asked.reason.endswith("which attack caused an earlier wound? (1-6: 18, 7-12: 15, 13-18: 14)")


def test_as_many_attacks_as_allowed_can_be_resolved_to_the_last_draw() -> None:
    """Ten critical hits are twenty candidates, each with one face of the d20."""
    setup = duel(hild(attacks=MOST_ATTACKS), grok(defence=None, wounds=20), NOVEMBER_2025)
    draws = [Roll.of({"random": [1]})] * 19

    progress = go(setup, attack(*[20] * MOST_ATTACKS), *draws)

    assert progress.outcome is not None
    assert progress.outcome.units[1].status is Status.INCAPACITATED
