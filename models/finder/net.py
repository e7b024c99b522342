"""The finder's network: a picture in, a heat map of die centres and a box at each of its cells out.

Fifteen 3x3 convolutions between strides 2 and 32 and back to 8; a last 1x1 convolution writes four cells
for each cell of stride 8, so that the heat map has stride 4 and dice of 15 pixels stay apart.
About 0.35 billion multiplications for 640x384.
"""

import torch
from torch import nn

from models.training.bfloat16 import LearnsInBfloat16

STRIDE = 4
"""Pixels of the input between two cells of the heat map."""

UNIT_PX = 16.0
"""A predicted side of exp(0) pixels times this: the middle of the sizes that occur, on a log scale."""


def block(channels_in: int, channels_out: int, stride: int = 1) -> nn.Sequential:
    """Return convolution, batch normalisation, ReLU: what onnxruntime fuses into one operation."""
    return nn.Sequential(
        nn.Conv2d(channels_in, channels_out, 3, stride, 1, bias=False),
        nn.BatchNorm2d(channels_out),
        nn.ReLU(inplace=True),
    )


class FinderNet(nn.Module):
    """(N, 3, H, W) in 0..1 -> heat logits (N, H/4, W/4) and log sides (N, 4, H/4, W/4)."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(block(3, 8, 2), block(8, 16, 2))  # stride 4
        self.down8 = LearnsInBfloat16(block(16, 32, 2), block(32, 32), block(32, 32))
        self.down16 = LearnsInBfloat16(block(32, 64, 2), block(64, 64), block(64, 64), block(64, 64))
        self.down32 = LearnsInBfloat16(block(64, 96, 2), block(96, 96), block(96, 96), block(96, 96))
        self.side32, self.side16 = nn.Conv2d(96, 64, 1), nn.Conv2d(64, 32, 1)
        self.up16, self.up8 = block(64, 64), block(32, 32)
        self.head = nn.Conv2d(32, 5 * 4, 1)
        # A new network must say "no die" nearly everywhere, or its first steps are spent on that alone.
        nn.init.constant_(self.head.bias, 0.0)
        with torch.no_grad():
            self.head.bias[:4] = -4.0

    def forward(self, pictures: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        at8 = self.down8(self.stem(pictures))
        at16 = self.down16(at8)
        at32 = self.down32(at16)
        at16 = self.up16(at16 + nn.functional.interpolate(self.side32(at32), scale_factor=2.0))
        at8 = self.up8(at8 + nn.functional.interpolate(self.side16(at16), scale_factor=2.0))
        cells = nn.functional.pixel_shuffle(self.head(at8), 2)  # (N, 5, H/4, W/4)
        return cells[:, 0], cells[:, 1:]


class FinderGraph(nn.Module):
    """What is exported: (N, H, W, 3) uint8 BGR -> heat, zero but at its peaks, and sides in pixels.

    Scaling, peak picking and units are inside, so that nothing of them is written twice.
    """

    def __init__(self, net: FinderNet) -> None:
        super().__init__()
        self.net = net

    def forward(self, pictures: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        logits, log_sides = self.net(pictures.permute(0, 3, 1, 2).float() / 255.0)
        heat = torch.sigmoid(logits)[:, None]
        peaks = heat * (nn.functional.max_pool2d(heat, 3, 1, 1) == heat)
        return peaks[:, 0], torch.exp(log_sides.clamp(-3.0, 4.0)) * UNIT_PX
