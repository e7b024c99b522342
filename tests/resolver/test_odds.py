"""Exact counting: against an independent library, every throw one by one, and numbers known by hand."""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import product
from math import comb

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from resolver.odds import (
    MOST_COMBINATIONS,
    Distribution,
    Luck,
    TooManyDice,
    convolve,
    die,
    like,
    like_dice,
    luck,
    mixture,
    successes,
    sum_of,
)

numbers = st.dictionaries(st.integers(-5, 9), st.integers(1, 6), min_size=1, max_size=5)


def every(outcomes: Iterable[object]) -> dict[object, int]:
    return dict(Counter(outcomes))


def test_like_dice_are_the_sorted_throws_each_with_its_number() -> None:
    for count, sides in ((0, 6), (1, 20), (2, 6), (4, 6), (3, 8)):
        throws = product(range(1, sides + 1), repeat=count)

        counted = like_dice(count, sides)

        assert counted.counts == every(tuple(sorted(faces)) for faces in throws)
        assert counted.total == sides**count


def test_ten_dice_are_3003_combinations() -> None:
    ten = like_dice(10)

    assert len(ten.counts) == 3003
    assert ten.total == 6**10 == 60_466_176


@pytest.mark.parametrize("keep", [1, 2, 3])
def test_highest_dice_agree_with_an_independent_library(keep: int) -> None:
    expected = icepool.d6.highest(5, keep)

    counted = like_dice(5).map(lambda faces: sum(faces[-keep:]))

    assert counted.counts == dict(expected.items())


def test_sums_agree_with_an_independent_library() -> None:
    assert sum_of(7, die(20)).counts == dict((7 @ icepool.d20).items())


@given(counts=numbers, times=st.integers(0, 5))
def test_sums_are_those_of_all_draws_one_by_one(counts: dict[int, int], times: int) -> None:
    one = Distribution.of(counts)
    cases = [value for value, count in counts.items() for _ in range(count)]
    by_hand: Counter[int] = Counter({0: 1})
    for _ in range(times):
        by_hand = Counter(
            {
                total: sum(by_hand[total - case] for case in cases)
                for total in {before + case for before in by_hand for case in cases}
            }
        )

    assert sum_of(times, one).counts == dict(by_hand)
    assert like(times, one).map(sum).counts == dict(by_hand)


@given(first=numbers, second=numbers)
def test_independent_numbers_multiply_their_shares(first: dict[int, int], second: dict[int, int]) -> None:
    one, other = Distribution.of(first), Distribution.of(second)
    pairs = one.combine(other, lambda mine, theirs: (mine, theirs))

    assert pairs.total == one.total * other.total
    for mine, theirs in product(first, second):
        assert pairs.share((mine, theirs)) == one.share(mine) * other.share(theirs)
    assert convolve(one, other).mean(int) == one.mean(int) + other.mean(int)


@given(first=numbers, second=numbers, weights=st.tuples(st.integers(0, 5), st.integers(1, 5)))
def test_a_mixture_weighs_shares_not_counts(
    first: dict[int, int], second: dict[int, int], weights: tuple[int, int]
) -> None:
    one, other = Distribution.of(first), Distribution.of(second)

    mixed = mixture(((one, weights[0]), (other, weights[1])))

    for outcome in {*first, *second}:
        expected = weights[0] * one.share(outcome) + weights[1] * other.share(outcome)
        assert mixed.share(outcome) == expected / sum(weights)


def test_a_second_chance_depends_on_the_first() -> None:
    """A die thrown again when it shows a 1 shows 1 once in 36 throws, anything else seven times."""
    thrown = die(6).then(lambda face: die(6) if face == 1 else Distribution.certain(face))

    assert thrown.share(1) == Fraction(1, 36)
    assert all(thrown.share(face) == Fraction(7, 36) for face in range(2, 7))


def test_successes_of_dice_agree_with_counting_every_throw() -> None:
    for favourable in range(7):
        shown = Counter(sum(face <= favourable for face in faces) for faces in product(range(1, 7), repeat=4))
        assert successes(4, favourable, 6).counts == shown


def test_shares_are_exact() -> None:
    three = like_dice(3)

    assert three.share((6, 6, 6)) == Fraction(1, 216)
    assert three.share((7, 7, 7)) == 0
    assert three.share_where(lambda faces: faces[-1] == 6) == 1 - Fraction(5, 6) ** 3
    assert three.where(lambda faces: faces[0] == 6).share((6, 6, 6)) == 1
    assert Distribution.of({"a": 4, "b": 6}).reduced() == Distribution.of({"a": 2, "b": 3})


def test_nothing_and_less_than_nothing_are_refused() -> None:
    with pytest.raises(ValueError, match="at least 0, found -1 for 'a'"):
        Distribution.of({"a": -1})
    with pytest.raises(ValueError, match="above 0, found none"):
        Distribution.of({"a": 0})
    with pytest.raises(ValueError, match="0 to 6 favourable faces, found 7"):
        successes(2, 7, 6)


def test_dice_beyond_counting_are_refused_and_counted_where_few_outcomes_matter() -> None:
    with pytest.raises(TooManyDice, match=f"at most {MOST_COMBINATIONS} combinations, found {comb(205, 5)}"):
        like_dice(200)

    hits = die(20).map(lambda face: face >= 15)

    assert len(like(200, hits).counts) == 201


def test_luck_counts_the_throws_that_would_have_been_worse() -> None:
    """Two dice that add up to 10: 30 of 36 add up to less, 3 to as much, 3 to more."""
    seen = luck(like_dice(2), (4, 6), sum)

    assert seen == Luck(worse=30, equal=3, better=3)
    assert seen.share_worse == Fraction(5, 6)
    with pytest.raises(ValueError, match=r"one of 21 possible throws, found \(4, 7\)"):
        luck(like_dice(2), (4, 7), sum)


@given(seen=st.lists(st.integers(1, 6), min_size=3, max_size=3))
def test_luck_of_all_throws_is_symmetric(seen: list[int]) -> None:
    """Dice turned upside down are as unlucky as they were lucky."""
    up = luck(like_dice(3), tuple(sorted(seen)), sum)
    down = luck(like_dice(3), tuple(sorted(7 - face for face in seen)), sum)

    assert (up.worse, up.equal, up.better) == (down.better, down.equal, down.worse)
