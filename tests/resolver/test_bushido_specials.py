"""Every special of the rules and unknown ones; what prevents them; damage and its triggers."""

from dataclasses import replace
from typing import Any

import pytest

from resolver.bushido.editions import EDITIONS, Edition
from resolver.bushido.events import (
    CriticalHit,
    DamageRolled,
    EndReason,
    Held,
    Immobilised,
    LastStand,
    Markers,
    Moved,
    NoDamageRoll,
    Outcome,
    Prevented,
    Prone,
    Removed,
    SpecialApplied,
    SpecialWithoutDice,
    Stunned,
    WoundTableMissing,
)
from resolver.bushido.fighter import Decisions, Exchange, Feat, Kind, Special, State, Traits, Weapon
from resolver.bushido.specials import EFFECTS, key_of, known_effect, special_kind, title_of
from resolver.procedure import Choice, Progress, replay
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

editions = pytest.mark.parametrize("edition", EDITIONS.values(), ids=EDITIONS)


def attack_with(special: str, edition: Edition, *rolls: Any, **target: Any) -> Progress[Outcome]:
    """A's attack 6 succeeds at level 4 over B's defence 2; B would attack with a 3 against 5."""
    a = fighter("A", 2 if special == "none" else 3, special=special)
    return play(
        Exchange(a, fighter("B", **{"pool": 2, **target}), edition=edition),
        melee([6], [5]),
        melee([3], [2]),
        *rolls,
    )


@editions
@pytest.mark.parametrize(
    ("special", "wounds", "passes", "reason", "states", "moved"),
    [
        ("none", 4, 2, EndReason.BOTH_ATTACKED, set(), None),
        ("Powerful Attack", 5, 2, EndReason.BOTH_ATTACKED, set(), None),
        ("Stun Attack", 4, 2, EndReason.BOTH_ATTACKED, {State.STUNNED}, None),
        ("Combo Attack", 6, 2, EndReason.BOTH_ATTACKED, set(), None),
        ("Critical Attack", 4, 2, EndReason.BOTH_ATTACKED, set(), None),
        ("Sweep Attack", 2, 1, EndReason.PRONE, {State.PRONE}, None),
        ("Slam Attack", 2, 1, EndReason.OUT_OF_CONTACT, {State.PRONE}, (("B",), 3, False)),
        ("Throw Attack", 2, 1, EndReason.OUT_OF_CONTACT, {State.PRONE}, (("B",), 2, False)),
        ("Forceback Attack", 2, 2, EndReason.BOTH_ATTACKED, set(), (("A", "B"), 1, True)),
        ("Push Attack", 0, 1, EndReason.OUT_OF_CONTACT, set(), (("B",), None, False)),
        ("Sidestep Attack", 0, 1, EndReason.OUT_OF_CONTACT, set(), (("A",), None, False)),
        ("Drag Attack", 0, 2, EndReason.BOTH_ATTACKED, set(), (("A", "B"), None, True)),
        ("Grapple Attack", 0, 1, EndReason.MAY_NOT_ATTACK, {State.HELD}, None),
    ],
)
def test_a_special_attack_that_succeeds(
    special: str,
    wounds: int,
    passes: int,
    reason: EndReason,
    states: set[State],
    moved: Any,
    edition: Edition,
) -> None:
    progress = attack_with(special, edition)

    outcome = progress.outcome
    assert outcome is not None
    assert (outcome.sides[1].wounds, len(outcome.passes), outcome.reason) == (wounds, passes, reason)
    assert outcome.sides[1].states == states
    assert [(event.names, event.inches, event.still_in_contact) for event in of_type(progress, Moved)] == (
        [moved] if moved else []
    )
    assert outcome.still_in_contact is (moved is None or moved[2])
    if wounds == 0:
        assert of_type(progress, NoDamageRoll)[0].reason == f"{special} makes no damage roll"


def defend_with(special: str, edition: Edition, *rolls: Any, **attacker: Any) -> Progress[Outcome]:
    """A's attack 2 fails at level 4 against B's defence 6; B then attacks with a 3 against a 4."""
    b = fighter("B", 2 if special == "none" else 3, special=special)
    return play(
        Exchange(fighter("A", 2, **attacker), b, edition=edition), melee([2], [4]), melee([3], [6]), *rolls
    )


@editions
@pytest.mark.parametrize(
    ("special", "wounds", "passes", "reason", "states", "moved"),
    [
        ("none", 0, 2, EndReason.BOTH_ATTACKED, set(), None),
        ("Counterstrike Defence", 2, 2, EndReason.BOTH_ATTACKED, set(), None),
        ("Push Defence", 0, 1, EndReason.OUT_OF_CONTACT, set(), (("A",), None, False)),
        ("Sidestep Defence", 0, 1, EndReason.OUT_OF_CONTACT, set(), (("B",), None, False)),
        ("Drag Defence", 0, 2, EndReason.BOTH_ATTACKED, set(), (("B", "A"), None, True)),
        ("Forceback Defence", 0, 2, EndReason.BOTH_ATTACKED, set(), (("B", "A"), None, True)),
        ("Sweep Defence", 0, 2, EndReason.BOTH_ATTACKED, {State.PRONE}, None),
        ("Throw Defence", 0, 1, EndReason.OUT_OF_CONTACT, {State.PRONE}, (("A",), 2, False)),
        ("Grapple Defence", 0, 2, EndReason.BOTH_ATTACKED, {State.HELD}, None),
    ],
)
def test_a_special_defence_that_succeeds(
    special: str,
    wounds: int,
    passes: int,
    reason: EndReason,
    states: set[State],
    moved: Any,
    edition: Edition,
) -> None:
    progress = defend_with(special, edition)

    outcome = progress.outcome
    assert outcome is not None
    assert (outcome.sides[0].wounds, len(outcome.passes), outcome.reason) == (wounds, passes, reason)
    assert outcome.sides[0].states == states
    assert [(event.names, event.inches, event.still_in_contact) for event in of_type(progress, Moved)] == (
        [moved] if moved else []
    )


def test_every_special_of_the_rules_is_in_the_tables_above() -> None:
    tested = {
        mark.args[1][row][0]
        for function in (test_a_special_attack_that_succeeds, test_a_special_defence_that_succeeds)
        for mark in function.pytestmark
        for row in range(len(mark.args[1]))
        if mark.args[0][0] == "special"
    }
    assert tested - {"none"} == set(EFFECTS)


@pytest.mark.parametrize(("level", "struck"), [(1, False), (2, True), (4, True)])
def test_a_counterstrike_gives_up_two_levels(level: int, struck: bool) -> None:
    b = fighter("B", 2, special="Counterstrike Defence")
    a = fighter("A", 2)
    outcome = finished(Exchange(a, b), melee([6 - level], [6]), melee([], [6]))

    assert [rolled.success_level for rolled in outcome.damage] == ([level - 2] if struck else [])
    assert all((rolled.attacker, rolled.target) == ("B", "A") for rolled in outcome.damage)


@pytest.mark.parametrize(
    ("attack", "defence", "reason"),
    [
        ([], [6], "no attack dice were thrown against the Counterstrike Defence"),
        ([5], [], "success level 1 is below the 2 that a Counterstrike Defence gives up"),
    ],
)
def test_a_counterstrike_that_strikes_nobody_says_why(
    attack: list[int], defence: list[int], reason: str
) -> None:
    b = fighter("B", 2, special="Counterstrike Defence")

    progress = play(Exchange(fighter("A", 1), b), melee(attack, defence), melee([], [6]))

    assert of_type(progress, DamageRolled) == []
    assert (of_type(progress, NoDamageRoll)[0].attacker, of_type(progress, NoDamageRoll)[0].reason) == (
        "B",
        reason,
    )


def test_a_counterstrike_that_removes_the_attacker_ends_the_exchange() -> None:
    outcome = defend_with("Counterstrike Defence", next(iter(EDITIONS.values())), wounds_left=1).outcome

    assert outcome is not None
    assert (outcome.reason, len(outcome.passes)) == (EndReason.REMOVED, 1)
    assert not outcome.sides[0].in_play


def test_the_charger_adds_two_to_its_counterstrike_roll_only_once() -> None:
    """B has the initiative, so the charger A first defends, strikes back, and then attacks itself."""
    a = fighter("A", 3, special="Counterstrike Defence")
    setup = Exchange(a, fighter("B", 2), charge=True, initiative="B")

    outcome = finished(setup, melee([6], [6]), melee([2], [2]))

    assert [rolled.modifiers for rolled in outcome.damage] == [(("charge", 2),), ()]


def test_a_charger_that_is_hit_first_still_adds_two_to_its_own_first_roll() -> None:
    setup = Exchange(fighter("A", 1), fighter("B", 1), charge=True, initiative="B")
    outcome = finished(setup, melee([6]), melee([6]))

    assert [(rolled.attacker, rolled.modifiers) for rolled in outcome.damage] == [
        ("B", ()),
        ("A", (("charge", 2),)),
    ]


@pytest.mark.parametrize(
    ("special", "rolls", "which"),
    [
        ("Sweep Attack", (melee([], [5, 5]), melee([3], [2])), Kind.ATTACK),
        ("Sweep Defence", (melee([5, 5]), melee([3], [2])), Kind.DEFENCE),
    ],
)
def test_a_special_needs_dice_of_its_kind(special: str, rolls: Any, which: Kind) -> None:
    progress = play(Exchange(fighter("A", 3, special=special), fighter("B", 2)), *rolls)

    assert [event.kind for event in of_type(progress, SpecialWithoutDice)] == [which]
    assert of_type(progress, SpecialApplied) == []


@pytest.mark.parametrize(
    ("a", "b", "rolls"),
    [
        ("Sweep Attack", "none", (melee([], [5, 5]), melee([1]))),
        ("Grapple Attack", "none", (melee([], [5, 5]), melee([1]))),
        ("none", "Sweep Defence", (melee([1]), melee([5, 5]))),
        ("none", "Counterstrike Defence", (melee([1]), melee([5, 5]))),
    ],
)
def test_a_tie_at_zero_that_is_won_without_dice_of_its_kind_sets_off_no_special(
    a: str, b: str, rolls: Any
) -> None:
    pools = [len(roll.faces("attack")) + len(roll.faces("defence")) for roll in rolls]
    sides = [
        fighter(name, pool + (special != "none"), special=special)
        for name, pool, special in zip("AB", pools, (a, b), strict=True)
    ]
    progress = play(Exchange(sides[0], sides[1]), *rolls)

    assert progress.outcome is not None
    assert progress.outcome.passes[0].winner == ("A" if b == "none" else "B")
    assert of_type(progress, SpecialApplied) == []


@editions
def test_a_tie_that_the_defence_wins_sets_off_its_special_at_level_zero(edition: Edition) -> None:
    """B has three dice left against two, so the Sidestep works on equal results."""
    b = fighter("B", 4, special="Sidestep Defence")
    outcome = finished(Exchange(fighter("A", 2), b, edition=edition), melee([5], [2]), melee([2, 2], [5]))

    assert (outcome.passes[0].success_level, outcome.passes[0].by.value) == (0, "dice")
    assert (outcome.reason, len(outcome.passes)) == (EndReason.OUT_OF_CONTACT, 1)


@pytest.mark.parametrize(
    ("special", "passes"), [("Throw Defence", 2), ("Push Defence", 2), ("Sidestep Defence", 1)]
)
def test_an_immovable_attacker_stays_where_a_defence_would_move_it(special: str, passes: int) -> None:
    outcome = defend_with(special, EDITIONS["bushido-vault"], traits=Traits(immovable=True)).outcome

    assert outcome is not None
    assert len(outcome.passes) == passes
    assert outcome.sides[0].states == frozenset()


def test_ones_and_dice_taken_away_count_as_allocated() -> None:
    """A's only attack die is taken away, and still its attack and special win the tie at zero."""
    a = fighter("A", 2, special="Sweep Attack")
    b = fighter("B", 1, traits=Traits(impenetrable_defence=True))
    progress = play(Exchange(a, b), melee([6]), melee([], [1]))

    assert [event.name for event in of_type(progress, SpecialApplied)] == ["A"]
    assert len(of_type(progress, DamageRolled)) == 1


def test_an_attacker_without_attack_dice_may_win_the_tie_but_makes_no_damage_roll() -> None:
    progress = play(Exchange(fighter("A", 1), fighter("B", 1)), melee([], [3]), melee([2]))

    assert progress.outcome is not None
    assert progress.outcome.passes[0].attack_succeeds
    assert of_type(progress, NoDamageRoll)[0].reason == "no attack dice were thrown"
    assert len(progress.outcome.passes) == 2


@editions
@pytest.mark.parametrize(
    ("special", "traits", "prevented", "passes", "wounds"),
    [
        ("Slam Attack", Traits(immovable=True), ["moved", "prone"], 2, 2),
        ("Slam Attack", Traits(immune_to=("prone",)), ["prone"], 1, 2),
        ("Push Attack", Traits(immovable=True), ["moved"], 2, 0),
        ("Sidestep Attack", Traits(immovable=True), [], 1, 0),
        ("Drag Attack", Traits(immovable=True), ["moved"], 2, 0),
        ("Sweep Attack", Traits(immovable=True), ["prone"], 2, 2),
        ("Stun Attack", Traits(immune_to=("stunned",)), ["stunned"], 2, 4),
        ("Grapple Attack", Traits(immune_to=("held",)), ["held"], 1, 0),
    ],
)
def test_what_prevents_beats_what_forces(
    special: str, traits: Traits, prevented: list[str], passes: int, wounds: int, edition: Edition
) -> None:
    progress = attack_with(special, edition, traits=traits)

    assert [event.what for event in of_type(progress, Prevented)] == prevented
    assert progress.outcome is not None
    assert len(progress.outcome.passes) == passes
    assert progress.outcome.sides[1].wounds == wounds
    assert progress.outcome.sides[1].states == frozenset()


@editions
def test_a_defender_that_was_prone_already_attacks_in_the_second_pass(edition: Edition) -> None:
    progress = attack_with("Sweep Attack", edition, pool=3, states=frozenset({State.PRONE}))

    assert progress.outcome is not None
    assert len(progress.outcome.passes) == 2
    assert of_type(progress, Prone) == []


def test_the_second_pass_uses_specials_too() -> None:
    b = fighter("B", 3, special="Grapple Attack")
    progress = play(Exchange(fighter("A", 2), b), melee([2], [2]), melee([6], [5]))

    assert [event.name for event in of_type(progress, Held)] == ["A"]
    assert progress.outcome is not None
    assert progress.outcome.reason is EndReason.BOTH_ATTACKED


@pytest.mark.parametrize(("dice", "removed"), [((4, 4), True), ((4, 5), False)])
def test_a_critical_attack_removes_on_a_pair(dice: tuple[int, int], removed: bool) -> None:
    progress = attack_with("Critical Attack", EDITIONS["bushido-vault"], damage(*dice), wounds_left=99)

    assert (len(of_type(progress, CriticalHit)) == 1) is removed
    assert progress.outcome is not None
    assert progress.outcome.sides[1].in_play is not removed
    assert (progress.outcome.reason is EndReason.REMOVED) is removed


@pytest.mark.parametrize(
    ("traits", "answers", "removed"),
    [
        (Traits(weak=True), (damage(6, 4, 4),), True),
        (Traits(weak=True), (damage(6, 6, 4),), False),
        (Traits(strong=True), (damage(6, 6, 4),), True),
        (Traits(assassin=True), (damage(6, 6, 4), "6+6"), True),
        (Traits(assassin=True), (damage(6, 6, 4), "4+6"), False),
    ],
)
def test_a_critical_attack_reads_the_two_dice_that_are_kept(
    traits: Traits, answers: Any, removed: bool
) -> None:
    a = fighter("A", 2, special="Critical Attack", traits=traits)
    outcome = finished(Exchange(a, fighter("B", 1, wounds_left=99)), melee([6]), melee([], [5]), *answers)

    assert outcome.sides[1].in_play is not removed


def test_a_critical_attack_on_a_model_that_the_wounds_removed_removes_it_once() -> None:
    progress = attack_with("Critical Attack", EDITIONS["bushido-vault"], damage(4, 4), wounds_left=1)

    assert len(of_type(progress, CriticalHit)) == 1
    assert len(of_type(progress, Removed)) == 1


def test_a_stun_comes_after_the_damage_and_only_while_in_play() -> None:
    progress = attack_with("Stun Attack", EDITIONS["bushido-vault"])
    order = [type(event) for event in progress.events if isinstance(event, DamageRolled | Stunned)]
    assert order[:2] == [DamageRolled, Stunned]
    killed = attack_with("Stun Attack", EDITIONS["bushido-vault"], wounds_left=1)
    assert of_type(killed, Stunned) == []


def test_a_combo_stops_when_the_defender_is_removed() -> None:
    progress = attack_with("Combo Attack", EDITIONS["bushido-vault"], wounds_left=2)

    assert len(of_type(progress, DamageRolled)) == 1
    assert len(of_type(progress, Removed)) == 1
    assert progress.outcome is not None
    assert len(progress.outcome.passes) == 1


def test_a_last_stand_fights_on_without_wounds() -> None:
    progress = attack_with(
        "Combo Attack", EDITIONS["bushido-vault"], wounds_left=2, traits=Traits(last_stand=True)
    )

    assert len(of_type(progress, DamageRolled)) == 3
    assert len(of_type(progress, LastStand)) == 1
    assert progress.outcome is not None
    assert len(progress.outcome.passes) == 2
    assert progress.outcome.sides[1].wounds_left == 0


def damage_of(traits: Traits, *rolls: Any, **given: Any) -> DamageRolled:
    setup = Exchange(fighter("A", 1, traits=traits, **given), fighter("B", 1))
    return of_type(play(setup, melee([6]), melee([], [5]), *rolls), DamageRolled)[0]


def test_an_assassin_picks_two_of_three_and_is_neither_strong_nor_weak() -> None:
    setup = Exchange(fighter("A", 1, traits=Traits(assassin=True, weak=True)), fighter("B", 1))
    rolls = (melee([6]), melee([], [5]), damage(2, 5, 6))

    asked = waiting_choice(replay(start(setup), rolls))
    assert asked.options == ("2+5", "2+6", "5+6")
    assert of_type(replay(start(setup), (*rolls, "2+6")), DamageRolled)[0].kept == (2, 6)


def test_an_assassin_with_three_like_dice_is_asked_nothing() -> None:
    assert damage_of(Traits(assassin=True), damage(4, 4, 4)).kept == (4, 4)


@pytest.mark.parametrize(
    ("traits", "count"),
    [(Traits(), 2), (Traits(strong=True), 3), (Traits(weak=True), 3), (Traits(strong=True, weak=True), 2)],
)
def test_how_many_damage_dice_are_asked_for(traits: Traits, count: int) -> None:
    setup = Exchange(fighter("A", 1, traits=traits), fighter("B", 1))

    assert waiting_throw(replay(start(setup), (melee([6]), melee([], [5])))).total == count


def test_ones_are_no_failures_in_damage() -> None:
    assert damage_of(Traits(), damage(1, 6)).total == 7


def test_damage_bonuses_are_named() -> None:
    stab = Feat("Stab", step=11, damage=1)
    a = fighter(
        "A",
        2,
        special="Powerful Attack",
        strength=-1,
        traits=Traits(vengeance=True, pierce=1),
        feats=(stab,),
    )
    a = replace(a, decisions=Decisions(special="Powerful Attack", boosts=0, feats=("Stab",)))
    b = fighter("B", 1, traits=Traits(armour=3), states=frozenset({State.DEATH_SENTENCE}))
    progress = play(Exchange(a, b, charge=True), melee([6, 2]), melee([], [5]), damage(1, 2))

    assert of_type(progress, DamageRolled)[0].modifiers == (
        ("strength", -1),
        ("charge", 2),
        ("Powerful Attack", 3),
        ("Vengeance", 1),
        ("Death Sentence", 1),
        ("Stab", 1),
        ("armour", -2),
    )
    assert of_type(progress, DamageRolled)[0].total == 8


def test_vengeance_adds_to_attack_and_damage() -> None:
    rolled = damage_of(Traits(vengeance=True), damage(3, 5))

    assert (rolled.success_level, rolled.total, rolled.wounds) == (2, 9, 3)


@pytest.mark.parametrize(("dice", "placed"), [((6, 6), True), ((1, 1), False)])
def test_markers_are_placed_when_there_are_wounds(dice: tuple[int, int], placed: bool) -> None:
    traits = Traits(poison="1/2", bleed="1/1", fire="2/1", disease="1/1")
    setup = Exchange(fighter("A", 1, traits=traits), fighter("B", 1))
    progress = play(setup, melee([6]), melee([], [5]), damage(*dice))

    expected = [("Poison", "1/2"), ("Bleed", "1/1"), ("Fire", "2/1"), ("Disease", "1/1")]
    assert [(event.marker, event.amount) for event in of_type(progress, Markers)] == (
        expected if placed else []
    )


def test_an_entangling_weapon_immobilises_without_damage() -> None:
    setup = Exchange(fighter("A", 1, traits=Traits(entangling=True)), fighter("B", 1))
    progress = play(setup, melee([6]), melee([], [5]))

    assert [event.name for event in of_type(progress, Immobilised)] == ["B"]
    assert of_type(progress, DamageRolled) == []


def test_a_weapon_of_strength_sp_makes_no_damage_roll() -> None:
    progress = play(Exchange(fighter("A", 1, strength=None), fighter("B", 1)), melee([6]), melee([], [5]))

    assert "strength Sp" in of_type(progress, NoDamageRoll)[0].reason


def unknown(kind: Kind, **answers: Any) -> Any:
    special = Special("Ivory Fan", kind, 1, **answers)
    made = fighter("A" if kind is Kind.ATTACK else "B", 3)
    return replace(
        made,
        weapons=(Weapon("fan", specials=(special,)),),
        decisions=Decisions(special="Ivory Fan", boosts=0),
    )


@pytest.mark.parametrize(
    ("answers", "wounds", "reason"),
    [
        (("yes", "no", "no"), 4, EndReason.BOTH_ATTACKED),
        (("yes", "yes", "no"), 2, EndReason.BOTH_ATTACKED),
        (("no", "yes"), 0, EndReason.SPECIAL),
    ],
)
def test_an_unknown_special_is_described_by_yes_and_no(
    answers: tuple[str, ...], wounds: int, reason: EndReason
) -> None:
    setup = Exchange(unknown(Kind.ATTACK), fighter("B", 2))
    rolls = (melee([6], [5]), melee([3], [2]))
    asked = []
    for count in range(len(answers)):
        waiting = replay(start(setup), (*rolls, *answers[:count])).waiting_for
        assert isinstance(waiting, Choice)
        assert waiting.options == ("yes", "no")
        asked.append(waiting.purpose)

    outcome = finished(setup, *rolls, *answers)

    assert asked[0] == "special_damage_roll"
    assert asked[-1] == "special_ends_exchange"
    assert (outcome.sides[1].wounds, outcome.reason) == (wounds, reason)


def test_an_unknown_special_that_the_set_up_describes_asks_nothing() -> None:
    b = unknown(Kind.DEFENCE, damage_roll=True, halved=True, ends_exchange=True)
    outcome = finished(Exchange(fighter("A", 2), b), melee([2], [4]), melee([3], [6]))

    assert (outcome.sides[0].wounds, outcome.reason) == (2, EndReason.SPECIAL)


def test_without_a_wound_table_levels_are_told_and_nothing_is_marked() -> None:
    setup = Exchange(fighter("A", 1), fighter("B", 1), wound_table=None)
    progress = play(setup, melee([6]), melee([], [5]), damage(3, 6))

    missing = of_type(progress, WoundTableMissing)[0]
    assert (missing.success_level, missing.total) == (1, 9)
    assert progress.outcome is not None
    assert progress.outcome.sides[1].wounds == 0
    assert progress.outcome.damage[0].wounds is None


def test_without_a_wound_table_the_wounds_can_be_asked() -> None:
    setup = Exchange(
        fighter("A", 2, special="Sweep Attack"), fighter("B", 1), wound_table=None, ask_wounds=True
    )
    rolls = (melee([6]), melee([], [3]), damage(3, 6))

    assert waiting_choice(replay(start(setup), rolls)).options == ("0", "1", "2", "3", "4", "5", "6")
    assert finished(setup, *rolls, "4").sides[1].wounds == 2


def test_names_and_keys_of_specials() -> None:
    assert title_of("sidestep_defence") == "Sidestep Defence"
    assert title_of("Ivory Prison Attack") == "Ivory Prison Attack"
    assert key_of("Sidestep Defence") == "sidestep_defence"
    assert special_kind("Ivory Prison Attack") is Kind.ATTACK
    assert special_kind("Ivory Fan") is None
    assert known_effect("sidestep defence") == EFFECTS["Sidestep Defence"]
    assert known_effect("Ivory Prison Attack") is None
