"""A second look at the crops whose first look leaves a doubt: a face of pips is the same face in a mirror."""

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
    """Return what a `first` look said of crops (N, size, size, 3), joined with what `look` says of the mirror
    images of unsure ones.

    A crop whose likeliest label is less probable than `sure` is looked at again. Dice that lie clearly cost
    one look, which most do. So do those whose likeliest label is `left`: they are left to another reader.
    """
    unsure = (first.max(axis=1) < sure) & (first.argmax(axis=1) != left)
    if not unsure.any():
        return first
    mirrored = look(np.ascontiguousarray(crops[unsure][:, :, ::-1]))
    both = np.sqrt(first[unsure] * mirrored)
    probabilities = first.copy()
    probabilities[unsure] = both / both.sum(axis=1, keepdims=True)
    return probabilities
