"""The numeral reader's network: the crop of one die in, one logit a label out.

It looks twice. First at the whole die: its kind, and where the number on its top face lies and which way
that number stands. Then at that number alone, turned upright and seen from straight above. So no numeral
has to be learned in every turn and slant, and those on the other faces are not looked at.
About 30 million multiplications a crop of 96x96.
"""

from collections.abc import Callable
from typing import NamedTuple

import torch
from torch import nn
from torch.nn.functional import grid_sample

from models.finder_net import block

REFUSED = ("d4", "d8", "d10", "d12", "d100")
"""Kinds that are told apart and never read."""

LABELS = (
    *(f"d20 {number}" for number in range(1, 21)),
    *(f"d6n {number}" for number in range(1, 7)),
    *REFUSED,
    "pips",
    "cocked",
    "hidden",
    "no die",
)
"""Faces to accept, other kinds, dice with pips, which another network reads, and reasons to refuse."""

FACES = 26
"""The first labels: what may be accepted."""

INPUT_PX = 96
MARGIN = 1.25
"""The crop's side over the die's longer side, as for dice with pips."""

UPRIGHT_PX = 32
"""Side of the second look's picture: about as fine as the crop is."""

USUAL_REACH = 0.35
"""How far an upright number's picture reaches to each side, in half crops, before training says better."""


class Seen(NamedTuple):
    """What training needs of one pass: logits (N, labels) and the places of the numbers (N, 2, 3)."""

    logits: torch.Tensor
    places: torch.Tensor


class NumeralsNet(nn.Module):
    """(N, 3, 96, 96) in 0..1 -> logits (N, 35).

    A place maps the upright picture, -1..1 to the right and down, into the crop, -1..1 likewise.
    """

    def __init__(self) -> None:
        super().__init__()
        self.die = nn.Sequential(
            block(3, 16, 2),
            block(16, 32, 2),
            block(32, 32),
            block(32, 64, 2),
            block(64, 64),
            block(64, 96, 2),
            block(96, 96),
            block(96, 128, 2),
        )  # (N, 128, 3, 3)
        self.number = nn.Sequential(
            block(3, 24),
            block(24, 32, 2),
            block(32, 48),
            block(48, 64, 2),
            block(64, 64),
            block(64, 96, 2),
        )  # (N, 96, 4, 4)
        self.drop = nn.Dropout(0.2)
        # Middle (2), direction of the number's right (2), and what slant makes of a circle (3).
        self.place = nn.Sequential(nn.Linear(128 * 9, 64), nn.ReLU(inplace=True), nn.Linear(64, 7))
        self.labels = nn.Linear(128 * 9 + 96 * 16, len(LABELS))
        middles = (torch.arange(UPRIGHT_PX) + 0.5) * (2 / UPRIGHT_PX) - 1
        down, right = torch.meshgrid(middles, middles, indexing="ij")
        self.register_buffer("pixels", torch.stack([right, down, torch.ones_like(down)]).flatten(1), False)

    def forward(self, crops: torch.Tensor) -> torch.Tensor:
        return self.look(crops, None).logits

    def look(self, crops: torch.Tensor, chosen: Callable[[torch.Tensor], torch.Tensor] | None) -> Seen:
        """Return logits and places; numbers are looked at in the places found, or those `chosen` instead."""
        die = self.die(crops).flatten(1)
        places = placed(self.place(die))
        at = places if chosen is None else chosen(places)
        upright = grid_sample(crops, self.grid(at), padding_mode="border", align_corners=False)
        number = self.number(upright).flatten(1)
        return Seen(self.labels(self.drop(torch.cat([die, number], dim=1))), places)

    def grid(self, places: torch.Tensor) -> torch.Tensor:
        """Return where in the crop each pixel of the upright pictures lies, (N, 32, 32, 2).

        As torch's `affine_grid`, which ONNX knows only since a version that is newer than run times in use.
        """
        return (places @ self.pixels).transpose(1, 2).unflatten(1, (UPRIGHT_PX, UPRIGHT_PX))


def placed(found: torch.Tensor) -> torch.Tensor:
    """Return places (N, 2, 3) of the seven numbers that say where a number lies: a turn, then a slant."""
    middle, turned = found[:, :2], nn.functional.normalize(found[:, 2:4] + 1e-4, dim=1)
    wide, high = (USUAL_REACH * torch.exp(found[:, column : column + 1]) for column in (4, 5))
    aslant = USUAL_REACH * found[:, 6:7]
    cosine, sine = turned[:, :1], turned[:, 1:]
    # Slant times turn: what lies flat is turned on the table first, and then seen from aside.
    row_x = torch.cat([wide * cosine + aslant * sine, -wide * sine + aslant * cosine, middle[:, :1]], dim=1)
    row_y = torch.cat([aslant * cosine + high * sine, -aslant * sine + high * cosine, middle[:, 1:]], dim=1)
    return torch.stack([row_x, row_y], dim=1)


class NumeralsGraph(nn.Module):
    """What is exported: (N, 96, 96, 3) uint8 BGR -> calibrated probabilities (N, 35)."""

    def __init__(self, net: NumeralsNet, temperature: float, biases: torch.Tensor) -> None:
        super().__init__()
        self.net = net
        self.temperature = temperature
        self.register_buffer("biases", biases)

    def forward(self, crops: torch.Tensor) -> torch.Tensor:
        logits = self.net(crops.permute(0, 3, 1, 2).float() / 255.0)
        return torch.softmax(logits / self.temperature + self.biases, dim=1)
