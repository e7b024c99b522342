"""More looks at the crops that are left in doubt: a face of pips is the same face in a mirror."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Probabilities = NDArray[np.float32]
"""One row a crop, one column a label."""

Crops = NDArray[np.uint8]
"""(N, size, size, 3)."""

Look = Callable[[Crops], Probabilities]
"""What a network says of crops, each alone."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """Below which likeliest chance a crop is looked at again in a mirror, and below which by another network;
    crops likeliest of the label `left` are left to another reader.
    """

    sure: float
    settled: float
    left: int


def look_until_settled(
    first: Probabilities, look: Look, another: Look, crops: Crops, doubt: Doubt
) -> Probabilities:
    """Return what was said of crops `first`, joined with what the same network says of the mirror images of
    unsure ones, and another of those that are not settled then, as they are and mirrored.
    """

    def in_mirror(shown: Crops) -> Probabilities:
        return look(mirrored(shown))

    def another_in_mirror(shown: Crops) -> Probabilities:
        return another(mirrored(shown))

    twice = look_again(first, [in_mirror], crops, doubt.sure, doubt.left)
    return look_again(twice, [another, another_in_mirror], crops, doubt.settled, doubt.left)


def look_again(
    first: Probabilities,
    looks: Sequence[Look],
    crops: Crops,
    sure: float,
    left: int,
) -> Probabilities:
    """Return what was said of crops `first`, joined with what more `looks` at the unsure ones say.

    A crop whose likeliest label is less probable than `sure` is looked at again. Dice that lie clearly cost
    no more looks, as most do; nor do those whose likeliest label is `left`, which another reader reads. What
    is joined is the geometric mean of all words.
    """
    unsure = (first.max(axis=1) < sure) & (first.argmax(axis=1) != left)
    if not unsure.any():
        return first
    told = np.stack([first[unsure], *(look(crops[unsure]) for look in looks)])
    joined = told.prod(axis=0) ** np.float32(1 / len(told))
    probabilities = first.copy()
    probabilities[unsure] = joined / joined.sum(axis=1, keepdims=True)
    return probabilities


def mirrored(crops: Crops) -> Crops:
    """Return crops as a mirror beside them shows them."""
    return np.ascontiguousarray(crops[:, :, ::-1])
