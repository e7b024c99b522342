"""Tiles cover a picture, and what is short lies whole in one of them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.finding.tiles import OVERLAP_PX, TILE_PX, tiles

sides = st.integers(1, 4000)


@given(width=sides, height=sides, x=st.floats(0, 1), y=st.floats(0, 1), side=st.floats(1, OVERLAP_PX - 8))
def test_a_die_shorter_than_the_overlap_lies_whole_in_a_tile(
    width: int, height: int, x: float, y: float, side: float
) -> None:
    side = min(side, width, height)
    x0, y0 = x * (width - side), y * (height - side)

    assert any(
        tile.left <= x0
        and x0 + side <= tile.right
        and tile.top <= y0
        and y0 + side <= tile.bottom
        and tile.holds_whole((x0 - tile.left, y0 - tile.top, x0 + side - tile.left, y0 + side - tile.top))
        for tile in tiles(width, height)
    )


@given(width=sides, height=sides)
def test_no_tile_is_larger_than_it_may_be(width: int, height: int) -> None:
    assert all(
        0 < tile.right - tile.left <= TILE_PX and 0 < tile.bottom - tile.top <= TILE_PX
        for tile in tiles(width, height)
    )


@pytest.mark.parametrize("box", [(0.0, 10.0, 20.0, 30.0), (10.0, 748.0, 30.0, 768.0)])
def test_a_box_that_ends_at_the_border_between_tiles_is_not_whole(box: tuple[float, ...]) -> None:
    middle = next(tile for tile in tiles(2000, 2000) if tile.left > 0 and tile.top > 0)

    assert not middle.holds_whole((box[0], box[1], box[2], box[3]))
