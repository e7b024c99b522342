"""Pack crops with even bodies, to learn to read these as well.

    python -m models.faces.evened --crops work/crops.npz --out work/evened.npz

What the present reader is not sure of is there in all ways to even its body, those included that paint over
its pips, and each other crop in one. Crops that validate do so in all ways.
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
"""A crop to any label of which the present reader gives this chance is read at once. Its own label does not
count: a reader that learns from what it took for something else learns to believe the contrary."""

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
    seed: int = 12,
) -> None:
    """Write the evened crops with all that is known of them, and print how many there are."""
    data = unpack(crops)
    unsure = surest_chances(data, open_faces(models_dir, threads=1)) < SURE
    shown = evened(data, unsure, np.random.default_rng(seed))
    np.savez(out, **{**shown, "weights": shown["weights"] * share})
    print(f"{unsure.sum()} of {len(unsure)} crops in all ways")


def evened(data: Packed, in_all_ways: NDArray[np.bool_], random: np.random.Generator) -> dict[str, Any]:
    """Return packed crops with even bodies: some in all ways, (N,), and each of the others in any one."""
    shown: list[NDArray[np.uint8]] = []
    for crop, in_all in zip(track(data["crops"], "even"), in_all_ways, strict=True):
        ways = even_bodies(np.asarray(crop, np.uint8), PACKED_MARGIN)
        shown.append(ways if in_all else ways[[random.integers(len(ways))]])
    times = [len(ways) for ways in shown]
    per_crop = {name: column for name, column in data.items() if name not in (*PER_SET, "crops")}
    columns = {name: np.repeat(column, times, axis=0) for name, column in per_crop.items()}
    return {**data, **columns, "crops": np.concatenate(shown)}


def surest_chances(data: Packed, faces: FaceReader) -> NDArray[np.float32]:
    """Return what chance the present reader gives the likeliest label of each packed crop, (N,)."""
    edge = (data["crops"].shape[1] - INPUT_PX) // 2
    said = []
    for first in track(range(0, len(data["labels"]), AT_ONCE), "read"):
        some = np.asarray(data["crops"][first : first + AT_ONCE, edge:-edge, edge:-edge], np.uint8)
        nowhere = Places(np.zeros((len(some), 2), np.float32), np.ones(len(some), np.float32))
        said.append(faces.look(np.ascontiguousarray(some), nowhere).probabilities)
    return np.asarray(np.concatenate(said).max(axis=1), np.float32)


if __name__ == "__main__":
    typer.run(pack)
