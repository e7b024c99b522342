"""What tells by its surroundings whether a find is a die, as a graph."""

from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from models.calibration import weights_of
from models.exporting.calibrated import held_out, held_out_views
from models.exporting.cards import as_validation, loaded, write_card
from models.exporting.graphs import a_few, export_of_views, said_first
from models.surroundings.net import INPUT_PX, MARGIN, SurroundingsGraph, SurroundingsNet
from models.training.packed import unpack
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
    path, views = out / "surroundings.onnx", held_out_views(data, INPUT_PX)
    session = export_of_views(SurroundingsGraph(net).eval(), INPUT_PX, path, ["odds"], a_few(views))
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
            **as_validation(saved["validation"]),
            "held_out_finds": len(right),
            "held_out_asked": int(asked.sum()),
            "held_out_right": int((accepted & right).sum()),
            "held_out_right_still": int((still & right).sum()),
            "held_out_places_read": int((accepted & nowhere).sum()),
            "held_out_places_read_still": int((still & nowhere).sum()),
        },
    )
