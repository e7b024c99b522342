"""What compares dice with colours, as a graph."""

from pathlib import Path
from typing import Annotated

import numpy as np
import torch
import typer

from models.colours.net import INPUT_PX
from models.exporting.cards import as_validation, loaded, write_card
from models.exporting.graphs import export
from models.matching.net import MatchingGraph, MatchingNet
from models.matching.train import dice_of, shares_told
from models.training.packed import unpack
from models.training.shaken import middle
from vision.dice.crop import VIEW_MARGIN


def matching(
    checkpoint: Path,
    crops: Annotated[list[Path], typer.Option(help="Sessions packed by models.colours.pack")],
    out: Path = Path("models"),
) -> None:
    """Export what compares dice with colours; its metrics are those of the held-out dice."""
    net = MatchingNet()
    saved = loaded(net, checkpoint)
    _, dice = dice_of(unpack(crops))
    path = out / "matching.onnx"
    session = export(
        MatchingGraph(net).eval(),
        {
            "pictures": torch.randint(0, 256, (3, INPUT_PX, INPUT_PX, 3), dtype=torch.uint8),
            "light": torch.rand(2, 2, 3),
        },
        path,
        {"pictures": {0: "dice"}, "light": {0: "colours"}},
        {"odds": {0: "colours", 1: "dice"}},
    )
    views = middle(dice.crops, INPUT_PX).numpy()
    told = [
        session.run(None, {"pictures": view[None], "light": asked})[0][:, 0]
        for view, asked in zip(views, dice.looks.nan_to_num().numpy(), strict=True)
    ]
    write_card(
        path,
        {"input_px": INPUT_PX, "margin": VIEW_MARGIN, "labels": ["has these colours"], "thresholds": {}},
        {"seed": saved["seed"], "steps": saved["step"]},
        as_validation(shares_told(torch.from_numpy(np.stack(told)), dice)),
    )
