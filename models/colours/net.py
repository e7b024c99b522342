"""The network of colours: a die's view in, how much each of its pixels tells of body and of marks out.

A view shows 48x48 pixels around a die, 1.25 times as wide as its box, as the readers of faces see it. Colours
are means of the pixels' light, weighed by maps of 24x24, less a share of what the die mirrors; marks lie a
little farther from the body than blur leaves them. Ten convolutions, about 8 million multiplications a die.
"""

import torch
from torch import nn
from torch.nn.functional import avg_pool2d, interpolate, softplus

from models.finder.net import block
from models.training.shaken import as_input
from vision.dice.crop import VIEW_MARGIN

INPUT_PX = 48
PACKED_PX = 72
PACKED_MARGIN = VIEW_MARGIN * PACKED_PX / INPUT_PX
"""Packed crops are wider by half, so that they can be moved and scaled in training."""

DARK = 1e-3
"""Light that is added before light is divided by it."""

LEAST_LIGHT = 1e-4
"""Light added before roots are taken: below it noise tells more than colour."""

LEFT = 0.02
"""How softly what is taken away from a channel ends at nothing."""

LEAST_ERROR, MOST_ERROR = 0.01, 0.6
"""Bounds of how far off a colour is believed to be, on the scale of cube roots of light."""


class ColoursNet(nn.Module):
    """(N, 3, 48, 48) in 0..1 -> light of body and marks (N, 2, 3), and logarithms of how far off, (N, 2)."""

    def __init__(self) -> None:
        super().__init__()
        a, b, c = 16, 32, 48
        self.stem = block(3, a, 2)  # 24
        self.down12 = nn.Sequential(block(a, b, 2), block(b, b))
        self.down6 = nn.Sequential(block(b, c, 2), block(c, c))
        self.side6, self.side12 = nn.Conv2d(c, b, 1), nn.Conv2d(b, a, 1)
        self.up12, self.up24 = block(b, b), block(a, a)
        self.head = nn.Conv2d(a, 3, 1)
        self.tell = nn.Sequential(nn.Linear(c * 9, 32), nn.ReLU(), nn.Linear(32, 5))
        # A new network takes most of what it sees for the die's own.
        with torch.no_grad():
            self.tell[2].bias.copy_(torch.tensor([-2.5, -2.5, -3.0, -3.0, -2.0]))

    def forward(self, views: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        weights, told = self.look(views)
        light = linear(avg_pool2d(views, 2)).flatten(2)
        body, marks, shine = torch.einsum("nkp,ncp->knc", weights, light)
        share = torch.sigmoid(told[:, 2:4, None])
        body = times(body, 1 - share[:, 0] * shine / (body + DARK))
        marks = times(marks, 1 - share[:, 1] * shine / (marks + DARK))
        apart = softplus(told[:, 4:5])
        marks = times(marks, 1 + apart * (1 - body / (marks + DARK))).clamp(max=1.2)
        return torch.stack([body, marks], dim=1), told[:, :2]

    def look(self, views: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return maps of body, marks and what is mirrored, (N, 3, 24 * 24), each of sum 1, and (N, 5).

        These are, of body and of marks, the logarithm of how far off they may be, and how much they have of
        what is mirrored; and how much farther from the body than they look marks are.
        """
        at24 = self.stem(views)
        at12 = self.down12(at24)
        at6 = self.down6(at12)
        told = self.tell(avg_pool2d(at6, 2).flatten(1))
        at12 = self.up12(at12 + interpolate(self.side6(at6), scale_factor=2.0))
        at24 = self.up24(at24 + interpolate(self.side12(at12), scale_factor=2.0))
        maps = torch.softmax(self.head(at24).flatten(2), dim=2)
        return maps, told


def times(light: torch.Tensor, share: torch.Tensor) -> torch.Tensor:
    """Return light times a share; where that is below 0 a little is left, for no channel is quite dark."""
    return light * (share + torch.sqrt(share**2 + 4 * LEFT)) / 2


def linear(shown: torch.Tensor) -> torch.Tensor:
    """Return the light of sRGB values in 0..1."""
    return torch.where(shown <= 0.04045, shown / 12.92, ((shown + 0.055) / 1.055) ** 2.4)


def roots(light: torch.Tensor) -> torch.Tensor:
    """Return cube roots of light, `LEAST_LIGHT` of which is always there."""
    return torch.pow(light.clamp(min=0) + LEAST_LIGHT, 1 / 3)


class ColoursGraph(nn.Module):
    """What is exported: views (N, 48, 48, 3) uint8 BGR -> light (N, 2, 3) BGR of body and marks, and errors.

    These, (N, 2), say how far off both may be.
    """

    def __init__(self, net: ColoursNet) -> None:
        super().__init__()
        self.net = net

    def forward(self, views: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        light, told = self.net(as_input(views))
        return light, torch.exp(told).clamp(LEAST_ERROR, MOST_ERROR)
