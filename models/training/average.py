"""Average the weights of two checkpoints, one of which was trained on from the other.

    python -m models.training.average work/faces.pt work/faces2.pt --share 0.6 --out work/faces3.pt

Their average may read more than either: what a continuation with other data forgot is half kept.
"""

from pathlib import Path
from typing import Annotated

import torch
import typer


def average(
    first: Path,
    second: Path,
    out: Annotated[Path, typer.Option(help="Checkpoint")],
    share: Annotated[float, typer.Option(min=0.0, max=1.0, help="Of the second")] = 0.5,
) -> None:
    """Write the average; all but the weights is the second's."""
    before, saved = torch.load(first)["net"], torch.load(second)
    saved["net"] = {
        name: torch.lerp(before[name], weight, share) if weight.is_floating_point() else weight
        for name, weight in saved["net"].items()
    }
    torch.save(saved, out)


if __name__ == "__main__":
    typer.run(average)
