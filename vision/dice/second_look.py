"""Another look at the crops that are left in doubt: a face of pips is the same face in a mirror."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Probabilities = NDArray[np.float32]
"""One row a crop, one column a label."""


def look_again(
    first: Probabilities,
    look: Callable[[NDArray[np.uint8]], Probabilities],
    crops: NDArray[np.uint8],
    sure: float,
    left: int,
) -> Probabilities:
    """Return what was said of crops (N, size, size, 3) `first`, joined with what `look` says of the mirror
    images of unsure ones.

    A crop whose likeliest label is less probable than `sure` is looked at again. Dice that lie clearly cost
    no more looks, as most do; nor do those whose likeliest label is `left`, which another reader reads.
    """
    unsure = (first.max(axis=1) < sure) & (first.argmax(axis=1) != left)
    if not unsure.any():
        return first
    mirrored = look(np.ascontiguousarray(crops[unsure][:, :, ::-1]))
    both = np.sqrt(first[unsure] * mirrored)
    probabilities = first.copy()
    probabilities[unsure] = both / both.sum(axis=1, keepdims=True)
    return probabilities
