"""The reader of doubtful faces: what it sees on the whole crop, and of the top face from straight above.

About 91 million multiplications a crop of 48x48: 41 for the whole crop, 8 to find the top face, and twice 21
for what is shown of it.
"""

import torch
from torch import nn

from models.faces.net import CELLS, FACES, WIDE, CalibratedGraph, FacesNet
from models.faces.stance import LyingFlatCloser, slants_of
from models.finder.net import block
from models.training.bfloat16 import LearnsInBfloat16
from models.training.shaken import as_input
from models.upright.corrections import MOST_CORRECTED, corrected
from models.upright.pictures import UprightPictures
from models.upright.places import SAID, TOP_CELLS, cell_middles, place_of

UPRIGHT_PX, UPRIGHT_CELLS = 32, 16
"""Side of the pictures of top faces, and the cells of what is made of them."""

AROUND = 1.25
"""The upright picture's side over that of the face: what lies beside it tells whether it is the top one."""

MOST_SAID = 2.0
"""Sizes and slants of a face beyond this, as logarithms, are of no die."""

UPRIGHT_SHARE = 2 / 3
"""How much the upright picture's word on which face it is counts, beside that of the whole crop. Of 13,317
held-out finds 8,847 to 8,863 are read rightly and 29 falsely by a half to 0.85, 8,726 without it."""


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
        return self.look_closely(crops)[0]

    def look_closely(self, crops: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the logarithms of the labels' chances (N, 10), and the top faces' flat places (N, 2, 3)."""
        near = self.near(crops)
        features = self.far(near)
        flat = place_of(*self.find(near, features))
        flat = nearer(flat, self.correct(crops, flat))
        return with_faces_of(self.labelled(features), self.read(crops, flat)), flat

    def known(self) -> tuple[nn.Module, ...]:
        """Return what the wide network had learned before it looked closer."""
        return self.near, self.far, self.labels, self.top

    def find(self, near: torch.Tensor, features: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return where the top faces lie, heat (N, 144) and cells (N, 5, 144) as in `place_of`.

        That is told by the features of crops, (N, 96, 12, 12) and (N, 256, 3, 3).
        """
        here = self.here(near).flatten(2)
        # What is said of places without a die may be anything, and is not to overflow.
        cells = torch.cat([here[:, 1:3] + self.middles, here[:, 3:].clamp(-MOST_SAID, MOST_SAID)], dim=1)
        return here[:, 0] + self.where(features.flatten(1)), cells

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


class DoubtfulFacesGraph(CalibratedGraph):
    """What is exported: finds, (N, 48, 48, 3) uint8 BGR -> their calibrated probabilities (N, 10).

    From where they lie, how they stand and how likely the others make each way in which the camera may stand,
    all as `FacesGraph` has them, also how they stand among the others, (N,), see `LyingFlatCloser`.
    """

    net: CloserFacesNet

    def __init__(self, net: CloserFacesNet, temperature: float, biases: torch.Tensor) -> None:
        super().__init__(net, temperature, biases)
        self.lying_flat = LyingFlatCloser()

    def forward(
        self, crops: torch.Tensor, centres: torch.Tensor, stances: torch.Tensor, cameras: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        logits, flat = self.net.look_closely(as_input(crops))
        return self.probabilities(logits), self.lying_flat(stances, slants_of(flat), centres, cameras)


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
