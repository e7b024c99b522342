"""Dice of accepted rolls never count again where they lie, and do once they have been thrown again."""

from dataclasses import replace

import pytest

from api.play.lying import Lying, LyingDie, lying_after
from api.play.played import Played, PlayedDie
from resolver.procedure import Choice
from vision.reading import Box, DieReading, TableReading

HERE: Box = (0, 0, 40, 40)
PUSHED: Box = (22, 0, 62, 40)
"""Too far for two boxes to be taken for the same die."""
FAR: Box = (200, 0, 240, 40)


def die(face: int | None, box: Box = HERE, id_: int | None = None, body: str = "red") -> DieReading:
    return DieReading("d6", face, 0.99, box, body, "white", id=id_)


def reading(*dice: DieReading) -> TableReading:
    return TableReading(640, 360, 5.0, dice)


def lying(seen: DieReading, face: int | None = None) -> Lying:
    return Lying((LyingDie(seen, face or seen.face or 0),))


@pytest.mark.parametrize(
    ("then", "now", "lies"),
    [
        pytest.param(die(4), die(4), True, id="same place, same face"),
        pytest.param(die(4), die(5), False, id="another face"),
        pytest.param(die(4), die(None), True, id="unread now"),
        pytest.param(die(None), die(4), True, id="unread then"),
        pytest.param(die(4), die(4, FAR), False, id="elsewhere"),
        pytest.param(die(4), die(4, PUSHED), False, id="pushed, without identity"),
        pytest.param(die(4), die(4, body="black"), False, id="another colour"),
        pytest.param(die(4, id_=1), die(4, PUSHED, 1), True, id="pushed, the same identity"),
        pytest.param(die(4, id_=1), die(5, FAR, 1), True, id="the same identity, whatever is read"),
        pytest.param(die(4, id_=1), die(4, id_=2), True, id="as it lay, under a new identity"),
        pytest.param(die(4, id_=1), die(3, id_=2), False, id="thrown again to the same place"),
        pytest.param(die(4, id_=1), die(4, FAR, 2), False, id="thrown again"),
    ],
)
def test_a_die_is_known_by_identity_else_by_place_colour_and_face(
    then: DieReading, now: DieReading, lies: bool
) -> None:
    assert (lying(then).at(now) is not None) == lies


def test_a_corrected_die_is_known_by_both_faces() -> None:
    corrected = lying(die(4)).corrected((PlayedDie("attack", 5, die(4)),))

    assert corrected.at(die(4)) == corrected.at(die(5)) == LyingDie(die(4), 5)
    assert corrected.at(die(3)) is None


def test_a_die_that_is_pushed_bit_by_bit_lies_there_all_the_way() -> None:
    pushed = lying(die(4, HERE, 1)).seen_again(reading(die(4, PUSHED, 1)))

    # Even where its identity is lost afterwards.
    assert pushed.at(die(4, (30, 0, 70, 40), 7)) is not None


TABLE: tuple[Box, ...] = (HERE, (80, 0, 120, 40), FAR)
ELSEWHERE: tuple[Box, ...] = ((0, 100, 40, 140), (80, 100, 120, 140), (200, 100, 240, 140))


@pytest.mark.parametrize(
    ("now", "thrown"),
    [
        pytest.param((TABLE[0], *ELSEWHERE[1:]), True, id="one comes to lie where one lay, with its face"),
        pytest.param((TABLE[0], TABLE[1], ELSEWHERE[2]), False, id="most of them were not seen for a while"),
        pytest.param((TABLE[0],), False, id="one is seen again before the others"),
    ],
)
def test_where_others_are_thrown_a_die_in_the_place_of_one_that_was_taken_up_is_another(
    now: tuple[Box, ...], thrown: bool
) -> None:
    lay = tuple(die(4, box, id_) for id_, box in enumerate(TABLE))
    there = Lying(tuple(LyingDie(one, 4) for one in lay)).seen_again(reading(*lay)).seen_again(reading())
    seen = [die(4, box, 10 + id_) for id_, box in enumerate(now)]

    again = there.seen_again(reading(*seen))

    assert (again.at(seen[0]) is None) == thrown


def test_dice_that_were_taken_up_are_forgotten_with_the_next_roll() -> None:
    other = die(2, FAR, 9)
    there = lying(die(4, HERE, 1))
    moved_on = there.accepted((PlayedDie("defence", 2, other),), 0, reading(other))

    assert there.at(die(4, HERE, 5)) is not None
    assert moved_on.at(die(4, HERE, 5)) is None
    assert moved_on.at(other) is not None


def test_dice_that_lie_on_stay_known_with_the_next_roll() -> None:
    still, other = die(4, HERE, 1), die(2, FAR, 9)
    moved_on = lying(still).accepted((PlayedDie("defence", 2, other),), 0, reading(still, other))

    assert moved_on.at(still) is not None


def test_without_identity_dice_are_forgotten_an_exchange_later() -> None:
    other = PlayedDie("attack", 2, die(2, FAR))
    there = lying(die(4))
    next_exchange = there.accepted((other,), 1, reading(die(2, FAR)))

    assert next_exchange.at(die(4)) is not None
    assert next_exchange.accepted((other,), 2, reading(die(2, FAR))).at(die(4)) is None


def test_a_table_that_begins_again_knows_the_dice_of_its_answers() -> None:
    question = Choice("", "", (), "")
    played = Played(question, "x", (PlayedDie("attack", 5, die(4)), PlayedDie("attack", 2)))

    (one,) = lying_after((played,)).dice
    assert one == LyingDie(die(4), 5)
    assert lying_after((played,)).at(replace(die(4), id=12)) is not None
