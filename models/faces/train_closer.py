"""Teach the reader of doubtful faces to look at the top face more closely.

    python -m models.faces.train_closer --crops work/crops.npz --start work/doubtful.pt --out work/closer.pt
    python -m models.faces.train_closer --crops work/crops.npz --start work/closer.pt --out work/b.pt --whole

The rest of it stays as it is, or with `--whole` goes on learning beside. Where top faces lie rendered sets
say; of photographs the network finds it itself. The average of the weights over the last steps is kept.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, NamedTuple

import torch
import typer
from torch.nn.functional import cross_entropy

from models.faces.closer import CloserFacesNet, nearer
from models.faces.crops import PACKED_PX
from models.faces.net import FACES, INPUT_PX, LABELS
from models.faces.saved import net_of
from models.faces.train import BATCH, SMOOTHING, TOP_WEIGHT, in_other_light, mistaken, top_loss
from models.training.learning import HIGHEST_RATE, Learning, seeded
from models.training.packed import unpack
from models.training.shaken import held_out_report, moved, sampling_weights
from models.upright.corrections import correction_loss, corrections_of
from models.upright.places import USUAL_REACH, flat_of, misplaced, place_of, seen_places

TOLD, TOLD_ERROR = 0.3, 0.04
"""Share of the known places that are told at the first look, and how far off these are, in half crops."""

SEED = 8


class Seen(NamedTuple):
    """Crops (N, 3, 48, 48) and the features of the whole of them, (N, 96, 12, 12) and (N, 256, 3, 3)."""

    crops: torch.Tensor
    near: torch.Tensor
    far: torch.Tensor

    def of(self, some: torch.Tensor) -> "Seen":
        """Return what is seen of some crops; what is learned of it leaves the whole look as it is."""
        return Seen(self.crops[some], self.near[some].detach(), self.far[some].detach())


def train(
    crops: Annotated[list[Path], typer.Option(help="Packed by models.faces.crops; may be given again")],
    start: Annotated[Path, typer.Option(help="Checkpoint of a reader that does not look closer, or does")],
    out: Annotated[Path, typer.Option(help="Checkpoint")],
    minutes: float = 60.0,
    rate: Annotated[float, typer.Option(help="Highest learning rate")] = HIGHEST_RATE,
    whole: Annotated[bool, typer.Option(help="Let what reads the whole crop learn as well")] = False,
    threads: int = 1,
    seed: int = SEED,
) -> None:
    """Train for a given time; write the averaged weights and how each set's held-out crops are read."""
    random = seeded(seed, threads)
    data = unpack(crops)
    pictures, labels = torch.as_tensor(data["crops"]), torch.as_tensor(data["labels"])
    top_view, places = torch.as_tensor(data["top_view"]), torch.as_tensor(data["places"])
    tops, top_known = torch.as_tensor(data["tops"]), torch.as_tensor(data["top_known"])
    known = places.abs().sum(dim=(1, 2)) > 0
    net = begun(torch.load(start)["net"], whole=whole)
    chance = sampling_weights(data, len(LABELS)) * mistaken(net, pictures, labels)
    if not whole:
        chance = chance * (labels < FACES)
    learning = Learning(net, minutes, rate, seed)
    for _ in learning.steps():
        if not whole:
            for part in net.known():
                part.eval()
        picked = torch.multinomial(chance, BATCH, replacement=True, generator=random)
        moves = moved(top_view[picked], random, INPUT_PX / PACKED_PX, mirrored=True, squeezed=True)
        shown = in_other_light(moves, pictures[picked], random)
        seen = seen_by(net, shown)
        face = labels[picked] < FACES
        faces, flat = picked[face], wanted(moves[face], places[picked[face]])
        loss = closer_loss(net, seen.of(face), flat, known[faces], labels[faces], random)
        if whole:
            misread = cross_entropy(net.labelled(seen.far), labels[picked], label_smoothing=SMOOTHING)
            missed = top_loss(net.top(seen.near)[:, 0], moves, tops[picked], top_known[picked])
            loss = loss + misread + TOP_WEIGHT * missed
        learning.learn(loss)
        if learning.is_time_to_check(times=12, first=300):
            learning.tell(f"loss {loss.item():.3f} {held_out_report(learning.average, data, INPUT_PX)}")
            learning.save(out)
    learning.tell(held_out_report(learning.average, data, INPUT_PX))
    learning.save(out)


def begun(saved: Mapping[str, torch.Tensor], *, whole: bool = False) -> CloserFacesNet:
    """Return a network that reads as the saved one does; its closer look is to be learned, or the `whole`."""
    before, net = net_of(saved), CloserFacesNet()
    net.load_state_dict({**net.state_dict(), **before.state_dict()})
    for part in net.known():
        part.requires_grad_(whole)
    net.to(memory_format=torch.channels_last)
    return net


def seen_by(net: CloserFacesNet, crops: torch.Tensor) -> Seen:
    """Return what a network sees of crops (N, 3, 48, 48) before it looks closer."""
    near = net.near(crops)
    return Seen(crops, near, net.far(near))


def wanted(moves: torch.Tensor, places: torch.Tensor) -> torch.Tensor:
    """Return the flat places (N, 2, 3) of top faces in what is shown of packed crops.

    Of unknown ones, which are zeros, some place that may be computed with.
    """
    anywhere = torch.tensor([[USUAL_REACH, 0.0, 0.0], [0.0, USUAL_REACH, 0.0]])
    known = places.abs().sum(dim=(1, 2)) > 0
    return torch.where(known[:, None, None], flat_of(seen_places(moves, places)), anywhere)


def closer_loss(
    net: CloserFacesNet,
    seen: Seen,
    flat: torch.Tensor,
    known: torch.Tensor,
    faces: torch.Tensor,
    random: torch.Generator,
) -> torch.Tensor:
    """Return how wrongly the top faces of what is seen are found, corrected and read.

    The right `faces` (N,) begin with 0 for a 1; flat places (N, 2, 3) count where they are `known` (N,).
    """
    heat, cells = net.find(seen.near, seen.far)
    told = known & (torch.rand(len(known), generator=random) < TOLD)
    beside = flat + torch.randn(flat.shape, generator=random) * TOLD_ERROR
    first = torch.where(told[:, None, None], beside, place_of(heat, cells).detach())
    corrections = net.correct(seen.crops, first)
    read = net.read(seen.crops, nearer(first, corrections.detach()))
    off = misplaced(heat, cells, flat) + correction_loss(corrections, corrections_of(first, flat))
    misread = cross_entropy(read, faces, label_smoothing=SMOOTHING)
    return misread + (off * known).sum() / known.sum().clamp(min=1)


if __name__ == "__main__":
    typer.run(train)
