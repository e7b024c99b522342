"""What holds in every Blightmeer phase, with units, weapons, contacts and switches drawn at random."""

import json
from dataclasses import fields, replace
from random import Random

import pytest
from hypothesis import given

from api.wire.game import event_out, outcome_out, question_out
from resolver.blightmeer import events
from resolver.blightmeer.arithmetic import Injury
from resolver.blightmeer.armoury import ARMOUR, WEAPONS
from resolver.blightmeer.editions import EDITIONS, AgilityOrder, Critical, Edition, InjuryPool
from resolver.blightmeer.equipment import UNARMED, Skill, Weapon
from resolver.blightmeer.fighter import Phase, Status, Unit
from resolver.blightmeer.story import sentence, standing
from resolver.dice import Roll, RollRejected
from resolver.procedure import Answer, Choice, ChoiceRejected, Event, Throw, replay
from tests.resolver.blightmeer_phases import SEEDS, begin, some_way_through
from tests.resolver.exchanges import any_roll, run_through

SOURCES = ((), (), (), ("one",), ("one", "two"))


def some_edition(chance: Random) -> Edition:
    edition = chance.choice(list(EDITIONS.values()))
    switches: dict[str, object] = {
        "critical": chance.choice(list(Critical)),
        "agility_order": chance.choice(list(AgilityOrder)),
        "injury_pool": chance.choice(list(InjuryPool)),
        "always_fails_up_to": chance.choice((0, 4)),
    }
    for field in fields(Edition):
        if isinstance(getattr(edition, field.name), bool):
            switches[field.name] = chance.random() < 0.5
    chosen = chance.sample(sorted(switches), chance.randint(0, 4))
    return replace(edition, **{name: switches[name] for name in chosen})  # type: ignore[arg-type]


def some_weapons(chance: Random, edition: Edition) -> tuple[Weapon, ...]:
    known = list(WEAPONS[edition.id].values())
    small = [weapon for weapon in known if weapon.slots == 1 and weapon.dual]
    if chance.random() < 0.4:
        return (chance.choice(small), chance.choice(small))
    return (chance.choice([UNARMED, *known]),)


def some_unit(name: str, chance: Random, edition: Edition) -> Unit:
    weapons = some_weapons(chance, edition)
    free = 2 - sum(weapon.slots for weapon in weapons)
    armour = [piece for piece in ARMOUR.values() if piece.slots <= free]
    return Unit(
        name=name,
        player=name[0],
        melee=chance.randint(5, 20),
        defence=chance.choice((None, *range(8, 21))),
        agility=chance.choice((6, 8, 10)),
        attacks=chance.choice((1, 1, 2, 3)),
        wounds=chance.choice((0, 1, 1, 2, 3)),
        injury=chance.randint(-2, 3),
        pierce=chance.randint(-2, 3),
        status=chance.choice((*[Status.OK] * 4, Status.STAGGERED, Status.DAZED, Status.STUNNED)),
        engaged_this_turn=chance.random() < 0.4,
        weapons=weapons,
        armour=(chance.choice(armour),) if chance.random() < 0.5 else (),
        skills=(Skill("Skill", chance.randint(0, 2), 0, chance.randint(0, 1), chance.choice((19, 20))),)
        if chance.random() < 0.3
        else (),
        kinds=("undead",) if chance.random() < 0.3 else (),
        melee_advantage=chance.choice(SOURCES),
        melee_disadvantage=chance.choice(SOURCES),
        defence_advantage=chance.choice(SOURCES),
        defence_disadvantage=chance.choice(SOURCES),
    )


def some_phase(chance: Random) -> Phase:
    edition = some_edition(chance)
    mine = [f"A{number}" for number in range(1, chance.randint(1, 3) + 1)]
    theirs = [f"B{number}" for number in range(1, chance.randint(1, 3) + 1)]
    third = ["C1"] if chance.random() < 0.2 else []
    names = [*mine, *theirs, *third]
    pairs = [(one, other) for one in names for other in names if one[0] < other[0]]
    contacts = chance.sample(pairs, chance.randint(1, len(pairs)))
    units = tuple(some_unit(name, chance, edition) for name in names)
    return Phase("A", units, tuple(contacts), edition)


@given(seed=SEEDS)
def test_any_phase_reaches_a_sound_outcome(seed: int) -> None:
    chance = Random(seed)
    setup = some_phase(chance)
    answers = some_way_through(setup, chance)

    progress = replay(begin(setup), answers)

    outcome = progress.outcome
    assert outcome is not None
    assert replay(begin(setup), answers) == progress
    before = {unit.name: unit for unit in setup.units}
    worse = list(Status)
    for unit in outcome.units:
        started = before[unit.name]
        assert 0 <= unit.wounds <= started.wounds
        # Nobody recovers in a melee phase.
        assert worse.index(unit.status) >= worse.index(started.status)
    for order in outcome.orders:
        assert all(before[name].status.attacks for name in order)
        engaged = [before[name].engaged_this_turn for name in order]
        assert engaged == sorted(engaged, reverse=True)
    removed = [event.unit for event in progress.events if isinstance(event, events.Removed)]
    draws = [event for event in progress.events if isinstance(event, events.ImprovementDraw)]
    assert sorted(removed) == sorted(
        unit.name for unit in outcome.units if unit.status is Status.INCAPACITATED
    )
    assert len(draws) == len(removed)
    assert all(sentence(event).endswith(".") for event in progress.events)
    assert len(standing(outcome)) == len(setup.units)


@given(seed=SEEDS)
def test_whoever_dropped_out_attacks_no_more(seed: int) -> None:
    chance = Random(seed)
    setup = some_phase(chance)
    progress = replay(begin(setup), some_way_through(setup, chance))

    dropped: set[str] = set()
    for event in progress.events:
        if isinstance(event, events.CombatBegan):
            dropped.clear()
        if isinstance(event, events.DroppedFromOrder):
            dropped.add(event.unit)
        if isinstance(event, events.AttacksCounted | events.NothingToAttack):
            assert event.unit not in dropped


@given(seed=SEEDS)
def test_everything_that_happens_can_be_sent(seed: int) -> None:
    chance = Random(seed)
    setup = some_phase(chance)
    sent = []

    def answer(asked: Throw | Choice) -> Answer:
        sent.append(question_out(asked))
        return chance.choice(asked.options) if isinstance(asked, Choice) else any_roll(asked, chance)

    progress = replay(begin(setup), run_through(begin(setup), answer))
    assert progress.outcome is not None
    sent += [event_out(event) for event in progress.events]
    sent.append(outcome_out(progress.outcome))

    assert json.loads(json.dumps(sent)) == sent


@given(seed=SEEDS)
def test_the_order_of_dice_means_nothing(seed: int) -> None:
    chance = Random(seed)
    setup = some_phase(chance)
    answers = some_way_through(setup, chance)
    turned = tuple(
        Roll(tuple((group, tuple(reversed(faces))) for group, faces in reversed(answer.groups)))
        if isinstance(answer, Roll)
        else answer
        for answer in answers
    )

    assert replay(begin(setup), turned) == replay(begin(setup), answers)


@given(seed=SEEDS)
def test_undo_and_correction_leave_no_trace(seed: int) -> None:
    chance = Random(seed)
    setup = some_phase(chance)
    shared = begin(setup)
    answers = some_way_through(setup, chance)
    kept = answers[: chance.randrange(len(answers) + 1)]
    replay(shared, answers)

    waiting = replay(shared, kept).waiting_for

    assert replay(shared, kept) == replay(begin(setup), kept)
    if isinstance(waiting, Throw):
        corrected = any_roll(waiting, chance)
        replay(shared, answers)
        assert replay(shared, (*kept, corrected)) == replay(begin(setup), (*kept, corrected))


@given(seed=SEEDS)
def test_a_refused_answer_changes_nothing(seed: int) -> None:
    chance = Random(seed)
    setup = some_phase(chance)
    answers = some_way_through(setup, chance)
    kept = answers[: chance.randrange(len(answers) + 1)]
    shared = begin(setup)
    before = replay(shared, kept)
    waiting = before.waiting_for
    wrong: list[Roll | str] = ["nobody", Roll.of({"attack": [5] * 200}), Roll.of({"order": [21]})]
    if isinstance(waiting, Throw):
        wrong.append(Roll.of({waiting.dice[0].group: [7] * (waiting.total + 1)}))
        wrong.append(Roll.of({dice.group: [0] * dice.most for dice in waiting.dice}))

    for answer in wrong:
        with pytest.raises((RollRejected, ChoiceRejected)) as refused:
            replay(shared, (*kept, answer))
        assert str(refused.value).startswith(f"{waiting.player}: expected " if waiting else "expected ")

    assert replay(shared, kept) == before


def test_every_event_has_a_sentence() -> None:
    """An event that the story forgets fails here: each is built with the first value of each field."""
    kinds = [kind for kind in vars(events).values() if isinstance(kind, type) and issubclass(kind, Event)]
    for kind in kinds:
        if kind is Event:
            continue
        event = kind(**{field.name: _value(str(field.type)) for field in fields(kind)})  # type: ignore[arg-type]
        assert sentence(event).endswith(".")


def _value(annotation: str) -> object:
    for part, value in (
        ("Profile", ()),
        ("tuple[tuple[str, ...]", (("x",),)),
        ("tuple[tuple[str, int]", (("x", 1),)),
        ("tuple[str", ("x",)),
        ("tuple[int", (1, 2)),
        ("Status", Status.DAZED),
        ("Injury", Injury.STUNNED),
        ("bool", True),
        ("int", 1),
        ("str", "highest_number"),
    ):
        if part in annotation:
            return value
    raise AssertionError(annotation)


def test_a_choice_is_asked_only_where_there_is_one() -> None:
    for seed in range(40):
        chance = Random(seed)
        setup = some_phase(chance)
        answers = some_way_through(setup, chance)
        for count in range(len(answers)):
            waiting = replay(begin(setup), answers[:count]).waiting_for
            if isinstance(waiting, Choice):
                assert len(set(waiting.options)) == len(waiting.options) > 1
