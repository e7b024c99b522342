"""A table is the tuple of its answers; a refused one changes nothing."""

import pytest

from api.table import Table
from api.tables import load_table
from resolver.dice import Roll, RollRejected
from resolver.procedure import Throw
from tests.api.drawn import PRESET
from vision.reading import DieReading

AYA = Roll.of({"attack": [4, 2], "defence": [5]})
CHIYO = Roll.of({"attack": [5, 3], "defence": [4]})
DIE = DieReading("d6", 4, 0.99, (0, 0, 40, 40), "red", "white")


@pytest.fixture
def table() -> Table:
    return Table(load_table(PRESET))


def awaited(table: Table) -> tuple[str, str]:
    waiting = table.progress.waiting_for
    assert isinstance(waiting, Throw)
    return waiting.player, waiting.purpose


def test_an_answer_leads_to_the_next_question(table: Table) -> None:
    events = table.answer(AYA, (DIE,))

    assert len(events) == 1
    assert awaited(table) == ("Chiyo", "melee")
    assert table.lying == (DIE,)


def test_a_refused_answer_changes_nothing(table: Table) -> None:
    before = (table.played, table.progress)
    with pytest.raises(RollRejected, match=r"expected 3 dice .*saw 2"):
        table.answer(Roll.of({"attack": [4, 2]}), (DIE,))

    assert (table.played, table.progress) == before
    assert table.lying == ()


def test_taking_back_frees_the_dice(table: Table) -> None:
    table.answer(AYA, (DIE,))
    table.undo(0)

    assert awaited(table) == ("Aya", "melee")
    assert table.lying == ()


@pytest.mark.parametrize("index", [-1, 0, 2])
def test_only_the_last_answer_is_taken_back(table: Table, index: int) -> None:
    table.answer(AYA)
    table.answer(CHIYO)

    with pytest.raises(IndexError, match=f"expected the last answer, number 1, found {index}"):
        table.undo(index)


def test_a_correction_keeps_what_came_after(table: Table) -> None:
    table.answer(AYA)
    table.answer(CHIYO)
    table.answer(Roll.of({"damage": [3, 4]}))
    table.correct(0, Roll.of({"attack": [6, 2], "defence": [5]}))

    assert [one.answer for one in table.played][1:] == [CHIYO, Roll.of({"damage": [3, 4]})]
    assert awaited(table) == ("Chiyo", "damage")


def test_a_correction_that_leaves_an_answer_without_a_question_is_refused(table: Table) -> None:
    table.answer(AYA)
    table.answer(CHIYO)
    table.answer(Roll.of({"damage": [3, 4]}))
    before = table.played

    # All three dice in defence: no attack dice, so no damage roll of Aya; Chiyo's attack fails at 8 too.
    with pytest.raises(RollRejected):
        table.correct(0, Roll.of({"defence": [6, 6, 6]}))
    assert table.played == before


@pytest.mark.parametrize("index", [-1, 1])
def test_there_must_be_an_answer_to_correct(table: Table, index: int) -> None:
    table.answer(AYA)

    with pytest.raises(IndexError):
        table.correct(index, AYA)
