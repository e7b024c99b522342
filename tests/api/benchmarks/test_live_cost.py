"""What watching a table costs, measured on a drawn one: that it is measured, not how much it is."""

import cv2
import pytest

from api.benchmarks.live_cost import FPS, LiveCost, measure_live
from tests.api.drawn import Die, SquareReader, draw


def test_idle_and_rolling_tables_are_timed() -> None:
    picture = draw(Die("red", "white", 4, 100, 100), Die("black", "red", 2, 300, 200))
    png = cv2.imencode(".png", picture)[1].tobytes()

    cost = measure_live(SquareReader(), png, frames=9)

    assert cost.frames == 9
    assert min(cost.idle_ms, cost.rolling_ms) > 0
    assert cost.idle_ms < cost.rolling_ms


def test_shares_are_those_of_one_core() -> None:
    cost = LiveCost(1, idle_ms=3.0, rolling_ms=10.0, look_ms=20.0, join_ms=3.0)

    assert cost.idle_share == pytest.approx(0.003 * FPS)
    assert cost.rolling_share == pytest.approx(0.01 * FPS)
