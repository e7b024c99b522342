"""What lies around a find tells a die from what only shows pips: half a domino, a printed square."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from vision.dice.company import Floats
from vision.dice.crop import crop
from vision.image import Frame
from vision.network import Network, open_network
from vision.reading import Box

SURELY_PRINTED = -1.6
"""What surroundings add to the odds of a number on a tile, a counter or a key. Of 1,496 rightly read held-out
dice with numerals on square faces three have less; of nine drawn tiles that pass for such, eight have."""


class Surroundings:
    """Tells by a wide view whether a find is a die at all. Knows nothing about faces."""

    def __init__(self, network: Network) -> None:
        self._network = network
        self._size_px = network.card.input_px
        self._margin = network.card.margin
        self._weight = float(network.card.config["weight"])

    def odds(self, frame: Frame, boxes: Sequence[Box]) -> Floats:
        """Return what surroundings add to the odds that each find shows a face, (N,), as logarithms.

        They speak against a face or not at all: a print on a table that looks bare is no die for that.
        """
        if not boxes:
            return np.zeros(0, np.float32)
        views = np.stack([crop(frame, box, self._size_px, self._margin) for box in boxes])
        (die,) = self._network.run(views)
        return np.asarray(self._weight * np.minimum(die, 0.0), np.float32)

    def printed(self, frame: Frame, boxes: Sequence[Box]) -> list[bool]:
        """Say of each find with a number on it whether that is surely on no die."""
        return [bool(odds < SURELY_PRINTED) for odds in self.odds(frame, boxes)]


def open_surroundings(models_dir: Path, threads: int) -> Surroundings:
    """Open the network of a models folder. Raises ModelError when a file is missing or altered.

    Its graph waits for the first find that is read and may be no die.
    """
    return Surroundings(open_network(models_dir, "surroundings", threads, late=True))
