"""What the dice of one picture say together of how the camera stands, and so of which faces are uppermost.

A d20's top face seen from aside looks like a side face seen from above. For each of many ways in which the
camera may stand (`models/camera_stands.py`) it is worked out where on each die the middle of the top face
would be seen; only near the true one does every die show the middle of some face there. Once each top face is
found, and looked at nearer, its middle tells dice that lie flat from leaning ones.
"""

import torch
from torch import nn

from models.camera_stands import CameraStands, of_others

REACH, REACH_OF_D6 = 0.67, 0.5
"""How far the middle of a d20's top face lies above its own, in half crops; and of a d6."""

SPREAD = 0.08
"""Of what heat says about where a middle shows, one standard deviation in half crops."""

DOUBT = 0.2
"""Likelihood that a die's heat is wrong, where 1 is that of one which says nothing."""

LOOKED_AT = 0.085
"""Likewise of where the middle of a face shows that was looked at nearer. Of flat d20 half show theirs within
0.06 of where it is expected; of leaning ones a tenth within 0.10, and half beyond 0.18."""

LEANING = 0.02
"""Likelihood that a die leans, or that another face was looked at, where 1 is that of a middle which shows as
middles of flat dice usually do."""


class CameraHeight(nn.Module):
    """Heat (N, 144) of the dice of one picture, and where in it they lie -> what all of them say together.

    `axis` (12) are the middles of the heat's columns and rows, -1..1. Dice lie at `centres` (N, 2), right and
    down of the picture's middle, in halves of its longer side.
    """

    def __init__(self, axis: torch.Tensor) -> None:
        super().__init__()
        self.register_buffer("axis", axis, False)
        self.up = CameraStands()
        up = self.up(torch.zeros(1, 2))[0]
        self.register_buffer("apart", ((up[:, None] - up) ** 2).sum(dim=2), False)

    def forward(self, heat: torch.Tensor, centres: torch.Tensor) -> torch.Tensor:
        """Return heat (N, 144) with what the other dice say added to each."""
        side = self.axis.shape[0]
        seen = torch.softmax(heat, dim=1).unflatten(1, (side, side))
        up = REACH * self.up(centres)
        columns, rows = self.about(up[:, :, 0]), self.about(up[:, :, 1])
        cells = side * side
        likely = of_others((cells * ((rows @ seen) * columns).sum(dim=2) + DOUBT).log())[:, :, None]
        expected = (cells * (rows * likely).transpose(1, 2) @ columns).flatten(1)
        return heat + (expected + DOUBT).log()

    def lies_flat(self, middles: torch.Tensor, cubes: torch.Tensor, centres: torch.Tensor) -> torch.Tensor:
        """Return the chances (N, 2) of dice to lie flat, taken for a d20 and for a d6.

        By where the middles (N, 2) of their top faces show, `cubes` (N,) being those likelier a d6.
        """
        up = self.up(centres)
        off = [((middles[:, None] - reach * up) ** 2).sum(dim=2) for reach in (REACH, REACH_OF_D6)]
        told = torch.where(cubes[:, None], off[1], off[0])
        likely = of_others((near(told, LOOKED_AT) + LEANING).log())
        chances = []
        for squares, reach in zip(off, (REACH, REACH_OF_D6), strict=True):
            shows = (likely * near(squares, LOOKED_AT)).sum(dim=1)
            # Where other dice say little, no middle is expected much.
            usual = ((likely @ near(reach**2 * self.apart, LOOKED_AT)) * likely).sum(dim=1)
            chances.append(shows / (shows + LEANING * usual).clamp(min=1e-9))
        return torch.stack(chances, dim=1)

    def about(self, places: torch.Tensor) -> torch.Tensor:
        """Return the chance of each column or row (N, H, 12) by a place (N, H)."""
        likely = near((self.axis - places[:, :, None]) ** 2, SPREAD)
        return likely / likely.sum(dim=2, keepdim=True).clamp(min=1e-6)


def near(squares: torch.Tensor, spread: float) -> torch.Tensor:
    """Return likelihoods by squared distances, 1 where there is none."""
    return torch.exp(-squares / (2 * spread**2))
