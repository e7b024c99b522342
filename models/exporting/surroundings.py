"""What tells by its surroundings whether a find is a die, as a graph."""

from pathlib import Path
from typing import Annotated

import numpy as np
import torch
import typer

from models.calibration import weights_of
from models.exporting.calibrated import held_out
from models.exporting.cards import loaded, write_card
from models.exporting.graphs import a_few, export, said_first
from models.surroundings.net import INPUT_PX, MARGIN, SurroundingsGraph, SurroundingsNet
from models.training.packed import unpack
from models.training.shaken import middle
from vision.card import load_card


def surroundings(
    checkpoint: Path,
    crops: Annotated[
        list[Path], typer.Option(help="Packed --as-found by models.surroundings.pack; they weigh its word")
    ],
    out: Path = Path("models"),
) -> None:
    """Export what tells by its surroundings whether a find is a die."""
    net = SurroundingsNet()
    saved, data = loaded(net, checkpoint), unpack(crops)
    views = middle(torch.from_numpy(held_out(data, "crops")), INPUT_PX).numpy()
    path = out / "surroundings.onnx"
    session = export(
        SurroundingsGraph(net).eval(),
        {"pictures": torch.randint(0, 256, (3, INPUT_PX, INPUT_PX, 3), dtype=torch.uint8)},
        path,
        {"pictures": {0: "n"}},
        {"odds": {0: "n"}},
        a_few(views),
    )
    said = said_first(session, views)
    confidence = held_out(data, "confidence").astype(np.float64).clip(1e-6, 1 - 1e-6)
    right, odds = held_out(data, "right"), np.log(confidence / (1 - confidence))
    accepted, asked = held_out(data, "accepted"), held_out(data, "asked")
    against = np.minimum(said, 0.0).astype(np.float64)
    (weight,) = weights_of(odds[asked], against[asked, None], right[asked]).round(3).tolist()
    nowhere = held_out(data, "labels") == 0
    least = load_card(out / "d6.json").thresholds["accepted"]
    still = accepted & (odds + weight * against * asked >= np.log(least / (1 - least)))
    write_card(
        path,
        {"input_px": INPUT_PX, "margin": MARGIN, "labels": ["die"], "thresholds": {}},
        {"seed": saved["seed"], "steps": saved["step"], "weight": weight},
        {
            **{f"validation_{name}": value for name, value in saved["validation"].items()},
            "held_out_finds": len(right),
            "held_out_asked": int(asked.sum()),
            "held_out_right": int((accepted & right).sum()),
            "held_out_right_still": int((still & right).sum()),
            "held_out_places_read": int((accepted & nowhere).sum()),
            "held_out_places_read_still": int((still & nowhere).sum()),
        },
    )
