"""Dice of one kind are found together, whatever falls on them."""

import pytest

from vision.colours.likeness import alike, as_look_alikes
from vision.reading import Lab, SeenColours

RED: Lab = (45.0, 60.0, 40.0)
BLACK: Lab = (12.0, 0.0, 0.0)
GREEN: Lab = (45.0, -45.0, 30.0)
WHITE: Lab = (94.0, 0.0, 2.0)


def die(body: Lab, marks: Lab, lighter: float = 0.0, redder: float = 0.0) -> SeenColours:
    return SeenColours((body[0] + lighter, body[1] + redder, body[2]), marks, (50.0, 0.0, 0.0), 0.0)


def test_dice_of_one_set_are_alike_in_light_and_shadow() -> None:
    assert alike([die(RED, WHITE), die(RED, WHITE, -15.0), die(RED, WHITE, 8.0, 4.0)]) == ((0, 1, 2),)


def test_bodies_of_two_colours_are_two_kinds() -> None:
    assert alike([die(RED, WHITE), die(GREEN, WHITE), die(RED, WHITE, 3.0)]) == ((0, 2), (1,))


def test_dice_that_differ_in_their_marks_alone_are_two_kinds() -> None:
    assert alike([die(BLACK, RED), die(BLACK, GREEN), die(BLACK, GREEN), die(BLACK, RED)]) == ((0, 3), (1, 2))


def test_a_chain_of_small_steps_does_not_make_one_kind_of_two_colours() -> None:
    steps = [die(RED, WHITE, 0.0, -10.0 * step) for step in range(11)]

    assert len(alike(steps)) > 3


@pytest.mark.parametrize("count", [0, 1])
def test_next_to_no_dice_are_no_question(count: int) -> None:
    assert alike([die(RED, WHITE)] * count) == ((0,),) * count


def test_a_die_has_the_colours_of_those_that_look_like_it() -> None:
    others = [die(RED, WHITE), die(RED, WHITE, 8.0), die(GREEN, WHITE), die(BLACK, RED)]

    known = as_look_alikes(die(RED, WHITE, -4.0, 9.0), others)

    assert known is not None
    assert (known.body, known.marks) == ((49.0, 60.0, 40.0), WHITE)


@pytest.mark.parametrize("others", [[], [die(GREEN, WHITE), die(RED, BLACK)]])
def test_a_die_that_looks_like_no_other_has_nobodys_colours(others: list[SeenColours]) -> None:
    assert as_look_alikes(die(RED, WHITE), others) is None
