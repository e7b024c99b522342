"""Train the reader of top faces on packed crops.

    python -m models.train_faces --crops work/crops.npz --out work/faces.pt --minutes 45

About 3 steps of 128 crops a second on two CPU cores. The average of the weights over the last steps is kept.
"""

import time
from pathlib import Path
from typing import Annotated

import numpy as np
import torch
import typer
from torch.nn.functional import affine_grid, binary_cross_entropy_with_logits, cross_entropy, grid_sample

from models.crops import PACKED_PX, unpack
from models.faces_net import INPUT_PX, LABELS, TOP_CELLS, FacesNet
from models.light import relight, with_glare

BATCH = 128
LEARNING_RATE = 3e-3  # of AdamW, falling to its hundredth by the end
SMOOTHING = 0.01  # one label in a thousand is wrong, and a sure network cannot be calibrated
TOP_WEIGHT = 0.5  # of the top face's map, which only rendered sets have
MOST_BLUR_PX, LEAST_SCALE = 1.05, 0.6  # stronger blur made the reader unsure of dice that people read at once
FACES = 6
MISTAKEN_WEIGHT = 3.0  # when going on, a crop without a face that is read as one is drawn so much more often
# How far off the finder is, in size as a logarithm and in place in half packed crops. Measured on
# held-out photographs and rendered scenes; one in a hundred is off by 0.33 or 0.15 and left to be refused: a
# reader that is used to such boxes takes one around two dice for one around a die.
SIZE_ERROR, PLACE_ERROR, MOST_ERROR = 0.11, 0.05, 0.28
KEPT = 0.998  # share of the average that stays at each step
SEED = 5


def train(
    crops: Annotated[list[Path], typer.Option(help="Packed by models.crops; may be given again")],
    out: Annotated[Path, typer.Option(help="Checkpoint")],
    minutes: float = 45.0,
    start: Annotated[Path | None, typer.Option(help="Go on from this checkpoint")] = None,
    rate: Annotated[float, typer.Option(help="Highest learning rate; half of it to go on")] = LEARNING_RATE,
    threads: int = 1,
) -> None:
    """Train for a given time; write the averaged weights and how each set's held-out crops are read."""
    torch.manual_seed(SEED)
    torch.set_num_threads(threads)
    random = torch.Generator().manual_seed(SEED)
    data = unpack(crops)
    pictures, labels = torch.from_numpy(data["crops"]), torch.from_numpy(data["labels"])
    top_view = torch.from_numpy(data["top_view"])
    tops, top_known = torch.from_numpy(data["tops"]), torch.from_numpy(data["top_known"])
    training = torch.from_numpy(np.logical_not(data["held_out"]))
    chance = sampling_weights(data) * training
    net = FacesNet().to(memory_format=torch.channels_last)
    if start is not None:
        net.load_state_dict(torch.load(start)["net"])
        chance = chance * seen_in_nothing(net, pictures, labels)
    average = torch.optim.swa_utils.AveragedModel(net, avg_fn=moving_average, use_buffers=True)
    optimiser = torch.optim.AdamW(net.parameters(), rate, weight_decay=0.02)
    began = checked = time.monotonic()
    step = 0
    while (spent := (time.monotonic() - began) / 60 / minutes) < 1:
        for group in optimiser.param_groups:
            group["lr"] = rate * min(1.0, (step + 1) / 200) * (0.01 + 0.99 * (1 - spent))
        net.train()
        picked = torch.multinomial(chance, BATCH, replacement=True, generator=random)
        places = moved(top_view[picked], random)
        shown = with_glare(seen_at(places, pictures[picked]), random)
        shown = relight(shown, random, MOST_BLUR_PX, LEAST_SCALE)
        logits, tops_guessed = net.learn(shown.to(memory_format=torch.channels_last))
        loss = cross_entropy(logits, labels[picked], label_smoothing=SMOOTHING)
        loss = loss + TOP_WEIGHT * top_loss(tops_guessed, places, tops[picked], top_known[picked])
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 2.0)
        optimiser.step()
        average.update_parameters(net)
        step += 1
        if time.monotonic() - checked > minutes * 60 / 12 or step == 300:
            checked = time.monotonic()
            print(
                f"{spent:5.1%} step {step} loss {loss.item():.3f} {held_out_report(average, data)}",
                flush=True,
            )
            torch.save({"net": average.module.state_dict(), "step": step}, out)
    torch.save({"net": average.module.state_dict(), "step": step}, out)
    print(f"done step {step} {held_out_report(average, data)}", flush=True)


def moving_average(kept: torch.Tensor, new: torch.Tensor, steps: torch.Tensor | int) -> torch.Tensor:
    """Return the moving average, short at first, so that early checks show the network and not its start."""
    share = min(KEPT, (1 + int(steps)) / (10 + int(steps)))
    return (kept * share + new * (1 - share)).to(kept.dtype)


def sampling_weights(data: dict[str, np.ndarray]) -> torch.Tensor:
    """Return the chance of each crop: sets by their weights, labels within a set evened out by half."""
    chance = np.zeros(len(data["labels"]))
    for source, weight in enumerate(data["weights"]):
        of_set = data["sources"] == source
        counts = np.bincount(data["labels"][of_set], minlength=len(LABELS)).clip(1)
        share = 1 / np.sqrt(counts[data["labels"][of_set]])
        chance[of_set] = weight * share / share.sum() if of_set.any() else 0
    return torch.from_numpy(chance)


def moved(top_view: torch.Tensor, random: torch.Generator) -> torch.Tensor:
    """Return (N, 2, 3): where each input pixel lies in its packed crop, turned, scaled, moved and mirrored.

    Crops seen at an angle are turned a little only: turned over, a side face would lie on top.
    """
    count = len(top_view)

    def spread(least: float, most: float) -> torch.Tensor:
        return torch.rand(count, generator=random) * (most - least) + least

    def error(deviation: float) -> torch.Tensor:
        return (torch.randn(count, generator=random) * deviation).clamp(-MOST_ERROR, MOST_ERROR)

    angle = torch.where(top_view & (spread(0, 1) < 0.8), spread(-3.1416, 3.1416), spread(-0.26, 0.26))
    zoom = torch.exp(error(SIZE_ERROR)) * INPUT_PX / PACKED_PX
    wide, slant = torch.exp(spread(-0.1, 0.1)), spread(-0.12, 0.12)
    mirror = torch.where(spread(0, 1) < 0.5, -1.0, 1.0)
    cosine, sine = torch.cos(angle), torch.sin(angle)
    row_x = torch.stack([cosine * zoom * wide * mirror, (-sine + slant) * zoom, error(PLACE_ERROR)], dim=1)
    row_y = torch.stack([sine * zoom * mirror, cosine * zoom / wide, error(PLACE_ERROR)], dim=1)
    return torch.stack([row_x, row_y], dim=1)


def seen_at(places: torch.Tensor, pictures: torch.Tensor) -> torch.Tensor:
    """Return (N, 3, 48, 48) in 0..1 from packed (N, 72, 72, 3) uint8."""
    grid = affine_grid(places, [len(places), 3, INPUT_PX, INPUT_PX], align_corners=False)
    source = pictures.permute(0, 3, 1, 2).float() / 255
    return grid_sample(source, grid, padding_mode="border", align_corners=False)


def top_loss(
    guessed: torch.Tensor, places: torch.Tensor, tops: torch.Tensor, known: torch.Tensor
) -> torch.Tensor:
    """Return how far the maps (N, 12, 12) are from packed top faces (N, 24, 24), over those known."""
    grid = affine_grid(places, [len(places), 1, TOP_CELLS, TOP_CELLS], align_corners=False)
    wanted = grid_sample(tops[:, None].float() / 255, grid, align_corners=False)[:, 0]
    loss = binary_cross_entropy_with_logits(guessed, wanted, reduction="none").mean(dim=(1, 2))
    return (loss * known).sum() / known.sum().clamp(min=1)


def middle(pictures: torch.Tensor) -> torch.Tensor:
    """Return what the crop at run time shows of packed crops: (N, 48, 48, 3) uint8."""
    edge = (PACKED_PX - INPUT_PX) // 2
    return pictures[:, edge:-edge, edge:-edge].contiguous()


def as_input(crops: torch.Tensor) -> torch.Tensor:
    """Return crops (N, 48, 48, 3) uint8 as the network wants them: (N, 3, 48, 48) in 0..1."""
    return crops.permute(0, 3, 1, 2).float() / 255


def probabilities(net: torch.nn.Module, pictures: torch.Tensor) -> torch.Tensor:
    """Return (N, labels) for packed crops as the run time would show them."""
    net.eval()
    with torch.no_grad():
        return torch.cat([torch.softmax(net(as_input(middle(part))), 1) for part in pictures.split(256)])


def seen_in_nothing(net: torch.nn.Module, pictures: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    """Return how much more often each crop is to be drawn: those with no face in which one is seen.

    Dominoes and printed pips are few among places without a die, and the worst of them.
    """
    faces = probabilities(net, pictures)[:, :FACES].sum(dim=1).double()
    return 1 + MISTAKEN_WEIGHT * torch.where(labels < FACES, 0.0, faces)


def held_out_report(net: torch.nn.Module, data: dict[str, np.ndarray]) -> str:
    """Return the share of right labels among held-out crops, for each set."""
    parts = []
    for source, name in enumerate(data["names"]):
        of_set = data["held_out"] & (data["sources"] == source)
        if of_set.any():
            guess = probabilities(net, torch.from_numpy(data["crops"][of_set])).argmax(1).numpy()
            parts.append(f"{name} {np.mean(guess == data['labels'][of_set]):.3f}")
    return " ".join(parts)


if __name__ == "__main__":
    typer.run(train)
