"""The finder of dice as a graph."""

from pathlib import Path
from typing import Annotated

import torch
import typer

from models.exporting.cards import loaded, write_card
from models.exporting.graphs import SHOWN, export
from models.finder.net import FinderGraph, FinderNet
from models.sets import set_pictures
from vision.finding.finder import pad, shrink
from vision.image import load_image

FOUND = 0.3  # least heat of a die; the face reader throws out what is none
# Against 640 on held-out pictures: more large dice found, hardly fewer small ones, a fifth fewer pixels.
FINDER_PX = 576


def finder(
    checkpoint: Path,
    sets: Annotated[list[Path], typer.Option("--set", help="Labelled; they say how large values grow")],
    out: Path = Path("models"),
) -> None:
    """Export the finder of dice."""
    pictures = [one.path for folder in sets for one in set_pictures(folder)]
    net = FinderNet()
    saved = loaded(net, checkpoint)
    example = torch.randint(0, 256, (1, 96, 160, 3), dtype=torch.uint8)
    cells = {0: "n", 1: "rows", 2: "columns"}
    export(
        FinderGraph(net).eval(),
        {"pictures": example},
        out / "finder.onnx",
        {"pictures": {0: "n", 1: "h", 2: "w"}},
        {"heat": cells, "sides": {0: "n", 2: "rows", 3: "columns"}},
        [
            {"pictures": pad(shrink(load_image(path), FINDER_PX)[0])[None]}
            for path in pictures[:: max(1, len(pictures) // SHOWN)]
        ],
    )
    write_card(
        out / "finder.onnx",
        {"input_px": FINDER_PX, "margin": 1.0, "labels": ["die"], "thresholds": {"found": FOUND}},
        {
            "seed": saved["seed"],
            "steps": saved["step"],
            "sets": [Path(name).name for name in saved["sets"]],
        },
        {"validation_loss": round(saved["validation"], 4)},
    )
