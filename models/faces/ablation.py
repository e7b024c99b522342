"""What rendered and real crops each bring: the same short training on either alone and on both.

    python -m models.faces.ablation --real work/real.npz --rendered work/draft.npz --out work/ablation

Prints, for each of the three, the share of right labels among the held-out crops of every set.
"""

from pathlib import Path
from typing import Annotated

import torch
import typer

from models.faces.net import INPUT_PX
from models.faces.saved import net_of
from models.faces.train import train
from models.training.learning import HIGHEST_RATE
from models.training.packed import unpack
from models.training.shaken import held_out_report


def compare(
    real: Annotated[list[Path], typer.Option(help="Packed photographs")],
    rendered: Annotated[list[Path], typer.Option(help="Packed rendered scenes")],
    out: Annotated[Path, typer.Option(help="Folder for the checkpoints")],
    minutes: Annotated[float, typer.Option(help="Time of each training")] = 4.0,
) -> None:
    """Train three times from nothing and report each on everything held out."""
    out.mkdir(parents=True, exist_ok=True)
    data = unpack([*real, *rendered])
    for name, crops in (("real", real), ("rendered", rendered), ("both", [*real, *rendered])):
        checkpoint = out / f"{name}.pt"
        train(crops, checkpoint, minutes, start=None, rate=HIGHEST_RATE, threads=1)
        saved = torch.load(checkpoint)
        report = held_out_report(net_of(saved["net"]), data, INPUT_PX)
        print(f"{name}: {saved['step']} steps; {report}", flush=True)


if __name__ == "__main__":
    typer.run(compare)
