"""Every reading that the texts leave open, on both sides of its switch."""

import re
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest

from resolver.bushido.editions import VAULT, WIKI, DeclaresFirst
from resolver.bushido.events import (
    BoostExpired,
    DamageRolled,
    EndReason,
    FeatUsed,
    Immobilised,
    InitiativeFixed,
    NoDamageRoll,
    PoolFixed,
    Prevented,
    Prone,
    ResultsFixed,
    SpecialApplied,
)
from resolver.bushido.fighter import Decisions, Exchange, Feat, FeatKind, Fighter, State, Traits
from resolver.bushido.side import Side
from resolver.procedure import ChoiceRejected, replay
from tests.resolver.exchanges import (
    damage,
    fighter,
    finished,
    melee,
    of_type,
    play,
    start,
    waiting_choice,
    waiting_throw,
)

DECLARED = Decisions(special="none", boosts=0)


def setup(active: Fighter, other: Fighter, _switches: dict[str, Any], **fields: Any) -> Exchange:
    return Exchange(active, other, edition=replace(VAULT, **_switches), **fields)


def both_sides(name: str, default: object, flipped: object) -> pytest.MarkDecorator:
    """Run a test under the default of a switch and under its other value, with what each gives."""
    usual = getattr(VAULT, name)
    return pytest.mark.parametrize(
        ("switches", "expected"),
        [
            pytest.param({}, default, id=f"{name}={usual}"),
            pytest.param({name: not usual}, flipped, id=f"{name}={not usual}"),
        ],
    )


@pytest.mark.parametrize(
    ("declare_first", "asked"),
    [(DeclaresFirst.NON_ACTIVE, "Chiyo"), (DeclaresFirst.WITHOUT_INITIATIVE, "Aya")],
)
def test_declare_first_names_who_boosts_first(declare_first: DeclaresFirst, asked: str) -> None:
    """Chiyo has the initiative by Lightning Reflexes, so Aya is both active and without it."""
    aya = fighter("Aya", ki=2, melee_boost_cost=1, decisions=Decisions(special="none"))
    chiyo = fighter(
        "Chiyo",
        ki=2,
        melee_boost_cost=1,
        decisions=Decisions(special="none"),
        traits=Traits(lightning_reflexes=True),
    )
    progress = replay(start(setup(aya, chiyo, {"declare_first": declare_first})), ())

    assert waiting_choice(progress).player == asked


def test_the_editions_differ_in_who_declares_first_and_in_active_feats() -> None:
    assert VAULT.declare_first is DeclaresFirst.NON_ACTIVE
    assert WIKI.declare_first is DeclaresFirst.WITHOUT_INITIATIVE
    differing = {
        field.name for field in fields(VAULT) if getattr(VAULT, field.name) != getattr(WIKI, field.name)
    }
    assert differing == {"id", "title", "declare_first", "active_feat_steps"}


@pytest.mark.parametrize(
    ("steps", "used"), [(VAULT.active_feat_steps, True), (WIKI.active_feat_steps, False)]
)
def test_active_feat_steps_say_whether_an_active_feat_is_used_in_step_11(
    steps: frozenset[int], used: bool
) -> None:
    feat = Feat("Killing stroke", step=11, kind=FeatKind.ACTIVE, damage=1)
    aya = fighter("Aya", feats=(feat,), decisions=DECLARED)
    progress = play(
        setup(aya, fighter("Chiyo"), {"active_feat_steps": steps}), melee([6, 6], [6]), melee([2], [2, 2])
    )

    assert (getattr(progress.waiting_for, "purpose", None) == "feat") is used


@both_sides("activating_may_begin_change", "Chiyo", "Aya")
def test_initiative_is_changed_by_the_activating_player_first(
    switches: dict[str, Any], expected: str
) -> None:
    feat = Feat("Be quick", step=3)
    aya = fighter("Aya", feats=(feat,), decisions=replace(DECLARED, feats=("Be quick",)))
    chiyo = fighter("Chiyo", traits=Traits(lightning_reflexes=True))

    progress = replay(start(setup(aya, chiyo, switches)), ())

    assert of_type(progress, InitiativeFixed)[0].attacker == expected


@both_sides("contested_initiative_to_activating", "Aya", "Chiyo")
def test_contested_initiative(switches: dict[str, Any], expected: str) -> None:
    prone = frozenset({State.PRONE})
    progress = replay(
        start(setup(fighter("Aya", states=prone), fighter("Chiyo", states=prone), switches)), ()
    )

    assert of_type(progress, InitiativeFixed)[0].attacker == expected


@both_sides("trait_dice_under_cap", 5, 4)
def test_trait_dice_and_the_cap(switches: dict[str, Any], expected: int) -> None:
    aya = fighter(
        "Aya",
        2,
        ki=2,
        melee_boost_cost=1,
        traits=Traits(coordinated_attack=True),
        decisions=Decisions(special="none", boosts=2),
    )
    progress = replay(start(setup(aya, fighter("Chiyo"), switches)), ())

    assert of_type(progress, PoolFixed)[0].pool == expected


@both_sides("cost_from_deficit_dice", True, False)
def test_a_special_is_paid_with_dice_of_the_deficit(switches: dict[str, Any], expected: bool) -> None:
    """Aya's raw pool is -1 and Chiyo's 0, so both gain 2: Chiyo has 2 dice and none of her own."""
    begin = start(
        setup(
            fighter("Aya", 1, bonus_dice=-2),
            fighter("Chiyo", 1, bonus_dice=-1, special="Sidestep Defence"),
            switches,
        )
    )
    if expected:
        assert waiting_throw(replay(begin, (melee([4]),))).total == 1
    else:
        with pytest.raises(ChoiceRejected, match="expected one that costs at most 0 dice out of a pool of 2"):
            replay(begin, ())


@both_sides("cost_from_deficit_dice", 1, 1)
def test_a_special_that_costs_nothing_needs_no_dice_of_ones_own(
    switches: dict[str, Any], expected: int
) -> None:
    chiyo = fighter("Chiyo", 1, bonus_dice=-3, special="Sidestep Defence", cost=0)
    progress = replay(start(setup(fighter("Aya", 1), chiyo, switches)), (melee([4, 4, 4, 4]),))

    assert waiting_throw(progress).total == expected


@both_sides("disengaging_cancels_aggressive", (0, 3), (0, 1))
def test_disengaging_while_aggressive(switches: dict[str, Any], expected: tuple[int, int]) -> None:
    aya = fighter("Aya", 3, states=frozenset({State.DISENGAGING}), traits=Traits(aggressive=True))
    asked = waiting_throw(replay(start(setup(aya, fighter("Chiyo"), switches)), ()))

    assert (asked.dice[0].least, asked.dice[0].most) == expected


@both_sides("boosts_expire_without_roll", 1, 0)
def test_boosts_when_contact_is_lost(switches: dict[str, Any], expected: int) -> None:
    aya = fighter("Aya", ki=1, melee_boost_cost=1, decisions=Decisions(special="none", boosts=1))
    progress = play(setup(aya, fighter("Chiyo"), switches, still_in_contact=False))

    assert len(of_type(progress, BoostExpired)) == expected


@both_sides("kata_ones_carry_modifiers", 2, 4)
def test_brutal_on_the_ones_of_a_kata(switches: dict[str, Any], expected: int) -> None:
    aya = fighter("Aya", 2, traits=Traits(kata=True, brutal=2))
    progress = play(setup(aya, fighter("Chiyo", 1), switches), melee([1, 1]), melee([], [6]))

    assert of_type(progress, ResultsFixed)[0].attack == expected


@both_sides("zero_attack_can_hit", (True, "active"), (False, "zero_attack"))
def test_an_attack_of_zero_against_a_defence_of_zero(
    switches: dict[str, Any], expected: tuple[bool, str]
) -> None:
    outcome = finished(
        setup(fighter("Aya", 2), fighter("Chiyo", 2), switches), melee([1], [2]), melee([2], [1])
    )

    first = outcome.passes[0]
    assert (first.attack_succeeds, first.by.value) == expected
    # With dice that all show 1 the damage roll is made at success level 0 all the same.
    assert (len(outcome.damage) > 0) is expected[0]


@both_sides("zero_attack_can_hit", (True, 1), (False, 0))
def test_an_attack_of_zero_of_the_other_model_with_more_dice(
    switches: dict[str, Any], expected: tuple[bool, int]
) -> None:
    """Aya's two 1s leave her one die; Chiyo's 1 in attack meets them with two dice left."""
    outcome = finished(
        setup(fighter("Aya", 3), fighter("Chiyo", 3), switches), melee([2], [1, 1]), melee([1], [5, 5])
    )

    second = outcome.passes[1]
    assert (second.attack, second.defence, second.success_level) == (0, 0, 0)
    assert (second.attack_succeeds, len(outcome.damage)) == expected


@both_sides("removed_dice_count_for_ties", "Aya", "Chiyo")
def test_dice_taken_away_and_ties(switches: dict[str, Any], expected: str) -> None:
    """Aya's 5 meets Chiyo's 4 with support: Chiyo has 2 dice left, 3 with the one taken from her."""
    aya = fighter("Aya", 2, traits=Traits(unblockable=1))
    chiyo = fighter("Chiyo", 3)

    outcome = finished(setup(aya, chiyo, switches), melee([5], [2]), melee([], [4, 4, 6]))

    assert outcome.passes[0].attack == outcome.passes[0].defence == 5
    assert outcome.passes[0].winner == expected


@both_sides("prone_attacker_ends_exchange", 2, 1)
def test_an_attacker_made_prone_by_a_defence(switches: dict[str, Any], expected: int) -> None:
    chiyo = fighter("Chiyo", 3, special="Sweep Defence")

    outcome = finished(setup(fighter("Aya"), chiyo, switches), melee([2], [2, 2]), melee([4], [6]))

    assert len(outcome.passes) == expected
    assert State.PRONE in outcome.sides[0].states


@both_sides("special_survives_prone", 2, 1)
def test_a_special_of_a_model_made_prone(switches: dict[str, Any], expected: int) -> None:
    """Chiyo's Sweep makes Aya Prone in pass 1; in pass 2 Aya's own defence special would work."""
    aya = fighter("Aya", 3, special="Sweep Defence")
    chiyo = fighter("Chiyo", 3, special="Sweep Defence")

    progress = play(setup(aya, chiyo, switches), melee([2], [6]), melee([2], [6]))

    assert len(of_type(progress, SpecialApplied)) == expected


@both_sides("step_10_effects_end_exchange", (1, EndReason.OUT_OF_CONTACT), (2, EndReason.BOTH_ATTACKED))
def test_a_defender_pushed_away_in_step_10(switches: dict[str, Any], expected: tuple[int, EndReason]) -> None:
    aya = fighter("Aya", 3, special="Push Attack")

    outcome = finished(setup(aya, fighter("Chiyo"), switches), melee([6], [6]), melee([2, 2], [2]))

    assert (len(outcome.passes), outcome.reason) == expected


@both_sides("charge_adds_to_every_roll", [9, 7], [9, 9])
def test_the_charge_in_a_combo(switches: dict[str, Any], expected: list[int]) -> None:
    aya = fighter("Aya", 3, special="Combo Attack")
    exchange = setup(aya, fighter("Chiyo", 3), switches, charge=True)

    outcome = finished(exchange, melee([6, 6]), melee([], [3, 2, 2]))

    assert [rolled.total for rolled in outcome.damage] == expected


@both_sides("critical_reads_all_dice", True, False)
def test_the_pair_of_a_critical_attack(switches: dict[str, Any], expected: bool) -> None:
    """Strong keeps 6 and 4 out of 6 4 4: the pair counts only where all dice are read."""
    aya = fighter("Aya", 2, special="Critical Attack", traits=Traits(strong=True))

    outcome = finished(setup(aya, fighter("Chiyo", 1), switches), melee([6]), melee([], [5]), damage(6, 4, 4))

    assert outcome.sides[1].in_play is expected


@both_sides("negative_tough_needs_wound", 0, 1)
def test_negative_tough_without_a_wound(switches: dict[str, Any], expected: int) -> None:
    chiyo = fighter("Chiyo", 1, traits=Traits(tough=-1))

    outcome = finished(setup(fighter("Aya", 1), chiyo, switches), melee([6]), melee([], [6]), damage(3, 4))

    assert outcome.damage[0].wounds == expected


@both_sides("last_column_for_more", 12, 10)
def test_success_levels_beyond_the_table(switches: dict[str, Any], expected: int) -> None:
    aya = fighter("Aya", 1, traits=Traits(brutal=6))

    outcome = finished(setup(aya, fighter("Chiyo", 1), switches), melee([6]), melee([2]), damage(3, 4))

    assert outcome.damage[0].success_level == 12
    assert outcome.damage[0].wounds == expected


@both_sides("last_stand_ends_with_exchange", True, False)
def test_a_last_stand_and_the_end_of_the_exchange(switches: dict[str, Any], expected: bool) -> None:
    chiyo = fighter("Chiyo", 2, wounds_left=1, traits=Traits(last_stand=True))

    outcome = finished(setup(fighter("Aya", 1), chiyo, switches), melee([6]), melee([2], [5]), damage(3, 4))

    assert len(outcome.passes) == 2
    assert outcome.sides[1].wounds_left == 0
    assert outcome.sides[1].in_play is expected


@both_sides("immovable_stops_sweeps", [], ["Chiyo"])
@pytest.mark.parametrize("special", ["Sweep Attack", "Slam Attack"])
def test_an_immovable_model_against_a_sweep(
    switches: dict[str, Any], expected: list[str], special: str
) -> None:
    """A Slam moves, so Immovable stops it under both readings; a Sweep moves nobody."""
    chiyo = fighter("Chiyo", 1, traits=Traits(immovable=True))
    made = setup(fighter("Aya", 3, special=special), chiyo, switches)
    progress = play(made, melee([6, 5]), melee([2]))

    assert [event.name for event in of_type(progress, Prone)] == (
        expected if special == "Sweep Attack" else []
    )


@pytest.mark.parametrize("stops", [True, False])
def test_a_model_immune_to_prone_stands_against_a_sweep(stops: bool) -> None:
    chiyo = fighter("Chiyo", 1, traits=Traits(immovable=True, immune_to=("prone",)))
    sweep = fighter("Aya", 3, special="Sweep Attack")
    progress = play(setup(sweep, chiyo, {"immovable_stops_sweeps": stops}), melee([6, 5]), melee([2]))

    assert of_type(progress, Prone) == []
    assert [event.what for event in of_type(progress, Prevented)] == ["prone"]


@both_sides("entangling_defence_immobilises", ["Aya"], [])
def test_a_counterstrike_with_an_entangling_weapon(switches: dict[str, Any], expected: list[str]) -> None:
    """Success level 4 leaves the Counterstrike level 2."""
    chiyo = fighter("Chiyo", 3, special="Counterstrike Defence", traits=Traits(entangling=True))
    progress = play(setup(fighter("Aya", 1), chiyo, switches), melee([2]), melee([], [6, 2]))

    assert [event.name for event in of_type(progress, Immobilised)] == expected
    assert of_type(progress, DamageRolled) == []


@pytest.mark.parametrize(
    ("attack", "defence"),
    [pytest.param([], [3], id="no attack dice"), pytest.param([5], [], id="success level 1")],
)
def test_a_counterstrike_that_deals_no_damage_entangles_nobody(attack: list[int], defence: list[int]) -> None:
    chiyo = fighter("Chiyo", 3, special="Counterstrike Defence", traits=Traits(entangling=True))
    progress = play(setup(fighter("Aya", 1), chiyo, {}), melee(attack, defence), melee([], [5, 2]))

    assert of_type(progress, Immobilised) == []
    assert "Counterstrike" in of_type(progress, NoDamageRoll)[0].reason


def test_every_switch_is_tested_here() -> None:
    """A switch that no test of this file sets fails here."""
    text = Path(__file__).read_text()
    switches = {field.name for field in fields(VAULT)} - {"id", "title"}

    assert {name for name in switches if not re.search(rf'both_sides\("{name}"|{{"{name}": ', text)} == set()


def test_allocation_limits_by_state_and_trait() -> None:
    def limits(**given: Any) -> tuple[int, int]:
        side = Side(fighter("Aya", 5, **given), False, VAULT)
        side.pool = 5
        legal = side.attack_range()
        return legal.least, legal.most

    assert limits() == (0, 5)
    assert limits(traits=Traits(aggressive=True)) == (3, 5)
    assert limits(states=frozenset({State.BERSERK})) == (3, 5)
    assert limits(traits=Traits(defensive=True)) == (0, 2)
    assert limits(states=frozenset({State.HELD})) == (0, 2)
    assert limits(states=frozenset({State.FRIGHTENED})) == (0, 2)
    assert limits(states=frozenset({State.FRIGHTENED}), traits=Traits(steadfast=True)) == (0, 5)
    assert limits(states=frozenset({State.HELD}), traits=Traits(steadfast=True)) == (0, 2)
    assert limits(states=frozenset({State.DISENGAGING})) == (0, 2)
    assert limits(states=frozenset({State.BERSERK}), traits=Traits(defensive=True)) == (0, 5)


def test_an_unused_feat_is_not_told() -> None:
    aya = fighter("Aya", feats=(Feat("Focus", step=4, dice=1),), decisions=replace(DECLARED, feats=()))

    assert of_type(replay(start(Exchange(aya, fighter("Chiyo"))), ()), FeatUsed) == []
