"""What is printed on tables and dice comes out with the installed OpenCV, and text stands where it should."""

from dataclasses import replace
from typing import get_args

import numpy as np
import pytest

from models.rendering.dice.marks import TILE_PX, numeral
from models.rendering.ray_casting.table import table_top
from models.rendering.scenes import prints
from models.rendering.scenes.table import Table, TableKind

PAPER, INK = (0.9, 0.85, 0.7), (0.1, 0.2, 0.5)
TABLE = Table("paper", PAPER, INK, scale_mm=100.0, roughness=0.5, angle=0.4, seed=1, tray=None)


@pytest.mark.parametrize("kind", get_args(TableKind))
def test_every_kind_of_table_can_be_drawn(kind: TableKind) -> None:
    # Several seeds, so that sheets, cables, pip patterns, stains and words all come up.
    tops = [table_top(replace(TABLE, kind=kind, seed=seed), view_mm=150.0) for seed in range(8)]

    for top in tops:
        assert np.isfinite(top.pixels).all()
        assert 0.0 <= top.pixels.min() < top.pixels.max() <= 1.0


def test_a_page_has_lines_of_text_in_ink() -> None:
    picture = prints.table_print(TABLE, np.random.default_rng(1))

    # Thin strokes are seldom pure ink.
    inked = np.abs(picture - np.array(INK)).sum(axis=2) < np.abs(picture - np.array(PAPER)).sum(axis=2)
    assert picture.dtype == np.float32
    assert picture.shape == (prints.BOARD_PX, prints.BOARD_PX, 3)
    assert 0.01 < inked.mean() < 0.3
    # Lines and the paper between them take turns.
    assert np.count_nonzero(np.diff(np.any(inked, axis=1).astype(int)) == 1) >= 10


def test_words_on_a_board_change_it_where_they_stand(monkeypatch: pytest.MonkeyPatch) -> None:
    table = replace(TABLE, kind="print")
    with_words = prints.table_print(table, np.random.default_rng(2))
    monkeypatch.setattr(prints, "WORDS", (" ",) * len(prints.WORDS))
    without = prints.table_print(table, np.random.default_rng(2))

    changed = with_words[np.any(with_words != without, axis=2)]
    assert len(changed) > 500
    assert np.mean(np.isclose(changed, INK, atol=0.02).all(axis=1)) > 0.5


@pytest.mark.parametrize("text", ["1", "2", "3", "4", "5", "8", "10", "20"])
def test_a_numeral_stands_in_the_middle_of_its_tile(text: str) -> None:
    rows, columns = np.nonzero(numeral(text, size=0.5, underline=False) > 0.5)

    for places in (rows, columns):
        assert (places.min() + places.max()) / 2 == pytest.approx((TILE_PX - 1) / 2, abs=2.0)
    assert np.ptp(columns) <= 0.8 * TILE_PX
    if len(text) == 1:
        assert np.ptp(rows) == pytest.approx(0.5 * TILE_PX, abs=3.0)


def test_an_underline_stands_clear_below_its_numeral_and_within_the_tile() -> None:
    plain, underlined = (numeral("6", size=0.5, underline=underline) > 0.5 for underline in (False, True))

    foot = np.nonzero(plain.any(axis=1))[0].max()
    rows = np.nonzero((underlined & ~plain).any(axis=1))[0]
    assert rows.min() > foot + 3
    assert rows.max() < TILE_PX - 5
