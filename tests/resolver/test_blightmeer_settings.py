"""Each named switch of the revisions, on both sides, and the numbers in which the revisions differ."""

from dataclasses import replace
from typing import Any

import pytest

from resolver.blightmeer.arithmetic import Injury
from resolver.blightmeer.armoury import ARMOUR, WEAPONS
from resolver.blightmeer.editions import (
    JULY_2026,
    NOVEMBER_2025,
    AgilityOrder,
    Critical,
    Edition,
    InjuryPool,
)
from resolver.blightmeer.equipment import UNARMED, Armour, Skill
from resolver.blightmeer.events import (
    AttackRolled,
    DefenceChecked,
    Injured,
    OrderRolled,
    OrderSet,
    StatusChanged,
    TargetAttacked,
    WoundCauseDrawn,
    WoundsLost,
)
from resolver.blightmeer.fighter import Phase, Status, Unit
from resolver.dice import Roll
from tests.resolver.blightmeer_phases import (
    attack,
    awaited_choice,
    awaited_throw,
    defence,
    drawing,
    duel,
    events_of,
    go,
    grok,
    hild,
    order,
    weapon,
)


def with_switches(**switches: Any) -> Edition:
    return replace(NOVEMBER_2025, **switches)


def test_a_critical_hit_counts_as_two_attacks_of_20() -> None:
    setup = duel(hild(injury=2), grok(), with_switches(critical=Critical.TWO_ATTACKS))

    progress = go(setup, attack(20), defence(17), defence(17))

    assert [event.injury_value for event in events_of(progress, DefenceChecked)] == [22, 22]


def test_a_critical_hit_gives_one_further_attack_that_is_not_critical() -> None:
    setup = duel(hild(), grok(), with_switches(critical=Critical.EXTRA_ATTACK))

    progress = go(setup, attack(20), attack(20), defence(17), defence(17))

    rolled = events_of(progress, AttackRolled)
    assert [(event.critical, event.extra) for event in rolled[:2]] == [(True, False), (False, True)]
    assert len(events_of(progress, DefenceChecked)) == 2


@pytest.mark.parametrize(
    ("fields", "face", "critical"),
    [
        ({"weapons": (weapon("hammer"),)}, 16, True),
        ({"weapons": (weapon("hammer"),)}, 15, False),
        ({"injury": -1}, 20, False),
        ({"melee": 18, "weapons": (weapon("hammer"),)}, 17, False),
        ({"skills": (Skill("Improved Critical", critical_on=18),)}, 18, True),
    ],
)
def test_later_an_attack_is_critical_by_its_injury_value_if_it_passes(
    fields: dict[str, Any], face: int, critical: bool
) -> None:
    progress = go(duel(hild(**fields), grok(), JULY_2026), attack(face))

    assert events_of(progress, AttackRolled)[0].critical is critical


def test_further_attacks_of_several_critical_hits_are_thrown_by_weapon() -> None:
    two = (weapon("dagger"), weapon("hammer"))
    setup = duel(hild(attacks=2, weapons=two), grok(), JULY_2026)

    progress = go(setup, "1 Dagger + 2 Hammer", Roll.of({"attack": [20], "second": [17, 3]}))

    asked = awaited_throw(progress)
    assert [(dice.group, dice.least, dice.most) for dice in asked.dice] == [
        ("attack", 1, 1),
        ("second", 1, 1),
    ]


@pytest.mark.parametrize(("on", "saved"), [(False, False), (True, True)])
def test_a_20_saves_only_where_it_always_succeeds(on: bool, saved: bool) -> None:
    setup = duel(hild(weapons=(weapon("sword"),)), grok(defence=18), with_switches(natural_20_succeeds=on))

    progress = go(setup, attack(15), *([defence(20)] if on else []))

    (checked,) = events_of(progress, DefenceChecked)
    assert (checked.needed, checked.saved, checked.dice) == (21, saved, (20,) if on else ())


@pytest.mark.parametrize(("on", "passed"), [(False, False), (True, True)])
def test_a_20_hits_only_where_it_always_succeeds(on: bool, passed: bool) -> None:
    edition = with_switches(natural_20_succeeds=on, critical=Critical.EXTRA_ATTACK)

    progress = go(duel(hild(melee=22), grok(), edition), attack(20))

    assert events_of(progress, AttackRolled)[0].passed is passed


@pytest.mark.parametrize(("up_to", "passed"), [(0, True), (4, False)])
def test_low_faces_fail_whatever_is_needed(up_to: int, passed: bool) -> None:
    edition = with_switches(always_fails_up_to=up_to)

    progress = go(duel(hild(melee=3), grok(defence=2), edition), attack(4))

    assert events_of(progress, AttackRolled)[0].passed is passed


@pytest.mark.parametrize(("up_to", "saved"), [(0, True), (4, False)])
def test_low_faces_defend_nothing_where_they_always_fail(up_to: int, saved: bool) -> None:
    edition = with_switches(always_fails_up_to=up_to)

    progress = go(duel(hild(), grok(defence=2), edition), attack(13), defence(4))

    assert events_of(progress, DefenceChecked)[0].saved is saved


def test_a_check_that_every_face_passes_is_not_thrown() -> None:
    progress = go(duel(hild(), grok(defence=1)), attack(13))

    (checked,) = events_of(progress, DefenceChecked)
    assert (checked.dice, checked.saved) == ((), True)


@pytest.mark.parametrize(("stays", "left"), [(False, 0), (True, 1)])
@pytest.mark.parametrize("wounds", [1, 2])
def test_the_last_wound_is_spent_or_stays(stays: bool, left: int, wounds: int) -> None:
    setup = duel(
        hild(attacks=wounds), grok(wounds=wounds, defence=None), with_switches(last_wound_stays=stays)
    )

    progress = go(setup, attack(*[13] * wounds), *[drawing(1)] * (wounds - 1))

    lost = [event.wounds_left for event in events_of(progress, WoundsLost)]
    assert lost == ([] if stays and wounds == 1 else [left])
    assert progress.outcome is not None
    assert progress.outcome.units[1].status is Status.DAZED
    assert progress.outcome.units[1].wounds == left


@pytest.mark.parametrize("stays", [False, True])
def test_a_unit_at_0_is_injured_by_the_first_hit(stays: bool) -> None:
    setup = duel(hild(), grok(wounds=0, defence=None), with_switches(last_wound_stays=stays))

    progress = go(setup, attack(13))

    assert [event.injury for event in events_of(progress, Injured)] == [Injury.DAZED]
    assert progress.outcome is not None
    assert progress.outcome.units[1].wounds == 0


@pytest.mark.parametrize(("on", "needed"), [(False, None), (True, 17)])
def test_armour_improves_a_dash_only_where_it_can(on: bool, needed: int | None) -> None:
    setup = duel(
        hild(), grok(defence=None, armour=(ARMOUR["shield"],)), with_switches(modifiers_improve_dash=on)
    )

    (profile,) = events_of(go(setup), TargetAttacked)[0].profiles

    assert profile.defence_needed == needed


def test_a_dash_without_armour_makes_no_check_in_either_revision() -> None:
    for edition in (NOVEMBER_2025, JULY_2026):
        progress = go(duel(hild(), grok(defence=None), edition), attack(13))

        (checked,) = events_of(progress, DefenceChecked)
        assert (checked.needed, checked.dice, checked.saved) == (None, (), False)


@pytest.mark.parametrize(("on", "dice"), [(False, 1), (True, 2)])
def test_the_unarmed_attack_with_disadvantage_where_that_holds(on: bool, dice: int) -> None:
    setup = duel(hild(weapons=(UNARMED,)), grok(), with_switches(unarmed_disadvantage=on))

    assert awaited_throw(go(setup)).total == dice


@pytest.mark.parametrize(
    ("by", "first"), [(AgilityOrder.HIGHEST_NUMBER, "Hild"), (AgilityOrder.BEST, "Grok")]
)
def test_the_highest_or_the_best_agility_goes_first(by: AgilityOrder, first: str) -> None:
    progress = go(duel(hild(agility=15), grok(agility=5), with_switches(agility_order=by)))

    (event,) = events_of(progress, OrderSet)
    assert event.units[0] == first
    assert event.agility_order == by.value


def three(edition: Edition, players: str = "ABA") -> Phase:
    """Return units One, Two and Three of one Agility, One against the others as far as they are enemies."""
    names = ("One", "Two", "Three")
    units = tuple(Unit(name, player, 13, 17, 8) for name, player in zip(names, players, strict=True))
    pairs = [(one.name, two.name) for one in units for two in units if one.player < two.player]
    return Phase("A", units, tuple(pairs), edition)


@pytest.mark.parametrize(("only", "again"), [(True, ["One", "Three"]), (False, ["One", "Two", "Three"])])
def test_a_tie_is_rolled_again_by_those_still_tied_or_by_all(only: bool, again: list[str]) -> None:
    setup = three(with_switches(only_tied_reroll=only))

    progress = go(setup, order(9), order(15), order(9), *[order(face) for face in (3, 12, 7)[: len(again)]])

    rolled = [event.unit for event in events_of(progress, OrderRolled)]
    assert rolled == ["One", "Two", "Three", *again]
    assert events_of(progress, OrderSet)[0].units == ("Two", "Three", "One")


@pytest.mark.parametrize(("rolled", "asked"), [(True, "order"), (False, "attacker")])
def test_ties_within_one_player_are_rolled_or_not(rolled: bool, asked: str) -> None:
    units = (
        Unit("One", "A", 13, 17, 8),
        Unit("Two", "A", 13, 17, 8),
        Unit("Foe", "B", 13, 17, 5),
    )
    edition = with_switches(own_ties_are_rolled=rolled)

    waiting = go(Phase("A", units, (("One", "Foe"), ("Two", "Foe")), edition)).waiting_for

    assert waiting is not None
    assert waiting.purpose == asked


@pytest.mark.parametrize(("left", "options"), [(True, ("Two", "Four")), (False, None)])
def test_a_row_is_judged_on_those_left_or_on_the_whole_order(
    left: bool, options: tuple[str, ...] | None
) -> None:
    """Foe stands between Two and Four until One dazes it."""
    units = (
        Unit("One", "A", 13, None, 20, attacks=1),
        Unit("Foe", "B", 13, None, 8),
        Unit("Two", "A", 13, None, 10),
        Unit("Four", "A", 13, None, 6),
        Unit("Bystander", "B", 13, None, 2),
    )
    pairs = (("One", "Foe"), ("Two", "Foe"), ("Two", "Bystander"), ("Four", "Bystander"))
    setup = Phase("A", units, pairs, with_switches(row_of_those_left=left))

    progress = go(setup, "One", attack(13))

    assert [event.after for event in events_of(progress, StatusChanged)] == [Status.DAZED]
    if options:
        assert awaited_choice(progress).options == options
    else:
        assert awaited_throw(progress).purpose == "melee"


@pytest.mark.parametrize(
    ("pool", "candidates"), [(InjuryPool.UNSAVED, (15, 14)), (InjuryPool.PASSED, (18, 15, 14))]
)
def test_the_wound_is_drawn_among_undefended_or_all_passed_attacks(
    pool: InjuryPool, candidates: tuple[int, ...]
) -> None:
    setup = duel(hild(attacks=3), grok(wounds=2), with_switches(injury_pool=pool))

    progress = go(setup, attack(18, 15, 14), defence(17), defence(1), defence(1), drawing(18))

    assert [event.candidates for event in events_of(progress, WoundCauseDrawn)] == [candidates]
    assert [event.injury_value for event in events_of(progress, Injured)] == [max(candidates[:-1])]


@pytest.mark.parametrize(("cancel", "dice"), [(True, 1), (False, 2)])
def test_advantage_and_disadvantage_cancel_or_are_counted(cancel: bool, dice: int) -> None:
    unit = hild(melee_advantage=("jump attack", "higher ground"), melee_disadvantage=("fear",))

    asked = awaited_throw(go(duel(unit, grok(), with_switches(both_always_cancel=cancel))))

    assert asked.total == dice


@pytest.mark.parametrize(("counts", "value"), [(True, 20), (False, 19)])
def test_a_critical_19_counts_as_20s_or_as_what_it_shows(counts: bool, value: int) -> None:
    unit = hild(skills=(Skill("Improved Critical", critical_on=19),))
    setup = duel(unit, grok(), with_switches(critical_counts_as_20=counts))

    progress = go(setup, attack(19), defence(17), defence(17))

    assert [event.injury_value for event in events_of(progress, DefenceChecked)] == [value, value]


def test_the_revisions_differ_in_these_switches() -> None:
    def switches(edition: Edition) -> tuple[object, ...]:
        return (
            edition.critical,
            edition.natural_20_succeeds,
            edition.always_fails_up_to,
            edition.last_wound_stays,
            edition.modifiers_improve_dash,
            edition.unarmed_disadvantage,
        )

    assert switches(NOVEMBER_2025) == (Critical.TWO_ATTACKS, False, 0, False, False, False)
    assert switches(JULY_2026) == (Critical.EXTRA_ATTACK, True, 4, True, True, True)


WEAPON_NUMBERS = {
    "dagger": (0, 0, 0, 1),
    "sword": (0, 0, 3, 1),
    "axe": (0, 0, 3, 1),
    "spear": (2, 0, 0, 1),
    "hammer": (0, 4, 0, 1),
    "pike": (7, 3, 0, 2),
    "great_sword": (5, 3, 3, 2),
    "great_axe": (5, 3, 3, 2),
    "great_hammer": (5, 7, 0, 2),
    "divine_hammer": (0, 4, 3, 1),
    "divine_great_hammer": (5, 7, 3, 2),
    "whip": (0, 0, 0, 1),
    "flail": (0, 0, 0, 1),
    "fighting_claws": (0, 0, 3, 2),
    "torch": (0, 0, 0, 1),
}
LATER_MELEE = {"pike": 6, "great_sword": 4, "great_axe": 4, "great_hammer": 4}


@pytest.mark.parametrize("key", WEAPON_NUMBERS)
def test_the_armoury_has_the_numbers_of_both_revisions(key: str) -> None:
    melee, injury, pierce, slots = WEAPON_NUMBERS[key]
    for edition, expected in ((NOVEMBER_2025, melee), (JULY_2026, LATER_MELEE.get(key, melee))):
        found = WEAPONS[edition.id][key]
        assert (found.melee, found.injury, found.pierce, found.slots) == (expected, injury, pierce, slots)
        assert found.dual is (key != "spear")
        assert found.advantage_against == ("undead" if key.startswith("divine") else "")
        assert (found.attacks, found.engage_attacks) == (
            int(key == "fighting_claws"),
            int(key in ("whip", "flail")),
        )


def test_the_armour_of_the_armoury() -> None:
    found = {key: (piece.defence, piece.slots) for key, piece in ARMOUR.items()}

    assert found == {
        "light_armour": (1, 0),
        "heavy_armour": (2, 0),
        "mithril_armour": (3, 0),
        "shield": (4, 1),
        "tower_shield": (6, 1),
    }


def test_armour_and_shield_lower_the_defence() -> None:
    worn = (Armour("Heavy Armour", 2), Armour("Shield", 4, 1))

    (profile,) = events_of(go(duel(hild(), grok(armour=worn))), TargetAttacked)[0].profiles

    assert profile.defence_needed == 11
