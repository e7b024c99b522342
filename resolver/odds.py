"""Exact odds by integer counting: distributions, like dice as multisets, luck. No chance, no rounding."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, reduce
from math import comb, gcd, lcm
from types import MappingProxyType
from typing import Generic, TypeVar

T = TypeVar("T", bound=Hashable)
U = TypeVar("U", bound=Hashable)
V = TypeVar("V", bound=Hashable)

MOST_COMBINATIONS = 500_000
"""Multisets that are enumerated at most; ten six-sided dice have 3,003, forty have 1,221,759."""


class TooManyDice(ValueError):  # noqa: N818  (like RollRejected)
    """More like dice than can be counted as multisets; the message states expected and found."""


@dataclass(frozen=True, slots=True)
class Distribution(Generic[T]):
    """How many of `total` equally likely cases lead to each outcome.

    Made by `of`, which adds up and checks. Two are equal when their counts are; `reduced` makes counts
    of equal odds equal.
    """

    counts: Mapping[T, int]
    total: int

    @classmethod
    def of(cls, counts: Mapping[T, int] | Iterable[tuple[T, int]]) -> "Distribution[T]":
        """Return the distribution of these counts; those of one outcome are added, zeros dropped.

        Raises ValueError for a negative count or none above zero.
        """
        pairs: Iterable[tuple[T, int]] = counts.items() if isinstance(counts, Mapping) else counts
        added: dict[T, int] = {}
        for outcome, count in pairs:
            if count < 0:
                raise ValueError(f"expected counts of at least 0, found {count} for {outcome!r}")
            if count:
                added[outcome] = added.get(outcome, 0) + count
        if not added:
            raise ValueError("expected an outcome with a count above 0, found none")
        return cls(MappingProxyType(added), sum(added.values()))

    @classmethod
    def certain(cls, outcome: T) -> "Distribution[T]":
        """Return the distribution of an outcome that is sure."""
        return cls.of(((outcome, 1),))

    def count(self, outcome: T) -> int:
        """Return how many of `total` cases lead to an outcome."""
        return self.counts.get(outcome, 0)

    def share(self, outcome: T) -> Fraction:
        """Return the exact share of an outcome, 0 to 1."""
        return Fraction(self.count(outcome), self.total)

    def share_where(self, holds: Callable[[T], bool]) -> Fraction:
        """Return the exact share of all outcomes for which something holds."""
        return Fraction(sum(count for outcome, count in self.counts.items() if holds(outcome)), self.total)

    def mean(self, value: Callable[[T], int | Fraction]) -> Fraction:
        """Return the exact expected value of a number worked out from the outcome."""
        added = sum(Fraction(value(outcome)) * count for outcome, count in self.counts.items())
        return Fraction(added, self.total)

    def map(self, change: Callable[[T], U]) -> "Distribution[U]":
        """Return the distribution of what becomes of each outcome."""
        return Distribution.of((change(outcome), count) for outcome, count in self.counts.items())

    def combine(self, other: "Distribution[U]", join: Callable[[T, U], V]) -> "Distribution[V]":
        """Return the distribution of what joins an outcome of this and an independent one of `other`."""
        return Distribution.of(
            (join(mine, theirs), count * times)
            for mine, count in self.counts.items()
            for theirs, times in other.counts.items()
        )

    def then(self, follow: Callable[[T], "Distribution[U]"]) -> "Distribution[U]":
        """Return the distribution after a second chance that depends on the first outcome."""
        return mixture((follow(outcome), count) for outcome, count in self.counts.items())

    def where(self, holds: Callable[[T], bool]) -> "Distribution[T]":
        """Return the distribution given that something holds. Raises ValueError where it never does."""
        return Distribution.of((outcome, count) for outcome, count in self.counts.items() if holds(outcome))

    def reduced(self) -> "Distribution[T]":
        """Return the same odds in the smallest counts."""
        divisor = reduce(gcd, self.counts.values())
        return Distribution.of((outcome, count // divisor) for outcome, count in self.counts.items())


def mixture(parts: Iterable[tuple[Distribution[T], int]]) -> Distribution[T]:
    """Return the distribution of a draw from one of the parts, each as likely as its whole weight says."""
    weighted = [(part, weight) for part, weight in parts if weight]
    common = lcm(*(part.total for part, _ in weighted))
    return Distribution.of(
        (outcome, count * weight * (common // part.total))
        for part, weight in weighted
        for outcome, count in part.counts.items()
    )


def die(sides: int) -> Distribution[int]:
    """Return the faces of one die, 1 to `sides`."""
    return Distribution.of((face, 1) for face in range(1, sides + 1))


def convolve(one: Distribution[int], other: Distribution[int]) -> Distribution[int]:
    """Return the sum of two independent numbers."""
    return one.combine(other, int.__add__)


def sum_of(count: int, one: Distribution[int]) -> Distribution[int]:
    """Return the sum of `count` independent numbers of one distribution; that of none is 0."""
    if count == 0:
        return Distribution.certain(0)
    half = sum_of(count // 2, one)
    doubled = convolve(half, half)
    return convolve(doubled, one) if count % 2 else doubled


def successes(count: int, favourable: int, sides: int) -> Distribution[int]:
    """Return how many of `count` dice show one of their `favourable` faces."""
    if not 0 <= favourable <= sides:
        raise ValueError(f"expected 0 to {sides} favourable faces, found {favourable}")
    return Distribution.of(
        (hits, comb(count, hits) * favourable**hits * (sides - favourable) ** (count - hits))
        for hits in range(count + 1)
    )


def like(count: int, one: Distribution[T]) -> Distribution[tuple[T, ...]]:
    """Return `count` independent draws of one distribution as multisets.

    Each is a tuple in the order of `one`'s outcomes. To count faster, map the faces of a die to what
    matters first: twenty d20 that only hit or miss are 21 multisets.
    Raises TooManyDice above MOST_COMBINATIONS multisets.
    """
    outcomes = tuple(one.counts.items())
    found = comb(count + len(outcomes) - 1, count)
    if found > MOST_COMBINATIONS:
        raise TooManyDice(
            f"expected at most {MOST_COMBINATIONS} combinations, found {found} of {count} dice "
            f"with {len(outcomes)} outcomes each"
        )
    return Distribution.of(_draws(count, outcomes))


@lru_cache(maxsize=256)
def like_dice(count: int, sides: int = 6) -> Distribution[tuple[int, ...]]:
    """Return the sorted faces of `count` like dice, with the number of throws that show them."""
    return like(count, die(sides))


def _draws(count: int, outcomes: tuple[tuple[T, int], ...]) -> Iterator[tuple[tuple[T, ...], int]]:
    if not outcomes:
        if count == 0:
            yield (), 1
        return
    (outcome, weight), others = outcomes[0], outcomes[1:]
    for times in range(count, -1, -1) if others else (count,):
        ways = comb(count, times) * weight**times
        for rest, rest_ways in _draws(count - times, others):
            yield (outcome,) * times + rest, ways * rest_ways


@dataclass(frozen=True, slots=True)
class Luck:
    """How many of `total` equally likely throws would have been worse, as good, better than the one seen."""

    worse: int
    equal: int
    better: int

    @property
    def total(self) -> int:
        """All throws that were possible."""
        return self.worse + self.equal + self.better

    @property
    def share_worse(self) -> Fraction:
        """The exact share of throws that would have been worse: near 1 was lucky, near 0 was not."""
        return Fraction(self.worse, self.total)


def luck(throws: Distribution[T], seen: T, score: Callable[[T], int | Fraction]) -> Luck:
    """Return how lucky the throw `seen` was by a score; more is better for the player it is told to.

    Raises ValueError for a throw that was not possible.
    """
    if not throws.count(seen):
        raise ValueError(f"expected one of {len(throws.counts)} possible throws, found {seen!r}")
    reached = score(seen)
    worse = equal = better = 0
    for outcome, count in throws.counts.items():
        value = score(outcome)
        if value < reached:
            worse += count
        elif value > reached:
            better += count
        else:
            equal += count
    return Luck(worse, equal, better)


@dataclass(frozen=True, slots=True)
class Odds:
    """Odds that players are told: what they are `about`, and under which assumption (`given`).

    Outcomes are numbers or words, such as 2 (wounds) or "stunned". A system's `odds.py` answers with
    some of these before a throw that is asked.
    """

    about: str
    outcomes: Distribution[int] | Distribution[str]
    given: str = ""


@dataclass(frozen=True, slots=True)
class ThrowLuck:
    """How lucky the last throw was for `player`, by a score told in words, such as "wounds caused"."""

    player: str
    score: str
    luck: Luck
