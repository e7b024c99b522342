"""More looks at the crops that are left in doubt: a face of pips is the same face in a mirror."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Probabilities = NDArray[np.float32]
"""One row a crop, one column a label."""

Crops = NDArray[np.uint8]
"""(N, size, size, 3)."""

Look = Callable[[Crops], Probabilities]
"""What a network says of crops, each alone."""


Bools = NDArray[np.bool_]
"""One a crop."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """Below which likeliest chance a network's word is doubted, and below which another network is asked.

    Crops that have the label `left` with `surely_left` or more are left to another reader.
    """

    sure: float
    settled: float
    left: int
    surely_left: float

    def about(self, said: Probabilities, least: float) -> Bools:
        """Return at which crops to look again: what is said is below `least`, and they are not left."""
        return np.asarray((said.max(axis=1) < least) & (said[:, self.left] < self.surely_left))


def look_until_settled(
    first: Probabilities, look: Look, another: Look, crops: Crops, doubt: Doubt
) -> Probabilities:
    """Return what was said of crops `first`, joined with what more looks at those in doubt say.

    The same network looks at the mirror images of unsure ones; another at those that are not settled then,
    and at the mirror images of those that both together leave unsure. Clear dice cost no more looks.
    """

    def in_mirror(shown: Crops) -> Probabilities:
        return look(mirrored(shown))

    def another_in_mirror(shown: Crops) -> Probabilities:
        return another(mirrored(shown))

    twice = look_again(first, in_mirror, crops, doubt.about(first, doubt.sure))
    unsettled = doubt.about(twice, doubt.settled)
    thrice = look_again(twice, another, crops, unsettled)
    unsure = unsettled & (thrice.max(axis=1) < doubt.sure)
    return look_again(thrice, another_in_mirror, crops, unsure, joined=2)


def look_twice(look: Look, crops: Crops) -> Probabilities:
    """Return what a look at crops and one at their mirror images say together."""
    return look_again(look(crops), lambda shown: look(mirrored(shown)), crops, np.ones(len(crops), np.bool_))


def look_again(said: Probabilities, look: Look, crops: Crops, again: Bools, joined: int = 1) -> Probabilities:
    """Return what was said of crops, joined with what one more look says of some of them, (N,) `again`.

    What is joined is the geometric mean of all words; so many are `joined` in what was said.
    """
    if not again.any():
        return said
    told = (said[again] ** joined * look(crops[again])) ** np.float32(1 / (joined + 1))
    probabilities = said.copy()
    probabilities[again] = told / told.sum(axis=1, keepdims=True)
    return probabilities


def mirrored(crops: Crops) -> Crops:
    """Return crops as a mirror beside them shows them."""
    return np.ascontiguousarray(crops[:, :, ::-1])
