"""Teach the reader of pips how dice stand to the camera; what it says of faces stays as it is.

    python -m models.faces.train_stance --crops work/leaning.npz --crops work/photographs.npz \\
        --start work/faces.pt --out work/stance.pt --minutes 30

Rendered sets say where the normal of a top face is seen to point. Photographs do not, but their dice lie flat
on one table: what they say together of how the camera stands is what each is to say. Where only rendered dice
were taught, every thirtieth flat die of one set of photographs was taken for a leaning one.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import numpy as np
import torch
import typer

from models.camera_stands import CameraStands
from models.faces.crops import PACKED_PX
from models.faces.net import INPUT_PX, LABELS, StandingFacesNet
from models.faces.stance import LyingFlat
from models.faces.train import in_other_light
from models.training.learning import HIGHEST_RATE, Learning, seeded
from models.training.packed import unpack
from models.training.shaken import as_input, middle, moved
from models.training.together import together

BATCH = 128
TAILS = 4.0
"""Degrees of freedom of what is off: boxes around half a die or two put normals far off, and seldom."""

FINE_STEP = 2
"""Degrees between the heights of the camera that are tried for photographs."""

LEANING_DRAWN = 3.0
"""How much more often than others a leaning die is drawn: they are a tenth of the rendered dice."""

PHOTOGRAPHS = 0.2
"""Share of the steps' crops that are of photographs, once their dice have been asked."""

LEAST_DICE = 3
"""In a photograph, to ask them how its camera stands."""

FIRST_ASKED, ASKED_EVERY = 0.2, 0.1
"""Shares of the time after which photographs are asked how their camera stands, first and again."""

SEED = 31


def train(
    crops: Annotated[list[Path], typer.Option(help="Packed by models.faces.crops; may be given again")],
    start: Annotated[Path, typer.Option(help="Checkpoint of a reader that has learned faces")],
    out: Annotated[Path, typer.Option(help="Checkpoint")],
    minutes: float = 30.0,
    rate: Annotated[float, typer.Option(help="Highest learning rate")] = HIGHEST_RATE,
    threads: int = 1,
) -> None:
    """Train for a given time; write the averaged weights and how far off the dice of photographs are."""
    random = seeded(SEED, threads)
    data = unpack(crops)
    pictures, top_view = torch.as_tensor(data["crops"]), torch.as_tensor(data["top_view"])
    normals, centres = torch.as_tensor(data["normals"]), torch.as_tensor(data["centres"])
    of_photographs = photographs(data)
    net = StandingFacesNet().to(memory_format=torch.channels_last)
    net.load_state_dict(torch.load(start)["net"])
    learning = Learning(net, minutes, rate, SEED)
    asked = FIRST_ASKED
    chance = drawn(data, normals)
    for _ in learning.steps():
        if of_photographs and learning.spent >= asked:
            normals = agreed(learning.average, pictures, centres, normals, of_photographs)
            chance = drawn(data, normals)
            asked += ASKED_EVERY
        for part in (net.near, net.far):
            part.eval()
        picked = torch.multinomial(chance, BATCH, replacement=True, generator=random)
        moves = moved(top_view[picked], random, INPUT_PX / PACKED_PX, mirrored=True, bent=False)
        shown = in_other_light(moves, pictures[picked], random)
        said = net.stances(shown)
        loss = stance_loss(said, seen_normals(moves, normals[picked]))
        learning.learn(loss)
        if learning.is_time_to_check(times=12, first=300):
            learning.tell(f"loss {loss.item():.3f}")
            learning.save(out)
    if of_photographs:
        agreed(learning.average, pictures, centres, normals, of_photographs)
    learning.save(out)


def photographs(data: Mapping[str, np.ndarray]) -> list[torch.Tensor]:
    """Return the rows of flat dice whose normal nobody knows, of pictures that show enough of them."""
    unknown = np.isnan(data["normals"][:, 0]) & (data["labels"] < LABELS.index("cocked")) & ~data["held_out"]
    return [torch.as_tensor(rows) for rows in together(data, unknown) if len(rows) >= LEAST_DICE]


def drawn(data: Mapping[str, np.ndarray], normals: torch.Tensor) -> torch.Tensor:
    """Return the chance of each crop: none where its normal is not known."""
    known = torch.isfinite(normals[:, 0]) & torch.as_tensor(~data["held_out"])
    rendered = known & torch.isfinite(torch.as_tensor(data["normals"][:, 0]))
    leaning = torch.as_tensor(data["labels"] == LABELS.index("cocked"))
    chance = rendered * torch.where(leaning, LEANING_DRAWN, 1.0).double()
    photographed = known & ~rendered
    each = PHOTOGRAPHS / (1 - PHOTOGRAPHS) * chance.sum() / photographed.sum().clamp(min=1)
    return torch.where(photographed, each, chance)


def agreed(
    net: torch.nn.Module,
    pictures: torch.Tensor,
    centres: torch.Tensor,
    normals: torch.Tensor,
    of_photographs: list[torch.Tensor],
) -> torch.Tensor:
    """Return normals (N, 2), those of photographs as their dice agree on; print how far off each said."""
    lying = LyingFlat(CameraStands(FINE_STEP))
    found = normals.clone()
    off = []
    net.eval()
    with torch.no_grad():
        for rows in of_photographs:
            said = net.stances(as_input(middle(pictures[rows], INPUT_PX)))
            found[rows] = lying.normals(said, centres[rows])
            off.append((found[rows] - said[:, :2]).norm(dim=1))
    print("off in photographs:", torch.cat(off).quantile(torch.tensor([0.5, 0.9, 0.99])).tolist(), flush=True)
    return found


def stance_loss(said: torch.Tensor, normals: torch.Tensor) -> torch.Tensor:
    """Return the mean negative logarithm of the density that stances (N, 3) give to normals (N, 2)."""
    squares = ((said[:, :2] - normals) ** 2).sum(dim=1)
    within = torch.log1p(squares / (TAILS * torch.exp(2 * said[:, 2])))
    return (2 * said[:, 2] + (TAILS / 2 + 1) * within).mean()


def seen_normals(moves: torch.Tensor, normals: torch.Tensor) -> torch.Tensor:
    """Return normals (N, 2) of packed crops as they are seen in what unbent moves (N, 2, 3) show of them."""
    turns = moves[:, :, :2]
    size = torch.linalg.det(turns).abs().sqrt()[:, None, None]
    return ((turns / size).transpose(1, 2) @ normals[:, :, None])[:, :, 0]


if __name__ == "__main__":
    typer.run(train)
