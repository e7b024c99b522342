"""Train the box corrector on packed surroundings.

    python -m models.boxes.train --crops work/boxes.npz --validate work/validate_boxes.npz --out work/box.pt

The average of the weights over the last steps is kept.
"""

from pathlib import Path
from typing import Annotated

import torch
import typer

from models.boxes.net import INPUT_PX, BoxNet
from models.boxes.views import about, inside, mirrored, moves, outside, shares, views_of
from models.training.learning import HIGHEST_RATE, Learning, seeded
from models.training.light import relight, with_glare
from models.training.packed import unpack
from models.training.shaken import seen_at

BATCH = 128
MOST_BLUR_PX, LEAST_SCALE = 0.9, 0.6
WRONG_WEIGHT = 8.0
"""How much more often than well found dice one is drawn whose find shares nothing with it."""
NOT_FOUND_WEIGHT = 2.0
OFF_WEIGHT = 2.0
"""Of how far off the box is; the rest of the loss asks how far off it is believed to be."""
WRONG = 0.7
"""A box that shares less with its die is a wrong one."""
SEED = 41


def train(
    crops: Annotated[list[Path], typer.Option(help="Packed by models.boxes.pack; may be given again")],
    validate: Annotated[Path, typer.Option(help="Packed likewise, of pictures that nothing is trained on")],
    out: Annotated[Path, typer.Option(help="Checkpoint")],
    minutes: float = 26.0,
    rate: Annotated[float, typer.Option(help="Highest learning rate")] = HIGHEST_RATE,
    threads: int = 1,
) -> None:
    """Train for a given time; write the averaged weights and how well boxes are told."""
    random = seeded(SEED, threads)
    data, others = _loaded(crops), _loaded([validate])
    net = BoxNet().to(memory_format=torch.channels_last)
    chance = weights(data["true"], data["found"]) * data["held_out"].logical_not()
    learning = Learning(net, minutes, rate, SEED)
    for _ in learning.steps():
        picked = torch.multinomial(chance, BATCH, replacement=True, generator=random)
        dice = data["true"][picked]
        middles, halves = views_of(about(dice, data["found"][picked], random))
        mirror = torch.where(torch.rand(BATCH, generator=random) < 0.5, -1.0, 1.0)
        seen = seen_at(moves(middles, halves, mirror), data["crops"][picked], INPUT_PX)
        seen = relight(with_glare(seen, random), random, MOST_BLUR_PX, LEAST_SCALE)
        told, spread = net(seen.contiguous(memory_format=torch.channels_last))
        off = (told - mirrored(inside(dice, middles, halves), mirror)).abs().mean(dim=1)
        learning.learn((off / spread.exp() + spread + OFF_WEIGHT * off).mean())
        if learning.is_time_to_check(times=10, first=300):
            figures = validation(learning.average, others)
            learning.tell(f"off {off.mean().item():.4f} {figures}")
            learning.save(out, validation=figures)
    figures = validation(learning.average, others)
    learning.tell(str(figures))
    learning.save(out, validation=figures)


def weights(dice: torch.Tensor, found: torch.Tensor) -> torch.Tensor:
    """Return how much more often each die is drawn: the more, the worse the finder sees it."""
    chance = torch.full((len(dice),), NOT_FOUND_WEIGHT, dtype=torch.float64)
    seen = found.isfinite().all(dim=1)
    chance[seen] = 1 + WRONG_WEIGHT * (1 - shares(found[seen], dice[seen])).double()
    return chance


def told_of_finds(net: torch.nn.Module, data: dict[str, torch.Tensor]) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the share of each found die's box that its find covers, and the corrected box."""
    seen = data["found"].isfinite().all(dim=1).nonzero()[:, 0]
    corrected = []
    net.eval()
    with torch.no_grad():
        for part in seen.split(256):
            middles, halves = views_of(data["found"][part])
            at = moves(middles, halves, torch.ones(len(part)))
            views = seen_at(at, data["crops"][part], INPUT_PX).contiguous(memory_format=torch.channels_last)
            corrected.append(shares(outside(net(views)[0], middles, halves), data["true"][part]))
    return shares(data["found"][seen], data["true"][seen]), torch.cat(corrected)


def validation(net: torch.nn.Module, data: dict[str, torch.Tensor]) -> dict[str, float]:
    """Return how many finds are wrong, how many of those still are once corrected, and the mean shares."""
    before, after = told_of_finds(net, data)
    wrong = before < WRONG
    return {
        "finds": len(before),
        "wrong": int(wrong.sum()),
        "wrong_corrected": int((after[wrong] < WRONG).sum()),
        "mean_share": round(float(before.mean()), 4),
        "mean_share_corrected": round(float(after.mean()), 4),
    }


def _loaded(paths: list[Path]) -> dict[str, torch.Tensor]:
    data = unpack(paths)
    columns = ("crops", "true", "found", "held_out")
    return {name: torch.as_tensor(data[name]) for name in columns}


if __name__ == "__main__":
    typer.run(train)
