"""Quantiles are those of numpy, whatever the numbers and how many there are."""

import numpy as np
import pytest

from vision.quantile import quantiles


@pytest.mark.parametrize("count", [1, 2, 7, 200, 1444])
@pytest.mark.parametrize("kind", [np.uint8, np.float32])
def test_quantiles_are_those_of_numpy(count: int, kind: type[np.uint8] | type[np.float32]) -> None:
    rows = np.random.default_rng(count).uniform(0, 255, (count, 3)).astype(kind).T
    shares = (0.0, 0.02, 0.5, 0.995, 1.0)

    expected = np.quantile(rows.astype(np.float64), shares, axis=1).T

    assert quantiles(rows, *shares) == pytest.approx(expected)
