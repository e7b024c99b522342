"""Give a network the layers of another one as its second set of those that read a number.

    python -m models.numerals.two_sets work/numerals.pt work/other.pt --out work/both.pt

Two sets that learned apart misread different numbers; all else stays the first network's.
"""

from pathlib import Path
from typing import Annotated

import torch
import typer

from models.numerals.net import SETS


def join(
    first: Path,
    other: Path,
    out: Annotated[Path, typer.Option(help="Checkpoint")],
) -> None:
    """Write the first checkpoint with the other's first set of layers as its second."""
    saved, learned = torch.load(first), torch.load(other)["net"]
    for one, again in SETS.items():
        for name in [name for name in learned if name.startswith(f"{one}.")]:
            saved["net"][name.replace(one, again, 1)] = learned[name]
    torch.save(saved, out)


if __name__ == "__main__":
    typer.run(join)
