"""Train the finder of dice on labelled sets, real and rendered.

    python -m models.finder.train --set DIR --set DIR:3 ... --out work/finder.pt --minutes 50

A set's weight after the colon says how often its pictures are drawn. About 0.8 s a step of 12 windows on one
CPU core; each quarter of an hour counts. Of the averages of the weights over the last steps, the one with the
best validation is kept.
"""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import cv2
import torch
import typer
from torch.nn.functional import relu
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from models.finder.net import UNIT_PX, FinderNet
from models.finder.windows import Sample, window
from models.sets import SetPicture, is_held_out, set_pictures, weighted_set
from models.training.learning import HIGHEST_RATE, Learning, seeded
from models.training.light import relight

CHECKED_AT_ONCE = 16
BOX_WEIGHT = 1.0
SEED = 7


class Windows(IterableDataset[Sample]):
    """Endless random windows of sets, each drawn as often as it weighs; every process draws its own."""

    def __init__(self, sets: list[tuple[list[SetPicture], float]], seed: int) -> None:
        self._pictures = [pictures for pictures, _ in sets]
        self._weights = [weight for _, weight in sets]
        self._seed = seed

    def __iter__(self) -> Iterator[Sample]:
        process = get_worker_info()
        rng = random.Random(f"{self._seed} {process.id if process else 0}")
        while True:
            yield window(rng.choice(rng.choices(self._pictures, self._weights)[0]), rng)


def stacked(samples: list[Sample]) -> Sample:
    """Return samples as one batch."""
    shown, heat, sides, weight = (torch.stack(part) for part in zip(*samples, strict=True))
    return shown, heat, sides, weight


def loss_of(
    net: torch.nn.Module, batch: Sample, generator: torch.Generator | None
) -> tuple[torch.Tensor, float]:
    """Return focal loss of the heat plus GIoU loss of the boxes, and the mean overlap at the centres."""
    shown, heat, sides, weight = (part.to(torch.get_default_device()) for part in batch)
    pictures = shown.float() / 255
    if generator is not None:
        pictures = relight(pictures, generator)
    logits, log_sides = net(pictures.to(memory_format=torch.channels_last))
    guess = torch.sigmoid(logits).clamp(1e-4, 1 - 1e-4)
    centre = heat > 0.999
    focal = torch.where(
        centre,
        (1 - guess) ** 2 * torch.log(guess),
        (1 - heat) ** 4 * guess**2 * torch.log(1 - guess),
    )
    count = centre.sum().clamp(min=1)
    heat_loss = -(focal * weight[:, 0]).sum() / count
    overlap, giou = _overlaps(torch.exp(log_sides.clamp(-3, 4)) * UNIT_PX, sides)
    share = weight[:, 1] / weight[:, 1].sum().clamp(min=1)
    log_error = (log_sides - torch.log(sides / UNIT_PX)).abs().mean(dim=1)
    box_loss = ((1 - giou + 0.3 * log_error) * share).sum()
    return heat_loss + BOX_WEIGHT * box_loss, float((overlap * share).sum().detach())


def _overlaps(one: torch.Tensor, other: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Return IoU and GIoU of boxes given as sides (N, 4, ...) from a common point."""
    least, most = torch.minimum(one, other), torch.maximum(one, other)
    shared = relu(least[:, 0] + least[:, 2]) * relu(least[:, 1] + least[:, 3])
    area_one = (one[:, 0] + one[:, 2]) * (one[:, 1] + one[:, 3])
    area_other = (other[:, 0] + other[:, 2]) * (other[:, 1] + other[:, 3])
    union = area_one + area_other - shared
    hull = (most[:, 0] + most[:, 2]) * (most[:, 1] + most[:, 3])
    overlap = shared / union
    return overlap, overlap - (hull - union) / hull


def train(
    sets: Annotated[list[str], typer.Option("--set", help="A labelled set, DIR or DIR:WEIGHT")],
    out: Annotated[Path, typer.Option(help="Checkpoint")],
    minutes: float = 50.0,
    start: Annotated[Path | None, typer.Option(help="Go on from this checkpoint")] = None,
    rate: Annotated[float, typer.Option(help="Highest learning rate; half of it to go on")] = HIGHEST_RATE,
    batch: Annotated[int, typer.Option(help="Windows a step; more on a GPU")] = 16,
    processes: Annotated[int, typer.Option(help="That draw windows; many for a GPU")] = 1,
    threads: int = 1,
    seed: int = SEED,
) -> None:
    """Train for a given time and write the averaged weights with the best validation."""
    generator = seeded(seed, threads)
    cv2.setNumThreads(1)  # before processes are forked: they would wait for threads that they do not have
    train_sets, held_out = [], []
    for one in map(weighted_set, sets):
        # Split by scene, never by frame: neighbours of one clip are near copies.
        pictures = set_pictures(one.folder)
        train_sets.append(([p for p in pictures if not is_held_out(p)], one.weight))
        held_out += [p for p in pictures if is_held_out(p)]
    random.Random(SEED).shuffle(held_out)
    rng = random.Random(SEED)
    checks = [window(picture, rng) for picture in held_out[:96]]
    source = iter(DataLoader(Windows(train_sets, seed), batch, num_workers=processes, collate_fn=stacked))
    net = FinderNet().to(memory_format=torch.channels_last)
    if start is not None:
        net.load_state_dict(torch.load(start)["net"])
    learning = Learning(net, minutes, rate, seed, rise=100, last=0.02, decay=1e-4, most_gradient=5.0)
    best = float("inf")
    for _ in learning.steps():
        loss, overlap = loss_of(net, next(source), generator)
        learning.learn(loss)
        if learning.step % 50 == 0:
            learning.tell(f"loss {loss.item():.3f} overlap {overlap:.3f}")
        if learning.is_time_to_check(times=20, first=1):
            found = validation_loss(learning.average, checks)
            learning.tell(f"validation {found:.3f}")
            if found < best:
                best = found
                learning.save(out, sets=sets, validation=best)


def validation_loss(net: torch.nn.Module, checks: list[Sample]) -> float:
    """Return the mean loss over fixed windows of held-out scenes, unlit and unblurred."""
    net.eval()
    with torch.no_grad():
        losses = [
            float(loss_of(net, stacked(checks[i : i + CHECKED_AT_ONCE]), None)[0].item())
            for i in range(0, len(checks), CHECKED_AT_ONCE)
        ]
    return sum(losses) / len(losses)


if __name__ == "__main__":
    typer.run(train)
