"""A die's own pixels are those that no nearer die's box covers."""

import numpy as np

from vision.colours.own_pixels import own_pixels

ACROSS = np.array([(-0.4, 0.0, 0.4), (0.0, 0.0, 0.0)])
"""Left, middle and right of a die, on half its height."""

DIE = (0.0, 0.0, 40.0, 40.0)


def test_what_a_nearer_die_covers_is_not_its_own() -> None:
    own = own_pixels([DIE, (34.0, 10.0, 74.0, 50.0)], ACROSS)

    assert own.tolist() == [[True, True, False], [True, True, True]]


def test_a_die_farther_away_covers_nothing() -> None:
    assert own_pixels([DIE, (34.0, -10.0, 74.0, 30.0)], ACROSS)[0].all()


def test_where_hardly_anything_is_left_all_counts() -> None:
    assert own_pixels([DIE, (-4.0, 10.0, 36.0, 50.0)], ACROSS)[0].all()


def test_a_long_box_is_looked_at_as_wide_as_it_is_long() -> None:
    own = own_pixels([(0.0, 0.0, 40.0, 20.0), (0.0, 30.0, 40.0, 70.0)], np.array([(0.0, 0.0), (0.0, 0.49)]))

    assert own[0].tolist() == [True, False]


def test_no_dice_have_no_pixels() -> None:
    assert own_pixels([], ACROSS).shape == (0, 3)
