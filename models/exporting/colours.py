"""What measures the colours of dice, as a graph."""

from pathlib import Path
from typing import Annotated

import torch
import typer

from models.colours.net import INPUT_PX, ColoursGraph, ColoursNet
from models.colours.train import errors, shares_off
from models.exporting.calibrated import held_out, held_out_views
from models.exporting.cards import as_validation, loaded, write_card
from models.exporting.graphs import a_few, export_of_views, said_first
from models.training.packed import unpack
from vision.dice.crop import VIEW_MARGIN


def colours(
    checkpoint: Path,
    crops: Annotated[
        list[Path], typer.Option(help="Packed by models.colours.pack; they say how large values grow")
    ],
    out: Path = Path("models"),
) -> None:
    """Export what measures the colours of dice; its metrics are those of the held-out dice, in eight bits."""
    net = ColoursNet()
    saved, data = loaded(net, checkpoint), unpack(crops)
    path, views = out / "colours.onnx", held_out_views(data, INPUT_PX)
    session = export_of_views(ColoursGraph(net).eval(), INPUT_PX, path, ["light", "errors"], a_few(views))
    # Packed colours are RGB.
    off = errors(
        torch.from_numpy(said_first(session, views)), torch.from_numpy(held_out(data, "colours")).flip(2)
    )
    write_card(
        path,
        {"input_px": INPUT_PX, "margin": VIEW_MARGIN, "labels": ["body", "marks"], "thresholds": {}},
        {"seed": saved["seed"], "steps": saved["step"]},
        as_validation(shares_off(off)),
    )
