"""More looks at the crops that are left in doubt: a face of pips is the same face in a mirror."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

Probabilities = NDArray[np.float32]
"""One row a crop, one column a label."""

Crops = NDArray[np.uint8]
"""(N, size, size, 3)."""


def look_again(
    first: Probabilities,
    looks: Sequence[Callable[[Crops], Probabilities]],
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
