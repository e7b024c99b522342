"""Dice of one kind are found together, whatever falls on them."""

import pytest

from vision.colours.likeness import alike
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
