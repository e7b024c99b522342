"""Train the reader of top faces on packed crops.

    python -m models.faces.train --crops work/crops.npz --out work/faces.pt --minutes 45

About 10 steps of 128 crops a second on two CPU cores that multiply bfloat16, 7 without. The average of the
weights over the last steps is kept.
"""

from pathlib import Path
from typing import Annotated

import torch
import typer
from torch.nn.functional import affine_grid, binary_cross_entropy_with_logits, cross_entropy, grid_sample

from models.faces.crops import PACKED_PX
from models.faces.net import INPUT_PX, LABELS, StandingFacesNet
from models.faces.saved import net_of
from models.training.learning import HIGHEST_RATE, Learning, seeded
from models.training.light import relight, sharpened, with_glare
from models.training.packed import unpack
from models.training.shaken import held_out_report, logits_of, moved, sampling_weights, seen_at
from models.upright.places import TOP_CELLS

BATCH = 128
SMOOTHING = 0.01  # one label in a thousand is wrong, and a sure network cannot be calibrated
TOP_WEIGHT = 0.5  # of the top face's map, which only rendered sets have
MOST_BLUR_PX, LEAST_SCALE = 1.05, 0.6  # stronger blur made the reader unsure of dice that people read at once
MISTAKEN_WEIGHT = 3.0  # when going on, a crop whose label is given no chance is drawn so much more often
SEED = 5


def train(
    crops: Annotated[list[Path], typer.Option(help="Packed by models.faces.crops; may be given again")],
    out: Annotated[Path, typer.Option(help="Checkpoint")],
    minutes: float = 45.0,
    start: Annotated[Path | None, typer.Option(help="Go on from this checkpoint")] = None,
    rate: Annotated[float, typer.Option(help="Highest learning rate; half of it to go on")] = HIGHEST_RATE,
    threads: int = 1,
    seed: int = SEED,
) -> None:
    """Train for a given time; write the averaged weights and how each set's held-out crops are read."""
    random = seeded(seed, threads)
    data = unpack(crops)
    pictures, labels = torch.as_tensor(data["crops"]), torch.as_tensor(data["labels"])
    top_view = torch.as_tensor(data["top_view"])
    tops, top_known = torch.as_tensor(data["tops"]), torch.as_tensor(data["top_known"])
    chance = sampling_weights(data, len(LABELS))
    net = StandingFacesNet() if start is None else net_of(torch.load(start)["net"])
    net.to(memory_format=torch.channels_last)
    if start is not None:
        chance = chance * mistaken(net, pictures, labels)
    learning = Learning(net, minutes, rate, seed)
    for _ in learning.steps():
        picked = torch.multinomial(chance, BATCH, replacement=True, generator=random)
        places = moved(top_view[picked], random, INPUT_PX / PACKED_PX, mirrored=True, squeezed=True)
        shown = in_other_light(places, pictures[picked], random)
        logits, tops_guessed = net.learn(shown)
        loss = cross_entropy(logits, labels[picked], label_smoothing=SMOOTHING)
        loss = loss + TOP_WEIGHT * top_loss(tops_guessed, places, tops[picked], top_known[picked])
        learning.learn(loss)
        if learning.is_time_to_check(times=12, first=300):
            learning.tell(f"loss {loss.item():.3f} {held_out_report(learning.average, data, INPUT_PX)}")
            learning.save(out)
    learning.tell(held_out_report(learning.average, data, INPUT_PX))
    learning.save(out)


def in_other_light(places: torch.Tensor, pictures: torch.Tensor, random: torch.Generator) -> torch.Tensor:
    """Return what packed crops (N, P, P, 3) show at places (N, 2, 3) in other light, through other lenses."""
    shown = with_glare(seen_at(places, pictures, INPUT_PX), random)
    shown = sharpened(relight(shown, random, MOST_BLUR_PX, LEAST_SCALE), random)
    return shown.to(memory_format=torch.channels_last)


def top_loss(
    guessed: torch.Tensor, places: torch.Tensor, tops: torch.Tensor, known: torch.Tensor
) -> torch.Tensor:
    """Return how far the maps (N, 12, 12) are from packed top faces (N, 24, 24), over those known."""
    grid = affine_grid(places, [len(places), 1, TOP_CELLS, TOP_CELLS], align_corners=False)
    wanted = grid_sample(tops[:, None].float() / 255, grid, align_corners=False)[:, 0]
    loss = binary_cross_entropy_with_logits(guessed, wanted, reduction="none").mean(dim=(1, 2))
    return (loss * known).sum() / known.sum().clamp(min=1)


def mistaken(
    net: torch.nn.Module, pictures: torch.Tensor, labels: torch.Tensor, weight: float = MISTAKEN_WEIGHT
) -> torch.Tensor:
    """Return how much more often each crop is to be drawn: the less, the surer a network is of its label.

    Dominoes and printed pips are few among places without a die, marbled dice among dice, and both the worst.
    """
    chances = torch.softmax(logits_of(net, pictures, INPUT_PX), 1).double()
    return 1 + weight * (1 - chances[torch.arange(len(labels)), labels])


if __name__ == "__main__":
    typer.run(train)
