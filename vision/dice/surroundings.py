"""What lies around a find tells a die from what only shows pips: half a domino, a printed square."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.dice.company import Floats
from vision.dice.crop import crop
from vision.image import Frame
from vision.network import Network, open_network
from vision.reading import Box

Views = NDArray[np.uint8]
"""(N, size, size, 3) BGR: a die and twice as much around it."""

LIKE_TABLE, ALIKE = -1.36, 8.0
"""So much is added to the odds of a face of which the middle colour is that of the table around, up to such a
difference, as a print's is: so 0.96 is asked of it where 0.87 is of others. Of ten false faces of held-out
scenes that were printed six are told so, of 11,703 right ones 15 are lost."""

INNER, AROUND = 0.84, (1.24, 2.0)
"""What the middle colours are of, in sides of a find's box: a square in it, and a frame around it."""

SURELY_PRINTED = -1.6
"""What the network adds to the odds of a number on a tile, a counter or a key. Of 1,496 rightly read held-out
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

        They speak against a face or not at all: a die on a table that looks bare is none the surer for that.
        """
        if not boxes:
            return np.zeros(0, np.float32)
        views = self._views(frame, boxes)
        like_table = np.where(unlike_table(views, self._margin) < ALIKE, LIKE_TABLE, 0.0)
        return np.asarray(self._told(views) + like_table, np.float32)

    def printed(self, frame: Frame, boxes: Sequence[Box]) -> list[bool]:
        """Say of each find with a number on it whether that is surely on no die."""
        if not boxes:
            return []
        return [bool(odds < SURELY_PRINTED) for odds in self._told(self._views(frame, boxes))]

    def _views(self, frame: Frame, boxes: Sequence[Box]) -> Views:
        return np.stack([crop(frame, box, self._size_px, self._margin) for box in boxes])

    def _told(self, views: Views) -> Floats:
        """Return what the network adds to the odds of each find, (N,)."""
        (die,) = self._network.run(views)
        return np.asarray(self._weight * np.minimum(die, 0.0), np.float32)


def unlike_table(views: Views, margin: float) -> Floats:
    """Return how far the middle colours of finds are from those of the table around them, (N,).

    Views (N, size, size, 3) are `margin` sides of the finds' boxes wide. Differences are those of 8-bit
    values; lightness, which a print's shadow changes as well, counts half.
    """
    away = np.abs(np.arange(views.shape[1]) + 0.5 - views.shape[1] / 2) * (2 * margin / views.shape[1])
    out = np.maximum(away[:, None], away)
    inner, around = (
        np.median(views[:, places], axis=1) for places in (out < INNER, (out > AROUND[0]) & (out < AROUND[1]))
    )
    off = inner - around
    lightness = off.mean(axis=1, keepdims=True)
    hue = off - lightness
    return np.asarray(np.sqrt((lightness[:, 0] / 2) ** 2 + (hue**2).sum(axis=1)), np.float32)


def open_surroundings(models_dir: Path, threads: int) -> Surroundings:
    """Open the network of a models folder. Raises ModelError when a file is missing or altered.

    Its graph waits for the first find that is read and may be no die.
    """
    return Surroundings(open_network(models_dir, "surroundings", threads, late=True))
