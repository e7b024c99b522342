"""What corrects the boxes of finds, as a graph."""

from pathlib import Path

import torch

from models.boxes.net import INPUT_PX, MARGIN, BoxGraph, BoxNet
from models.exporting.cards import loaded, write_card
from models.exporting.graphs import export


def box(checkpoint: Path, out: Path = Path("models")) -> None:
    """Export what corrects the boxes of finds."""
    net = BoxNet()
    saved = loaded(net, checkpoint)
    export(
        BoxGraph(net).eval(),
        {"pictures": torch.randint(0, 256, (3, INPUT_PX, INPUT_PX, 3), dtype=torch.uint8)},
        out / "box.onnx",
        {"pictures": {0: "n"}},
        {"boxes": {0: "n"}},
    )
    write_card(
        out / "box.onnx",
        {"input_px": INPUT_PX, "margin": MARGIN, "labels": ["die"], "thresholds": {}},
        {"seed": saved["seed"], "steps": saved["step"]},
        {f"validation_{name}": value for name, value in saved["validation"].items()},
    )
