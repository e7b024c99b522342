"""Several looks at lying dice: what their evidence together says, and what keeps it from being joined."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.colours.light import WHITE_LIGHT
from vision.reading import Box, SeenColours
from vision.watching.evidence import DieLook, Look, any_moved, joined, joined_probabilities, show_the_same

ACCEPTED = 0.889
GREY = SeenColours((50, 0, 0), (90, 0, 0), (40, 0, 0), 0.0)
FRAME = np.zeros((200, 300, 3), np.uint8)


def die(
    box: Box,
    *chances: float,
    lightness: float = 50,
    stands: float = 3.0,
    company: float = 0.0,
    top: tuple[float, float] = (0.0, 0.0),
) -> DieLook:
    return DieLook(
        box,
        np.zeros((8, 8, 3), np.uint8),
        np.array(chances, np.float32),
        stands,
        company,
        np.array([top, (0.0, 0.0)], np.float32),
        SeenColours((lightness, 0, 0), GREY.marks, GREY.around, 0.0),
    )


def look(*dice: DieLook) -> Look:
    return Look(FRAME, dice, WHITE_LIGHT, 1.0)


HERE: Box = (100, 100, 140, 140)
THERE: Box = (200, 100, 240, 140)


def test_looks_that_agree_are_no_surer_than_one() -> None:
    (one,) = joined([look(die(HERE, 0.8, 0.2)) for _ in range(5)])

    assert one.probabilities[0] == pytest.approx(0.8, abs=1e-5)


def test_looks_that_contradict_each_other_accept_no_face() -> None:
    (one,) = joined([look(die(HERE, 0.97, 0.03)), look(die(HERE, 0.03, 0.97)), look(die(HERE, 0.97, 0.03))])

    assert one.probabilities.max() < ACCEPTED


def test_looks_that_differ_in_their_doubts_alone_leave_the_face_as_doubtful() -> None:
    (one,) = joined([look(die(HERE, 0.85, 0.15, 0.0)), look(die(HERE, 0.85, 0.0, 0.15))])

    assert one.probabilities[0] == pytest.approx(0.85, abs=1e-5)


@settings(deadline=None)
@given(st.lists(st.lists(st.floats(0.01, 1.0), min_size=3, max_size=3), min_size=1, max_size=6))
def test_no_label_is_likelier_than_the_looks_find_it_on_average(weights: list[list[float]]) -> None:
    rows = np.array(weights, np.float32)
    rows /= rows.sum(axis=1, keepdims=True)

    assert (joined_probabilities(rows) <= rows.mean(axis=0) + 1e-6).all()


def test_a_die_that_one_look_of_three_shows_is_none() -> None:
    seen = joined([look(die(HERE, 1.0)), look(die(HERE, 1.0), die(THERE, 1.0)), look(die(HERE, 1.0))])

    assert [one.box for one in seen] == [HERE]


def test_a_die_that_one_look_of_three_misses_is_there() -> None:
    seen = joined([look(die(HERE, 1.0), die(THERE, 0.9)), look(die(HERE, 1.0)), look(die(THERE, 0.9))])

    assert sorted(one.box for one in seen) == [HERE, THERE]


def test_a_find_that_is_larger_in_one_look_is_another_one() -> None:
    small, large = look(die(HERE, 0.9)), look(die((60, 60, 150, 150), 0.9))

    assert show_the_same([small, small, small])
    assert not show_the_same([small, large])
    assert not show_the_same([small, look(die(HERE, 0.9), die(THERE, 0.9))])


def test_box_and_colours_are_the_middle_ones_of_all_looks() -> None:
    (one,) = joined(
        [
            look(die((100, 100, 140, 140), 1.0, lightness=50)),
            look(die((101, 100, 142, 140), 1.0, lightness=51)),
            look(die((102, 101, 141, 140), 1.0, lightness=90)),
        ]
    )

    assert one.box == (101, 100, 141, 140)
    assert one.colours.body == (51, 0, 0)


def test_what_the_others_say_in_one_look_of_three_alone_does_not_count() -> None:
    (one,) = joined([look(die(HERE, 0.9, stands=stands)) for stands in (3.5, -4.0, 3.0)])
    (other,) = joined([look(die(HERE, 0.9, stands=3.0, company=company)) for company in (0.5, -1.0, -2.0)])

    assert one.stands == 3.0
    assert other.company == -1.0


def test_one_look_of_two_is_enough_to_see_a_die_lean() -> None:
    (one,) = joined([look(die(HERE, 0.9, stands=stands)) for stands in (2.1, -2.5)])

    assert one.stands == -2.5


def test_where_a_top_face_points_is_what_the_looks_say_in_the_middle() -> None:
    (one,) = joined([look(die(HERE, 0.9, top=top)) for top in ((0.1, 0.5), (0.3, 0.4), (0.2, -0.9))])

    assert one.tops == pytest.approx(np.array([[0.2, 0.4], [0.0, 0.0]]))


def test_dice_that_touch_stay_two() -> None:
    beside: Box = (141, 100, 181, 140)

    assert len(joined([look(die(HERE, 1.0), die(beside, 1.0)) for _ in range(2)])) == 2


@pytest.mark.parametrize(
    ("way_px", "moved"), [(0, False), (2, False), (9, True)], ids=["lies", "the finder's unrest", "creeps"]
)
def test_a_die_that_lies_elsewhere_in_one_look_has_moved(way_px: int, moved: bool) -> None:
    x0, y0, x1, y1 = HERE
    later: Box = (x0 + way_px, y0, x1 + way_px, y1)

    assert any_moved([look(die(HERE, 1.0), die(THERE, 1.0)), look(die(THERE, 1.0), die(later, 1.0))]) is moved
