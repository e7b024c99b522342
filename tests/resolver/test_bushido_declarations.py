"""Steps 2 to 6: initiative and its reason, pools, boosts, feats, specials, the secret allocation."""

import re
from dataclasses import replace
from typing import Any

import pytest

from resolver.bushido.editions import EDITIONS, VAULT, WIKI, Edition
from resolver.bushido.events import (
    FeatUsed,
    InitiativeFixed,
    InitiativeFound,
    PoolFixed,
    SpecialDeclared,
    WeaponChosen,
)
from resolver.bushido.fighter import Decisions, Exchange, Feat, FeatKind, Kind, Special, State, Traits, Weapon
from resolver.bushido.initiative import initiative
from resolver.bushido.side import Side
from resolver.procedure import ChoiceRejected, MissingData, replay
from tests.resolver.exchanges import fighter, melee, of_type, start, waiting_choice, waiting_throw

ASKED = Decisions()
PRONE, SURPRISED = frozenset({State.PRONE}), frozenset({State.SURPRISED})
QUICK, REACH, SLOW = {"lightning_reflexes": True}, {"reach": True}, {"slow": True}


@pytest.mark.parametrize(
    ("active", "other", "first", "reason"),
    [
        ({}, {}, "A", "A is activating"),
        ({"states": PRONE}, {}, "B", "A is Prone and always second"),
        ({"states": SURPRISED, **QUICK}, {}, "B", "A is Surprised and always second"),
        ({}, {"states": PRONE, **QUICK}, "A", "B is Prone and always second"),
        ({"states": PRONE}, {"states": SURPRISED}, "A", "A is Prone and B is Surprised, so it falls to A"),
        ({}, QUICK, "B", "B has Lightning Reflexes"),
        ({"near": False, **REACH}, QUICK, "B", "B has Lightning Reflexes"),
        (QUICK, QUICK, "A", "both have Lightning Reflexes, so it falls to A"),
        ({}, {"near": False, **REACH}, "B", "B has Reach"),
        ({}, {"near": True, **REACH}, "A", "A is activating"),
        ({"near": False, **REACH}, {"near": False, **REACH}, "A", "both have Reach, so it falls to A"),
        ({"near": True, **REACH}, {"near": False, **REACH}, "B", "B has Reach"),
        (SLOW, {}, "B", "A is Slow and activating"),
        ({}, SLOW, "A", "A is activating"),
        (SLOW, SLOW, "A", "both have Slow, so it falls to A"),
        ({**SLOW, **QUICK}, {}, "A", "A is activating"),
        ({**SLOW, **REACH, "near": False}, {}, "A", "A is activating"),
        ({}, {**SLOW, **QUICK}, "A", "A is activating"),
    ],
)
def test_initiative_and_its_reason(
    active: dict[str, Any], other: dict[str, Any], first: str, reason: str
) -> None:
    def contender(name: str, given: dict[str, Any]) -> Side:
        traits = {key: value for key, value in given.items() if key not in ("states", "near")}
        states = given.get("states", frozenset())
        side = Side(fighter(name, traits=Traits(**traits), states=states), False, VAULT)
        side.in_contact_at_start = given.get("near", True)
        return side

    found = initiative(contender("A", active), contender("B", other))

    assert ("A" if found.active_has_it else "B") == first
    assert found.reason == reason


def test_the_players_may_set_the_initiative_and_the_log_says_so() -> None:
    progress = replay(start(Exchange(fighter("A"), fighter("B"), initiative="B")), ())

    assert of_type(progress, InitiativeFound)[0].reason == "set by the players"
    assert of_type(progress, InitiativeFixed)[0].attacker == "B"


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=EDITIONS)
def test_initiative_feats_are_asked_of_the_non_activating_player_and_answered(edition: Edition) -> None:
    feat = Feat("Be quick", step=3, ki=1)
    sides = [fighter(name, ki=1, feats=(feat,), decisions=Decisions(boosts=0)) for name in "AB"]
    begin = start(Exchange(sides[0], sides[1], edition=edition))

    asked = waiting_choice(replay(begin, ()))
    assert (asked.player, asked.options) == ("B", ("none", "Be quick"))
    # Not changed: nothing to answer.
    assert of_type(replay(begin, ("none",)), InitiativeFixed)[0].attacker == "A"
    assert waiting_choice(replay(begin, ("Be quick",))).player == "A"
    kept = replay(begin, ("Be quick", "none"))
    assert of_type(kept, InitiativeFixed)[0].attacker == "B"
    back = replay(begin, ("Be quick", "Be quick"))
    assert of_type(back, InitiativeFixed)[0].attacker == "A"


def test_weapons_are_chosen_by_the_non_activating_side_first() -> None:
    two = (Weapon("katana"), Weapon("yari", traits=Traits(reach=True)))
    sides = [replace(fighter(name), weapons=two, decisions=Decisions(special="none")) for name in "AB"]
    begin = start(Exchange(sides[0], sides[1]))

    assert waiting_choice(replay(begin, ())).player == "B"
    progress = replay(begin, ("yari", "katana"))
    assert [(event.name, event.weapon) for event in of_type(progress, WeaponChosen)] == [
        ("B", "yari"),
        ("A", "katana"),
    ]


def pool(name: str = "A", enemy: dict[str, Any] | None = None, **given: Any) -> PoolFixed:
    a = fighter(name, given.pop("pool", 5), **given)
    return of_type(replay(start(Exchange(a, fighter("B", **(enemy or {})))), ()), PoolFixed)[0]


@pytest.mark.parametrize(
    ("given", "dice"),
    [
        ({}, 5),
        ({"counters": 0}, 4),
        ({"states": frozenset({State.EXHAUSTED})}, 4),
        ({"states": frozenset({State.EXHAUSTED}), "counters": 0}, 4),
        ({"counters": 0, "traits": Traits(endurance=True)}, 5),
        ({"assisting_enemies": 2}, 3),
        ({"assisting_enemies": 3, "insignificant_assisting": 1}, 3),
        ({"assisting_enemies": 2, "traits": Traits(indomitable=1)}, 4),
        ({"assisting_enemies": 1, "traits": Traits(indomitable=3)}, 5),
        ({"states": frozenset({State.PRONE})}, 4),
        ({"states": frozenset({State.PRONE, State.BLIND, State.STUNNED, State.FRIGHTENED, State.HELD})}, 1),
        ({"states": frozenset({State.RAN})}, 4),
        ({"states": SURPRISED}, 4),
        ({"states": frozenset({State.STAND_UP})}, 4),
        ({"traits": Traits(split_attack=True), "additional_exchanges": 2}, 3),
        ({"additional_exchanges": 2}, 5),
        ({"traits": Traits(coordinated_attack=True)}, 6),
        ({"enemy": {"states": frozenset({State.DEATH_SENTENCE})}}, 6),
        ({"bonus_dice": 2}, 7),
        ({"states": frozenset({State.BERSERK, State.DISENGAGING})}, 5),
    ],
)
def test_a_pool_is_the_statistic_with_its_modifiers(given: dict[str, Any], dice: int) -> None:
    fixed = pool(**given)

    assert fixed.pool == dice
    bonuses, penalties = (sum(dice for _, dice in part) for part in (fixed.bonuses, fixed.penalties))
    assert fixed.statistic + bonuses - penalties + fixed.deficit == dice


def test_a_printed_dash_is_zero_and_nothing_changes_it() -> None:
    dashed = pool(
        pool=None, bonus_dice=3, counters=0, ki=9, melee_boost_cost=1, traits=Traits(coordinated_attack=True)
    )

    assert (dashed.statistic, dashed.bonuses, dashed.penalties) == (0, (), ())
    assert (dashed.deficit, dashed.pool) == (1, 1)


@pytest.mark.parametrize(
    ("given", "options"),
    [
        ({"ki": 3, "melee_boost_cost": 3}, ("0", "1")),
        ({"ki": 30, "melee_boost_cost": 3}, ("0", "1", "2")),
        ({"pool": 0, "ki": 30, "melee_boost_cost": 3}, ("0", "1")),
    ],
)
def test_boosts_are_offered_up_to_ki_and_twice_the_base(
    given: dict[str, Any], options: tuple[str, ...]
) -> None:
    a = fighter("A", given.pop("pool", 2), decisions=Decisions(special="none"), **given)

    assert waiting_choice(replay(start(Exchange(a, fighter("B"))), ())).options == options


@pytest.mark.parametrize("given", [{"states": SURPRISED}, {"melee_boost_cost": None}, {"ki": 0}])
def test_boosts_are_not_asked_where_there_are_none(given: dict[str, Any]) -> None:
    a = fighter("A", decisions=Decisions(special="none"), **{"ki": 3, "melee_boost_cost": 1, **given})

    assert waiting_throw(replay(start(Exchange(a, fighter("B"))), ())).player == "A"


def test_too_many_declared_boosts_are_refused_and_a_missing_cost_is_named() -> None:
    a = fighter("A", ki=2, melee_boost_cost=1, decisions=Decisions(special="none", boosts=3))
    with pytest.raises(ChoiceRejected, match=r"players\.A\.boosts: expected at most 2, found 3"):
        replay(start(Exchange(a, fighter("B"))), ())
    with pytest.raises(MissingData, match=r"players\.A\.melee_boost_cost: expected"):
        replay(start(Exchange(replace(a, melee_boost_cost=None), fighter("B"))), ())


def test_a_missing_cost_stops_before_the_roll_and_names_the_key() -> None:
    chiyo = fighter("Chiyo", 4, special="Sidestep Defence", cost=None)

    with pytest.raises(MissingData) as missing:
        replay(start(Exchange(fighter("Aya"), chiyo)), ())

    assert str(missing.value) == (
        "players.Chiyo.weapons.naginata.specials.sidestep_defence.cost: expected the dice that "
        "Sidestep Defence costs, found nothing"
    )


def test_a_special_that_the_weapon_lacks_is_missing_its_cost_too() -> None:
    chiyo = fighter("Chiyo", 4, decisions=Decisions(special="Push Defence"))

    with pytest.raises(
        MissingData, match=r"players\.Chiyo\.weapons\.naginata\.specials\.push_defence\.cost: "
    ):
        replay(start(Exchange(fighter("Aya"), chiyo)), ())


def two_specials(**given: Any) -> Any:
    weapon = Weapon(
        "naginata",
        specials=(Special("Sweep Attack", Kind.ATTACK, 1), Special("Push Defence", Kind.DEFENCE, 3)),
    )
    return replace(fighter("A", 3, **given), weapons=(weapon,), decisions=given.get("decisions", ASKED))


def test_specials_are_offered_in_secret_where_a_die_remains() -> None:
    asked = waiting_choice(replay(start(Exchange(two_specials(), fighter("B"))), ()))

    assert asked.hidden
    assert asked.options == ("none", "Sweep Attack")


def test_a_special_costs_dice_and_is_revealed_in_step_6() -> None:
    progress = replay(start(Exchange(two_specials(), fighter("B"))), ("Sweep Attack",))

    assert waiting_throw(progress).total == 2
    assert of_type(progress, SpecialDeclared) == [
        SpecialDeclared(6, "A", "Sweep Attack", Kind.ATTACK, 1, known=True)
    ]


def test_a_prone_model_is_offered_no_special_and_may_not_have_declared_one() -> None:
    assert waiting_throw(replay(start(Exchange(two_specials(states=PRONE), fighter("B"))), ())).player == "A"
    declared = two_specials(states=PRONE, decisions=Decisions(special="Sweep Attack"))
    with pytest.raises(ChoiceRejected, match=r"players\.A\.special: expected none for a Prone model"):
        replay(start(Exchange(declared, fighter("B"))), ())


def test_a_declared_special_that_leaves_no_die_is_refused() -> None:
    declared = two_specials(decisions=Decisions(special="Push Defence"))

    with pytest.raises(ChoiceRejected, match="costs at most 2 dice out of a pool of 3"):
        replay(start(Exchange(declared, fighter("B"))), ())


def test_feats_of_step_5_change_costs_and_give_specials_and_are_told_in_step_6() -> None:
    cheap = Feat("Flow", step=5, special_cost=-2)
    given = Feat("Learn", step=5, ki=1, special=Special("Throw Attack", Kind.ATTACK, 2))
    a = replace(two_specials(), ki=1, feats=(cheap, given))
    begin = start(Exchange(a, fighter("B")))

    asked = waiting_choice(replay(begin, ()))
    assert asked.hidden
    assert asked.options == ("none", "Flow", "Learn")
    answers = ("Flow", "Learn")
    before = replay(begin, answers)
    assert waiting_choice(before).options == ("none", "Sweep Attack", "Push Defence", "Throw Attack")
    assert of_type(before, FeatUsed) == []
    after = replay(begin, (*answers, "Push Defence"))
    assert [(event.step, event.feat) for event in of_type(after, FeatUsed)] == [(6, "Flow"), (6, "Learn")]
    assert of_type(after, SpecialDeclared)[0].cost == 1


@pytest.mark.parametrize(
    ("name", "kind", "step", "edition", "asked"),
    [
        ("A", FeatKind.INSTANT, 4, VAULT, True),
        ("A", FeatKind.ACTIVE, 4, VAULT, True),
        ("B", FeatKind.INSTANT, 4, VAULT, True),
        ("B", FeatKind.ACTIVE, 4, VAULT, False),
        ("A", FeatKind.ACTIVE, 5, WIKI, True),
        ("B", FeatKind.ACTIVE, 5, WIKI, False),
        ("B", FeatKind.ACTIVE, 3, VAULT, False),
        ("B", FeatKind.INSTANT, 3, WIKI, True),
    ],
)
def test_who_may_use_which_feat(name: str, kind: FeatKind, step: int, edition: Edition, asked: bool) -> None:
    feat = Feat("Focus", step=step, kind=kind)
    sides = {side: fighter(side, decisions=Decisions(boosts=0)) for side in "AB"}
    sides[name] = replace(sides[name], feats=(feat,))

    waiting = replay(start(Exchange(sides["A"], sides["B"], edition=edition)), ()).waiting_for

    assert (getattr(waiting, "purpose", "") == "feat") is asked


def test_an_active_feat_changes_no_initiative_even_of_the_active_player() -> None:
    feat = Feat("Be quick", step=3, kind=FeatKind.ACTIVE)
    edition = replace(VAULT, activating_may_begin_change=True)
    a = fighter("A", feats=(feat,), decisions=Decisions(boosts=0))

    assert waiting_throw(replay(start(Exchange(a, fighter("B"), edition=edition)), ())).player == "A"


def test_a_surprised_model_uses_no_feat_and_a_declared_one_is_refused() -> None:
    feat = Feat("Focus", step=4, dice=1)
    a = fighter("A", states=SURPRISED, feats=(feat,), decisions=Decisions(special="none", boosts=0))
    assert waiting_throw(replay(start(Exchange(a, fighter("B"))), ())).player == "A"
    decided = replace(a, decisions=replace(a.decisions, feats=("Focus",)))
    with pytest.raises(ChoiceRejected, match="found 'Focus': a Surprised model uses no feats"):
        replay(start(Exchange(decided, fighter("B"))), ())


def test_feats_of_step_4_cost_ki_and_change_pools() -> None:
    feats = (Feat("Focus", step=4, ki=2, dice=1), Feat("Glare", step=4, ki=1, enemy_dice=-1))
    decisions = Decisions(special="none", boosts=0, feats=("Focus", "Glare"))
    progress = replay(start(Exchange(fighter("A", ki=3, feats=feats, decisions=decisions), fighter("B"))), ())

    assert [event.pool for event in of_type(progress, PoolFixed)] == [4, 2]
    poor = fighter("A", ki=2, feats=feats, decisions=decisions)
    with pytest.raises(ChoiceRejected, match="found 'Glare': it costs 1 Ki and 0 are left"):
        replay(start(Exchange(poor, fighter("B"))), ())


def test_the_allocation_can_be_asked_in_secret_before_specials_are_revealed() -> None:
    a, b = two_specials(), fighter("B", 2)
    begin = start(Exchange(a, b, ask_allocation=True))

    first = replay(begin, ("Sweep Attack",))
    asked = waiting_choice(first)
    assert asked.hidden
    assert (asked.player, asked.options) == ("B", ("2+0", "1+1", "0+2"))
    assert of_type(first, SpecialDeclared) == []
    thrown = waiting_throw(replay(begin, ("Sweep Attack", "1+1", "2+0")))
    assert [(dice.group, dice.least, dice.most) for dice in thrown.dice] == [
        ("attack", 2, 2),
        ("defence", 0, 0),
    ]


def test_an_allocation_of_the_set_up_binds_the_throw_and_is_checked() -> None:
    fixed = fighter("A", 3, decisions=Decisions(special="none", attack_dice=2))
    thrown = waiting_throw(replay(start(Exchange(fixed, fighter("B"))), ()))
    assert [(dice.least, dice.most) for dice in thrown.dice] == [(2, 2), (1, 1)]
    aggressive = replace(
        fixed, traits=Traits(aggressive=True), decisions=replace(fixed.decisions, attack_dice=1)
    )
    with pytest.raises(ChoiceRejected, match=r"players\.A\.attack_dice: expected 2 to 3 of 3 dice, found 1"):
        replay(start(Exchange(aggressive, fighter("B"))), ())
    held = replace(fixed, states=frozenset({State.HELD}))
    with pytest.raises(ChoiceRejected, match=r"players\.A\.attack_dice: expected 0 to 1 of 2 dice, found 2"):
        replay(start(Exchange(held, fighter("B"))), ())


def test_base_contact_is_asked_where_the_set_up_leaves_it_open() -> None:
    begin = start(Exchange(fighter("A"), fighter("B"), still_in_contact=None))

    assert waiting_choice(replay(begin, ())).purpose == "contact"
    assert waiting_throw(replay(begin, ("yes",))).player == "A"
    assert replay(begin, ("no",)).outcome is not None


def test_one_throw_a_player_asks_for_both_groups() -> None:
    thrown = waiting_throw(replay(start(Exchange(fighter("A"), fighter("B", 2))), (melee([1], [2, 3]),)))

    assert (thrown.player, thrown.total) == ("B", 2)
    assert [dice.group for dice in thrown.dice] == ["attack", "defence"]


def test_no_feat_puts_a_prone_model_first() -> None:
    feat = Feat("Be quick", step=3)
    a = fighter("A")
    prone = fighter("B", states=PRONE, feats=(feat,), decisions=Decisions(special="none", boosts=0))

    assert waiting_throw(replay(start(Exchange(a, prone)), ())).player == "A"
    standing = replace(prone, states=frozenset())
    assert waiting_choice(replay(start(Exchange(a, standing)), ())).purpose == "feat"


SPENT = Decisions(special="none", boosts=0)


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=EDITIONS)
@pytest.mark.parametrize(("initiative", "order"), [("A", ["B", "A"]), ("B", ["A", "B"])])
@pytest.mark.parametrize(
    ("step", "rolls"), [(5, ()), (7, (melee([6]), melee([], [2]))), (11, (melee([6]), melee([6])))]
)
def test_from_step_5_on_feats_are_asked_of_the_side_without_initiative_first(
    step: int, rolls: Any, initiative: str, order: list[str], edition: Edition
) -> None:
    """Also the model that does not attack may use a feat in step 11."""
    gains = Traits(prowess_attack=1) if step == 7 else Traits()
    feat = Feat("Focus", step=step, gains=gains)
    sides = [fighter(name, 1, feats=(feat,), decisions=SPENT) for name in "AB"]
    begin = start(Exchange(sides[0], sides[1], edition=edition, initiative=initiative))

    asked = waiting_choice(replay(begin, rolls))
    after = waiting_choice(replay(begin, (*rolls, "none")))

    assert [asked.player, after.player] == order
    assert asked.hidden is (step == 5)


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=EDITIONS)
@pytest.mark.parametrize(("initiative", "order"), [("A", ["B", "A"]), ("B", ["A", "B"])])
def test_specials_and_allocations_are_asked_and_told_in_the_order_of_initiative(
    initiative: str, order: list[str], edition: Edition
) -> None:
    sides = [replace(two_specials(), name=name) for name in "AB"]
    setup = Exchange(sides[0], sides[1], edition=edition, initiative=initiative, ask_allocation=True)
    answers = ("Sweep Attack", "Sweep Attack", "1+1", "1+1")
    asked = [waiting_choice(replay(start(setup), answers[:count])) for count in range(4)]

    assert [choice.player for choice in asked] == order * 2
    assert all(choice.hidden for choice in asked)
    progress = replay(start(setup), answers)
    assert [event.name for event in of_type(progress, SpecialDeclared)] == order


def test_a_cost_is_never_below_no_dice() -> None:
    cheap = Feat("Flow", step=5, special_cost=-3)
    a = replace(two_specials(), feats=(cheap,), decisions=Decisions(special="Sweep Attack", feats=("Flow",)))

    progress = replay(start(Exchange(a, fighter("B"))), ())

    assert of_type(progress, SpecialDeclared)[0].cost == 0
    assert waiting_throw(progress).total == 3


def test_declared_boosts_of_a_surprised_model_and_of_a_dash_are_refused() -> None:
    for given in ({"states": SURPRISED}, {"pool": None}):
        a = fighter("A", ki=3, melee_boost_cost=1, decisions=Decisions(special="none", boosts=1), **given)
        with pytest.raises(ChoiceRejected, match=r"players\.A\.boosts: expected at most 0, found 1"):
            replay(start(Exchange(a, fighter("B"))), ())


def test_a_dash_gains_the_dice_of_the_deficit_and_so_does_its_enemy() -> None:
    progress = replay(start(Exchange(fighter("A", None), fighter("B", 3))), ())

    assert [(event.deficit, event.pool) for event in of_type(progress, PoolFixed)] == [(1, 1), (1, 4)]


@pytest.mark.parametrize(
    ("edition", "name", "given", "message"),
    [
        (WIKI, "A", {"step": 11, "kind": FeatKind.ACTIVE}, "only an instant is allowed in step 11"),
        (VAULT, "B", {"step": 11, "kind": FeatKind.ACTIVE}, "only an instant is allowed in step 11"),
        (VAULT, "A", {"step": 11, "ki": 2}, "it costs 2 Ki and 1 are left"),
        (VAULT, "B", {"step": 7, "ki": 2, "gains": Traits(dodge=1)}, "it costs 2 Ki and 1 are left"),
    ],
)
def test_a_declared_feat_that_cannot_be_used_is_refused_before_anything_is_asked(
    edition: Edition, name: str, given: dict[str, Any], message: str
) -> None:
    """Refused after the roll it would leave an exchange that no answer can bring on."""
    decided = Decisions(special="none", boosts=0, feats=("Stab",))
    sides = {side: replace(two_specials(), name=side) for side in "AB"}
    sides[name] = replace(sides[name], ki=1, feats=(Feat("Stab", **given),), decisions=decided)

    with pytest.raises(ChoiceRejected, match=f"players.{name}.use_feats: .*'Stab': {message}"):
        replay(start(Exchange(sides["A"], sides["B"], edition=edition)), ())


@pytest.mark.parametrize("step", [5, 7, 11])
def test_ki_of_declared_feats_to_come_pays_for_no_boosts(step: int) -> None:
    decided = Decisions(special="none", feats=("Luck",))
    feats = (Feat("Luck", step=step, ki=2, gains=Traits(dodge=1)),)
    a = fighter("A", 5, ki=4, melee_boost_cost=1, feats=feats, decisions=decided)

    assert waiting_choice(replay(start(Exchange(a, fighter("B"))), ())).options == ("0", "1", "2")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"step": 6}, "step: expected one of 3, 4, 5, 7, 11, found 6"),
        ({"step": 7}, "gains: expected a re-roll for a feat of step 7"),
        ({"step": 7, "gains": Traits(brutal=1)}, "gains: expected a re-roll for a feat of step 7"),
        ({"step": 5, "dice": 1}, "dice: expected a step up to 4, found 5"),
        ({"step": 11, "enemy_dice": -1}, "enemy_dice: expected a step up to 4, found 11"),
        (
            {"step": 7, "gains": Traits(dodge=1), "special_cost": -1},
            "special_cost: expected a step up to 5, found 7",
        ),
        (
            {"step": 11, "special": Special("Sweep Attack", Kind.ATTACK, 1)},
            "special: expected a step up to 5, found 11",
        ),
    ],
)
def test_a_feat_that_would_do_nothing_in_its_step_is_refused(given: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        Feat("Focus", **given)


def test_an_initiative_for_nobody_is_refused() -> None:
    with pytest.raises(ValueError, match="initiative: expected A or B, found 'C'"):
        Exchange(fighter("A"), fighter("B"), initiative="C")


def test_a_printed_cost_below_no_dice_is_refused() -> None:
    with pytest.raises(ValueError, match="cost: expected at least 0, found -1"):
        Special("Sweep Attack", Kind.ATTACK, -1)


def test_where_both_models_are_always_second_a_feat_may_change_the_initiative() -> None:
    feat = Feat("Be quick", step=3)
    b = fighter("B", states=PRONE, feats=(feat,), decisions=SPENT)

    progress = replay(start(Exchange(fighter("A", states=PRONE), b)), ("Be quick",))

    assert of_type(progress, InitiativeFixed)[0].attacker == "B"
