"""Teach layers with more channels which way a number stands, where others leave that in doubt.

    python -m models.numerals.train_turns --crops work/close_numerals.npz:9 --tiles work/tiles.npz \\
        --start work/numerals.pt --out work/numerals2.pt

They begin as the layers that are asked first, and learn from numbers as the reader finds them, as
`found_numbers` has them, and from drawn ones; all else of the network stays as it is. They want many numbers,
which `--dice close-numerals` renders.
"""

from collections import OrderedDict
from pathlib import Path
from typing import Annotated

import numpy as np
import torch
import typer
from torch import nn

from models.numerals.found_numbers import FoundNumbers, found_in, turned_by
from models.numerals.net import UPRIGHT_PX, NumeralsNet
from models.numerals.pictures import half_relit, number_pictures
from models.numerals.saved import opened, save
from models.numerals.turns import turn_loss
from models.training.learning import HIGHEST_RATE, Learning, draws, seeded
from models.training.wider import flattened, layers, widen

BATCH, DRAWN = 128, 64  # numbers of dice and drawn ones, a step
CELLS, COLOURS = 16, 3
TEMPERATURES = (0.7, 0.85, 1.0, 1.2, 1.4, 1.7)
SEED = 31


def train(
    crops: Annotated[list[str], typer.Option(help="FILE or FILE:WEIGHT of models.numerals.crops; again")],
    tiles: Annotated[Path, typer.Option(help="Packed by models.numerals.tiles")],
    start: Annotated[Path, typer.Option(help="Checkpoint of the whole reader")],
    out: Annotated[Path, typer.Option(help="Checkpoint")],
    minutes: float = 60.0,
    rate: Annotated[float, typer.Option(help="Highest learning rate")] = HIGHEST_RATE / 2,
    go_on: Annotated[
        bool, typer.Option(help="From what the checkpoint's own such layers have learned")
    ] = False,
    threads: int = 1,
    seed: int = SEED,
) -> None:
    """Train for a given time; write the reader with the averaged weights of these layers."""
    random = seeded(seed, threads)
    saved, net = opened(start)
    if not go_on:
        begin(net)
    data, chance = found_in(net, crops, random, clear_only=True)
    drawn = torch.as_tensor(np.load(tiles)["tiles"])
    asked = OrderedDict(turn_doubtful=net.turn_doubtful, ways_doubtful=net.ways_doubtful)
    doubtful = nn.Sequential(asked).to(memory_format=torch.channels_last)
    learning = Learning(doubtful, minutes, rate, seed)
    for _ in learning.steps():
        picked = torch.multinomial(chance, BATCH, replacement=True, generator=random)
        turns = torch.rand(BATCH + DRAWN, generator=random) * (2 * torch.pi)
        of_dice = half_relit(turned_by(turns[:BATCH], data.pictures[picked], random), random)
        others, _ = number_pictures(drawn, DRAWN, UPRIGHT_PX, turns[BATCH:], random)
        turns[:BATCH] += data.off[picked]
        shown = torch.cat([of_dice, others])
        learning.learn(turn_loss(doubtful(shown.contiguous(memory_format=torch.channels_last)), turns).mean())
        if learning.is_time_to_check(times=12, first=300):
            learning.tell(report(net, learning.average, data))
            save(saved, net, learning.average, out)
    learning.tell(report(net, learning.average, data))
    save(saved, net, learning.average, out)


def begin(net: NumeralsNet) -> None:
    """Let the layers for what is in doubt say what those say that are asked first; mutates the network."""
    last = widen(layers(net.turn), layers(net.turn_doubtful), torch.arange(COLOURS))
    widen([net.ways], [net.ways_doubtful], flattened(last, CELLS))


def report(net: NumeralsNet, doubtful: nn.Module, data: FoundNumbers) -> str:
    """Return how far held-out numbers are from what is said of them: by the others, these layers, and both.

    As the mean negative logarithm of the right turn's chance, at the temperature at which it is least.
    """
    doubtful.eval()
    parts = []
    for kind, of_kind in (("d20", data.of_d20), ("d6n", ~data.of_d20)):
        rows = (data.held_out & of_kind).nonzero()[:, 0]
        random = draws(SEED)
        turns = torch.rand(len(rows), generator=random) * (2 * torch.pi)
        with torch.no_grad():
            shown = turned_by(turns, data.pictures[rows], random)
            said = torch.log_softmax(torch.stack([net.stands(shown)[0], doubtful(shown)]), dim=2)
        for name, ways in (("others", said[0]), ("these", said[1]), ("both", said.mean(dim=0))):
            off = min(float(turn_loss(ways / heat, turns + data.off[rows]).mean()) for heat in TEMPERATURES)
            parts.append(f"{kind} {name} {off:.4f}")
    return " ".join(parts)


if __name__ == "__main__":
    typer.run(train)
