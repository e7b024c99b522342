"""What the other finds of a picture say of one."""

import numpy as np
import pytest

from vision.dice.company import Company, unlike_sizes
from vision.dice.faces import with_company

FACES = np.array([1, 1, 0, 0], np.float32)
COMPANY = Company(bias=-1.0, stands=0.5, unlike=-2.0)


def floats(*values: float) -> np.ndarray:
    return np.array(values, np.float32)


def test_who_stands_and_measures_as_the_others_gains() -> None:
    says = COMPANY.says(floats(4.0, 4.0, 0.0), floats(0.0, 0.5, 0.0))

    assert says == pytest.approx(floats(1.0, 0.0, -1.0))


def test_where_nobody_tells_nothing_is_added() -> None:
    assert COMPANY.says(floats(np.nan), floats(0.3)).tolist() == [0.0]


def test_no_find_is_damned_by_how_it_stands_alone() -> None:
    assert COMPANY.says(floats(-30.0), floats(0.0)) == COMPANY.says(floats(-4.0), floats(0.0))


def test_sizes_are_compared_with_those_of_dice_alone() -> None:
    unlike = unlike_sizes(floats(40, 40, 80, 20), floats(1, 1, 0, 0))

    assert unlike == pytest.approx(floats(0.0, 0.0, np.log(2), np.log(2)), abs=1e-5)


def test_a_find_alone_is_unlike_nobody_by_much() -> None:
    assert np.isfinite(unlike_sizes(floats(40), floats(0.9))).all()


def test_odds_of_faces_grow_and_their_order_stays() -> None:
    probabilities = np.tile(floats(0.6, 0.2, 0.15, 0.05), (2, 1))

    more, same = with_company(probabilities, FACES, floats(np.log(2), 0.0))

    assert more == pytest.approx(floats(1.2, 0.4, 0.15, 0.05) / 1.8)
    assert same == pytest.approx(probabilities[1])


def test_looks_that_leave_a_part_to_no_label_give_none_of_it_away() -> None:
    (told,) = with_company(floats(0.5, 0.1, 0.1, 0.0)[None], FACES, floats(5.0))

    assert 0.9 < told.sum() < 1.0
