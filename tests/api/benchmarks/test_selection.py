"""Which labelled dice are counted: those asked for, of whatever kinds the labels know."""

import pytest

from api.benchmarks.selection import counted_in
from vision.scoring.score import EVERY_DIE, LabelledDie, LabelledPicture

SIX = LabelledDie("d6", 6, None)
TWENTY = LabelledDie("d20", 20, None)
BARREL = LabelledDie("barrel", 3, None)


def pictures(*dice: LabelledDie) -> list[LabelledPicture]:
    return [LabelledPicture("a.png", None, dice)]


@pytest.mark.parametrize(
    ("kinds", "values", "counted"),
    [
        pytest.param("d6", None, [SIX], id="a kind"),
        pytest.param("d6, d20", None, [SIX, TWENTY], id="two kinds"),
        pytest.param("barrel,d8", None, [BARREL], id="a kind that the labels alone know"),
        pytest.param(None, "3, 20", [TWENTY, BARREL], id="values"),
        pytest.param("d6,d20", "3,20", [TWENTY], id="both"),
    ],
)
def test_dice_of_the_kinds_and_values_asked_for_count(
    kinds: str | None, values: str | None, counted: list[LabelledDie]
) -> None:
    found = counted_in(pictures(SIX, TWENTY, BARREL), kinds, values)

    assert [die for die in (SIX, TWENTY, BARREL) if die in found] == counted


def test_every_die_counts_where_nothing_is_asked_for() -> None:
    assert counted_in(pictures(SIX), None, None) == EVERY_DIE


def test_pictures_of_empty_tables_are_measured_whatever_is_counted() -> None:
    assert SIX in counted_in(pictures(), "d6", None)
