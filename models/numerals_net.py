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


TURNS = 24
"""Directions in which a number may stand, 15 degrees apart. Labels, not degrees: between two directions that
look alike there is none that would do for both."""


CELLS = 12
"""Rows and columns of the map that says where the number on the top face lies."""


class Seen(NamedTuple):
    """What training needs of one pass: logits (N, labels), heat (N, 144), and of each cell (N, 29, 144).

    `heat` are logits of which cell of the map holds the number's middle. `cells` say of a number there its
    middle (2), what slant makes of a circle (3), and a logit for each turn.
    """

    logits: torch.Tensor
    heat: torch.Tensor
    cells: torch.Tensor


class NumeralsNet(nn.Module):
    """(N, 3, 96, 96) in 0..1 -> logits (N, 35).

    A place maps the upright picture, -1..1 to the right and down, into the crop, -1..1 likewise.
    """

    def __init__(self) -> None:
        super().__init__()
        self.near = nn.Sequential(
            block(3, 16, 2),
            block(16, 32, 2),
            block(32, 32),
            block(32, 64, 2),
            block(64, 64),
        )  # (N, 64, 12, 12)
        self.far = nn.Sequential(block(64, 96, 2), block(96, 96), block(96, 128, 2))  # (N, 128, 3, 3)
        self.number = nn.Sequential(
            block(3, 24),
            block(24, 32, 2),
            block(32, 48),
            block(48, 64, 2),
            block(64, 64),
            block(64, 96, 2),
        )  # (N, 96, 4, 4)
        self.drop = nn.Dropout(0.2)
        # How a number stands is seen where it is; whether it is the top one, only from the whole die.
        self.here = nn.Sequential(block(64, 64), nn.Conv2d(64, 1 + 5 + TURNS, 1))
        self.top = nn.Linear(128 * 9, CELLS * CELLS)
        self.labels = nn.Linear(128 * 9 + 96 * 16, len(LABELS))
        middles = (torch.arange(UPRIGHT_PX) + 0.5) * (2 / UPRIGHT_PX) - 1
        down, right = torch.meshgrid(middles, middles, indexing="ij")
        self.register_buffer("pixels", torch.stack([right, down, torch.ones_like(down)]).flatten(1), False)
        cells = (torch.arange(CELLS) + 0.5) * (2 / CELLS) - 1
        down, right = torch.meshgrid(cells, cells, indexing="ij")
        self.register_buffer("middles", torch.stack([right, down]).flatten(1), False)

    def forward(self, crops: torch.Tensor) -> torch.Tensor:
        return self.look(crops, None).logits

    def look(self, crops: torch.Tensor, chosen: Callable[[torch.Tensor], torch.Tensor] | None) -> Seen:
        """Return logits and what says the places; numbers are looked at there, or in those `chosen`."""
        near = self.near(crops)
        die = self.far(near).flatten(1)
        here = self.here(near).flatten(2)
        heat = here[:, 0] + self.top(die)
        cells = torch.cat([here[:, 1:3] + self.middles, here[:, 3:]], dim=1)
        # A place is learned from labels alone: what moving it a little would help to read is mostly noise.
        likely = torch.softmax(3 * heat, dim=1)
        places = placed((cells @ likely[:, :, None])[:, :, 0].detach())
        at = places if chosen is None else chosen(places)
        upright = grid_sample(crops, self.grid(at), padding_mode="border", align_corners=False)
        number = self.number(upright).flatten(1)
        return Seen(self.labels(self.drop(torch.cat([die, number], dim=1))), heat, cells)

    def grid(self, places: torch.Tensor) -> torch.Tensor:
        """Return where in the crop each pixel of the upright pictures lies, (N, 32, 32, 2).

        As torch's `affine_grid`, which ONNX knows only since a version that is newer than run times in use.
        """
        return (places @ self.pixels).transpose(1, 2).unflatten(1, (UPRIGHT_PX, UPRIGHT_PX))


def placed(found: torch.Tensor) -> torch.Tensor:
    """Return places (N, 2, 3) of what says where numbers lie: a turn, then a slant, then a middle."""
    middle = found[:, :2]
    wide, high = (USUAL_REACH * torch.exp(found[:, column : column + 1]) for column in (2, 3))
    aslant = USUAL_REACH * found[:, 4:5]
    # The likeliest turn and its neighbours; the third power leaves nothing of the others.
    likely = torch.softmax(3 * found[:, 5:], dim=1)
    angles = torch.arange(TURNS) * (2 * torch.pi / TURNS)
    turned = torch.stack([likely @ torch.cos(angles), likely @ torch.sin(angles)], dim=1)
    turned = nn.functional.normalize(turned, dim=1)
    cosine, sine = turned[:, :1], turned[:, 1:]
    # Slant times turn: what lies flat is turned on the table first, and then seen from aside.
    row_x = torch.cat([wide * cosine + aslant * sine, -wide * sine + aslant * cosine, middle[:, :1]], dim=1)
    row_y = torch.cat([aslant * cosine + high * sine, -aslant * sine + high * cosine, middle[:, 1:]], dim=1)
    return torch.stack([row_x, row_y], dim=1)


def place_loss(seen: Seen, places: torch.Tensor) -> torch.Tensor:
    """Return how far what is seen is from places (N, 2, 3), one number a crop."""
    column, row = (((places[:, axis, 2] + 1) * (CELLS / 2)).long().clamp(0, CELLS - 1) for axis in (0, 1))
    cell = row * CELLS + column
    missed = nn.functional.cross_entropy(seen.heat, cell, reduction="none")
    found = seen.cells.gather(2, cell[:, None, None].expand(-1, seen.cells.shape[1], 1))[:, :, 0]
    turn = torch.atan2(places[:, 1, 0] - places[:, 0, 1], places[:, 0, 0] + places[:, 1, 1])
    cosine, sine = torch.cos(turn), torch.sin(turn)
    wide = places[:, 0, 0] * cosine - places[:, 0, 1] * sine
    high = places[:, 1, 0] * sine + places[:, 1, 1] * cosine
    aslant = places[:, 0, 0] * sine + places[:, 0, 1] * cosine
    reach = (torch.stack([wide, high], dim=1) / USUAL_REACH).clamp(min=0.05).log()
    off = (found[:, :2] - places[:, :, 2]).abs().sum(dim=1) + (found[:, 2:4] - reach).abs().sum(dim=1)
    off = off + (found[:, 4] - aslant / USUAL_REACH).abs()
    # Both turns between which a number stands, each by how near it is.
    at = (turn * (TURNS / (2 * torch.pi))) % TURNS
    share = at - at.floor()
    log_turns = nn.functional.log_softmax(found[:, 5:], dim=1)
    lower, upper = at.floor().long() % TURNS, (at.floor().long() + 1) % TURNS
    near = (1 - share) * log_turns.gather(1, lower[:, None])[:, 0]
    return missed + off - near - share * log_turns.gather(1, upper[:, None])[:, 0]


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
