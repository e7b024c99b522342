"""What the numeral reader says of packed held-out crops as it runs: the dice of each picture together."""

from collections.abc import Mapping

import numpy as np
import torch

from models.numerals.net import INPUT_PX, LABELS, NumeralsNet
from models.training.shaken import as_input, middle

PIPS = LABELS.index("pips")


def logits_by_picture(net: NumeralsNet, data: Mapping[str, np.ndarray]) -> torch.Tensor:
    """Return (N, labels) of the held-out crops in their order.

    Dice with pips are looked at alone: most of them never come to this reader, and then say nothing here.
    """
    held_out = np.flatnonzero(data["held_out"])
    pictures: dict[tuple[object, ...], list[int]] = {}
    for row, index in enumerate(held_out):
        alone = data["labels"][index] == PIPS
        key = (data["sources"][index], data["files"][index], row if alone else None)
        pictures.setdefault(key, []).append(row)
    shown = as_input(middle(torch.from_numpy(data["crops"][held_out]), INPUT_PX))
    centres = torch.from_numpy(data["centres"][held_out])
    logits = torch.zeros(len(held_out), len(LABELS))
    net.eval()
    with torch.no_grad():
        for rows in pictures.values():
            logits[rows] = net(shown[rows], centres[rows])
    return logits
