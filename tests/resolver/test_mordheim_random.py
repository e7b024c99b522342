"""What holds in every melee phase of the Mordheim-derived draft, whoever fights and whatever falls."""

import json
import random
from dataclasses import fields
from functools import partial
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.wire.game import event_out, outcome_out, question_out
from resolver.dice import Roll, RollRejected
from resolver.mordheim import events
from resolver.mordheim.arithmetic import Injury
from resolver.mordheim.events import Outcome, StatusChanged
from resolver.mordheim.exchange import exchange
from resolver.mordheim.fighter import Melee, Status
from resolver.mordheim.story import sentence, standing
from resolver.procedure import Answer, Choice, ChoiceRejected, Event, Progress, Throw, replay
from tests.resolver.exchanges import any_roll, of_type, run_through
from tests.resolver.phases import some_phase

# Whole phases are played, which is too much to draw and to shrink one die at a time.
chances = st.integers(0, 2**32 - 1).map(random.Random)


def run(setup: Melee, answers: tuple[Answer, ...]) -> Progress[Outcome]:
    return replay(partial(exchange, setup), answers)


def any_answer(asked: Throw | Choice, chance: Random) -> Answer:
    return chance.choice(asked.options) if isinstance(asked, Choice) else any_roll(asked, chance)


def some_answers(setup: Melee, chance: Random) -> tuple[Answer, ...]:
    return run_through(partial(exchange, setup), lambda asked: any_answer(asked, chance))


@given(chance=chances)
def test_any_phase_reaches_a_sound_outcome(chance: Random) -> None:
    setup = some_phase(chance)
    answers = some_answers(setup, chance)

    progress = run(setup, answers)

    assert progress == run(setup, answers)
    outcome = progress.outcome
    assert outcome is not None
    for before, after in zip(setup.models, outcome.models, strict=True):
        had = before.wounds if before.wounds_left is None else before.wounds_left
        assert 0 <= after.wounds_left <= had
        assert after.wounds_lost == had - after.wounds_left
        assert after.status is before.status or after.status.is_worse_than(before.status)
    down: dict[str, Status] = {}
    for changed in of_type(progress, StatusChanged):
        assert changed.name not in down or changed.status.is_worse_than(down[changed.name])
        down[changed.name] = changed.status
    critical: list[str] = [attack.attacker for attack in outcome.attacks if attack.critical]
    assert len(critical) == len(set(critical))
    parried = [attack.target for attack in outcome.attacks if attack.parry]
    assert len(parried) == len(set(parried))


@given(chance=chances)
def test_everything_can_be_told_and_sent(chance: Random) -> None:
    setup = some_phase(chance)
    answers = some_answers(setup, chance)
    progress = run(setup, answers)

    for event in progress.events:
        assert sentence(event).endswith(".")
        json.dumps(event_out(event))
    assert progress.outcome is not None
    json.dumps(outcome_out(progress.outcome))
    assert len(standing(progress.outcome)) == len(setup.models)
    asked = run(setup, answers[: chance.randrange(len(answers))]).waiting_for if answers else None
    if asked is not None:
        json.dumps(question_out(asked))


@given(chance=chances)
def test_the_order_of_dice_means_nothing(chance: Random) -> None:
    setup = some_phase(chance)
    answers = some_answers(setup, chance)
    turned = tuple(
        Roll(tuple((group, tuple(reversed(faces))) for group, faces in reversed(answer.groups)))
        if isinstance(answer, Roll)
        else answer
        for answer in answers
    )
    one, other = run(setup, answers).outcome, run(setup, turned).outcome

    assert one is not None
    assert other is not None
    assert (one.models, one.orders, one.contacts) == (other.models, other.orders, other.contacts)


@given(chance=chances)
def test_a_corrected_answer_is_a_fresh_run_and_a_refused_one_changes_nothing(chance: Random) -> None:
    setup = some_phase(chance)
    answers = some_answers(setup, chance)
    kept = answers[: chance.randrange(len(answers) + 1)]
    untouched = run(setup, kept)
    shared = partial(exchange, setup)
    replay(shared, answers)
    asked = untouched.waiting_for
    if asked is None:
        return

    wrong = Roll.of({"none": [1]}) if isinstance(asked, Choice) else "none of these"
    with pytest.raises((ChoiceRejected, RollRejected)):
        replay(shared, (*kept, wrong))

    assert replay(shared, kept) == untouched
    corrected = any_answer(asked, chance)
    assert replay(shared, (*kept, corrected)) == run(setup, (*kept, corrected))


def test_every_event_has_a_sentence() -> None:
    """An event that the story forgets fails here: each is built with a value for each field."""
    kinds = [
        kind
        for kind in vars(events).values()
        if isinstance(kind, type) and issubclass(kind, Event) and kind is not Event
    ]
    assert len(kinds) > 20
    for kind in kinds:
        event = kind(**{field.name: _value(field.name, str(field.type)) for field in fields(kind)})  # type: ignore[arg-type]
        assert sentence(event).endswith(".")


def _value(name: str, annotation: str) -> object:
    special = {
        "groups": (("others", ("x", "y")),),
        "attacks": (("x", "blade", 1),),
        "results": 1 if "int" in annotation else (Injury.STUNNED,),
        "faces": (1, 2),
    }
    if name in special:
        return special[name]
    for part, value in (
        ("tuple[str", ("x", "y")),
        ("Status", Status.KNOCKED_DOWN),
        ("bool", True),
        ("int", 1),
        ("str", "x"),
    ):
        if part in annotation:
            return value
    raise AssertionError(annotation)
