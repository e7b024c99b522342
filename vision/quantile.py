"""Quantiles of rows of numbers, for small arrays many times faster than `np.quantile`."""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray


def quantiles(rows: NDArray[Any], *shares: float) -> NDArray[np.float64]:
    """Return the quantiles (n, shares) of (n, m) rows, between values as `np.quantile` has them."""
    at = [share * (rows.shape[1] - 1) for share in shares]
    below, above = [math.floor(place) for place in at], [math.ceil(place) for place in at]
    # Only rows that lie in one piece are sorted fast.
    ordered = np.partition(np.ascontiguousarray(rows), (*below, *above), axis=1)
    low, high = (ordered[:, places].astype(np.float64) for places in (below, above))
    return np.asarray(low + np.subtract(at, below) * (high - low))
