"""The network of surroundings: a wide view of a find in, out how much likelier a die is than none.

Seven 3x3 convolutions, about 26 million multiplications a find. A view shows 64x64 pixels around the middle
of a find's box, 2.5 times as wide as that is: half a domino is seen beside its other half.
"""

import torch
from torch import nn

from models.finder.net import block
from models.training.bfloat16 import LearnsInBfloat16
from models.training.shaken import as_input

INPUT_PX = 64
MARGIN = 2.5
"""The view's side over the longer side of the find's box."""


class SurroundingsNet(nn.Module):
    """(N, 3, 64, 64) in 0..1 -> logarithms of the odds that there is a die, (N,)."""

    def __init__(self) -> None:
        super().__init__()
        self.look = LearnsInBfloat16(
            block(3, 16, 2),
            block(16, 32),
            block(32, 48, 2),
            block(48, 64),
            block(64, 96, 2),
            block(96, 96),
            block(96, 128, 2),
        )  # (N, 128, 4, 4)
        self.tell = nn.Sequential(
            nn.Flatten(), nn.Dropout(0.2), nn.Linear(128 * 16, 64), nn.ReLU(), nn.Linear(64, 1)
        )

    def forward(self, views: torch.Tensor) -> torch.Tensor:
        odds: torch.Tensor = self.tell(self.look(views))
        return odds[:, 0]


class SurroundingsGraph(nn.Module):
    """What is exported: views (N, 64, 64, 3) uint8 BGR -> logarithms of the odds of a die, (N,)."""

    def __init__(self, net: SurroundingsNet) -> None:
        super().__init__()
        self.net = net

    def forward(self, views: torch.Tensor) -> torch.Tensor:
        odds: torch.Tensor = self.net(as_input(views))
        return odds
