"""Train the network of surroundings on packed views.

    python -m models.surroundings.train --crops work/surroundings.npz --out work/surroundings.pt

The average of the weights over the last steps is kept.
"""

from pathlib import Path
from typing import Annotated

import numpy as np
import torch
import typer
from torch.nn.functional import binary_cross_entropy_with_logits

from models.surroundings.net import INPUT_PX, SurroundingsNet
from models.surroundings.pack import PACKED_PX
from models.training.learning import HIGHEST_RATE, Learning, seeded
from models.training.light import relight, with_glare
from models.training.packed import unpack
from models.training.shaken import logits_of, moved, seen_at

BATCH, AS_PACKED = 128, 32
"""Views a step, and how many of them are shown in the light in which they were packed."""
MOST_BLUR_PX, LEAST_SCALE = 0.9, 0.6
ALSO = 0.02
"""How often a place without a die is drawn that nobody takes for a face, beside one that passes for it."""
TAKEN_FOR_A_FACE = 0.5
"""Confidence from which a place without a die is one that is to be told."""
LOST = (0.001, 0.01)
"""Shares of dice that may be lost to tell such places: the report says how many are told so."""
SEED = 51


def train(
    crops: Annotated[list[Path], typer.Option(help="Packed by models.surroundings.pack; may be given again")],
    out: Annotated[Path, typer.Option(help="Checkpoint")],
    start: Annotated[Path | None, typer.Option(help="Checkpoint to go on from")] = None,
    minutes: float = 40.0,
    rate: Annotated[float, typer.Option(help="Highest learning rate")] = HIGHEST_RATE,
    threads: int = 1,
    seed: int = SEED,
) -> None:
    """Train for a given time; write the averaged weights and how well places without a die are told."""
    random, data = seeded(seed, threads), unpack(crops)
    net = SurroundingsNet()
    if start is not None:
        net.load_state_dict(torch.load(start)["net"])
    net = net.to(memory_format=torch.channels_last)
    chance, views, dice = weights(data), torch.as_tensor(data["crops"]), torch.as_tensor(data["labels"])
    seen_sideways = torch.zeros(BATCH, dtype=torch.bool)
    learning = Learning(net, minutes, rate, seed)
    for _ in learning.steps():
        picked = torch.multinomial(chance, BATCH, replacement=True, generator=random)
        moves = moved(seen_sideways, random, INPUT_PX / PACKED_PX, mirrored=True, squeezed=True)
        seen = seen_at(moves, views[picked], INPUT_PX)
        relit = relight(with_glare(seen[AS_PACKED:], random), random, MOST_BLUR_PX, LEAST_SCALE)
        shown = torch.cat([relit, seen[:AS_PACKED]]).contiguous(memory_format=torch.channels_last)
        wanted = dice[torch.cat([picked[AS_PACKED:], picked[:AS_PACKED]])].float()
        learning.learn(binary_cross_entropy_with_logits(net(shown), wanted))
        if learning.is_time_to_check(times=12, first=300):
            figures = validation(learning.average, data)
            learning.tell(str(figures))
            learning.save(out, validation=figures)
    figures = validation(learning.average, data)
    learning.tell(str(figures))
    learning.save(out, validation=figures)


def weights(data: dict[str, np.ndarray]) -> torch.Tensor:
    """Return the chance of each view (N,): dice as often as places without one, what validates not at all.

    Sets are drawn by the root of their sizes, places the more often, the surer a face is read there.
    """
    trains = ~data["held_out"]
    dice, none = trains & (data["labels"] == 1), trains & (data["labels"] == 0)
    chance = np.zeros(len(trains))
    for source in np.unique(data["sources"]):
        of_set = dice & (data["sources"] == source)
        chance[of_set] = 1 / np.sqrt(max(1, of_set.sum()))
    chance[none] = ALSO + data["confidence"][none]
    for half in (dice, none):
        chance[half] /= chance[half].sum()
    return torch.as_tensor(chance)


def validation(net: torch.nn.Module, data: dict[str, np.ndarray]) -> dict[str, float]:
    """Return the loss on held-out views, and which share of places taken for faces is told at what cost."""
    held_out = data["held_out"]
    dice, confidence = data["labels"][held_out] == 1, data["confidence"][held_out]
    odds = logits_of(net, torch.as_tensor(data["crops"][held_out]), INPUT_PX)
    loss = binary_cross_entropy_with_logits(odds, torch.as_tensor(dice).float())
    said = odds.cpu().numpy()
    taken = ~dice & (confidence >= TAKEN_FOR_A_FACE)
    told = {
        f"told_at_{share}_lost": round(float((said[taken] < np.quantile(said[dice], share)).mean()), 4)
        for share in LOST
    }
    return {
        "views": len(dice),
        "taken_for_a_face": int(taken.sum()),
        "loss": round(float(loss), 4),
        **told,
    }


if __name__ == "__main__":
    typer.run(train)
