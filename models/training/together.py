"""The crops of packed files picture by picture: the dice of one table tell of each other."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray


def together(data: Mapping[str, np.ndarray], among: NDArray[np.bool_]) -> list[NDArray[np.intp]]:
    """Return the rows of packed crops, those `among` alone, of each picture that has some."""
    pictures: dict[tuple[object, object], list[int]] = {}
    for row in np.flatnonzero(among).tolist():
        pictures.setdefault((data["sources"][row], data["files"][row]), []).append(row)
    return [np.array(rows) for rows in pictures.values()]
