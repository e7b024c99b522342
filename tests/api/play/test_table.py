"""A table is the tuple of its answers; a refused one changes nothing, a correction keeps what still fits."""

from copy import copy
from pathlib import Path

import pytest

from api.play.played import PlayedDie
from api.play.table import Table
from api.tables import load_table
from resolver.dice import Roll, RollRejected
from resolver.procedure import Throw
from tests.api.drawn import PRESET

AYA = Roll.of({"attack": [4, 2], "defence": [5]})
CHIYO = Roll.of({"attack": [5, 3], "defence": [4]})
AYA_DAMAGE, CHIYO_DAMAGE = Roll.of({"damage": [3, 4]}), Roll.of({"damage": [5, 6]})


@pytest.fixture
def table() -> Table:
    return Table(load_table(PRESET))


@pytest.fixture
def plain(tmp_path: Path) -> Table:
    """Return the table without specials: whoever is stopped is still there to attack."""
    path = tmp_path / "table.toml"
    text = PRESET.read_text(encoding="utf-8").replace("melee_pool = 4", "melee_pool = 3")
    path.write_text(text.replace('special = "Sidestep Defence"', 'special = "none"'), encoding="utf-8")
    return Table(load_table(path))


def awaited(table: Table) -> tuple[str, str]:
    waiting = table.progress.waiting_for
    assert isinstance(waiting, Throw)
    return waiting.player, waiting.purpose


def answers(table: Table) -> list[object]:
    return [one.answer for one in table.played]


def test_an_answer_leads_to_the_next_question(table: Table) -> None:
    events = table.answer(AYA)

    assert len(events) == 1
    assert awaited(table) == ("Chiyo", "melee")


def test_an_answer_keeps_its_question_and_dice(table: Table) -> None:
    asked = table.progress.waiting_for
    table.answer(AYA)

    (played,) = table.played
    assert played.question == asked
    assert played.dice == (PlayedDie("attack", 2), PlayedDie("attack", 4), PlayedDie("defence", 5))


def test_a_refused_answer_changes_nothing(table: Table) -> None:
    before = (table.played, table.progress)
    with pytest.raises(RollRejected, match=r"expected 3 dice .*saw 2"):
        table.answer(Roll.of({"attack": [4, 2]}))

    assert (table.played, table.progress) == before


def test_voiding_takes_back_an_answer_and_all_after_it(table: Table) -> None:
    for answer in (AYA, CHIYO, AYA_DAMAGE):
        table.answer(answer)
    gone = table.void(1)

    assert [one.answer for one in gone] == [CHIYO, AYA_DAMAGE]
    assert awaited(table) == ("Chiyo", "melee")


def test_a_copy_keeps_how_the_table_stood(table: Table) -> None:
    table.answer(AYA)
    before = copy(table)
    table.answer(CHIYO)
    table.go_on()

    assert answers(before) == [AYA]
    assert awaited(before) == ("Chiyo", "melee")
    assert not before.in_evening


def test_a_correction_keeps_what_came_after(table: Table) -> None:
    for answer in (AYA, CHIYO, AYA_DAMAGE):
        table.answer(answer)
    # Success level 3 instead of 1: the damage dice lie as they lay.
    assert table.correct(0, Roll.of({"attack": [6, 2], "defence": [5]})) == ()

    assert answers(table)[1:] == [CHIYO, AYA_DAMAGE]
    assert awaited(table) == ("Chiyo", "damage")


def test_answers_to_what_is_asked_no_more_are_dropped_and_those_behind_them_kept(plain: Table) -> None:
    for answer in (AYA, CHIYO, AYA_DAMAGE, CHIYO_DAMAGE):
        plain.answer(answer)
    # Aya's attack of 3 fails now, so that her damage roll has no question; Chiyo's still has.
    dropped = plain.correct(0, Roll.of({"attack": [2, 1], "defence": [5]}))

    assert answers(plain)[1:] == [CHIYO, CHIYO_DAMAGE]
    (gone,) = dropped
    assert (gone.index, gone.played.answer) == (2, AYA_DAMAGE)
    assert gone.reason.startswith("what is asked in its place is: Chiyo: throw 2 damage dice")


def test_where_something_new_is_asked_all_behind_it_is_asked_again(plain: Table) -> None:
    plain.answer(Roll.of({"attack": [2, 1], "defence": [5]}))
    for answer in (CHIYO, CHIYO_DAMAGE):
        plain.answer(answer)
    dropped = plain.correct(0, AYA)

    assert answers(plain) == [AYA, CHIYO]
    assert [(gone.index, gone.played.answer) for gone in dropped] == [(2, CHIYO_DAMAGE)]
    assert awaited(plain) == ("Aya", "damage")


def test_a_correction_that_does_not_fit_its_own_question_is_refused(table: Table) -> None:
    for answer in (AYA, CHIYO):
        table.answer(answer)
    before = (table.played, table.progress)

    with pytest.raises(RollRejected, match=r"expected 3 dice .*saw 1"):
        table.correct(0, Roll.of({"defence": [6]}))
    assert (table.played, table.progress) == before


@pytest.mark.parametrize("index", [-1, 1])
def test_there_must_be_an_answer_to_correct_or_take_back(table: Table, index: int) -> None:
    table.answer(AYA)

    with pytest.raises(IndexError, match=f"expected an answer from 0 to 0, found number {index}"):
        table.correct(index, AYA)
    with pytest.raises(IndexError):
        table.void(index)


def test_a_table_of_a_former_run_stands_where_it_stood(table: Table) -> None:
    for answer in (AYA, CHIYO, AYA_DAMAGE, CHIYO_DAMAGE):
        table.answer(answer)
    table.go_on()
    for choice in ("next turn", "next exchange", "Aya", "none"):
        table.answer(choice)
    again = Table(table.setup)
    again.restore(table.played, in_evening=True)

    assert again.played == table.played
    assert again.progress == table.progress
    assert [one.exchange for one in again.played] == [0, 0, 0, 0, 1, 1, 1, 1]
