"""Areas as they are written, and which dice lie in them."""

import pytest

from vision.finding.area import Area, area_of
from vision.reading import Box


def die_at(x: float, y: float) -> Box:
    return x - 20, y - 20, x + 20, y + 20


def test_two_corners_make_a_rectangle_in_any_order() -> None:
    for text in ("100,50,300,250", "300,250,100,50", "100, 250, 300, 50"):
        area = area_of(text)

        assert area.holds(die_at(101, 51))
        assert area.holds(die_at(299, 249))
        assert not area.holds(die_at(99, 150))
        assert not area.holds(die_at(301, 150))
        assert not area.holds(die_at(200, 49))
        assert not area.holds(die_at(200, 251))


def test_three_and_more_corners_make_a_polygon() -> None:
    # An L: the upper right quarter is missing.
    area = area_of("0,0,100,0,100,100,200,100,200,200,0,200")

    assert area.holds(die_at(50, 50))
    assert area.holds(die_at(150, 150))
    assert not area.holds(die_at(150, 50))
    assert not area.holds(die_at(150, 250))


def test_a_die_counts_by_its_middle() -> None:
    area = Area(((0, 0), (100, 0), (100, 100), (0, 100)))

    assert area.holds((70, 40, 125, 80))
    assert not area.holds((80, 40, 125, 80))


@pytest.mark.parametrize(
    "text", ["", "tray", "1,2,3", "1,2,3,4,5", "1,2", "0,0,nan,4", "0,0,10,inf", "5,5,5,90", "0,0,1,1,2,2"]
)
def test_what_is_no_area_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="expected an area"):
        area_of(text)
