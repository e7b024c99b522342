"""What every system promises, whatever its rules: by a player who answers at random."""

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import resolver
from api.play.roster import Mustered
from api.play.table import Table
from api.wire.game import event_out, outcome_out, question_out
from resolver import (
    SYSTEMS,
    Answer,
    Choice,
    ChoiceRejected,
    Roll,
    RollRejected,
    System,
    Throw,
    replay,
)
from resolver.story import standing, told
from tests.resolver.any_table import DRAWN, folder, ready, some_answers, some_table
from tests.resolver.exchanges import any_answer

ROOT = Path(resolver.__file__).parent
CORE = ("fighter.py", "arithmetic.py", "editions.py", "exchange.py", "events.py", "story.py", "odds.py")
MOST_ANSWERS = 12
"""Answers of a table that is corrected; each is worked out anew from the start."""
MOST_EVENING_ANSWERS = 25
REFUSED = (RollRejected, ChoiceRejected)

systems = pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.id)
# Whole tables are played, which is too much to draw and to shrink one die at a time.
chances = st.integers(0, 2**32 - 1).map(random.Random)


def test_ids_are_unique() -> None:
    assert len({system.id for system in SYSTEMS}) == len(SYSTEMS)


def test_every_folder_of_a_system_has_the_same_files() -> None:
    """A reader who knows one system finds his way in the others."""
    folders = sorted(path.parent.name for path in ROOT.glob("*/__init__.py"))

    assert folders == sorted({folder(system) for system in SYSTEMS}) == sorted(DRAWN)
    for name in folders:
        assert [file for file in CORE if not (ROOT / name / file).is_file()] == [], name


@systems
@given(chance=chances)
def test_events_only_grow_and_replay_is_deterministic(system: System, chance: random.Random) -> None:
    start = some_table(system, chance)
    answers = some_answers(start, chance)
    seen: tuple[object, ...] = ()
    for count in sorted({*chance.sample(range(len(answers) + 1), min(3, len(answers) + 1)), len(answers)}):
        progress = replay(start, answers[:count])
        assert progress.events[: len(seen)] == seen
        assert progress == replay(start, answers[:count])
        assert (progress.outcome is None) is (count < len(answers))
        assert (progress.waiting_for is None) is (count == len(answers))
        seen = progress.events


@systems
@given(chance=chances)
def test_all_that_happens_is_json_and_told_in_words(system: System, chance: random.Random) -> None:
    start = some_table(system, chance)
    answers = some_answers(start, chance)
    progress = replay(start, answers)
    waiting = replay(start, answers[: chance.randint(0, len(answers))]).waiting_for

    for event in progress.events:
        out = event_out(event)
        assert json.loads(json.dumps(out)) == out
        assert out["type"] not in ("throw", "choice", "outcome", "refused")
        assert str(out["text"]).endswith((".", ":")), told(event)
    if waiting is not None:
        out = question_out(waiting)
        assert json.loads(json.dumps(out)) == out
        assert out["reason"]
    assert progress.outcome is not None
    out = outcome_out(progress.outcome)
    assert json.loads(json.dumps(out)) == out
    assert out["type"] == "outcome"
    assert all(standing(progress.outcome))


@systems
@given(chance=chances)
def test_the_order_of_dice_means_nothing(system: System, chance: random.Random) -> None:
    start = some_table(system, chance)
    answers = some_answers(start, chance)

    progress = replay(start, answers)
    turned = replay(start, [_shuffled(answer, chance) for answer in answers])

    assert progress.outcome is not None
    assert turned == progress


def _shuffled(answer: Answer, chance: random.Random) -> Answer:
    if not isinstance(answer, Roll):
        return answer
    groups = [(group, tuple(chance.sample(faces, len(faces)))) for group, faces in answer.groups]
    return Roll(tuple(chance.sample(groups, len(groups))))


@systems
@given(chance=chances)
def test_a_refused_answer_changes_nothing(system: System, chance: random.Random) -> None:
    start = some_table(system, chance)
    table = Table(ready(system, start))
    answers = some_answers(start, chance)
    for answer in answers[: min(MOST_ANSWERS, chance.randrange(len(answers) + 1))]:
        table.answer(answer)
    before = (table.played, table.progress)

    for wrong in _wrong_answers(table.progress.waiting_for, chance):
        with pytest.raises(REFUSED) as refused:
            table.answer(wrong)
        assert "expected" in str(refused.value)
        assert (table.played, table.progress) == before
    assert table.progress == replay(start, [played.answer for played in table.played])


def _wrong_answers(waiting: Throw | Choice | None, chance: random.Random) -> list[Answer]:
    """Return answers that do not answer what is waited for."""
    if waiting is None:
        return [Roll.of({"attack": [1]}), "none"]
    if isinstance(waiting, Choice):
        return [Roll.of({"attack": [1]}), f"{waiting.options[0]} ", ""]
    good = any_answer(waiting, chance)
    assert isinstance(good, Roll)
    dice = chance.choice(waiting.dice)
    faces = {group: list(seen) for group, seen in good.groups}
    one_more = {**faces, dice.group: [*faces.get(dice.group, ()), 1]}
    wrong: list[Answer] = [
        "none",
        Roll.of(one_more),
        Roll.of({**faces, "nobody's": [1]}),
        Roll.of({dice.group: [1] * 200}),
        Roll.of({}),
    ]
    for group, seen in faces.items():
        if seen:
            wrong += [Roll.of({**faces, group: [face, *seen[1:]]}) for face in (0, -1, 21)]
    return wrong


@systems
@given(chance=chances)
def test_undo_and_correction_give_what_a_fresh_run_gives(system: System, chance: random.Random) -> None:
    start = some_table(system, chance)
    table = Table(ready(system, start))
    answers = list(some_answers(start, chance))
    del answers[chance.randint(1, MOST_ANSWERS) :]
    for answer in answers:
        table.answer(answer)

    for _ in range(3 if answers else 0):
        place = chance.randrange(len(answers))
        waiting = replay(start, answers[:place]).waiting_for
        assert waiting is not None
        corrected = any_answer(waiting, chance)
        before = (table.played, table.progress)
        try:
            dropped = table.correct(place, corrected)
        except REFUSED as refused:
            with pytest.raises(type(refused)):
                replay(start, [*answers[:place], corrected])
            assert (table.played, table.progress) == before
        else:
            # All answers stand but those that fit no question any more, and these are told.
            gone = {one.index for one in dropped}
            assert all(place < index < len(answers) for index in gone)
            changed = [*answers[:place], corrected, *answers[place + 1 :]]
            answers = [answer for index, answer in enumerate(changed) if index not in gone]
            assert [played.answer for played in table.played] == answers
            assert table.progress == replay(start, answers)
    for _ in range(chance.randint(0, len(answers))):
        table.void(len(answers) - 1)
        answers.pop()
    assert table.progress == replay(start, answers)


@systems
@given(chance=chances)
def test_an_evening_is_its_answers_across_all_exchanges(system: System, chance: random.Random) -> None:
    table = Table(ready(system, some_table(system, chance)))
    table.go_on()
    progresses = [table.progress]
    while table.progress.waiting_for is not None and len(table.played) < MOST_EVENING_ANSWERS:
        waiting = table.progress.waiting_for
        # Nothing that is offered is refused.
        table.answer(any_answer(waiting, chance))
        progresses.append(table.progress)
    answers = [played.answer for played in table.played]

    for event in table.progress.events:
        # Who is left between two exchanges is told for pages alone, and no sentence of the story.
        assert bool(json.loads(json.dumps(event_out(event)))["text"]) != isinstance(event, Mustered)
    if table.progress.outcome is not None:
        assert outcome_out(table.progress.outcome)["standing"] == list(standing(table.progress.outcome))
    # Back over the last few, which is over the end of an exchange as often as not.
    for count in list(reversed(range(len(answers))))[:4]:
        table.void(count)
        assert table.progress == progresses[count]


@systems
@given(chance=chances)
def test_a_roll_with_a_wrong_count_is_refused_with_both_numbers(
    system: System, chance: random.Random
) -> None:
    start = some_table(system, chance)
    answers = some_answers(start, chance)
    throws = [place for place, answer in enumerate(answers) if isinstance(answer, Roll)]
    if not throws:
        return
    place = chance.choice(throws)
    asked = replay(start, answers[:place]).waiting_for
    assert isinstance(asked, Throw)
    wrong = max(0, asked.total + chance.choice((-2, -1, 1, 2)))

    with pytest.raises(RollRejected) as refused:
        replay(start, (*answers[:place], Roll.of({asked.dice[0].group: [1] * wrong})))

    assert f"expected {asked.total}" in str(refused.value)
    assert f"saw {wrong}" in str(refused.value)
    assert {dice.sides for dice in asked.dice} <= set(system.sides)


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
