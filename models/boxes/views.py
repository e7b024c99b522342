"""Boxes of finds, the views around them, and what boxes are in those. All as rows of torch tensors."""

import torch

from models.boxes.net import MARGIN

ERROR = 0.06
"""Standard deviation of each edge of a box that is made up, as a share of the die's longer side."""

WILD, GROWN, SHRUNK = 0.75, 0.3, 0.1
"""Share of the made-up boxes that may hold shadows and neighbours, and how often an edge of those lies
farther out or further in."""

MOST_GROWN, MOST_SHRUNK = 0.9, 0.25
"""By so many of the die's longer sides at most."""

FOUND, FOUND_ERROR = 0.5, 0.02
"""How often a find is shown where the finder has it, and how far that is moved."""

LEAST_SHARE = 0.25
"""Boxes that share less with the die are about something else."""

OUTWARD = (-1.0, -1.0, 1.0, 1.0)


def views_of(boxes: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the middles (N, 2) and half sides (N,) of the views around boxes (N, 4)."""
    middles = (boxes[:, :2] + boxes[:, 2:]) / 2
    return middles, MARGIN * longer_sides(boxes) / 2


def inside(boxes: torch.Tensor, middles: torch.Tensor, halves: torch.Tensor) -> torch.Tensor:
    """Return boxes (N, 4) as they lie in views, -1..1."""
    return (boxes - middles.repeat(1, 2)) / halves[:, None]


def outside(boxes: torch.Tensor, middles: torch.Tensor, halves: torch.Tensor) -> torch.Tensor:
    """Return boxes (N, 4) that lie in views where they lie outside of them."""
    return boxes * halves[:, None] + middles.repeat(1, 2)


def moves(middles: torch.Tensor, halves: torch.Tensor, mirror: torch.Tensor) -> torch.Tensor:
    """Return (N, 2, 3): where each place in a view lies outside of it; `mirror` (N,) is -1 for a mirror's."""
    nothing = torch.zeros_like(halves)
    right = torch.stack([halves * mirror, nothing, middles[:, 0]], dim=1)
    down = torch.stack([nothing, halves, middles[:, 1]], dim=1)
    return torch.stack([right, down], dim=1)


def mirrored(boxes: torch.Tensor, mirror: torch.Tensor) -> torch.Tensor:
    """Return boxes (N, 4) in views as a mirror shows them, where `mirror` (N,) is -1."""
    other = torch.stack([-boxes[:, 2], boxes[:, 1], -boxes[:, 0], boxes[:, 3]], dim=1)
    return torch.where(mirror[:, None] < 0, other, boxes)


def longer_sides(boxes: torch.Tensor) -> torch.Tensor:
    """Return the longer sides (N,) of boxes (N, 4)."""
    return (boxes[:, 2:] - boxes[:, :2]).amax(dim=1)


def shares(one: torch.Tensor, other: torch.Tensor) -> torch.Tensor:
    """Return the shares (N,) of the joint areas of boxes (N, 4) that both cover."""
    reach = torch.minimum(one[:, 2:], other[:, 2:]) - torch.maximum(one[:, :2], other[:, :2])
    both = reach.clamp(min=0).prod(dim=1)
    areas = [(boxes[:, 2:] - boxes[:, :2]).clamp(min=0).prod(dim=1) for boxes in (one, other)]
    return both / (areas[0] + areas[1] - both).clamp(min=1e-9)


def about(dice: torch.Tensor, found: torch.Tensor, random: torch.Generator) -> torch.Tensor:
    """Return boxes (N, 4) as a find may have them about dice (N, 4): as `found`, nan for none, or made up."""
    count, sides = len(dice), longer_sides(dice)[:, None]

    def drawn(*shape: int) -> torch.Tensor:
        return torch.rand(shape, generator=random)

    made_up = dice + torch.randn((count, 4), generator=random) * ERROR * sides
    grown = (drawn(count, 4) < GROWN).float() * drawn(count, 4) * MOST_GROWN
    shrunk = (drawn(count, 4) < SHRUNK).float() * drawn(count, 4) * MOST_SHRUNK
    wild = (drawn(count, 1) < WILD).float()
    made_up = made_up + wild * (grown - shrunk) * dice.new_tensor(OUTWARD) * sides
    seen = found + torch.randn((count, 4), generator=random) * FOUND_ERROR * sides
    shown = (drawn(count) < FOUND) & found.isfinite().all(dim=1)
    boxes = torch.where(shown[:, None], seen, made_up)
    return torch.where((shares(boxes, dice) < LEAST_SHARE)[:, None], dice, boxes)
