"""What both readers' trainings do with packed crops: draw them, shake them as the finder errs, show them."""

from collections.abc import Mapping

import numpy as np
import torch
from torch.nn.functional import affine_grid, grid_sample

# How far off the finder is, in size as a logarithm and in place in half packed crops. Measured on
# held-out photographs and rendered scenes; one in a hundred is off by 0.33 or 0.15 and left to be refused: a
# reader that is used to such boxes takes one around two dice for one around a die.
SIZE_ERROR, PLACE_ERROR, MOST_ERROR = 0.11, 0.05, 0.28

SQUEEZED, MOST_SQUEEZED = 0.25, 0.4
"""Share of crops that are squeezed, and by how much at most, as a logarithm: 16:9 stored as 4:3 is 0.29."""


def sampling_weights(data: Mapping[str, np.ndarray], labels: int) -> torch.Tensor:
    """Return the chance of each crop: sets by their weights, `labels` within a set evened out by half.

    What validates is not drawn.
    """
    chance = np.zeros(len(data["labels"]))
    for source, weight in enumerate(data["weights"]):
        of_set = data["sources"] == source
        counts = np.bincount(data["labels"][of_set], minlength=labels).clip(1)
        share = 1 / np.sqrt(counts[data["labels"][of_set]])
        chance[of_set] = weight * share / share.sum() if of_set.any() else 0
    return torch.as_tensor(np.where(data["held_out"], 0.0, chance))


def moved(
    top_view: torch.Tensor,
    random: torch.Generator,
    scale: float,
    mirrored: bool,
    bent: bool = True,
    squeezed: bool = False,
) -> torch.Tensor:
    """Return (N, 2, 3): where each input pixel lies in its packed crop, turned, scaled, slanted and moved.

    `scale` is the input's side over the packed one. Crops seen at an angle are turned a little only: turned
    over, a side face would lie on top. Half of them are mirrored where `mirrored` allows it: a mirrored 2 is
    no numeral. Where `bent`, they are widened and slanted a little, so that no cube is left one. Where
    `squeezed`, a quarter is made narrower or lower than it was, as pictures stored in another shape are.
    """
    count = len(top_view)

    def spread(least: float, most: float) -> torch.Tensor:
        return torch.rand(count, generator=random) * (most - least) + least

    def error(deviation: float) -> torch.Tensor:
        return (torch.randn(count, generator=random) * deviation).clamp(-MOST_ERROR, MOST_ERROR)

    angle = torch.where(top_view & (spread(0, 1) < 0.8), spread(-3.1416, 3.1416), spread(-0.26, 0.26))
    zoom = torch.exp(error(SIZE_ERROR)) * scale
    wide, slant = torch.exp(spread(-0.1, 0.1)), spread(-0.12, 0.12)
    if not bent:
        wide, slant = torch.ones(count), torch.zeros(count)
    mirror = torch.where(spread(0, 1) < 0.5, -1.0, 1.0) if mirrored else torch.ones(count)
    cosine, sine = torch.cos(angle), torch.sin(angle)
    row_x = torch.stack([cosine * zoom * wide * mirror, (-sine + slant) * zoom, error(PLACE_ERROR)], dim=1)
    row_y = torch.stack([sine * zoom * mirror, cosine * zoom / wide, error(PLACE_ERROR)], dim=1)
    moves = torch.stack([row_x, row_y], dim=1)
    if squeezed:
        less = torch.where(spread(0, 1) < SQUEEZED, torch.exp(spread(0, MOST_SQUEEZED)), 1.0)
        narrower = spread(0, 1) < 0.5
        moves[:, :, 0] *= torch.where(narrower, less, 1.0)[:, None]
        moves[:, :, 1] *= torch.where(narrower, 1.0, less)[:, None]
    return moves


def seen_at(moves: torch.Tensor, pictures: torch.Tensor, side: int) -> torch.Tensor:
    """Return (N, 3, side, side) in 0..1 from packed (N, P, P, 3) uint8."""
    grid = affine_grid(moves, [len(moves), 3, side, side], align_corners=False)
    source = pictures.permute(0, 3, 1, 2).float() / 255
    return grid_sample(source, grid, padding_mode="border", align_corners=False)


def middle(pictures: torch.Tensor, side: int) -> torch.Tensor:
    """Return what the crop at run time shows of packed crops (N, P, P, 3): (N, side, side, 3) uint8."""
    edge = (pictures.shape[1] - side) // 2
    return pictures[:, edge:-edge, edge:-edge].contiguous()


def as_input(crops: torch.Tensor) -> torch.Tensor:
    """Return crops (N, side, side, 3) uint8 as the networks want them: (N, 3, side, side) in 0..1."""
    return crops.permute(0, 3, 1, 2).float() / 255


def logits_of(net: torch.nn.Module, pictures: torch.Tensor, side: int) -> torch.Tensor:
    """Return (N, labels) for packed crops as the run time would show them."""
    net.eval()
    with torch.no_grad():
        return torch.cat([net(as_input(middle(part, side))) for part in pictures.split(256)])


def held_out_report(net: torch.nn.Module, data: Mapping[str, np.ndarray], side: int) -> str:
    """Return the share of right labels among held-out crops, for each set."""
    parts = []
    for source, name in enumerate(data["names"]):
        of_set = data["held_out"] & (data["sources"] == source)
        if of_set.any():
            guess = logits_of(net, torch.as_tensor(data["crops"][of_set]), side).argmax(1).cpu().numpy()
            parts.append(f"{name} {np.mean(guess == data['labels'][of_set]):.3f}")
    return " ".join(parts)
