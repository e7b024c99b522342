"""What the dice of one picture say together of how the camera stands, and so of which faces are uppermost.

One crop of a d20 does not say how high the camera stands: its top face seen from aside looks like a side face
seen from above. But all dice of a picture are seen by one camera. For each of many ways in which it may stand
it is worked out where on each die the middle of the top face would be seen; only near the true one does every
die show the middle of some face there. Once each top face is found, and looked at nearer, its middle tells
dice that lie flat from leaning ones.
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

    def up(self, centres: torch.Tensor) -> torch.Tensor:
        """Return what is up at dice, 1 long, as it is seen in each way the camera may stand: (N, H, 2)."""
        right, down, towards, focal = self.ways.unbind(dim=1)
        ray_x, ray_y = centres[:, :1] / focal, centres[:, 1:] / focal
        # What is up, less its part along the ray on which the die is seen.
        along = (right * ray_x + down * ray_y - towards) / (1 + ray_x**2 + ray_y**2)
        return torch.stack([right - along * ray_x, down - along * ray_y], dim=2)

    def about(self, places: torch.Tensor) -> torch.Tensor:
        """Return the chance of each column or row (N, H, 12) by a place (N, H)."""
        likely = near((self.axis - places[:, :, None]) ** 2, SPREAD)
        return likely / likely.sum(dim=2, keepdim=True).clamp(min=1e-6)


def of_others(told: torch.Tensor) -> torch.Tensor:
    """Return how likely each way (N, H) is by the other dice, of logarithms (N, H) of what each die says.

    What a die says of itself is asked elsewhere.
    """
    return torch.softmax(told.sum(dim=0, keepdim=True) - told, dim=1)


def near(squares: torch.Tensor, spread: float) -> torch.Tensor:
    """Return likelihoods by squared distances, 1 where there is none."""
    return torch.exp(-squares / (2 * spread**2))
