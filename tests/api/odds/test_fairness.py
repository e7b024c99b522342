"""Fairness of dice: shares against exact counting, samples of fair and loaded dice, words for players."""

from itertools import product

import numpy as np
import pytest

from api.odds.fairness import NOTICED, fairness, fairness_text


def exact_share(counts: tuple[int, ...]) -> float:
    """Return the share of all sequences of faces that come as unevenly, by going through them."""
    sides, rolled = len(counts), sum(counts)
    uneven = sum(count**2 for count in counts)  # orders samples as Pearson's statistic does
    found = [
        sum(throw.count(face) ** 2 for face in range(sides)) >= uneven
        for throw in product(range(sides), repeat=rolled)
    ]
    return sum(found) / len(found)


@pytest.mark.parametrize(
    "counts", [(3, 0, 0, 0, 0, 0), (1, 1, 1, 1, 1, 1), (2, 2, 1, 0, 0, 0), (4, 1, 0, 0, 0, 0)]
)
def test_the_share_is_that_of_counting_all_throws(counts: tuple[int, ...]) -> None:
    told = fairness(dict(enumerate(counts, 1)), 6)

    assert told.share is not None
    assert told.error is not None
    assert told.share == pytest.approx(exact_share(counts), abs=4 * told.error + 1e-4)


@pytest.mark.parametrize("sides", [6, 20])
def test_a_twisted_die_is_noticed_four_times_in_five_with_as_many_dice_as_are_told(sides: int) -> None:
    needed = fairness({}, sides).needed
    share = np.full(sides, (1 - 1.5 / sides) / (sides - 1))
    share[0] = 1.5 / sides
    samples = np.random.default_rng(7).multinomial(needed, share, 60)
    noticed = [(fairness(dict(enumerate(map(int, one), 1)), sides).share or 1) < 0.05 for one in samples]

    assert 0.65 < np.mean(noticed) < 0.95


def test_fair_dice_are_seldom_called_unusual() -> None:
    samples = np.random.default_rng(3).multinomial(60, np.full(6, 1 / 6), 100)
    called = [(fairness(dict(enumerate(map(int, one), 1)), 6).share or 1) < 0.05 for one in samples]

    assert np.mean(called) <= 0.12


def test_without_dice_nothing_is_said_of_them() -> None:
    told = fairness({}, 6)

    assert (told.rolled, told.share, told.missing) == (0, None, told.needed)
    assert fairness_text(told) == "No die of this group has been rolled yet."


def test_words_say_how_sure_they_are_and_what_is_missing() -> None:
    assert "nothing speaks against these dice. That says little yet" in fairness_text(
        fairness({1: 2, 4: 1}, 6)
    )
    assert "hardly chance" in fairness_text(fairness({6: 20}, 6))
    many = dict.fromkeys(range(1, 7), 100)
    assert fairness_text(fairness(many, 6)).endswith("half again as often as it should.")


def test_a_face_that_the_die_lacks_is_refused() -> None:
    with pytest.raises(ValueError, match="expected faces of a die with 6 sides"):
        fairness({7: 1}, 6)
    assert set(NOTICED) >= {6, 20}
