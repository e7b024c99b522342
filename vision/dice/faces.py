"""Which face of a die lies on top, or why that cannot be said. Knows nothing about where dice lie."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.dice.second_look import look_twice
from vision.image import Frame
from vision.network import Network, open_network

NO_DIE = "no die"
COCKED = "cocked"
MAYBE_COCKED = 0.2
"""A die without a sure face that is cocked with this chance is called so: to throw it again always helps."""
OTHER_KIND = "unsupported"
SURELY_OTHER, AMONG_OTHERS = 0.8, 0.002
"""Where one die of a picture is of another kind with the first chance, the second is doubt enough about the
rest: dice of one throw are mostly of one sort, and fine numerals pass for a single pip. Of 5,930 held-out
dice with numerals 4 were read as pips so instead of 38; of 2,317 rightly read ones with pips 8 were lost."""

Probabilities = NDArray[np.float32]
"""(..., labels) in the card's order, calibrated; those of one crop are 1 together."""


@dataclass(frozen=True, slots=True)
class FaceReading:
    """The reader's word on one crop: `confidence` is the calibrated probability of the likeliest face."""

    face: int | None
    confidence: float
    label: str
    no_die: float
    """Probability that the crop shows no die at all."""
    kind: str = "d6"
    numerals: bool = False
    """Whether its faces carry numerals; else they carry pips."""


class FaceReader:
    """Reads top faces; the least confidence it accepts stands in its card."""

    def __init__(self, network: Network) -> None:
        card = network.card
        self._network = network
        self._labels = card.labels
        self._accepted = card.thresholds["accepted"]
        self._no_die = card.thresholds["no_die"]
        self._sure = card.thresholds["sure"]
        self._other_kind = card.thresholds["other_kind"]
        self.size_px = card.input_px
        self.margin = card.margin

    def read(self, crops: NDArray[np.uint8]) -> tuple[FaceReading, ...]:
        """Return one reading a crop, for (N, size, size, 3) BGR."""
        return tuple(self.reading_of(row) for row in self.probabilities(crops))

    def probabilities(self, crops: NDArray[np.uint8]) -> Probabilities:
        """Return the probabilities of the labels, (N, labels), for (N, size, size, 3) BGR."""
        if not len(crops):
            return np.zeros((0, len(self._labels)), np.float32)
        left = self._labels.index(OTHER_KIND)
        return look_twice(lambda views: self._network.run(views)[0], crops, self._sure, left)

    def others(self, probabilities: Probabilities) -> list[int]:
        """Return which crops of one picture, by (N, labels), may show another kind of die, or numerals."""
        other = probabilities[:, self._labels.index(OTHER_KIND)]
        least = AMONG_OTHERS if other.max(initial=0.0) >= SURELY_OTHER else self._other_kind
        return [int(i) for i in np.flatnonzero(other >= least)]

    def is_die(self, reading: FaceReading) -> bool:
        """Say whether a crop is to be reported as a die, read or not."""
        return reading.no_die < self._no_die

    def reading_of(self, probabilities: Probabilities) -> FaceReading:
        """Return what the probabilities of one die's labels, (labels,), say by the card's thresholds."""
        faces = [i for i, label in enumerate(self._labels) if label.isdigit()]
        likeliest = max(faces, key=lambda i: float(probabilities[i]))
        confidence = float(probabilities[likeliest])
        label = self._labels[int(probabilities.argmax())]
        cocked = float(probabilities[self._labels.index(COCKED)])
        if confidence < self._accepted and label.isdigit() and cocked >= MAYBE_COCKED:
            label = COCKED
        return FaceReading(
            face=int(self._labels[likeliest]) if confidence >= self._accepted else None,
            confidence=confidence,
            label=label,
            no_die=float(probabilities[self._labels.index(NO_DIE)]),
        )


def stack(crops: list[Frame]) -> NDArray[np.uint8]:
    """Return crops of one size as one array (N, size, size, 3)."""
    return np.stack(crops) if crops else np.zeros((0, 1, 1, 3), np.uint8)


def open_faces(models_dir: Path, threads: int) -> FaceReader:
    """Open the face reader of a models folder. Raises ModelError when a file is missing or altered."""
    return FaceReader(open_network(models_dir, "d6", threads))
