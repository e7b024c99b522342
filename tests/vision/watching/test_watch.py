"""A drawn table watched frame by frame: what is handed out, when, with which ids."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.api.drawn import SIDE_PX, WIDTH_PX, Die, SquareLooks, SquareReader, draw
from vision.image import Frame, Mask
from vision.reading import Box, DieReading, Problem, TableReading
from vision.watching.moment import Moment
from vision.watching.motion import share_within
from vision.watching.rest import NOMINAL_FPS, Rest
from vision.watching.watch import AGAIN_S, LEAST_LOOKS, MORE_LOOKS, Sight, TableWatch

REST_FRAMES = 4
REST = Rest(seconds=REST_FRAMES / NOMINAL_FPS)
ARM = (90, 110, 150)
FIRST, SECOND = Die("red", "white", 4, 100, 200), Die("black", "red", 5, 300, 250)


def watch(*frames: Frame, reader: SquareReader | None = None) -> list[Sight]:
    """Return what each frame brings, and last what is handed out when no more follow."""
    table = TableWatch(reader or SquareReader(), REST)
    sights = [table.see(frame) for frame in frames]
    last = table.end_scene()
    return sights if last is None else [*sights, last]


def handed_out(sights: list[Sight]) -> list[tuple[Moment, dict[int | None, int | None]]]:
    """Return the readings handed out, as face by id."""
    return [
        (one.moment, {die.id: die.face for die in one.reading.dice})
        for one in sights
        if one.reading is not None
    ]


def lying(*dice: Die, frames: int = 8) -> list[Frame]:
    return [draw(*dice)] * frames


def rolling(*dice: Die) -> list[Frame]:
    return [
        draw(*(Die(die.body, die.marks, die.face, die.x + 30 * left, die.y) for die in dice))
        for left in (3, 2, 1)
    ]


def under_arm(x: int, *dice: Die) -> Frame:
    """Return the table with an arm over it from the right edge to x."""
    frame = draw(*dice)
    cv2.rectangle(frame, (x, 180), (640, 320), ARM, -1)
    return frame


def test_a_throw_is_handed_out_once_with_an_id_for_each_die() -> None:
    sights = watch(*lying(), *rolling(FIRST, SECOND), *lying(FIRST, SECOND, frames=30))

    assert handed_out(sights) == [(Moment.SETTLED, {}), (Moment.SETTLED, {1: 4, 2: 5})]


def test_a_throw_is_handed_out_at_the_end_of_the_settling_window() -> None:
    sights = watch(*lying(), *rolling(FIRST), *lying(FIRST))

    # The first still frame is the one that the others are compared with.
    assert [one.reading is not None for one in sights[8 + 3 :]] == [False] * REST_FRAMES + [True] + [
        False
    ] * 3


def test_a_pushed_die_a_new_throw_and_dice_taken_up_are_told_apart() -> None:
    pushed = Die("red", "white", 4, 115, 208)
    thrown = Die("red", "white", 2, 420, 100)
    sights = watch(
        *lying(FIRST, SECOND),
        *lying(pushed, SECOND),
        *rolling(thrown),
        *lying(thrown, SECOND),
        *lying(SECOND),
    )

    assert handed_out(sights) == [
        (Moment.SETTLED, {1: 4, 2: 5}),
        (Moment.NUDGED, {1: 4, 2: 5}),
        (Moment.SETTLED, {2: 5, 3: 2}),
        (Moment.LIFTED, {2: 5}),
    ]


def test_an_arm_that_passes_over_the_dice_brings_nothing() -> None:
    way = [*range(600, 60, -60), *range(60, 600, 60)]
    sights = watch(*lying(FIRST, SECOND), *(under_arm(x, FIRST, SECOND) for x in way), *lying(FIRST, SECOND))

    assert len(handed_out(sights)) == 1
    assert Moment.HAND in {one.moment for one in sights}
    assert Moment.MOVING not in {one.moment for one in sights}


def test_an_arm_that_takes_dice_up_brings_what_is_left() -> None:
    sights = watch(
        *lying(FIRST, SECOND),
        *(under_arm(x, FIRST, SECOND) for x in range(600, 240, -60)),
        *(under_arm(x, FIRST) for x in range(240, 600, 60)),
        *lying(FIRST),
    )

    assert handed_out(sights) == [(Moment.SETTLED, {1: 4, 2: 5}), (Moment.LIFTED, {1: 4})]


def test_a_throw_is_taken_while_the_hand_that_threw_it_is_still_there() -> None:
    thrown = Die("red", "white", 6, 120, 80)
    sights = watch(
        *lying(SECOND),
        *(under_arm(520 + 4 * left, *dice) for left, dice in enumerate([[SECOND]] * 4)),
        *(under_arm(540, SECOND, Die("red", "white", 6, 120 + 30 * left, 80)) for left in (3, 2, 1)),
        *(under_arm(540 + 8 * left, SECOND, thrown) for left in range(8)),
    )

    assert handed_out(sights) == [(Moment.SETTLED, {1: 5}), (Moment.SETTLED, {1: 5, 2: 6})]


def test_dice_side_by_side_from_the_edge_on_are_no_hand() -> None:
    row = [Die("red", "white", 3, 600 - 43 * place, 200) for place in range(5)]
    sights = watch(*lying(), *lying(*row, frames=12))

    assert handed_out(sights) == [(Moment.SETTLED, {}), (Moment.SETTLED, {1: 3, 2: 3, 3: 3, 4: 3, 5: 3})]


def test_dice_from_the_edge_on_are_read_at_the_first_rest_though_light_flickers_on_them() -> None:
    row = [Die("red", "white", 3, 600 - 43 * place, 200) for place in range(5)]
    lit = draw(FIRST, *row)
    darker = lit.copy()
    darker[200:240, 600:, 2] -= 15
    sights = watch(
        *lying(), *(draw(Die("red", "white", 4, x, 200), *row) for x in (200, 150)), lit, *[darker] * 12
    )

    assert [index for index, one in enumerate(sights) if one.reading is not None] == [4, 10 + REST_FRAMES]


def test_where_dice_lay_from_the_edge_on_is_no_hand_once_they_are_taken_up() -> None:
    row = [Die("red", "white", 3, 600 - 43 * place, 200) for place in range(5)]
    sights = watch(*lying(), *lying(*row, frames=12), *lying(frames=12))

    assert handed_out(sights)[2:] == [(Moment.LIFTED, {})]


class ArmReader(SquareReader):
    """Takes arms for dice, too, that lean."""

    def read(self, frame: Frame) -> TableReading:
        reading = super().read(frame)
        columns, rows = np.nonzero((frame == ARM).all(axis=2).T)
        if not len(rows):
            return reading
        box = (float(columns[0]), float(rows[0]), float(columns[-1]), float(rows[-1]))
        arm = DieReading("d6", None, 0.5, box, "brown", "white", problem=Problem.COCKED)
        return replace(reading, dice=(*reading.dice, arm))


@pytest.mark.parametrize("beside", [(), (FIRST,)])
def test_an_arm_that_passes_for_a_die_is_a_hand(beside: tuple[Die, ...]) -> None:
    sights = watch(*lying(), *[under_arm(400, *beside)] * 12, *lying(*beside), reader=ArmReader())

    assert [one for one in handed_out(sights) if one[1]] == [(Moment.SETTLED, {1: 4})] * len(beside)
    assert sights[8 + 12 - 1].moment is Moment.HAND


def test_an_arm_that_lies_still_beside_dice_is_a_hand() -> None:
    sights = watch(*lying(), *[under_arm(400, FIRST)] * 12)

    assert handed_out(sights) == [(Moment.SETTLED, {}), (Moment.SETTLED, {1: 4})]
    assert sights[-1].moment is Moment.HAND


def test_dice_that_move_again_within_the_window_are_not_read() -> None:
    sights = watch(*lying(), *lying(FIRST, frames=REST_FRAMES), *rolling(SECOND))

    assert handed_out(sights) == [(Moment.SETTLED, {})]


def test_a_rest_that_is_over_is_still_read_when_the_dice_move_again_before_it_is_handed_out() -> None:
    glaring = Die("red", "white", None, 100, 200)
    sights = watch(*lying(), *lying(glaring, frames=REST_FRAMES + 1), *rolling(SECOND))

    assert handed_out(sights) == [(Moment.SETTLED, {}), (Moment.SETTLED, {1: None})]


def test_what_is_still_due_is_handed_out_when_the_pictures_end() -> None:
    glaring = Die("red", "white", None, 100, 200)

    assert handed_out(watch(*lying(glaring, frames=REST_FRAMES + 1))) == [(Moment.SETTLED, {1: None})]


def place_of(die: Die) -> Box:
    return (die.x, die.y, die.x + SIDE_PX, die.y + SIDE_PX)


class PatternReader(SquareReader):
    """Takes a part of the table for a die that it cannot read, once there is a die."""

    def read(self, frame: Frame) -> TableReading:
        reading = super().read(frame)
        pattern = DieReading("d6", None, 0.5, (400, 60, 440, 100), "green", "white", problem=Problem.UNSURE)
        return replace(reading, dice=(*reading.dice, pattern)) if reading.dice else reading


def test_a_pattern_of_the_table_is_no_die() -> None:
    seen = handed_out(watch(*lying(), *lying(FIRST), reader=PatternReader()))

    assert seen == [(Moment.SETTLED, {}), (Moment.SETTLED, {1: 4})]


def test_what_may_be_a_die_where_nobody_saw_the_table_without_it_is_one() -> None:
    assert handed_out(watch(*lying(FIRST), reader=PatternReader())) == [(Moment.SETTLED, {1: 4, 2: None})]


class CountedLooks(SquareLooks):
    """Looks that are counted, whichever rest they belong to."""

    def __init__(self, reader: "Counted") -> None:
        super().__init__(reader)
        self._counted = reader

    def add(self, frame: Frame, news: Mask | None = None) -> None:
        self._counted.frames_looked_at += 1
        self._counted.news.append(news)
        super().add(frame, news)


class Counted(SquareReader):
    """Reads drawn tables and counts the frames that it looks at."""

    def __init__(self) -> None:
        super().__init__()
        self.frames_looked_at = 0
        self.news: list[Mask | None] = []

    def looks(self) -> CountedLooks:
        return CountedLooks(self)


def test_looks_know_where_the_table_has_changed_since_no_die_lay_on_it() -> None:
    reader = Counted()
    watch(*lying(), *lying(FIRST), *lying(FIRST, SECOND), *lying(), *lying(SECOND), reader=reader)

    assert reader.news[:LEAST_LOOKS] == [None] * LEAST_LOOKS
    known = [one for one in reader.news if one is not None]
    new = [
        tuple(share_within(one, place, WIDTH_PX) > 0.9 for place in (place_of(FIRST), place_of(SECOND)))
        for one in known
    ]
    assert new == [
        seen
        for seen in ((True, False), (True, True), (True, True), (False, True))
        for _ in range(LEAST_LOOKS)
    ]


def test_another_scene_says_nothing_of_the_table_before() -> None:
    reader = Counted()
    table = TableWatch(reader, REST)
    for frame in lying():
        table.see(frame)
    table.end_scene()
    for frame in lying(FIRST):
        table.see(frame)

    assert reader.news == [None] * (2 * LEAST_LOOKS)


def test_a_picture_of_another_size_says_nothing_of_the_table_before() -> None:
    reader = Counted()
    smaller = [np.ascontiguousarray(frame[:240]) for frame in lying(FIRST)]
    watch(*lying(), *lying(FIRST), *smaller, reader=reader)

    assert [one is None for one in reader.news] == [True] * LEAST_LOOKS + [False] * LEAST_LOOKS + [
        True
    ] * LEAST_LOOKS


def test_a_table_at_rest_is_looked_at_twice_and_one_with_an_unread_die_longer() -> None:
    clear, glaring, again = Counted(), Counted(), round(AGAIN_S * NOMINAL_FPS)
    watch(*lying(FIRST, frames=40), reader=clear)
    watch(*lying(Die("red", "white", None, 100, 200), frames=REST_FRAMES + again), reader=glaring)

    assert (clear.frames_looked_at, glaring.frames_looked_at) == (LEAST_LOOKS, MORE_LOOKS)


def test_looks_are_taken_before_a_rest_is_over_and_none_is_left_to_take_then() -> None:
    reader = Counted()
    table = TableWatch(reader, REST)
    looked_at = []
    for frame in lying(FIRST, frames=REST_FRAMES):
        assert table.see(frame).reading is None
        looked_at.append(reader.frames_looked_at)
    sight = table.see(draw(FIRST))

    assert looked_at == [0, 0, 1, LEAST_LOOKS]
    assert sight.moment is Moment.SETTLED
    assert reader.frames_looked_at == LEAST_LOOKS


def test_looks_at_a_rest_that_was_none_do_not_count_for_the_next() -> None:
    reader = Counted()
    short = lying(FIRST, frames=REST_FRAMES)
    sights = watch(*lying(), *short, *lying(SECOND, frames=REST_FRAMES + 1), reader=reader)

    assert handed_out(sights) == [(Moment.SETTLED, {}), (Moment.SETTLED, {1: 5})]
    assert reader.frames_looked_at == 3 * LEAST_LOOKS


class Focusing(SquareReader):
    """Sees a drawn table the less well the fewer frames it has looked at: no faces, and a die too many."""

    def __init__(self, clear_from: int) -> None:
        super().__init__()
        self._clear_from = clear_from

    def read(self, frame: Frame) -> TableReading:
        reading = super().read(frame)
        if self.pictures_read >= self._clear_from or not reading.dice:
            return reading
        blurred = [replace(die, face=None, problem=Problem.BLUR) for die in reading.dice]
        shadow = replace(blurred[0], box=(500.0, 300.0, 540.0, 340.0))
        return replace(reading, dice=(*blurred, shadow))


def test_a_refused_die_is_looked_at_again_while_nothing_changes() -> None:
    sights = watch(*lying(FIRST, frames=60), reader=Focusing(clear_from=4))
    at = [number for number, one in enumerate(sights) if one.reading is not None]

    assert handed_out(sights) == [(Moment.SETTLED, {1: None, 2: None}), (Moment.SETTLED, {1: 4})]
    assert at[1] - at[0] == round(AGAIN_S * NOMINAL_FPS)
    assert sights[-1].moment is Moment.KNOWN


def test_a_refused_die_is_looked_at_again_after_a_movement_that_left_all_as_it_was() -> None:
    sights = watch(
        *lying(FIRST, frames=REST_FRAMES + 4),
        *rolling(SECOND),
        *lying(FIRST, frames=REST_FRAMES + 1),
        reader=Focusing(clear_from=4),
    )

    assert handed_out(sights) == [(Moment.SETTLED, {1: None, 2: None}), (Moment.SETTLED, {1: 4})]


class Missing(SquareReader):
    """Reads drawn tables, of which the first look misses all dice but one."""

    def looks(self) -> SquareLooks:
        return MissingLooks(self)


class MissingLooks(SquareLooks):
    """Looks of which the first shows one die; it takes three to show another in more than half of them."""

    def agree(self) -> bool:
        return False

    def reading(self) -> TableReading:
        reading = super().reading()
        return reading if len(self) > LEAST_LOOKS else replace(reading, dice=reading.dice[:1])


def test_a_table_that_looks_show_differently_is_looked_at_again() -> None:
    sights = watch(*lying(FIRST, SECOND, frames=60), reader=Missing())

    assert handed_out(sights) == [(Moment.SETTLED, {1: 4}), (Moment.SETTLED, {1: 4, 2: 5})]


def test_a_die_that_stays_refused_is_told_once() -> None:
    sights = watch(*lying(FIRST, frames=120), reader=Focusing(clear_from=1000))

    assert handed_out(sights) == [(Moment.SETTLED, {1: None, 2: None})]


def test_dice_are_known_again_in_the_next_scene() -> None:
    table = TableWatch(SquareReader(), REST)
    first = [table.see(frame) for frame in lying(FIRST, SECOND)]
    table.end_scene()
    second = [table.see(frame) for frame in lying(FIRST, SECOND)]
    table.end_scene()
    third = [table.see(frame) for frame in lying(FIRST)]

    assert [moment for moment, _ in handed_out([*first, *second, *third])] == [Moment.SETTLED, Moment.LIFTED]
