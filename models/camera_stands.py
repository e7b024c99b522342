"""The ways in which a camera may stand over a table, and how what is up shows to it.

One crop of a die does not say how high the camera stands. But all dice of a picture are seen by one camera:
in each of the ways that are tried it is worked out what every die would show, and the dice say together which
of these ways are likely.
"""

from math import cos, radians, sin

import torch
from torch import nn

LOWEST, STEP, STEEP = 32, 6, 75
"""Heights of the camera that are tried, in degrees above the table, and from where on it may be turned."""

ROLLS = (-10.0, 0.0, 10.0)
"""Degrees by which a camera that looks from aside may be held askew."""

FOCAL_LENGTHS = (1.4, 2.8)
"""Of the camera, in halves of the picture's longer side."""


class CameraStands(nn.Module):
    """The `ways` (H, 4) a camera may stand: what is up to it, right, down and near; and its focal length.

    Dice lie at centres (N, 2), right and down of the picture's middle, in halves of its longer side.
    """

    def __init__(self, step: int = STEP) -> None:
        """Try heights `step` degrees apart."""
        super().__init__()
        self.register_buffer("ways", stands(step), False)

    def forward(self, centres: torch.Tensor) -> torch.Tensor:
        """Return what is up at dice, 1 long, as it is seen in each way the camera may stand: (N, H, 2)."""
        right, down, towards, focal = self.ways.unbind(dim=1)
        ray_x, ray_y = centres[:, :1] / focal, centres[:, 1:] / focal
        # What is up, less its part along the ray on which the die is seen.
        along = (right * ray_x + down * ray_y - towards) / (1 + ray_x**2 + ray_y**2)
        return torch.stack([right - along * ray_x, down - along * ray_y], dim=2)


def stands(step: int = STEP) -> torch.Tensor:
    """Return the ways (H, 4) that are tried, heights `step` degrees apart."""
    ways = []
    for height in range(LOWEST, 91, step):
        rolls = ROLLS if height < STEEP else tuple(float(roll) for roll in range(0, 360, 30))
        for roll in rolls:
            flat, askew = cos(radians(height)), radians(roll)
            up = (flat * sin(askew), -flat * cos(askew), sin(radians(height)))
            ways += [(*up, focal) for focal in FOCAL_LENGTHS]
    return torch.tensor(ways)


def of_others(told: torch.Tensor) -> torch.Tensor:
    """Return how likely each way (N, H) is by the other dice, of logarithms (N, H) of what each die says.

    What a die says of itself is asked elsewhere.
    """
    return torch.softmax(told.sum(dim=0, keepdim=True) - told, dim=1)
