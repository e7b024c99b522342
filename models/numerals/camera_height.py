"""What the dice of one picture say together of how the camera stands, and so of which faces are uppermost.

One crop of a d20 does not say how high the camera stands: its top face seen from aside looks like a side face
seen from above. But all dice of a picture are seen by one camera. For each of many ways in which it may stand
it is worked out where on each die the middle of the top face would be seen; only near the true one does every
die show the middle of some face there.
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

REACH = 0.62
"""How far the middle of a d20's top face lies above its own, in half crops; that of a d6 lies nearer."""

SPREAD = 0.1
"""Of what heat says about where a middle shows, one standard deviation in half crops."""

DOUBT = 0.2
"""Likelihood that a die's heat is wrong, where 1 is that of one which says nothing."""

LEANING = 0.05
"""Likelihood of what a leaning die shows, where 1 is that of a die's face just where it is expected."""


def stands() -> torch.Tensor:
    """Return the ways (H, 4) a camera may stand: what is up to it, right, down and near; focal length."""
    ways = []
    for height in range(LOWEST, 91, STEP):
        rolls = ROLLS if height < STEEP else tuple(float(roll) for roll in range(0, 360, 30))
        for roll in rolls:
            flat, askew = cos(radians(height)), radians(roll)
            up = (flat * sin(askew), -flat * cos(askew), sin(radians(height)))
            ways += [(*up, focal) for focal in FOCAL_LENGTHS]
    return torch.tensor(ways)


class CameraHeight(nn.Module):
    """Heat (N, 144) of the dice of one picture, and where in it they lie -> what all of them say together.

    `axis` (12) are the middles of the heat's columns and rows, -1..1. Dice lie at `centres` (N, 2), right and
    down of the picture's middle, in halves of its longer side.
    """

    def __init__(self, axis: torch.Tensor) -> None:
        super().__init__()
        self.register_buffer("axis", axis, False)
        self.register_buffer("ways", stands(), False)

    def forward(self, heat: torch.Tensor, centres: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return heat (N, 144) with what the other dice say added to each, and the chance (N, 1) of each to
        stand as they do: a die that leans shows its uppermost face elsewhere.
        """
        side = self.axis.shape[0]
        seen = torch.softmax(heat, dim=1).unflatten(1, (side, side))
        right, down, near, focal = self.ways.T
        ray_x, ray_y = centres[:, :1] / focal, centres[:, 1:] / focal
        # What is up, less its part along the ray on which the die is seen.
        along = (right * ray_x + down * ray_y - near) / (1 + ray_x**2 + ray_y**2)
        up_x, up_y = right - along * ray_x, down - along * ray_y
        columns, rows = self.about(REACH * up_x), self.about(REACH * up_y)
        cells = side * side
        told = (cells * ((rows @ seen) * columns).sum(dim=2) + DOUBT).log()
        # Of the others alone: what a die says of itself is in its heat.
        likely = torch.softmax(told.sum(dim=0, keepdim=True) - told, dim=1)[:, :, None]
        expected = (cells * (rows * likely).transpose(1, 2) @ columns).flatten(1)
        fit = (seen.flatten(1) * expected).sum(dim=1, keepdim=True)
        upright = fit / (fit + LEANING * expected.max(dim=1, keepdim=True).values)
        return heat + (expected + DOUBT).log(), upright

    def about(self, places: torch.Tensor) -> torch.Tensor:
        """Return the chance of each column or row (N, H, 12) by a place (N, H)."""
        near = torch.exp(-((self.axis - places[:, :, None]) ** 2) / (2 * SPREAD**2))
        return near / near.sum(dim=2, keepdim=True).clamp(min=1e-6)
