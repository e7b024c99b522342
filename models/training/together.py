"""The crops of packed files picture by picture: the dice of one table tell of each other."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

from models.training.shaken import middle


class Together(NamedTuple):
    """The finds of one picture: their rows among the held-out crops, and what they show.

    Crops are (n, side, side, 3) uint8, centres (n, 2) as the readers want them.
    """

    rows: NDArray[np.intp]
    crops: NDArray[np.uint8]
    centres: NDArray[np.float32]

    @property
    def inputs(self) -> dict[str, Any]:
        """What a reader's graph is shown."""
        return {"pictures": self.crops, "centres": self.centres}


def held_out_together(data: Mapping[str, np.ndarray], side: int, alone: int | None = None) -> list[Together]:
    """Return the held-out crops picture by picture; those of the label `alone` each by itself."""
    held_out = np.asarray(data["held_out"])
    by_itself = held_out & (data["labels"] == alone) if alone is not None else np.zeros_like(held_out)
    crops = middle(torch.from_numpy(data["crops"][held_out]), side).numpy()
    centres = data["centres"][held_out]
    place = np.cumsum(held_out) - 1
    pictures = [*together(data, held_out & ~by_itself), *np.flatnonzero(by_itself)[:, None]]
    return [Together(place[rows], crops[place[rows]], centres[place[rows]]) for rows in pictures]


def together(data: Mapping[str, np.ndarray], among: NDArray[np.bool_]) -> list[NDArray[np.intp]]:
    """Return the rows of packed crops, those `among` alone, of each picture that has some."""
    pictures: dict[tuple[object, object], list[int]] = {}
    for row in np.flatnonzero(among).tolist():
        pictures.setdefault((data["sources"][row], data["files"][row]), []).append(row)
    return [np.array(rows) for rows in pictures.values()]
