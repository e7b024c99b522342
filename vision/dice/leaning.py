"""How dice stand, looked at closer where they may lean: by the slant of their top faces as well."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Crops = NDArray[np.uint8]
"""(N, size, size, 3)."""

Ask = Callable[..., list[Floats]]
"""A network that is shown crops, (N, size, size, 3), and told what `Standing` holds of them; it says which
label each has, (N, labels), and how much likelier it lies flat than not, (N,)."""


STANCE, CAMERA_WAYS = 3, 96
"""How many numbers say how a die stands, and how many ways the camera may stand in."""


@dataclass(frozen=True, slots=True, eq=False)
class Standing:
    """What one look at the finds of a picture says of how they and the camera stand.

    `centres` (N, 2) are where they lie, `stances` (N, 3) how each stands to the camera, `cameras` (N, H) how
    likely the others make each way in which the camera may stand, and `ups` (N, 2) how what is up is seen at
    each of them then.
    """

    centres: Floats
    stances: Floats
    cameras: Floats
    ups: Floats

    @property
    def tops(self) -> Floats:
        """Where normals of top faces are seen to point, and where they would if dice lay flat: (N, 2, 2)."""
        return np.stack([self.stances[:, :2], self.ups], axis=1)

    def closer(
        self, ask: Ask, crops: Crops, stands: Floats, shows: NDArray[np.bool_], may_lean: float
    ) -> Floats:
        """Return how finds stand among the others, (N,), more exactly where that is below `may_lean`.

        Only finds that `show` a face are looked at closer; where the others do not tell it stays nan.
        """
        asked = shows & (stands < may_lean)
        if not asked.any():
            return stands
        told = stands.copy()
        told[asked] = ask(crops[asked], **{name: one[asked] for name, one in self._told().items()})[1]
        return told

    def _told(self) -> dict[str, Floats]:
        """Return what the network is told, by the names of its inputs."""
        return {"centres": self.centres, "stances": self.stances, "cameras": self.cameras}


def faces_alone(ask: Ask, crops: Crops) -> Floats:
    """Return the probabilities (N, labels) of crops of which nothing else is told."""
    nothing = {"centres": 2, "stances": STANCE, "cameras": CAMERA_WAYS}
    return ask(crops, **{name: np.zeros((len(crops), of), np.float32) for name, of in nothing.items()})[0]
