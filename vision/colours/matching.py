"""Does a die have these colours? Asked of its view, which shows more than the two colours measured on it.

A top face that mirrors a lamp whole hides body and pips, but side faces show them still; blurred pips and
noise leave a tint where pips must be. What is measured are colours; here views are compared with those that a
group must have in the light of the picture.
"""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.colours.groups import Compare
from vision.dice.crop import crop
from vision.image import Frame
from vision.network import Network, open_network
from vision.reading import Box

NETWORK = "matching"
"""Name of the model's files."""


class Matcher:
    """Compares dice with colours; knows no groups and no faces."""

    def __init__(self, network: Network) -> None:
        self._network = network

    def comparing(self, frame: Frame, boxes: Sequence[Box]) -> Compare:
        """Return what compares the dice of a picture with colours."""
        card = self._network.card
        return partial(self._odds, [crop(frame, box, card.input_px, card.margin) for box in boxes])

    def _odds(self, views: Sequence[Frame], light: NDArray[np.float64]) -> NDArray[np.float64]:
        if not len(views):
            return np.zeros((len(light), 0))
        told = self._network.run(np.stack(views), light=light[..., ::-1].astype(np.float32))[0]
        return told.astype(np.float64)


def open_matcher(models_dir: Path, threads: int) -> Matcher:
    """Open the network of a folder that compares colours. Raises ModelError when it cannot be used."""
    return Matcher(open_network(models_dir, NETWORK, threads, late=True))
