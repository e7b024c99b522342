"""Begin the reader of doubtful faces, which has more channels, with what a narrower reader has learned.

    python -m models.faces.wider work/faces.pt --out work/wide.pt

It says the same of faces, and learns more; how dice stand it is not asked.
"""

from pathlib import Path
from typing import Annotated

import torch
import typer

from models.faces.net import CELLS, WIDE, FacesNet
from models.faces.saved import net_of
from models.training.wider import flattened, layers, widen

COLOURS = 3
SEED = 3


def begin(
    narrow: Annotated[Path, typer.Argument(help="Checkpoint")],
    out: Annotated[Path, typer.Option(help="Checkpoint")],
) -> None:
    """Write a checkpoint of a wide network that says what the narrow one says."""
    torch.manual_seed(SEED)
    torch.save({"net": widened(net_of(torch.load(narrow)["net"])).state_dict(), "step": 0}, out)


def widened(narrow: FacesNet) -> FacesNet:
    """Return a wide network that says what the narrow one says."""
    wide = FacesNet(WIDE)
    near = widen(layers(narrow.near), layers(wide.near), torch.arange(COLOURS))
    far = widen(layers(narrow.far), layers(wide.far), near)
    widen([narrow.top], [wide.top], near)
    widen([narrow.labels], [wide.labels], flattened(far, CELLS))
    return wide


if __name__ == "__main__":
    typer.run(begin)
