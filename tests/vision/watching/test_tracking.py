"""Which die is which from rest to rest: thrown, pushed, covered, taken up, or left alone."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import pytest

from vision.finding.overlap import overlap
from vision.reading import Box, DieReading, TableReading
from vision.watching.moment import Moment
from vision.watching.tracking import SAME_PLACE_OVERLAP, Followed, Lying, follow

WIDTH, HEIGHT, SIDE = 640, 360, 40


@dataclass(frozen=True)
class Picture:
    """What the pictures say: boxes that have changed, or all of them, and boxes under a hand."""

    touched: Sequence[Box] | None = None
    covered: Sequence[Box] = ()

    def is_touched(self, box: Box, frame_width: int) -> bool:
        assert frame_width == WIDTH
        return self.touched is None or any(overlap(box, one) > 0 for one in self.touched)

    def is_veiled(self, box: Box, frame_width: int) -> bool:
        return self.is_covered(box, frame_width)

    def is_covered(self, box: Box, frame_width: int) -> bool:
        assert frame_width == WIDTH
        return any(overlap(box, one) > 0 for one in self.covered)


def die(x: float, y: float, face: int | None, body: str = "red", problem: str | None = None) -> DieReading:
    if face is None and problem is None:
        problem = "glare"
    return DieReading("d6", face, 0.99, (x, y, x + SIDE, y + SIDE), body, "white", problem=problem)


def table(*dice: DieReading) -> TableReading:
    return TableReading(WIDTH, HEIGHT, 1.0, dice, () if dice else ("no dice found",))


def rests(*seen: tuple[TableReading, Picture]) -> list[Followed]:
    """Return what each rest brings."""
    found, lying = [], Lying()
    for reading, picture in seen:
        followed = follow(lying, reading, picture)
        lying = followed.lying
        found.append(followed)
    return found


def ids(followed: Followed) -> dict[int | None, int | None]:
    return {one.id: one.face for one in followed.reading.dice}


ALL_NEW = Picture()
FIRST, SECOND = die(100, 100, 4), die(300, 200, 2)


def test_the_first_rest_is_handed_out_even_without_dice() -> None:
    (empty,) = rests((table(), ALL_NEW))

    assert empty.moment is Moment.SETTLED
    assert empty.reading.problems == ("no dice found",)


def test_each_die_of_a_throw_has_an_id_of_its_own() -> None:
    (thrown,) = rests((table(FIRST, SECOND), ALL_NEW))

    assert ids(thrown) == {1: 4, 2: 2}


def test_dice_that_lie_as_before_are_nothing_to_hand_out() -> None:
    again = rests((table(FIRST, SECOND), ALL_NEW), (table(FIRST, SECOND), ALL_NEW))[1]

    assert again.moment is Moment.KNOWN


@pytest.mark.parametrize("way", [(12, 5), (45, 20)], ids=["a little", "by more than its side"])
def test_a_die_that_was_pushed_keeps_its_id(way: tuple[float, float]) -> None:
    pushed = die(100 + way[0], 100 + way[1], 4)
    after = rests((table(FIRST, SECOND), ALL_NEW), (table(pushed, SECOND), ALL_NEW))[1]

    assert after.moment is Moment.NUDGED
    assert {one.id: one.box for one in after.reading.dice} == {1: pushed.box, 2: SECOND.box}


@pytest.mark.parametrize(
    "thrown",
    [
        pytest.param(die(130, 110, 5), id="another face beside its former place"),
        pytest.param(die(100, 100, 5), id="another face in its former place"),
        pytest.param(die(260, 100, 4), id="the same face elsewhere"),
        pytest.param(die(130, 110, 4, "green"), id="another colour beside its former place"),
    ],
)
def test_a_die_that_was_thrown_is_a_new_one(thrown: DieReading) -> None:
    after = rests((table(FIRST, SECOND), ALL_NEW), (table(thrown, SECOND), ALL_NEW))[1]

    assert after.moment is Moment.SETTLED
    assert {one.box: one.id for one in after.reading.dice} == {thrown.box: 3, SECOND.box: 2}


def test_dice_that_were_taken_up_are_lifted_and_their_ids_used_no_more() -> None:
    lifted, again = rests(
        (table(FIRST, SECOND), ALL_NEW), (table(SECOND), ALL_NEW), (table(FIRST, SECOND), ALL_NEW)
    )[1:]

    assert (lifted.moment, ids(lifted)) == (Moment.LIFTED, {2: 2})
    assert (again.moment, ids(again)) == (Moment.SETTLED, {2: 2, 3: 4})


def test_a_die_added_is_new_and_the_others_stay_who_they_are() -> None:
    added = rests((table(SECOND), ALL_NEW), (table(FIRST, SECOND), Picture([FIRST.box])))[1]

    assert (added.moment, ids(added)) == (Moment.SETTLED, {1: 2, 2: 4})


def test_a_hand_over_a_die_says_nothing_about_it() -> None:
    hand = Picture([FIRST.box], covered=[FIRST.box])
    under, gone = rests(
        (table(FIRST, SECOND), ALL_NEW), (table(SECOND), hand), (table(FIRST, SECOND), Picture([]))
    )[1:]

    assert (under.moment, gone.moment) == (Moment.KNOWN, Moment.KNOWN)


def test_a_covered_die_is_shown_hidden_and_comes_back_as_itself() -> None:
    third = die(500, 100, 6)
    under, back = rests(
        (table(FIRST, SECOND), ALL_NEW),
        (table(SECOND, third), Picture([FIRST.box, third.box], covered=[FIRST.box])),
        (table(FIRST, SECOND, third), Picture([])),
    )[1:]

    assert (under.moment, ids(under)) == (Moment.SETTLED, {1: None, 2: 2, 3: 6})
    assert [one.problem for one in under.reading.dice] == ["hidden", None, None]
    assert (back.moment, ids(back)) == (Moment.SETTLED, {1: 4, 2: 2, 3: 6})


def test_a_die_in_a_hand_is_no_die_of_the_table() -> None:
    held = die(400, 100, 6)
    (first, over) = rests(
        (table(FIRST), ALL_NEW), (table(FIRST, held), Picture([held.box], covered=[held.box]))
    )

    assert over.moment is Moment.KNOWN
    assert len(first.lying.dice) == len(over.lying.dice) == 1


def test_a_die_that_the_finder_misses_where_nothing_changed_is_still_there() -> None:
    missed = rests((table(FIRST, SECOND), ALL_NEW), (table(SECOND), Picture([])))[1]

    assert missed.moment is Moment.KNOWN
    assert len(missed.lying.dice) == 2


def test_two_readings_of_the_same_pixels_that_differ_leave_the_die_unread() -> None:
    other = die(100, 100, 5)
    differing = rests((table(FIRST, SECOND), ALL_NEW), (table(other, SECOND), Picture([])))[1]

    assert (differing.moment, ids(differing)) == (Moment.SETTLED, {1: None, 2: 2})
    assert differing.reading.dice[0].problem == "unsure"


def test_a_refusal_where_nothing_changed_takes_no_face_back() -> None:
    glaring = rests((table(FIRST, SECOND), ALL_NEW), (table(die(100, 100, None), SECOND), Picture([])))[1]

    assert glaring.moment is Moment.KNOWN


def test_a_refused_die_that_is_read_at_last_is_news_and_the_same_die() -> None:
    read = rests((table(die(100, 100, None), SECOND), ALL_NEW), (table(FIRST, SECOND), ALL_NEW))[1]

    assert (read.moment, ids(read)) == (Moment.SETTLED, {1: 4, 2: 2})


def test_a_die_turned_in_its_place_while_it_could_not_be_read_is_a_new_one() -> None:
    after = rests(
        (table(FIRST), ALL_NEW), (table(die(100, 100, None)), ALL_NEW), (table(die(100, 100, 5)), Picture([]))
    )

    assert [ids(one) for one in after] == [{1: 4}, {1: None}, {2: 5}]


def test_a_die_lies_where_it_was_shown_however_its_box_trembles() -> None:
    trembling = replace(FIRST, box=(101.5, 99.0, 140.5, 141.0))
    after = rests((table(FIRST), ALL_NEW), (table(trembling, SECOND), Picture([SECOND.box])))[1]

    assert after.reading.dice[0].box == FIRST.box


def test_a_die_whose_box_was_too_large_beside_a_hand_is_the_same_once_it_is_gone() -> None:
    too_large = replace(FIRST, box=(88, 84, 146, 146))
    before, now = rests((table(too_large), ALL_NEW), (table(FIRST, SECOND), Picture(touched=[SECOND.box])))

    assert overlap(too_large.box, FIRST.box) < SAME_PLACE_OVERLAP
    assert ids(before) == {1: 4}
    assert ids(now) == {1: 4, 2: 2}


@pytest.mark.parametrize("problem", ["unsure", "blur", "glare"])
def test_what_was_never_read_and_is_gone_though_nothing_changed_was_no_die(problem: str) -> None:
    shadow = die(500, 300, None, problem=problem)
    first, second = rests((table(FIRST, shadow), ALL_NEW), (table(FIRST), Picture(touched=())))

    assert ids(first) == {1: 4, 2: None}
    assert (second.moment, ids(second)) == (Moment.SETTLED, {1: 4})


@pytest.mark.parametrize("hard", [SECOND, die(300, 200, None, problem="cocked")])
def test_a_die_that_the_finder_misses_lies_there_still(hard: DieReading) -> None:
    _, second = rests((table(FIRST, hard), ALL_NEW), (table(FIRST), Picture(touched=())))

    assert second.moment is Moment.KNOWN
    assert len(second.lying.dice) == 2
