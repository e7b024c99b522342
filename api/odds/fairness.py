"""Whether a group of dice rolls fairly, as far as its faces so far can tell.

Pearson's statistic says how unevenly the faces came; how often fair dice come as unevenly is found by
throwing them many times in the computer, which is right for few throws too, where chi-square is not.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

TRIALS = 20_000
"""Samples of fair dice; a share of 5 % is met to 0.3 percentage points (95 %)."""

SEED = 20_251_121
"""The same faces are told the same share each time."""

UNUSUAL, HARDLY_FAIR = 0.05, 0.005
"""Shares below which faces are called so. Of six groups one is unusual by chance on one evening in four."""

TWIST = 0.5
"""A die that ought to be noticed shows one face half again as often as a fair one."""

NOTICED = {4: 10.91, 6: 12.83, 8: 14.36, 10: 15.64, 12: 16.79, 20: 20.54}
"""By sides: Pearson's statistic beyond its mean with which a test at 5 % notices an unfair die four times in
five. Found with NumPy from 1,000,000 samples of noncentral chi-square with sides - 1 degrees of freedom."""


@dataclass(frozen=True, slots=True)
class Fairness:
    """What the faces of a group tell. `counts` are those of face 1 and up.

    `share` is how often fair dice come as unevenly or more so, 0..1, and `error` its standard error; both
    are None without any dice. `needed` is the number of dice that lets a twisted die be noticed.
    """

    counts: tuple[int, ...]
    statistic: float
    share: float | None
    error: float | None
    needed: int

    @property
    def rolled(self) -> int:
        """How many dice there were."""
        return sum(self.counts)

    @property
    def missing(self) -> int:
        """How many more would let a twisted die be noticed."""
        return max(0, self.needed - self.rolled)


def fairness(faces: Mapping[int, int], sides: int) -> Fairness:
    """Return what faces with their numbers tell of dice with so many sides. Raises ValueError for others."""
    if sides not in NOTICED or not all(1 <= face <= sides for face in faces):
        raise ValueError(f"expected faces of a die with {sides} sides, found {sorted(faces)}")
    counts = tuple(faces.get(face, 0) for face in range(1, sides + 1))
    needed = math.ceil(NOTICED[sides] / _twisted(sides))
    if not any(counts):
        return Fairness(counts, 0.0, None, None, needed)
    statistic = float(_pearson(np.array(counts)))
    fair = np.random.default_rng(SEED).multinomial(sum(counts), np.full(sides, 1 / sides), TRIALS)
    # What is seen is one sample more, so that no share is 0; equal statistics may differ in the last bits.
    as_uneven = 1 + int(np.count_nonzero(_pearson(fair) >= statistic - 1e-9))
    share = as_uneven / (TRIALS + 1)
    return Fairness(counts, statistic, share, math.sqrt(share * (1 - share) / TRIALS), needed)


def _pearson(
    counts: np.ndarray[tuple[int, ...], np.dtype[np.int64]],
) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """Return Pearson's statistic of counts (..., sides) against evenly many of each face."""
    expected = counts.sum(axis=-1, keepdims=True) / counts.shape[-1]
    uneven: np.ndarray[tuple[int, ...], np.dtype[np.float64]] = ((counts - expected) ** 2 / expected).sum(-1)
    return uneven


def _twisted(sides: int) -> float:
    """Return what one throw of a twisted die adds to Pearson's statistic on average."""
    fair = 1 / sides
    more = fair * TWIST
    less = more / (sides - 1)
    return (more**2 + (sides - 1) * less**2) / fair


def fairness_text(told: Fairness) -> str:
    """Return what the faces tell, in sentences for players."""
    if told.share is None:
        return "No die of this group has been rolled yet."
    how_often = f"Fair dice come as unevenly as this, or more so, in {_percent(told.share)} of such samples"
    if told.share < HARDLY_FAIR:
        verdict = f"{how_often}: that is hardly chance."
    elif told.share < UNUSUAL:
        verdict = f"{how_often}: unusual, but one group in {round(1 / UNUSUAL)} looks so by chance."
    else:
        verdict = f"{how_often}: nothing speaks against these dice."
    if told.missing:
        return (
            f"{verdict} That says little yet: to notice a die which shows one face half again as often "
            f"as it should, four times in five, takes {told.missing} more."
        )
    return f"{verdict} There are enough to notice a die that shows one face half again as often as it should."


def _percent(share: float) -> str:
    return "less than 0.1 %" if share < 0.001 else f"{100 * share:.{1 if share < 0.1 else 0}f} %"
