"""Train the reader of numerals on packed crops.

    python -m models.numerals.train --crops work/numerals.npz --tiles work/tiles.npz --out work/numerals.pt

Beside the crops of dice, pictures of numbers drawn from tiles teach to read them in hundreds of fonts. Where
the numbers lie, rendered sets say; of photographs a network that goes on from a checkpoint finds it itself.
The average of the weights over the last steps is kept.
"""

from pathlib import Path
from typing import Annotated, Literal

import numpy as np
import torch
import typer
from torch import nn
from torch.nn.functional import cross_entropy, one_hot

from models.numerals.crops import PACKED_PX
from models.numerals.net import (
    FACES,
    INPUT_PX,
    LABELS,
    NUMBERED,
    UPRIGHT_PX,
    NumeralsNet,
    Told,
    any_number,
    place_loss,
)
from models.numerals.pictures import half_relit, number_pictures
from models.numerals.places_by_number import places_by_number
from models.numerals.turns import turn_loss
from models.training.learning import HIGHEST_RATE, Learning, seeded
from models.training.packed import unpack
from models.training.shaken import held_out_report, moved, sampling_weights, seen_at
from models.upright.places import seen_places

BATCH = 96
DRAWN, DRAWN_TURNED = 128, 64  # pictures of numbers, upright and turned, a step
SMOOTHING = 0.01  # one label in a thousand is wrong, and a sure network cannot be calibrated
PLACE_WEIGHT = 1.0  # of the numbers' places, where they are known
TOLD, TOLD_TURN = 0.7, 0.5  # share of the known places and turns that are told, while it learns to find them
TOLD_ERROR = 0.05  # what is told is a little off
SEED = 6


def train(
    crops: Annotated[list[Path], typer.Option(help="Packed by models.numerals.crops; may be given again")],
    tiles: Annotated[Path, typer.Option(help="Packed by models.numerals.tiles")],
    out: Annotated[Path, typer.Option(help="Checkpoint")],
    minutes: float = 60.0,
    start: Annotated[Path | None, typer.Option(help="Go on from this checkpoint")] = None,
    rate: Annotated[float, typer.Option(help="Highest learning rate; half of it to go on")] = HIGHEST_RATE,
    only: Annotated[
        Literal["die", "numbers"] | None,
        typer.Option(help="Teach what looks at the whole die, or at its number, alone; with --start"),
    ] = None,
    threads: int = 1,
    seed: int = SEED,
) -> None:
    """Train for a given time; write the averaged weights and how each set's held-out crops are read."""
    random = seeded(seed, threads)
    data = unpack(crops)
    drawn = torch.as_tensor(np.load(tiles)["tiles"])
    pictures, labels = torch.as_tensor(data["crops"]), torch.as_tensor(data["labels"])
    places = torch.as_tensor(data["places"])
    top_view = torch.as_tensor(data["top_view"])
    clear = torch.as_tensor(data["clear"])
    wanted_labels = asked(labels, clear)
    chance = sampling_weights(data, len(LABELS))
    net = NumeralsNet().to(memory_format=torch.channels_last)
    if start is not None:
        net.load_state_dict(torch.load(start)["net"])
        unknown = clear & (labels < FACES) & ~placed(places)
        places[unknown] = places_by_number(net, pictures[unknown], number_of(labels[unknown]))
        print(f"places told by numbers: {int(placed(places[unknown]).sum())} of {int(unknown.sum())}")
    known = clear & placed(places)
    left = parts_left(net, only)
    for part in left:
        part.requires_grad_(False)
    learning = Learning(net, minutes, rate, seed)
    for _ in learning.steps():
        for part in left:
            part.eval()
        picked = torch.multinomial(chance, BATCH, replacement=True, generator=random)
        moves = moved(top_view[picked], random, INPUT_PX / PACKED_PX, mirrored=False)
        shown = half_relit(seen_at(moves, pictures[picked], INPUT_PX), random)
        wanted, sure = seen_places(moves, places[picked]), known[picked]
        near = wanted + torch.randn(wanted.shape, generator=random) * TOLD_ERROR
        told = Told(
            near,
            flat=sure & (torch.rand(len(picked), generator=random) < TOLD),
            turn=sure & (torch.rand(len(picked), generator=random) < TOLD_TURN),
        )
        seen = net.look(shown.to(memory_format=torch.channels_last), told)
        loss = cross_entropy(seen.logits, wanted_labels[picked], label_smoothing=SMOOTHING)
        off = (place_loss(seen, wanted) * sure).sum() / sure.sum().clamp(min=1)
        loss = loss + PLACE_WEIGHT * off
        if only != "die":
            loss = loss + drawn_loss(net, drawn, random)
        learning.learn(loss)
        if learning.is_time_to_check(times=16, first=300):
            report = held_out_report(learning.average, data, INPUT_PX)
            learning.tell(f"loss {loss.item():.3f} of places {off.item():.3f} {report}")
            learning.save(out)
    learning.tell(held_out_report(learning.average, data, INPUT_PX))
    learning.save(out)


def parts_left(net: NumeralsNet, only: Literal["die", "numbers"] | None) -> list[nn.Module]:
    """Return the layers that stay as they are where something is taught alone."""
    match only:
        case "die":
            return [net.turn, net.ways, net.nearer, net.number, net.numbers]
        case "numbers":
            return [net.near, net.far, net.here, net.top]
        case None:
            return []


def drawn_loss(net: NumeralsNet, tiles: torch.Tensor, random: torch.Generator) -> torch.Tensor:
    """Return how wrongly drawn numbers are read, and how wrongly it is told which way they stand."""
    upright, numbers = number_pictures(tiles, DRAWN, UPRIGHT_PX, None, random)
    turns = torch.rand(DRAWN_TURNED, generator=random) * (2 * torch.pi)
    turned, _ = number_pictures(tiles, DRAWN_TURNED, UPRIGHT_PX, turns, random)
    upright, turned = (shown.contiguous(memory_format=torch.channels_last) for shown in (upright, turned))
    misread = cross_entropy(net.number_in(upright), numbers, label_smoothing=SMOOTHING)
    return misread + turn_loss(net.stands(turned)[0], turns).mean()


def asked(labels: torch.Tensor, clear: torch.Tensor) -> torch.Tensor:
    """Return the wanted probabilities (N, labels): of dice whose number cannot be seen, only the kind."""
    wanted = one_hot(labels, len(LABELS)).float()
    return torch.where((clear | (labels >= FACES))[:, None], wanted, any_number()[labels])


def placed(places: torch.Tensor) -> torch.Tensor:
    """Return which places (N, 2, 3) are known, (N,); unknown ones are zeros."""
    return places.abs().sum(dim=(1, 2)) > 0


def number_of(labels: torch.Tensor) -> torch.Tensor:
    """Return the numbers (N,), 0 for the first, of faces (N,)."""
    return torch.tensor([number for highest in NUMBERED.values() for number in range(highest)])[labels]


if __name__ == "__main__":
    typer.run(train)
