"""Between the exchanges of an evening everybody in play is told: how they stand, and who is called what."""

from pathlib import Path

import pytest

from api.play.roster import Fighting, Mustered, roster
from api.play.table import Table
from api.tables import load_table
from resolver.dice import Roll
from tests.api.drawn import PRESET

ROLLS = (
    {"attack": [4, 2], "defence": [5]},
    {"attack": [5, 3], "defence": [4]},
    {"damage": [3, 4]},
    {"damage": [6, 5]},
)


@pytest.fixture
def table() -> Table:
    table = Table(load_table(PRESET))
    for faces in ROLLS:
        table.answer(Roll.of(faces))
    table.go_on()
    return table


def mustered(table: Table) -> list[dict[str, Fighting]]:
    told = [event for event in table.progress.events if isinstance(event, Mustered)]
    return [{one.name: one for one in event.models} for event in told]


def test_an_exchange_leaves_what_is_told_after_it(table: Table) -> None:
    (after,) = mustered(table)

    assert [(one.name, one.model, one.left) for one in after.values()] == [
        ("Aya", "Masaema Aya", 3),
        ("Chiyo", "Chiyo", 5),
    ]


def test_what_befalls_a_model_is_told_at_once(table: Table) -> None:
    aya = "Masaema Aya of Aya"
    for answer in ("change", aya, "prone begins", "change", aya, "1 wound healed"):
        table.answer(answer)

    assert [(one["Aya"].left, one["Aya"].states) for one in mustered(table)] == [
        (3, ()),
        (3, ("prone",)),
        (4, ("prone",)),
    ]


def test_nobody_is_told_twice_where_nothing_befell(table: Table) -> None:
    for answer in ("change", "nothing"):
        table.answer(answer)

    assert len(mustered(table)) == 1


def test_units_of_art_of_tactic_are_counted_by_the_models_that_live(tmp_path: Path) -> None:
    text = (PRESET.parent / "art_of_tactic_ford.toml").read_text(encoding="utf-8")
    file = tmp_path / "ford.toml"
    file.write_text(text.replace("models = 3\n", "models = 3\ncasualties = 2\n", 1), encoding="utf-8")

    units = roster(load_table(file).muster)

    assert {one.counts for one in units} == {"models"}
    assert ("riders", 3) in {(one.name, one.left) for one in units}
