"""How a die stands to the camera, and which dice of a picture lie flat as the others do."""

from math import log, pi

import torch
from torch import nn

from models.camera_stands import CameraStands, of_others
from models.finder.net import block

LEAST_OFF, MOST_OFF = 0.02, 2.0
"""What a network may say of how far its normals are off: hardly at all, or that it knows nothing."""

MODELLED = 0.07
"""How far off normals are beside that, one standard deviation: ways a camera may stand are 6 degrees apart,
lenses bend, and tables are not even."""

LEANING = 0.02
"""Share of dice that lean; their normals lie evenly anywhere in the circle of those that can be seen."""

OTHERS = 1.5
"""So many others must lie flat together to tell that a die does not: of two that disagree either may lean."""


class Stance(nn.Module):
    """Features (N, 64, 12, 12) and (N, 128, 3, 3) of crops -> how dice stand to the camera, (N, 3).

    Where the normal of the top face, 1 long, is seen to point: right and down; and the logarithm of how far
    off that may be.
    """

    def __init__(self) -> None:
        super().__init__()
        self.look = nn.Sequential(block(64, 64), block(64, 64, 2), block(64, 64))
        self.tell = nn.Sequential(
            nn.Linear(64 * 36 + 128 * 9, 96), nn.ReLU(), nn.Dropout(0.1), nn.Linear(96, 3)
        )

    def forward(self, near: torch.Tensor, far: torch.Tensor) -> torch.Tensor:
        told = self.tell(torch.cat([self.look(near).flatten(1), far.flatten(1)], dim=1))
        return torch.cat([told[:, :2], told[:, 2:].clamp(log(LEAST_OFF), log(MOST_OFF))], dim=1)


class LyingFlat(nn.Module):
    """Stances (N, 3) of the finds of one picture, how likely each shows a face of a die, (N,), and where they
    lie, (N, 2) as `CameraStands` wants it -> how each stands among the others, (N,).

    That is how much likelier a die that lies flat as they do stands so than one that leans, as a logarithm;
    nan where the others do not tell.
    """

    def __init__(self, up: CameraStands | None = None) -> None:
        super().__init__()
        self.up = up or CameraStands()

    def forward(self, stances: torch.Tensor, dice: torch.Tensor, centres: torch.Tensor) -> torch.Tensor:
        flat = density(stances, self.up(centres))
        likely = of_others(dice[:, None] * (flat + LEANING / pi).log())
        shows = (likely * flat).sum(dim=1)
        agreeing = dice * shows / (shows + LEANING / pi)
        told = agreeing.sum() - agreeing >= OTHERS
        return torch.where(told, (shows * pi).clamp(min=1e-9).log(), torch.full_like(shows, torch.nan))

    def normals(self, stances: torch.Tensor, centres: torch.Tensor) -> torch.Tensor:
        """Return where the normals (N, 2) of dice point that all lie flat, by what they say together."""
        up = self.up(centres)
        likely = torch.softmax((density(stances, up) + LEANING / pi).log().sum(dim=0), dim=0)
        return (up * likely[:, None]).sum(dim=1)


def density(stances: torch.Tensor, up: torch.Tensor) -> torch.Tensor:
    """Return how densely stances (N, 3) believe normals to point where up (N, H, 2) is seen: (N, H)."""
    squares = ((stances[:, None, :2] - up) ** 2).sum(dim=2)
    spread = torch.exp(2 * stances[:, 2:]) + MODELLED**2
    return torch.exp(-squares / (2 * spread)) / (2 * pi * spread)
