"""What measures the colours of dice, as a graph."""

from pathlib import Path
from typing import Annotated

import torch
import typer

from models.colours.net import INPUT_PX, ColoursGraph, ColoursNet
from models.colours.train import errors, shares_off
from models.exporting.calibrated import held_out
from models.exporting.cards import loaded, write_card
from models.exporting.graphs import a_few, export, said_first
from models.training.packed import unpack
from models.training.shaken import middle
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
    views = middle(torch.from_numpy(held_out(data, "crops")), INPUT_PX).numpy()
    session = export(
        ColoursGraph(net).eval(),
        {"pictures": torch.randint(0, 256, (3, INPUT_PX, INPUT_PX, 3), dtype=torch.uint8)},
        out / "colours.onnx",
        {"pictures": {0: "n"}},
        {"light": {0: "n"}, "errors": {0: "n"}},
        a_few(views),
    )
    # Packed colours are RGB.
    off = errors(
        torch.from_numpy(said_first(session, views)), torch.from_numpy(held_out(data, "colours")).flip(2)
    )
    write_card(
        out / "colours.onnx",
        {"input_px": INPUT_PX, "margin": VIEW_MARGIN, "labels": ["body", "marks"], "thresholds": {}},
        {"seed": saved["seed"], "steps": saved["step"]},
        {f"validation_{name}": value for name, value in shares_off(off).items()},
    )
