"""The network that compares: a die's view and the colours of a group in, whether they are the die's out.

A view shows 48x48 pixels around a die, 1.25 times as wide as its box, as the readers of faces see it. Each of
its pixels is compared with both colours before anything is learnt: so what is learnt is how dice of a colour
look, mirroring, in shadow and blurred, and no colour. Six convolutions, 9 million multiplications a die and
group.
"""

import torch
from torch import nn

from models.colours.net import linear, roots
from models.finder.net import block

NEARLY_NONE = 1e-3
"""Added to the square of how far marks are from their body, before something is divided by it."""

FARTHEST = 2.0
"""A pixel lies at most so many times as far on the way from body to marks as these."""

COMPARED = 17
"""Channels: a pixel, less body and less marks, (3,) each; how far on the way from body to marks it lies, and
how far off that way; and both colours."""


class MatchingNet(nn.Module):
    """(N, 3, 48, 48) BGR in 0..1 and (N, 2, 3) cube roots of BGR light of body and marks -> logits (N,)."""

    def __init__(self) -> None:
        super().__init__()
        a, b, c = 24, 32, 64
        self.stem = block(COMPARED, a, 2)  # 24
        self.at24 = block(a, a)
        self.at12 = nn.Sequential(block(a, b, 2), block(b, b))
        self.at6 = nn.Sequential(block(b, c, 2), block(c, c))
        self.tell = nn.Sequential(nn.Linear(2 * c, 32), nn.ReLU(inplace=True), nn.Linear(32, 1))

    def forward(self, views: torch.Tensor, colours: torch.Tensor) -> torch.Tensor:
        return self.odds(compared(roots(linear(views)), colours))

    def odds(self, pixels: torch.Tensor) -> torch.Tensor:
        """Return the logits (N,) of compared pixels."""
        seen = self.at6(self.at12(self.at24(self.stem(pixels))))
        return self.tell(torch.cat([seen.mean((2, 3)), seen.amax((2, 3))], dim=1))[:, 0]


def compared(pixels: torch.Tensor, colours: torch.Tensor) -> torch.Tensor:
    """Return (N, COMPARED, H, W): pixels (N, 3, H, W) beside body and marks (N, 2, 3), all as roots."""
    body, marks = colours[:, 0, :, None, None], colours[:, 1, :, None, None]
    off, way = pixels - body, marks - body
    share = (off * way).sum(1, keepdim=True) / ((way * way).sum(1, keepdim=True) + NEARLY_NONE)
    share = share.clamp(-FARTHEST, FARTHEST)
    aside = torch.sqrt(((off - share * way) ** 2).sum(1, keepdim=True) + 1e-6)
    plain = colours.flatten(1)[:, :, None, None].expand(-1, -1, *pixels.shape[2:])
    return torch.cat([pixels, off, pixels - marks, share, aside, plain], dim=1)


class MatchingGraph(nn.Module):
    """What is exported: views (N, 48, 48, 3) uint8 BGR and light (K, 2, 3) BGR of body and marks.

    Each view is compared with each of these: logits (K, N).
    """

    def __init__(self, net: MatchingNet) -> None:
        super().__init__()
        self.net = net
        self.root_of_byte = nn.Parameter(roots(linear(torch.arange(256) / 255)), requires_grad=False)

    def forward(self, views: torch.Tensor, light: torch.Tensor) -> torch.Tensor:
        pixels = self.root_of_byte[views.permute(0, 3, 1, 2).long()]
        # Not `len`, which the exported graph would remember.
        dice, pairs = views.shape[0], light.shape[0]
        each = pixels.expand(pairs, -1, -1, -1, -1).flatten(0, 1)
        asked = roots(light)[:, None].expand(-1, dice, -1, -1).flatten(0, 1)
        return self.net.odds(compared(each, asked)).reshape(pairs, dice)
