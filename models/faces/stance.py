"""How a die stands to the camera, and which dice of a picture lie flat as the others do.

A crop as a whole tells where the normal of its top face points; the slant of that face, once it is looked at
closely, tells it again, and by other signs.
"""

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

MODELLED_CLOSER, SLANTS_OFF, TAILS = 0.05, 0.025, 4.0
"""The same where slants are known as well, how far off those are, and their degrees of freedom: few are far
off. Of 149 held-out leaning dice that are read 78 to 83 are told with 0.03 and 0.02, and 72 with 0.04, where
one in 1,000 flat ones is refused."""

NORMALS_STEP = 0.06
"""Between the normals that a leaning die may have; what is off is hardly less than that."""

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
    lie, (N, 2) as `CameraStands` wants it -> how each stands among the others, (N,), how likely these make
    each way in which the camera may stand, (N, H), and how what is up is seen at each die then, (N, 2).

    The first is how much likelier a die that lies flat as they do stands so than one that leans, as a
    logarithm; nan where the others do not tell.
    """

    def __init__(self, up: CameraStands | None = None) -> None:
        super().__init__()
        self.up = up or CameraStands()

    def forward(
        self, stances: torch.Tensor, dice: torch.Tensor, centres: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        up = self.up(centres)
        flat = density(stances, up)
        likely = of_others(dice[:, None] * (flat + LEANING / pi).log())
        shows = (likely * flat).sum(dim=1)
        agreeing = dice * shows / (shows + LEANING / pi)
        told = agreeing.sum() - agreeing >= OTHERS
        stands = torch.where(told, (shows * pi).clamp(min=1e-9).log(), torch.full_like(shows, torch.nan))
        return stands, likely, (up * likely[:, :, None]).sum(dim=1)

    def normals(self, stances: torch.Tensor, centres: torch.Tensor) -> torch.Tensor:
        """Return where the normals (N, 2) of dice point that all lie flat, by what they say together."""
        up = self.up(centres)
        likely = torch.softmax((density(stances, up) + LEANING / pi).log().sum(dim=0), dim=0)
        return (up * likely[:, None]).sum(dim=1)


class LyingFlatCloser(nn.Module):
    """The same of single finds whose top faces are known, by their slants (N, 2) as well, see `slants_of`.

    Stances (N, 3), where the finds lie, (N, 2), and how likely the others make each way in which the camera
    may stand, (N, H), are those of `LyingFlat`; what comes out, (N,), is known wherever it is asked for.
    """

    def __init__(self) -> None:
        super().__init__()
        self.up = CameraStands()
        self.register_buffer("anywhere", normals_anywhere()[None], False)

    def forward(
        self, stances: torch.Tensor, slants: torch.Tensor, centres: torch.Tensor, cameras: torch.Tensor
    ) -> torch.Tensor:
        flat = self.told(stances, slants, self.up(centres))
        leaning = self.told(stances, slants, self.anywhere).mean(dim=1)
        shows = (cameras * flat).sum(dim=1)
        return shows.clamp(min=1e-9).log() - leaning.clamp(min=1e-9).log()

    def told(self, stances: torch.Tensor, slants: torch.Tensor, up: torch.Tensor) -> torch.Tensor:
        """Return how densely stance and slant together believe normals to be `up`, (N or 1, H, 2): (N, H)."""
        squares = ((slants[:, None] - seen_slants(up)) ** 2).sum(dim=2)
        by_slant = (1 + squares / (TAILS * SLANTS_OFF**2)) ** -(TAILS / 2 + 1)
        return by_slant * density(stances, up, MODELLED_CLOSER)


def slants_of(flat: torch.Tensor) -> torch.Tensor:
    """Return how slanted flat places (N, 2, 3) are, (N, 2): how much wider than high, and how much askew.

    Both are 0 for a face seen from straight above; neither depends on its size.
    """
    wide, high, askew = flat[:, 0, 0], flat[:, 1, 1], flat[:, 0, 1]
    return torch.stack([wide - high, 2 * askew], dim=1) / (wide + high)[:, None]


def seen_slants(normals: torch.Tensor) -> torch.Tensor:
    """Return the slants (..., 2) of faces whose normals (..., 2) are seen so; opposite ones have the same."""
    right, down = normals.unbind(dim=-1)
    towards = (1 - right**2 - down**2).clamp(min=0).sqrt()
    return -torch.stack([right**2 - down**2, 2 * right * down], dim=-1) / ((1 + towards) ** 2)[..., None]


def normals_anywhere() -> torch.Tensor:
    """Return normals (M, 2) evenly anywhere in the circle of those that can be seen."""
    steps = torch.arange(-1 + NORMALS_STEP / 2, 1, NORMALS_STEP)
    every = torch.cartesian_prod(steps, steps)
    return every[every.norm(dim=1) < 1]


def density(stances: torch.Tensor, up: torch.Tensor, modelled: float = MODELLED) -> torch.Tensor:
    """Return how densely stances (N, 3) believe normals to point where up (N, H, 2) is seen: (N, H)."""
    squares = ((stances[:, None, :2] - up) ** 2).sum(dim=2)
    spread = torch.exp(2 * stances[:, 2:]) + modelled**2
    return torch.exp(-squares / (2 * spread)) / (2 * pi * spread)
