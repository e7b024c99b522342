"""What corrects the boxes of finds, as a graph."""

from pathlib import Path

from models.boxes.net import INPUT_PX, MARGIN, BoxGraph, BoxNet
from models.exporting.cards import as_validation, loaded, write_card
from models.exporting.graphs import export_of_views


def box(checkpoint: Path, out: Path = Path("models")) -> None:
    """Export what corrects the boxes of finds."""
    net = BoxNet()
    saved = loaded(net, checkpoint)
    export_of_views(BoxGraph(net).eval(), INPUT_PX, out / "box.onnx", ["boxes"])
    write_card(
        out / "box.onnx",
        {"input_px": INPUT_PX, "margin": MARGIN, "labels": ["die"], "thresholds": {}},
        {"seed": saved["seed"], "steps": saved["step"]},
        as_validation(saved["validation"]),
    )
