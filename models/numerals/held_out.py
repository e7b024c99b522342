"""The held-out crops of packed files as the numeral reader sees them: the dice of each picture together."""

from collections.abc import Callable, Mapping, Sequence

import numpy as np
import torch
from numpy.typing import NDArray

from models.numerals.net import FACES, INPUT_PX, LABELS, NumeralsNet
from models.training.shaken import as_input
from models.training.together import Together, held_out_together
from vision.dice.numerals import told_by_own_kinds

PIPS = LABELS.index("pips")


def seen_together(data: Mapping[str, np.ndarray]) -> list[Together]:
    """Return the held-out crops picture by picture.

    Dice with pips are looked at alone: most of them never come to this reader, and then say nothing here.
    """
    return held_out_together(data, INPUT_PX, alone=PIPS)


def said_of(
    seen: Sequence[Together],
    reader: Callable[[NDArray[np.uint8], NDArray[np.float32]], NDArray[np.float32]],
    chances: Callable[[NDArray[np.float32]], NDArray[np.float32]] = np.asarray,
) -> NDArray[np.float64]:
    """Return what a reader says of all crops in their order, (N, labels), of each picture's as the program
    asks; `chances` makes probabilities of it.
    """

    def read(said: NDArray[np.float32]) -> NDArray[np.float32]:
        return np.asarray(chances(said)[:, :FACES].sum(axis=1))

    said = np.zeros((sum(len(one.rows) for one in seen), len(LABELS)))
    for one in seen:
        said[one.rows] = told_by_own_kinds(reader, read, one.crops, one.centres)
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
