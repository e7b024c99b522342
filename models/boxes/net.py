"""The box corrector's network: the surroundings of a find in, the box of the die that it lies about out.

Seven 3x3 convolutions, about 60 million multiplications a find. A view shows 64x64 pixels around the middle
of a find's box, twice as wide as that is; boxes are told in it, -1..1 to the right and down.
"""

import torch
from torch import nn

from models.finder.net import block
from models.training.bfloat16 import LearnsInBfloat16
from models.training.shaken import as_input

INPUT_PX = 64
MARGIN = 2.0
"""The view's side over the longer side of the find's box."""

LEAST_SPREAD, MOST_SPREAD = -4.0, 1.0
"""Bounds of the logarithm of how far off a box is believed to be."""


class BoxNet(nn.Module):
    """(N, 3, 64, 64) in 0..1 -> boxes (N, 4), and the logarithms of how far off their edges may be, (N,)."""

    def __init__(self) -> None:
        super().__init__()
        self.look = LearnsInBfloat16(
            block(3, 24, 2),
            block(24, 48),
            block(48, 96, 2),
            block(96, 96),
            block(96, 128, 2),
            block(128, 128),
            block(128, 160, 2),
        )  # (N, 160, 4, 4)
        self.tell = nn.Sequential(nn.Flatten(), nn.Linear(160 * 16, 192), nn.ReLU(), nn.Linear(192, 4 + 1))

    def forward(self, views: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        told = self.tell(self.look(views))
        find = torch.tensor([-1.0, -1.0, 1.0, 1.0]) / MARGIN
        return find + told[:, :4], told[:, 4].clamp(LEAST_SPREAD, MOST_SPREAD)


class BoxGraph(nn.Module):
    """What is exported: views (N, 64, 64, 3) uint8 BGR -> boxes (N, 4) in them, -1..1."""

    def __init__(self, net: BoxNet) -> None:
        super().__init__()
        self.net = net

    def forward(self, views: torch.Tensor) -> torch.Tensor:
        boxes, _ = self.net(as_input(views))
        return boxes
