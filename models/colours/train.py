"""Train the network of colours on packed crops.

    python -m models.colours.train --crops work/colours.npz --out work/colours.pt --minutes 15

Off is a colour by the distance of cube roots of light, the scale on which CIE L*a*b* counts.
"""

from pathlib import Path
from typing import Annotated

import numpy as np
import torch
import typer

from models.colours.net import INPUT_PX, LEAST_ERROR, MOST_ERROR, PACKED_PX, ColoursNet, linear, roots
from models.training.learning import HIGHEST_RATE, Learning, seeded
from models.training.light import uniform, with_glare
from models.training.packed import unpack
from models.training.shaken import as_input, middle, moved, seen_at

BATCH = 192
SEED = 61
GLARE_SHARE = 0.3
"""Of the batches, in how many a third of the dice get reflections besides those that were rendered."""
PLAIN_WEIGHT = 2.0
"""Of how far off colours are; the rest of the loss asks how far off they are believed to be."""


def train(
    crops: Annotated[list[Path], typer.Option(help="Packed by models.colours.pack; may be given again")],
    out: Annotated[Path, typer.Option(help="Checkpoint")],
    minutes: float = 15.0,
    start: Annotated[Path | None, typer.Option(help="Go on from this checkpoint")] = None,
    rate: Annotated[float, typer.Option(help="Highest learning rate; half of it to go on")] = HIGHEST_RATE,
    threads: int = 1,
    seed: int = SEED,
) -> None:
    """Train for a given time; write the averaged weights and how well colours are told."""
    random = seeded(seed, threads)
    pictures, colours, held_out = loaded(crops)
    net = ColoursNet().to(memory_format=torch.channels_last)
    if start is not None:
        net.load_state_dict(torch.load(start)["net"])
    chance = (~held_out).double()
    learning = Learning(net, minutes, rate, seed)
    for _ in learning.steps():
        picked = torch.multinomial(chance, BATCH, replacement=True, generator=random)
        views, truth = shaken(pictures[picked], colours[picked], random)
        told, far = net(views.contiguous(memory_format=torch.channels_last))
        loss = loss_of(told, far, truth)
        learning.learn(loss)
        if learning.is_time_to_check(times=15, first=300):
            figures = validation(learning.average, pictures[held_out], colours[held_out])
            learning.tell(f"loss {loss.item():.4f} {figures}")
            learning.save(out, validation=figures)
    figures = validation(learning.average, pictures[held_out], colours[held_out])
    learning.tell(str(figures))
    learning.save(out, validation=figures)


def loaded(paths: list[Path]) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Return crops (N, P, P, 3) uint8, light of body and marks (N, 2, 3) BGR, and which are held out."""
    data = unpack(paths)
    crops, colours, held_out = (torch.as_tensor(data[name]) for name in ("crops", "colours", "held_out"))
    return crops, colours.flip(2), held_out


def shaken(
    pictures: torch.Tensor, colours: torch.Tensor, random: torch.Generator
) -> tuple[torch.Tensor, torch.Tensor]:
    """Return views as found, under other light, and the light of body and marks in them."""
    count = len(pictures)
    from_aside = torch.zeros(count, dtype=torch.bool)
    at = moved(from_aside, random, INPUT_PX / PACKED_PX, mirrored=True, squeezed=True)
    views = seen_at(at, pictures, INPUT_PX)
    gains = torch.exp(torch.randn(count, 3, generator=random) * 0.25 + uniform(-0.9, 0.5, random, count, 1))
    light = linear(views) * gains[:, :, None, None]
    truth = (colours * gains[:, None]).clamp(0, 1)
    views = as_shown(light.clamp(0, 1))
    # Some cameras show less colour, some none.
    grey = uniform(0, 1, random, count) < 0.05
    views[grey], truth[grey] = views[grey].mean(1, keepdim=True), _grey(truth[grey])
    if torch.rand((), generator=random) < GLARE_SHARE:
        views = with_glare(views, random)
    noisy = views[: count // 3]
    noisy += torch.randn(noisy.shape, generator=random) * uniform(0, 0.05, random, len(noisy), 1, 1, 1)
    return views.clamp(0, 1), truth


def _grey(light: torch.Tensor) -> torch.Tensor:
    return linear(as_shown(light).mean(dim=2, keepdim=True)).expand(-1, -1, 3)


def as_shown(light: torch.Tensor) -> torch.Tensor:
    """Return light in 0..1 as sRGB values."""
    return torch.where(light <= 0.0031308, 12.92 * light, 1.055 * light.clamp(min=1e-6) ** (1 / 2.4) - 0.055)


def errors(told: torch.Tensor, truth: torch.Tensor) -> torch.Tensor:
    """Return how far off colours (N, 2, 3) are, (N, 2): root mean squares of cube roots."""
    off = roots(told) - roots(truth)
    return torch.sqrt((off**2).mean(dim=2) + 1e-6)


def loss_of(told: torch.Tensor, far: torch.Tensor, truth: torch.Tensor) -> torch.Tensor:
    """Return how far off colours are and how badly that was foreseen."""
    off = errors(told, truth)
    believed = far.clamp(float(np.log(LEAST_ERROR)), float(np.log(MOST_ERROR)))
    return (off / believed.exp() + believed + PLAIN_WEIGHT / 0.1 * off).mean()


def validation(net: torch.nn.Module, pictures: torch.Tensor, colours: torch.Tensor) -> dict[str, float]:
    """Return `shares_off` of held-out colours as a network tells them."""
    net.eval()
    with torch.no_grad():
        off = torch.cat(
            [
                errors(net(as_input(middle(part, INPUT_PX)))[0], truth)
                for part, truth in zip(pictures.split(256), colours.split(256), strict=True)
            ]
        )
    return shares_off(off)


def shares_off(off: torch.Tensor) -> dict[str, float]:
    """Return how far off (N, 2) half of the colours of bodies and marks are at most, 9 in 10, and 98 %."""
    return {
        f"{name}_{share}": round(float(off[:, which].quantile(share)), 4)
        for which, name in enumerate(("body", "marks"))
        for share in (0.5, 0.9, 0.98)
    }


if __name__ == "__main__":
    typer.run(train)
