"""Body and mark colour of a die, from its own pixels. Knows no faces, no groups and no players.

Colours are measured in CIE L*a*b* (D65) as the picture shows them. To be named they are brought to white
light first; which group they belong to `vision.colours.groups` finds, from all dice of a picture together.
"""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.colours.lab import LINEAR_OF_BYTE, as_lab, lab_of
from vision.dice.crop import inner_part
from vision.image import Frame, resized
from vision.network import Network, open_network
from vision.reading import SeenColours

NETWORK = "colours"
"""Name of the model's files."""

AROUND_STEP_PX = 3
"""Every third pixel of what lies around the die is enough for a median."""

Places = NDArray[np.intp]
"""(m,): which pixels of a view, counted row by row."""


class ColourMeter:
    """Measures colours of dice: a network says which pixels show body and marks, and how much they mirror."""

    def __init__(self, network: Network) -> None:
        self._network = network

    @property
    def size_px(self) -> int:
        """Side of the views that are measured."""
        return self._network.card.input_px

    def measure(self, views: Sequence[Frame]) -> list[SeenColours]:
        """Return the colours of dice from their views, (H, H, 3) BGR each, `size_px` wide for preference."""
        if not views:
            return []
        side = self.size_px
        pictures = np.stack([resized(view, side, side) for view in views])
        told, errors = self._network.run(pictures)
        light = told.astype(np.float64)[..., ::-1]
        labs = lab_of(np.concatenate([light, _around_colours(pictures)[:, None]], axis=1))
        return [
            SeenColours(as_lab(body), as_lab(marks), as_lab(table), error)
            for (body, marks, table), error in zip(labs.tolist(), errors[:, 0].tolist(), strict=True)
        ]


def open_colour_meter(models_dir: Path, threads: int) -> ColourMeter:
    """Open the network of colours of a folder. Raises ModelError when it cannot be used."""
    return ColourMeter(open_network(models_dir, NETWORK, threads))


def _around_colours(views: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Return the median light of what lies around each die, (n, 3) red, green, blue."""
    seen = views.reshape(len(views), -1, 3)[:, _around(views.shape[1])]
    half = seen.shape[1] // 2
    return LINEAR_OF_BYTE[np.partition(seen, half, axis=1)[:, half, ::-1]]


@cache
def _around(side_px: int) -> Places:
    """Return which pixels of a view lie around a die's box, thinned out; never none."""
    mask = np.zeros((side_px, side_px), np.uint8)
    mask[::AROUND_STEP_PX, ::AROUND_STEP_PX] = 1
    inner_part(mask)[:] = 0
    mask[0, 0] = 1
    return np.flatnonzero(mask)
