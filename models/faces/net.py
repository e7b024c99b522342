"""The face reader's networks: crops of dice in, one logit a label out, and how each die stands to the camera.

Seven 3x3 convolutions read, about 17 million multiplications a crop of 48x48; three more, 8 million, tell how
a die stands. Of what they leave in doubt a network with more channels is asked, 41 million multiplications,
which looks at the top face more closely as well, see `closer`.
"""

import torch
from torch import nn

from models.faces.stance import LyingFlat, Stance
from models.finder.net import block
from models.training.bfloat16 import LearnsInBfloat16
from models.training.shaken import as_input

FACES = 6
LABELS = ("1", "2", "3", "4", "5", "6", "cocked", "unsupported", "hidden", "no die")
"""Six faces to accept and four reasons to refuse; "no die" is not even reported."""

INPUT_PX = 48
MARGIN = 1.25
"""The crop's side over the die's longer side: enough of the table to see what belongs to the die."""

CELLS = 9
"""Of the last features."""

Widths = tuple[int, ...]
"""Channels of each of the seven convolutions."""

NARROW: Widths = (16, 32, 64, 64, 96, 96, 128)
WIDE: Widths = (16, 32, 96, 96, 192, 192, 256)
"""Of the network that is asked about every crop, and of the one that is asked about doubtful ones alone."""


class FacesNet(nn.Module):
    """(N, 3, 48, 48) in 0..1 -> logits (N, 10)."""

    def __init__(self, widths: Widths = NARROW) -> None:
        super().__init__()
        a, b, c, d, e, f, g = widths
        self.near = LearnsInBfloat16(
            block(3, a, 2),
            block(a, b),
            block(b, c, 2),
            block(c, d),
        )  # (N, d, 12, 12)
        self.far = LearnsInBfloat16(block(d, e, 2), block(e, f), block(f, g, 2))  # (N, g, 3, 3)
        self.drop = nn.Dropout(0.2)
        # The whole 3x3 grid, not its mean: which pips belong to the top face is a question of place.
        self.labels = nn.Linear(g * CELLS, len(LABELS))
        # Used in training alone: a network that must say where the top face lies does not count side faces.
        self.top = nn.Conv2d(d, 1, 1)

    def forward(self, crops: torch.Tensor) -> torch.Tensor:
        return self.labelled(self.far(self.near(crops)))

    def labelled(self, far: torch.Tensor) -> torch.Tensor:
        """Return logits (N, 10) of the features (N, 128, 3, 3)."""
        logits: torch.Tensor = self.labels(self.drop(far.flatten(1)))
        return logits

    def learn(self, crops: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return logits (N, 10) and the logits of the top face's map (N, 12, 12)."""
        near = self.near(crops)
        return self.labelled(self.far(near)), self.top(near)[:, 0]


class StandingFacesNet(FacesNet):
    """Tells how dice stand as well, learned apart and the rest left as it is: what it says of faces stays."""

    def __init__(self) -> None:
        super().__init__()
        self.stance = Stance()

    def stances(self, crops: torch.Tensor) -> torch.Tensor:
        """Return how dice stand to the camera, (N, 3), see `Stance`."""
        with torch.no_grad():
            near = self.near(crops)
            far = self.far(near)
        stances: torch.Tensor = self.stance(near, far)
        return stances


class CalibratedGraph(nn.Module):
    """A network whose logits become probabilities as held-out crops ask for."""

    def __init__(self, net: FacesNet, temperature: float, biases: torch.Tensor) -> None:
        super().__init__()
        self.net = net
        self.temperature = temperature
        self.register_buffer("biases", biases)

    def probabilities(self, logits: torch.Tensor) -> torch.Tensor:
        """Return calibrated probabilities (N, 10)."""
        return torch.softmax(logits / self.temperature + self.biases, dim=1)


class FacesGraph(CalibratedGraph):
    """What is exported: the finds of one picture, (N, 48, 48, 3) uint8 BGR, and where they lie, (N, 2) ->
    their calibrated probabilities (N, 10), how they stand among the others, (N,), how they stand to the
    camera, (N, 3), how likely the others make each way in which that may stand, (N, H), and how what is up is
    seen at each then, (N, 2), see `LyingFlat`.
    """

    net: StandingFacesNet

    def __init__(self, net: StandingFacesNet, temperature: float, biases: torch.Tensor) -> None:
        super().__init__(net, temperature, biases)
        self.lying_flat = LyingFlat()

    def forward(self, crops: torch.Tensor, centres: torch.Tensor) -> tuple[torch.Tensor, ...]:
        near = self.net.near(as_input(crops))
        far = self.net.far(near)
        probabilities = self.probabilities(self.net.labelled(far))
        dice = probabilities[:, :FACES].sum(dim=1)
        stances = self.net.stance(near, far)
        stands, cameras, ups = self.lying_flat(stances, dice, centres)
        return probabilities, stands, stances, cameras, ups
