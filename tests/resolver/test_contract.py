"""What every system promises, whatever its rules."""

import dataclasses
import json
import random
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from resolver import SYSTEMS, Answer, Choice, Roll, RollRejected, System, Throw, replay
from tests.resolver.exchanges import any_roll, run_through

systems = pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.id)


def some_answers(system: System, chance: Any) -> tuple[Answer, ...]:
    def answer(asked: Throw | Choice) -> Answer:
        return chance.choice(asked.options) if isinstance(asked, Choice) else any_roll(asked, chance)

    return run_through(system.example, answer)


def test_ids_are_unique() -> None:
    assert len({system.id for system in SYSTEMS}) == len(SYSTEMS)


@systems
@given(chance=st.randoms(use_true_random=False))
def test_events_only_grow_and_replay_is_deterministic(system: System, chance: random.Random) -> None:
    answers = some_answers(system, chance)
    seen: tuple[object, ...] = ()
    for count in range(len(answers) + 1):
        progress = replay(system.example, answers[:count])
        assert progress.events[: len(seen)] == seen
        assert progress == replay(system.example, answers[:count])
        assert (progress.outcome is None) is (count < len(answers))
        seen = progress.events


@systems
@given(chance=st.randoms(use_true_random=False))
def test_the_order_of_dice_means_nothing(system: System, chance: random.Random) -> None:
    answers = some_answers(system, chance)
    turned = tuple(
        Roll(tuple((group, tuple(reversed(faces))) for group, faces in reversed(answer.groups)))
        if isinstance(answer, Roll)
        else answer
        for answer in answers
    )
    progress = replay(system.example, answers)

    assert progress.outcome is not None
    assert _without_order(replay(system.example, turned).outcome) == _without_order(progress.outcome)


def _without_order(value: object) -> object:
    """Return a value with the dice in it sorted, for events tell them as they were given."""
    if dataclasses.is_dataclass(value):
        return [_without_order(getattr(value, field.name)) for field in dataclasses.fields(value)]
    if isinstance(value, tuple):
        dice = all(isinstance(entry, int) for entry in value)
        return sorted(value) if dice else [_without_order(entry) for entry in value]
    return value


@systems
@given(chance=st.randoms(use_true_random=False), surplus=st.integers(-3, 3).filter(bool))
def test_a_roll_with_a_wrong_count_is_refused_with_both_numbers(
    system: System, chance: random.Random, surplus: int
) -> None:
    first = replay(system.example, ()).waiting_for
    assert isinstance(first, Throw)
    wrong = max(0, first.total + surplus)

    with pytest.raises(RollRejected) as refused:
        replay(system.example, (Roll.of({first.dice[0].group: [chance.randint(1, 6)] * wrong}),))

    assert f"expected {first.total}" in str(refused.value)
    assert f"saw {wrong}" in str(refused.value)
    assert replay(system.example, ()).waiting_for == first


@systems
def test_every_die_has_a_known_number_of_sides(system: System) -> None:
    first = replay(system.example, ()).waiting_for
    assert isinstance(first, Throw)
    assert {dice.sides for dice in first.dice} <= set(system.sides)


def test_importing_the_resolver_loads_only_the_standard_library() -> None:
    listed = subprocess.run(
        [sys.executable, "-I", "-c", _LOADED],
        capture_output=True,
        text=True,
        check=True,
        input="\n".join(sys.path),
    )
    assert json.loads(listed.stdout) == ["resolver"]


_LOADED = """
import json, sys
before = set(sys.modules)
sys.path[:] = sys.stdin.read().split("\\n")
import resolver
new = {name.partition(".")[0] for name in set(sys.modules) - before}
print(json.dumps(sorted(new - set(sys.stdlib_module_names))))
"""
