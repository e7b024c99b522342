"""What the faces beside the top one of a d20 say of its number: most makers number them alike.

A number that is worn, blurred or half in glare is told by those around it: beside a 20 lie 2, 8 and 14, and
no other face has two of these beside it. How the die's faces lie to each other is known, and where the top
one is seen; so it is known where those beside it are.
"""

from math import cos, pi, radians, sin

import torch
from torch import nn

from models.numerals.place import TRIANGLE_SHARE
from models.rendering.dice.numbering import MIRRORED_SHARE, STANDARD_SHARE, standard_d20
from models.rendering.dice.numeral_solids import solid_of

FOLD = radians(180 - 138.19)
"""By so much a face of a d20 is folded away from the one beside it."""

FACES_BESIDE = 3

MISREAD = 0.35
"""So often what is read on a face beside the top one says nothing of it: the camera may not see that face."""


def beside(places: torch.Tensor) -> torch.Tensor:
    """Return where the faces (N, 3, 2, 3) beside d20's top ones at places (N, 2, 3) lie, counter-clockwise.

    As places of numbers that stand with their heads away from the top face.
    """
    right, up = places[:, :, 0], -places[:, :, 1]
    height = upright(places[:, :, :2])
    found = []
    # A number stands with its head to a corner, so that one edge lies below it.
    for angle in (-pi / 2, pi / 6, 5 * pi / 6):
        away = cos(angle) * right + sin(angle) * up
        along = cos(angle) * up - sin(angle) * right
        down = cos(FOLD) * away - sin(FOLD) * height
        # From a triangle's middle it is half its circumradius to an edge, and as far from there to the next.
        middle = places[:, :, 2] + (away + down) * (0.5 / TRIANGLE_SHARE)
        found.append(torch.stack([-along, -down, middle], dim=2))
    return torch.stack(found, dim=1)


def upright(ground: torch.Tensor) -> torch.Tensor:
    """Return how what stands on the table as high as `ground` (N, 2, 2) is wide and deep is seen, (N, 2).

    Seen from afar, as dice are: the part of each direction of the picture that the table does not take up.
    """
    square = ground @ ground.transpose(1, 2)
    xx, xy, yy = square[:, 0, 0], square[:, 0, 1], square[:, 1, 1]
    longest = (xx + yy + ((xx - yy) ** 2 + 4 * xy**2).sqrt()) / 2
    high = (longest - yy).clamp(min=1e-6).sqrt()
    return torch.stack([xy / high, -high], dim=1)


class FacesBeside(nn.Module):
    """Chances of numbers (N, 3, 20) on the faces beside -> likelihood of each number on top, (N, 20).

    In the order of `beside`. 1 says nothing.
    """

    def __init__(self) -> None:
        super().__init__()
        rings, shares = [], []
        for mirrored, share in ((False, 1 - MIRRORED_SHARE), (True, MIRRORED_SHARE)):
            on_face = standard_d20(mirrored)
            ring = {on_face[face]: beside_it for face, beside_it in enumerate(solid_of("d20").neighbours)}
            numbers = torch.tensor([[on_face[other] - 1 for other in ring[n]] for n in range(1, 21)])
            for first in range(FACES_BESIDE):  # makers turn the numbers on their faces as they like
                rings.append(numbers.roll(-first, dims=1))
                shares.append(STANDARD_SHARE * share / 3)
        self.register_buffer("rings", torch.stack(rings), False)  # (6, 20, 3)
        self.register_buffer("shares", torch.tensor(shares), False)

    def forward(self, numbers: torch.Tensor) -> torch.Tensor:
        """Return likelihoods, summed over the standard layout, its mirror image and any other."""
        likely = (1 - MISREAD) * 20 * numbers + MISREAD
        fits = [likely[:, face][:, self.rings[:, :, face]] for face in range(FACES_BESIDE)]
        fit = fits[0] * fits[1] * fits[2]
        return 1 - STANDARD_SHARE + (fit * self.shares[:, None]).sum(dim=1)
