"""Pack what even bodies make of crops that the present reader is not sure of: it is to read these as well.

    python -m models.faces.evened --crops work/crops.npz --out work/evened.npz

Each crop is there in all ways to even its body, those included that paint over its pips. Crops that validate
do so in all ways.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from numpy.typing import NDArray
from rich.progress import track

from models.faces.crops import PACKED_MARGIN
from models.faces.net import INPUT_PX
from models.training.packed import unpack
from vision.dice.even_bodies import even_bodies
from vision.dice.faces import FaceReader, open_faces
from vision.dice.places import Places

SURE = 0.95
"""A crop to whose label the present reader gives this chance is read at once."""

AT_ONCE = 256
"""Crops that are read in one call."""

PER_SET = ("names", "weights")
"""What a packed file has for each of its sets instead of each crop."""

Packed = Mapping[str, NDArray[np.generic]]


def pack(
    crops: Annotated[list[Path], typer.Option(help="Packed by models.faces.crops; may be given again")],
    out: Annotated[Path, typer.Option(help="The packed file, .npz")],
    models_dir: Annotated[Path, typer.Option(help="Folder of the present models")] = Path("models"),
    share: Annotated[float, typer.Option(help="Weight of each set, of what it had before")] = 0.5,
) -> None:
    """Write the evened crops with all that is known of them, and print how many there are."""
    data = unpack(crops)
    unsure = np.flatnonzero(chances_of_labels(data, open_faces(models_dir, threads=1)) < SURE)
    shown = evened(data, unsure)
    np.savez(out, **{**shown, "weights": shown["weights"] * share})
    print(f"{len(unsure)} of {len(data['labels'])} crops")


def evened(data: Packed, which: NDArray[np.intp]) -> dict[str, Any]:
    """Return some packed crops in all ways to even their bodies, in the place of all."""
    ways = [even_bodies(np.asarray(data["crops"][i], np.uint8), PACKED_MARGIN) for i in which]
    per_crop = {name: column for name, column in data.items() if name not in PER_SET}
    columns = {name: np.repeat(column[which], len(ways[0]), axis=0) for name, column in per_crop.items()}
    return {**data, **columns, "crops": np.concatenate(ways)}


def chances_of_labels(data: Packed, faces: FaceReader) -> NDArray[np.float32]:
    """Return what chance the present reader gives the label of each packed crop, (N,)."""
    edge = (data["crops"].shape[1] - INPUT_PX) // 2
    said = []
    for first in track(range(0, len(data["labels"]), AT_ONCE), "read"):
        some = np.asarray(data["crops"][first : first + AT_ONCE, edge:-edge, edge:-edge], np.uint8)
        nowhere = Places(np.zeros((len(some), 2), np.float32), np.ones(len(some), np.float32))
        said.append(faces.look(np.ascontiguousarray(some), nowhere).probabilities)
    labels = np.asarray(data["labels"], np.intp)
    return np.concatenate(said)[np.arange(len(labels)), labels]


if __name__ == "__main__":
    typer.run(pack)
