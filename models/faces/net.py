"""The face reader's networks: crops of dice in, one logit a label out, and how each die stands to the camera.

Seven 3x3 convolutions read, about 17 million multiplications a crop of 48x48; three more, 8 million, tell how
a die stands. Of what they leave in doubt a network with more channels is asked, which looks at the top face
more closely as well: 91 million multiplications.
"""

from collections.abc import Mapping
from typing import NamedTuple

import torch
from torch import nn

from models.faces.stance import LyingFlat, Stance
from models.finder.net import block
from models.training.bfloat16 import LearnsInBfloat16
from models.training.shaken import as_input
from models.upright.corrections import MOST_CORRECTED, corrected
from models.upright.pictures import UprightPictures
from models.upright.places import SAID, TOP_CELLS, cell_middles, place_of

FACES = 6
LABELS = ("1", "2", "3", "4", "5", "6", "cocked", "unsupported", "hidden", "no die")
"""Six faces to accept and four reasons to refuse; "no die" is not even reported."""

INPUT_PX = 48
MOST_SAID = 2.0
"""Sizes and slants of a face beyond this, as logarithms, are of no die."""

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


UPRIGHT_PX, UPRIGHT_CELLS = 32, 16
"""Side of the pictures of top faces, and the cells of what is made of them."""

AROUND = 1.25
"""The upright picture's side over that of the face: what lies beside it tells whether it is the top one."""


UPRIGHT_SHARE = 2 / 3
"""How much the upright picture's word on which face it is counts, beside that of the whole crop. Of 13,317
held-out finds 8,849 to 8,885 are read rightly and 29 falsely by a half to 0.85, 8,726 without it."""


class FoundTop(NamedTuple):
    """Where the top faces lie, by heat (N, 144) and cells (N, 5, 144) as in `place_of`."""

    heat: torch.Tensor
    cells: torch.Tensor


class CloserFacesNet(FacesNet):
    """Reads crops as a wide network does, and once more with the top face seen upright, from straight above.

    Where that face lies the first look says, and one at the place it says corrects that: so no face has to be
    learned in every slant. Which face it is both say; whether it is one, the whole crop alone.
    """

    def __init__(self) -> None:
        super().__init__(WIDE)
        near, far, upright = WIDE[3], WIDE[-1] * CELLS, 128 * UPRIGHT_CELLS
        self.here = nn.Sequential(block(near, 64), nn.Conv2d(64, 1 + SAID, 1))
        self.where = nn.Linear(far, TOP_CELLS * TOP_CELLS)
        self.upright = LearnsInBfloat16(
            block(3, 24), block(24, 48, 2), block(48, 64), block(64, 96, 2), block(96, 96), block(96, 128, 2)
        )
        self.nearer = nn.Linear(upright, SAID)
        nn.init.zeros_(self.nearer.weight)
        nn.init.zeros_(self.nearer.bias)
        self.closer = nn.Linear(upright, FACES)
        self.shown = UprightPictures(UPRIGHT_PX)
        self.register_buffer("middles", cell_middles(), False)

    def forward(self, crops: torch.Tensor) -> torch.Tensor:
        near = self.near(crops)
        features = self.far(near)
        found = self.find(near, features)
        flat = place_of(found.heat, found.cells)
        upright = self.read(crops, nearer(flat, self.correct(crops, flat)))
        return with_faces_of(self.labelled(features), upright)

    def known(self) -> tuple[nn.Module, ...]:
        """Return what the wide network had learned before it looked closer."""
        return self.near, self.far, self.labels, self.top

    def find(self, near: torch.Tensor, features: torch.Tensor) -> FoundTop:
        """Return where the top faces lie by the features of crops, (N, 96, 12, 12) and (N, 256, 3, 3)."""
        here = self.here(near).flatten(2)
        # What is said of places without a die may be anything, and is not to overflow.
        cells = torch.cat([here[:, 1:3] + self.middles, here[:, 3:].clamp(-MOST_SAID, MOST_SAID)], dim=1)
        return FoundTop(here[:, 0] + self.where(features.flatten(1)), cells)

    def correct(self, crops: torch.Tensor, flat: torch.Tensor) -> torch.Tensor:
        """Return by how much flat places (N, 2, 3) are off, (N, 5) as `corrected` wants it."""
        corrections: torch.Tensor = self.nearer(self.look(crops, flat))
        return corrections

    def read(self, crops: torch.Tensor, flat: torch.Tensor) -> torch.Tensor:
        """Return logits (N, 6) of the faces by what flat places (N, 2, 3) show, and by nothing else."""
        logits: torch.Tensor = self.closer(self.drop(self.look(crops, flat)))
        return logits

    def look(self, crops: torch.Tensor, flat: torch.Tensor) -> torch.Tensor:
        """Return the features (N, 2048) of what flat places show."""
        around = torch.cat([AROUND * flat[:, :, :2], flat[:, :, 2:]], dim=2)
        seen = self.shown(crops, around).contiguous(memory_format=torch.channels_last)
        features: torch.Tensor = self.upright(seen).flatten(1)
        return features


def with_faces_of(logits: torch.Tensor, faces: torch.Tensor) -> torch.Tensor:
    """Return the logarithms of the labels' chances (N, 10): that it is a face at all the logits (N, 10) say.

    Which one it is logits of `faces` (N, 6) say as well.
    """
    logs = torch.log_softmax(logits, dim=1)
    crop, upright = (torch.log_softmax(said, dim=1) for said in (logits[:, :FACES], faces))
    told = torch.log_softmax((1 - UPRIGHT_SHARE) * crop + UPRIGHT_SHARE * upright, dim=1)
    shown = torch.logsumexp(logs[:, :FACES], dim=1, keepdim=True)
    return torch.cat([shown + told, logs[:, FACES:]], dim=1)


def nearer(flat: torch.Tensor, corrections: torch.Tensor) -> torch.Tensor:
    """Return corrected flat places (N, 2, 3), none further off than is ever learned."""
    return corrected(flat, corrections.clamp(-MOST_CORRECTED, MOST_CORRECTED))


def net_of(weights: Mapping[str, torch.Tensor]) -> FacesNet:
    """Return the network that a checkpoint's weights belong to, with these weights."""
    parts = {name.partition(".")[0] for name in weights}
    net = (
        StandingFacesNet() if "stance" in parts else CloserFacesNet() if "closer" in parts else FacesNet(WIDE)
    )
    net.load_state_dict(weights)
    return net


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
    their calibrated probabilities (N, 10), and how they stand among the others, (N,), see `LyingFlat`.
    """

    net: StandingFacesNet

    def __init__(self, net: StandingFacesNet, temperature: float, biases: torch.Tensor) -> None:
        super().__init__(net, temperature, biases)
        self.lying_flat = LyingFlat()

    def forward(self, crops: torch.Tensor, centres: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        near = self.net.near(as_input(crops))
        far = self.net.far(near)
        probabilities = self.probabilities(self.net.labelled(far))
        dice = probabilities[:, :FACES].sum(dim=1)
        return probabilities, self.lying_flat(self.net.stance(near, far), dice, centres)


class DoubtfulFacesGraph(CalibratedGraph):
    """What is exported of the network that is shown what the other leaves in doubt: mirror images of crops,
    (N, 48, 48, 3) uint8 BGR -> their calibrated probabilities (N, 10).
    """

    def forward(self, crops: torch.Tensor) -> torch.Tensor:
        return self.probabilities(self.net(as_input(crops)))
