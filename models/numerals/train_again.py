"""Teach the second set of layers which number it is, from many numbers alone.

    python -m models.numerals.train_again --crops work/close_numerals.npz:9 --tiles work/tiles.npz \\
        --start work/numerals.pt --out work/numerals2.pt

They learn from numbers as the reader finds them, as `found_numbers` has them, and from drawn ones; all else
of the network stays as it is. Of a number that nobody can read any one is asked for.
"""

from pathlib import Path
from typing import Annotated

import numpy as np
import torch
import typer
from torch import nn
from torch.nn.functional import one_hot

from models.numerals.found_numbers import FoundNumbers, found_in, turned_by
from models.numerals.net import FARTHER, NUMBERED, NUMBERS, UPRIGHT_PX, NumeralsNet
from models.numerals.pictures import half_relit, number_pictures
from models.numerals.saved import opened, save
from models.training.learning import HIGHEST_RATE, Learning, draws, seeded

DRAWN = 1 / 2  # drawn numbers a step, for each of a die
SMOOTHING = 0.01
UNCLEAR = 0.5  # so often are those drawn that nobody can read
AS_FOUND, UPRIGHT = 0.7, 0.35  # share shown as the reader turned them, of those no farther off, radians
TURN_ERROR = 0.1  # of the others, in radians
EXCHANGED, NEGATIVE = 0.2, 0.1  # shares whose colours are exchanged, and turned into their opposites
NEVER = -50.0
CHECKED = 6  # one of so many held-out numbers is looked at
SEED = 41


class Again(nn.Module):
    """The second set alone: upright pictures (N, 3, 32, 32) -> logits of numbers (N, 20)."""

    def __init__(self, net: NumeralsNet) -> None:
        super().__init__()
        self.number_again, self.numbers_again, self.drop = net.number_again, net.numbers_again, net.drop

    def forward(self, upright: torch.Tensor) -> torch.Tensor:
        logits: torch.Tensor = self.numbers_again(self.drop(self.number_again(upright).flatten(1)))
        return logits


def train(
    crops: Annotated[list[str], typer.Option(help="FILE or FILE:WEIGHT of models.numerals.crops; again")],
    tiles: Annotated[Path, typer.Option(help="Packed by models.numerals.tiles")],
    start: Annotated[Path, typer.Option(help="Checkpoint of the whole reader, with two sets")],
    out: Annotated[Path, typer.Option(help="Checkpoint")],
    minutes: float = 35.0,
    rate: Annotated[float, typer.Option(help="Highest learning rate")] = HIGHEST_RATE / 2,
    batch: Annotated[int, typer.Option(help="Numbers of dice a step; more on a GPU")] = 128,
    threads: int = 1,
    seed: int = SEED,
) -> None:
    """Train for a given time; write the reader with the averaged weights of these layers."""
    random = seeded(seed, threads)
    saved, net = opened(start)
    data, chance = found_in(net, crops, random, clear_only=False)
    chance = chance * torch.where(data.clear, 1.0, UNCLEAR)
    drawn = torch.as_tensor(np.load(tiles)["tiles"])
    again = Again(net).to(memory_format=torch.channels_last)
    learning = Learning(again, minutes, rate, seed)
    of_drawn = torch.ones(round(DRAWN * batch), dtype=torch.bool)
    for _ in learning.steps():
        one = data.of(torch.multinomial(chance, batch, replacement=True, generator=random))
        of_dice = half_relit(turned_by(turns_of(one.off, random), one.pictures, random, FARTHER), random)
        others, numbers = number_pictures(drawn, len(of_drawn), UPRIGHT_PX, None, random)
        shown = in_other_colours(torch.cat([of_dice, others]), random)
        of_d20, clear = (torch.cat([known, of_drawn]) for known in (one.of_d20, one.clear))
        told = told_of(again(shown.contiguous(memory_format=torch.channels_last)), of_d20)
        wanted = asked(torch.cat([one.numbers, numbers]), of_d20, clear)
        learning.learn(-(wanted * told).sum(dim=1).mean())
        if learning.is_time_to_check(times=10, first=200):
            learning.tell(report(net, learning.average, data))
            save(saved, net, learning.average, out)
    learning.tell(report(net, learning.average, data))
    save(saved, net, learning.average, out)


def turns_of(off: torch.Tensor, random: torch.Generator) -> torch.Tensor:
    """Return by how much to turn numbers that still stand turned by `off` (N,), radians.

    Most of those that the reader turned well stay so, as they are shown in use; others stand upright, nearly.
    """
    upright = torch.randn(len(off), generator=random) * TURN_ERROR - off
    as_found = (off.abs() < UPRIGHT) & (torch.rand(len(off), generator=random) < AS_FOUND)
    return torch.where(as_found, 0.0, upright)


def in_other_colours(shown: torch.Tensor, random: torch.Generator) -> torch.Tensor:
    """Return pictures (N, 3, H, W) in 0..1, colours of some exchanged, and of some turned into opposites."""
    drawn = torch.rand((len(shown), 1, 1, 1), generator=random)
    exchanged = torch.where(drawn < EXCHANGED, shown[:, torch.randperm(3, generator=random)], shown)
    return torch.where(drawn > 1 - NEGATIVE, 1 - exchanged, exchanged)


def told_of(logits: torch.Tensor, of_d20: torch.Tensor) -> torch.Tensor:
    """Return logarithms of the chances (N, 20) of numbers, those alone that the kind of die has."""
    return torch.log_softmax(logits.masked_fill(~possible(of_d20), NEVER), dim=1)


def asked(numbers: torch.Tensor, of_d20: torch.Tensor, clear: torch.Tensor) -> torch.Tensor:
    """Return the wanted chances (N, 20) of numbers: of those that nobody can read, the same of all."""
    of_kind = possible(of_d20).float()
    any_one = of_kind / of_kind.sum(dim=1, keepdim=True)
    sure = (1 - SMOOTHING) * one_hot(numbers, NUMBERS) + SMOOTHING * any_one
    return torch.where(clear[:, None], sure, any_one)


def possible(of_d20: torch.Tensor) -> torch.Tensor:
    """Return which numbers (N, 20) dice have."""
    highest = torch.where(of_d20, NUMBERED["d20"], NUMBERED["d6n"])
    return torch.arange(NUMBERS) < highest[:, None]


def report(net: NumeralsNet, again: nn.Module, data: FoundNumbers) -> str:
    """Return the mean negative logarithm of the chances of clear held-out numbers: first set, these, both."""
    again.eval()
    parts = []
    for kind, of_kind in (("d20", data.of_d20), ("d6n", ~data.of_d20)):
        one = data.of((data.held_out & data.clear & of_kind).nonzero()[::CHECKED, 0])
        turns = torch.where(one.off.abs() < UPRIGHT, 0.0, -one.off)
        with torch.no_grad():
            said = torch.stack(
                [
                    told_of(reads(turned_by(turns, one.pictures, draws(SEED), farther)), one.of_d20)
                    for reads, farther in ((net.number_in, 1.0), (again, FARTHER))
                ]
            )
        for name, told in (("first", said[0]), ("these", said[1]), ("both", said.mean(dim=0))):
            right = torch.log_softmax(told, dim=1).gather(1, one.numbers[:, None])
            parts.append(f"{kind} {name} {-right.mean():.4f}")
    return " ".join(parts)


if __name__ == "__main__":
    typer.run(train)
