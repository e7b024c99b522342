"""The numeral reader's network: the crop of one die in, one logit a label out.

It looks three times. First at the whole die: its kind, and where the number on its top face lies and how
slanted. Then at that number alone, as from straight above: which way it stands. Then at the number turned
upright, in the two likeliest ways where it is read. So no numeral has to be learned in every turn and slant,
and those on the other faces are not looked at. About 55 million multiplications a crop of 96x96.
"""

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


WAYS = 2
"""In so many directions, the likeliest ones, a number is looked at to read it."""


class Told(NamedTuple):
    """Places (N, 2, 3) that training knows, and where each crop is told its middle and slant, and its turn."""

    places: torch.Tensor
    flat: torch.Tensor
    turn: torch.Tensor


class Seen(NamedTuple):
    """What training needs of one pass: logits (N, labels), heat (N, 144), cells (N, 5, 144), turns (N, 24).

    `heat` are logits of which cell of the map holds the number's middle. `cells` say of a number there its
    middle (2) and what slant makes of a circle (3). `turns` are logits of how it stands.
    """

    logits: torch.Tensor
    heat: torch.Tensor
    cells: torch.Tensor
    turns: torch.Tensor


class NumeralsNet(nn.Module):
    """(N, 3, 96, 96) in 0..1 -> logits (N, 35).

    A place maps the upright picture, -1..1 to the right and down, into the crop, -1..1 likewise. A flat place
    does so for a number that stands straight up in the crop: it says middle and slant alone.
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
        self.turn = nn.Sequential(
            block(3, 24),
            block(24, 32, 2),
            block(32, 64, 2),
            block(64, 64),
            block(64, 64, 2),
            nn.Flatten(),
            nn.Linear(64 * 16, TURNS),
        )
        self.number = nn.Sequential(
            block(3, 24),
            block(24, 32, 2),
            block(32, 48),
            block(48, 64, 2),
            block(64, 64),
            block(64, 96, 2),
        )  # (N, 96, 4, 4)
        self.drop = nn.Dropout(0.2)
        # How slanted a number lies is seen where it is; whether it is the top one, only from the whole die.
        self.here = nn.Sequential(block(64, 64), nn.Conv2d(64, 1 + 5, 1))
        self.top = nn.Linear(128 * 9, CELLS * CELLS)
        self.labels = nn.Linear(128 * 9 + 96 * 16, len(LABELS))
        middles = (torch.arange(UPRIGHT_PX) + 0.5) * (2 / UPRIGHT_PX) - 1
        down, right = torch.meshgrid(middles, middles, indexing="ij")
        self.register_buffer("pixels", torch.stack([right, down, torch.ones_like(down)]).flatten(1), False)
        cells = (torch.arange(CELLS) + 0.5) * (2 / CELLS) - 1
        down, right = torch.meshgrid(cells, cells, indexing="ij")
        self.register_buffer("middles", torch.stack([right, down]).flatten(1), False)
        apart = (torch.arange(TURNS)[:, None] - torch.arange(TURNS)) % TURNS
        self.register_buffer("others", (torch.minimum(apart, TURNS - apart) > 2).float(), False)

    def forward(self, crops: torch.Tensor) -> torch.Tensor:
        """Return the logs of the labels' probabilities, those of the likeliest turns mixed."""
        die, _, _, flat = self.find(crops)
        likely = torch.softmax(self.turns(crops, flat), dim=1)
        read = []
        for _ in range(WAYS):
            directions, share = standing(likely)
            logits = self.read(crops, die, turned(flat, directions))
            read.append(share.log() + torch.log_softmax(logits, dim=1))
            likely = likely * self.others[likely.argmax(dim=1)] + 1e-9
        return torch.log_softmax(torch.stack(read).logsumexp(dim=0), dim=1)

    def look(self, crops: torch.Tensor, told: Told | None) -> Seen:
        """Return what training needs; where places are told, numbers are looked at there."""
        die, heat, cells, flat = self.find(crops)
        if told is not None:
            flat = torch.where(told.flat[:, None, None], flattened(told.places), flat)
        turns = self.turns(crops, flat)
        directions, _ = standing(torch.softmax(turns.detach(), dim=1))
        if told is not None:
            angle = turn_of(told.places)
            known = torch.stack([torch.cos(angle), torch.sin(angle)], dim=1)
            directions = torch.where(told.turn[:, None], known, directions)
        return Seen(self.read(crops, die, turned(flat, directions)), heat, cells, turns)

    def find(self, crops: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
        """Return the die's features, heat and cells as in `Seen`, and the number's flat place."""
        near = self.near(crops)
        die = self.far(near).flatten(1)
        here = self.here(near).flatten(2)
        heat = here[:, 0] + self.top(die)
        cells = torch.cat([here[:, 1:3] + self.middles, here[:, 3:]], dim=1)
        # A place is learned from labels alone: what moving it a little would help to read is mostly noise.
        likely = torch.softmax(3 * heat, dim=1)
        return die, heat, cells, flat_place((cells @ likely[:, :, None])[:, :, 0].detach())

    def turns(self, crops: torch.Tensor, flat: torch.Tensor) -> torch.Tensor:
        """Return logits (N, 24) of how the numbers at flat places stand."""
        return self.turn(self.shown(crops, flat))

    def read(self, crops: torch.Tensor, die: torch.Tensor, places: torch.Tensor) -> torch.Tensor:
        """Return the labels' logits, by the die's features and the number at its place."""
        number = self.number(self.shown(crops, places)).flatten(1)
        return self.labels(self.drop(torch.cat([die, number], dim=1)))

    def shown(self, crops: torch.Tensor, places: torch.Tensor) -> torch.Tensor:
        """Return the upright pictures of places, (N, 3, 32, 32)."""
        return grid_sample(crops, self.grid(places), padding_mode="border", align_corners=False)

    def grid(self, places: torch.Tensor) -> torch.Tensor:
        """Return where in the crop each pixel of the upright pictures lies, (N, 32, 32, 2).

        As torch's `affine_grid`, which ONNX knows only since a version that is newer than run times in use.
        """
        return (places @ self.pixels).transpose(1, 2).unflatten(1, (UPRIGHT_PX, UPRIGHT_PX))


def flat_place(found: torch.Tensor) -> torch.Tensor:
    """Return flat places (N, 2, 3) of what says where numbers lie, (N, 5): a middle and a slant."""
    wide, high = (USUAL_REACH * torch.exp(found[:, column : column + 1]) for column in (2, 3))
    aslant = USUAL_REACH * found[:, 4:5]
    row_x = torch.cat([wide, aslant, found[:, :1]], dim=1)
    row_y = torch.cat([aslant, high, found[:, 1:2]], dim=1)
    return torch.stack([row_x, row_y], dim=1)


def standing(likely: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the likeliest direction, cosine and sine (N, 2), of turns (N, 24), and its probability (N, 1)."""
    best = likely.argmax(dim=1, keepdim=True)
    around = torch.cat([(best + TURNS - 1) % TURNS, best, (best + 1) % TURNS], dim=1)
    shares = likely.gather(1, around)
    angles = around * (2 * torch.pi / TURNS)
    towards = torch.stack([(shares * torch.cos(angles)).sum(1), (shares * torch.sin(angles)).sum(1)], dim=1)
    return nn.functional.normalize(towards, dim=1), shares.sum(dim=1, keepdim=True)


def turned(flat: torch.Tensor, directions: torch.Tensor) -> torch.Tensor:
    """Return places: what lies flat is turned on the table first, and then seen from aside."""
    cosine, sine = directions[:, :1], directions[:, 1:]
    turn = torch.stack([torch.cat([cosine, -sine], dim=1), torch.cat([sine, cosine], dim=1)], dim=1)
    return torch.cat([flat[:, :, :2] @ turn, flat[:, :, 2:]], dim=2)


def turn_of(places: torch.Tensor) -> torch.Tensor:
    """Return by how much numbers at places (N, 2, 3) are turned on the table, (N,), in radians."""
    return torch.atan2(places[:, 1, 0] - places[:, 0, 1], places[:, 0, 0] + places[:, 1, 1])


def flattened(places: torch.Tensor) -> torch.Tensor:
    """Return the flat places of places: the same numbers, not turned."""
    angle = -turn_of(places)
    return turned(places, torch.stack([torch.cos(angle), torch.sin(angle)], dim=1))


def place_loss(seen: Seen, places: torch.Tensor) -> torch.Tensor:
    """Return how far what is seen is from places (N, 2, 3), one number a crop."""
    column, row = (((places[:, axis, 2] + 1) * (CELLS / 2)).long().clamp(0, CELLS - 1) for axis in (0, 1))
    cell = row * CELLS + column
    missed = nn.functional.cross_entropy(seen.heat, cell, reduction="none")
    found = seen.cells.gather(2, cell[:, None, None].expand(-1, seen.cells.shape[1], 1))[:, :, 0]
    flat = flattened(places)
    reach = (torch.stack([flat[:, 0, 0], flat[:, 1, 1]], dim=1) / USUAL_REACH).clamp(min=0.05).log()
    off = (found[:, :2] - places[:, :, 2]).abs().sum(dim=1) + (found[:, 2:4] - reach).abs().sum(dim=1)
    off = off + (found[:, 4] - flat[:, 0, 1] / USUAL_REACH).abs()
    # Both turns between which a number stands, each by how near it is.
    at = (turn_of(places) * (TURNS / (2 * torch.pi))) % TURNS
    share = at - at.floor()
    log_turns = nn.functional.log_softmax(seen.turns, dim=1)
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
