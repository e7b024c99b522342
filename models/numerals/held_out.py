"""The held-out crops of packed files as the numeral reader sees them: the dice of each picture together."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

from models.numerals.net import INPUT_PX, LABELS, NumeralsNet
from models.training.shaken import as_input, middle
from models.training.together import together

PIPS = LABELS.index("pips")
SEEN = ("labels", "crops", "centres", "sources", "files")


class Together(NamedTuple):
    """The dice of one picture: their rows among the held-out crops, and what they show.

    Crops are (n, 96, 96, 3) uint8, centres (n, 2) as the reader wants them.
    """

    rows: NDArray[np.intp]
    crops: NDArray[np.uint8]
    centres: NDArray[np.float32]


def seen_together(data: Mapping[str, np.ndarray]) -> list[Together]:
    """Return the held-out crops picture by picture.

    Dice with pips are looked at alone: most of them never come to this reader, and then say nothing here.
    """
    held_out = {name: column[data["held_out"]] for name, column in data.items() if name in SEEN}
    alone = held_out["labels"] == PIPS
    crops = middle(torch.from_numpy(held_out["crops"]), INPUT_PX).numpy()
    pictures = [*together(held_out, ~alone), *np.flatnonzero(alone)[:, None]]
    return [Together(rows, crops[rows], held_out["centres"][rows]) for rows in pictures]


def said_of(
    seen: Sequence[Together], reader: Callable[[NDArray[np.uint8], NDArray[np.float32]], NDArray[np.float32]]
) -> NDArray[np.float64]:
    """Return what a reader says of all crops in their order, (N, labels), of each picture's by themselves."""
    said = np.zeros((sum(len(one.rows) for one in seen), len(LABELS)))
    for one in seen:
        said[one.rows] = reader(one.crops, one.centres)
    return said


def logits_of_dice(
    net: NumeralsNet, crops: NDArray[np.uint8], centres: NDArray[np.float32]
) -> NDArray[np.float32]:
    """Return what the network says of the dice of one picture, (n, labels)."""
    net.eval()
    with torch.no_grad():
        logits: NDArray[np.float32] = net(
            as_input(torch.from_numpy(crops)), torch.from_numpy(centres)
        ).numpy()
    return logits
