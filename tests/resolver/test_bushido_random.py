"""What holds in every exchange, with models, traits, states and specials drawn at random."""

from dataclasses import fields, replace
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from resolver.bushido import events
from resolver.bushido.arithmetic import DecidedBy
from resolver.bushido.editions import EDITIONS
from resolver.bushido.fighter import (
    Decisions,
    Exchange,
    Feat,
    FeatKind,
    Fighter,
    Kind,
    Special,
    State,
    Traits,
    Weapon,
)
from resolver.bushido.specials import EFFECTS, special_kind
from resolver.procedure import Answer, Choice, Event, Throw, replay
from resolver.story import sentence, told
from tests.resolver.exchanges import any_roll, run_through, start

MARKERS = ("poison", "bleed", "fire", "disease")


def some_traits(chance: Random, most: int = 6) -> Traits:
    chosen = chance.sample([field.name for field in fields(Traits)], chance.randint(0, most))
    values: dict[str, object] = {}
    for name in chosen:
        default = getattr(Traits(), name)
        if isinstance(default, bool):
            values[name] = True
        elif isinstance(default, int):
            values[name] = chance.randint(-1 if name == "tough" else 1, 3)
        elif name in MARKERS:
            values[name] = "1/2"
        else:
            values[name] = (chance.choice(("moved", "prone", "held", "stunned")),)
    return Traits(**values)  # type: ignore[arg-type]  # each value has the type of its default


def some_fighter(name: str, chance: Random) -> Fighter:
    names = chance.sample([*EFFECTS, "Ivory Prison Attack", "Eagle Defence"], 3)
    specials = [Special(special, kind, 1) for special in names if (kind := special_kind(special))]
    return Fighter(
        name=name,
        melee_pool=chance.choice((None, 0, 1, 2, 3, 4, 5, 6)),
        wounds_left=chance.randint(1, 8),
        ki=chance.randint(0, 6),
        melee_boost_cost=chance.choice((None, 1, 2)),
        counters=chance.randint(0, 2),
        in_contact_at_start=chance.random() < 0.5,
        states=frozenset(chance.sample(list(State), chance.randint(0, 3))),
        assisting_enemies=chance.randint(0, 2),
        weapons=(
            Weapon("blade", chance.choice((None, -1, 0, 0, 1)), some_traits(chance, 2), tuple(specials)),
        ),
        traits=some_traits(chance),
        feats=(
            Feat("Quick", 3, chance.choice(list(FeatKind)), 1),
            Feat(
                "Strong arm",
                4,
                chance.choice(list(FeatKind)),
                1,
                some_traits(chance, 2),
                dice=1,
                enemy_dice=-1,
            ),
            Feat("Luck", 7, gains=Traits(prowess_melee=1)),
            Feat("Stab", 11, chance.choice(list(FeatKind)), 1, damage=1),
        ),
        decisions=Decisions(),
    )


def some_exchange(chance: Random) -> Exchange:
    edition = chance.choice(list(EDITIONS.values()))
    switches = [name for field in fields(edition) if isinstance(getattr(edition, name := field.name), bool)]
    flipped = {name: not getattr(edition, name) for name in chance.sample(switches, chance.randint(0, 4))}
    return Exchange(
        some_fighter("Aya", chance),
        some_fighter("Chiyo", chance),
        edition=replace(edition, **flipped),  # type: ignore[arg-type]  # all of them are switches
        charge=chance.random() < 0.3,
        still_in_contact=chance.choice((True, True, None)),
        ask_allocation=chance.random() < 0.3,
        ask_wounds=True,
    )


def some_answers(setup: Exchange, chance: Random) -> tuple[Answer, ...]:
    def answer(asked: Throw | Choice) -> Answer:
        return chance.choice(asked.options) if isinstance(asked, Choice) else any_roll(asked, chance)

    return run_through(start(setup), answer)


@given(chance=st.randoms(use_true_random=False))
def test_any_exchange_reaches_a_sound_outcome(chance: Random) -> None:
    setup = some_exchange(chance)
    answers = some_answers(setup, chance)

    progress = replay(start(setup), answers)

    outcome = progress.outcome
    assert outcome is not None
    assert replay(start(setup), answers) == progress
    assert len(outcome.passes) <= 2
    for side, fighter in zip(outcome.sides, (setup.active, setup.other), strict=True):
        assert side.wounds >= 0
        assert side.wounds_left == max(0, fighter.wounds_left - side.wounds)
        assert side.ki >= 0
        assert 0 <= side.counters <= fighter.counters
    for compared in outcome.passes:
        assert compared.success_level == abs(compared.attack - compared.defence)
        assert compared.winner == (compared.attacker if compared.attack_succeeds else compared.defender)
    steps = [getattr(event, "step", 0) for event in progress.events]
    first_pass = steps.index(10) if 10 in steps else len(steps)
    assert steps[:first_pass] == sorted(steps[:first_pass])
    assert all(sentence(event) for event in progress.events)


@given(chance=st.randoms(use_true_random=False))
def test_a_corrected_answer_is_a_fresh_run(chance: Random) -> None:
    """Whatever was answered before, a correction leaves no trace of it."""
    setup = some_exchange(chance)
    answers = some_answers(setup, chance)
    place = chance.randrange(len(answers) + 1)
    kept = answers[:place]
    untouched = replay(start(setup), kept)

    replay(start(setup), answers)
    waiting = replay(start(setup), kept).waiting_for

    assert replay(start(setup), kept) == untouched
    if isinstance(waiting, Throw):
        corrected = any_roll(waiting, chance)
        shared = start(setup)
        replay(shared, answers)
        assert replay(shared, (*kept, corrected)) == replay(start(setup), (*kept, corrected))


def test_every_event_has_a_sentence_with_its_step() -> None:
    """An event that the story forgets fails here: each is built with the first value of each field."""
    kinds = [kind for kind in vars(events).values() if isinstance(kind, type) and issubclass(kind, Event)]
    for kind in kinds:
        if kind is Event:
            continue
        event = kind(**{field.name: _value(str(field.type)) for field in fields(kind)})  # type: ignore[arg-type]
        line = told(event)
        assert line.startswith("1. ")
        assert line.endswith(".")


def _value(annotation: str) -> object:
    for part, value in (
        ("Faces", (1,)),
        ("tuple[tuple", ()),
        ("tuple", ("x",)),
        ("EndReason", events.EndReason.PRONE),
        ("DecidedBy", DecidedBy.DICE),
        ("Kind", Kind.ATTACK),
        ("bool", True),
        ("int", 1),
        ("str", "x"),
    ):
        if part in annotation:
            return value
    raise AssertionError(annotation)
