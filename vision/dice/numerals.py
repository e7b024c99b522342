"""Which number lies on top of a die with numerals, and of which kind it is."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.dice.faces import FaceReading, Probabilities
from vision.dice.places import Centres
from vision.network import Network, open_network

READ = ("d20", "d6n")
"""Kinds whose numbers may be accepted, each from a confidence of its own."""

OWN = 0.5
"""With this chance of a kind that is read a die tells where the camera stands."""

PIPS, NO_DIE, COCKED = "pips", "no die", "cocked"

SURELY_COCKED = 0.8
"""A die that leans with this chance is refused for it. Below, one crop does not tell leaning dice from flat
ones seen from another height: of 363 held-out d20 that lean 8 reached 0.5, of 4,388 flat ones 37."""


class NumeralReader:
    """Reads d20 and d6 with numerals, and tells other kinds apart; its card says what it accepts.

    Its labels are `d20 17` and `d6n 4` for what can be read, a kind alone for dice that are told apart only,
    `pips` for dice that are not its own, and reasons.
    """

    def __init__(self, network: Network) -> None:
        card = network.card
        self._network = network
        self._labels = card.labels
        self._accepted = {kind: card.thresholds[f"accepted_{kind}"] for kind in READ}
        self._no_die = card.thresholds["no_die"]
        self._cocked = card.labels.index(COCKED)
        self._numbers = [i for i, label in enumerate(card.labels) if " " in label and label != NO_DIE]
        self._kinds = sorted({label.split()[0] for label in card.labels if label.startswith("d")})
        self._of_kind = np.array(
            [[label.split()[0] == kind for label in card.labels] for kind in self._kinds], np.float32
        )
        self._is_read = self._of_kind[[kind in READ for kind in self._kinds]].sum(axis=0)
        self.size_px = card.input_px
        self.margin = card.margin

    def probabilities(self, crops: NDArray[np.uint8], centres: Centres) -> Probabilities:
        """Return the probabilities of the labels, (N, labels), for the dice of one picture together.

        Crops are (N, size, size, 3) BGR. The more dice, the better is it told which faces are uppermost; what
        is taken for none of the kinds that are read tells it falsely, and the others are looked at without.
        """
        if not len(crops):
            return np.zeros((0, len(self._labels)), np.float32)
        return told_by_own_kinds(self._look, lambda said: said @ self._is_read, crops, centres)

    def _look(self, crops: NDArray[np.uint8], centres: Centres) -> Probabilities:
        return self._network.run(crops, centres=centres)[0]

    def is_die(self, probabilities: Probabilities) -> bool:
        """Say whether a crop is to be reported as a die, by its labels' probabilities, (labels,)."""
        return bool(probabilities[self._labels.index(NO_DIE)] < self._no_die)

    def number_of(self, probabilities: Probabilities) -> FaceReading | None:
        """Return the number read of a crop, by its labels' probabilities, (labels,), None where none is."""
        reading = self.reading_of(probabilities)
        return None if reading is None or reading.face is None else reading

    def reading_of(self, probabilities: Probabilities) -> FaceReading | None:
        """Return what the probabilities of one die's labels, (labels,), say; None for a die with pips.

        The kind is the likeliest one, whatever its number: a worn d20 is a d20 still. Whether a die with pips
        leans is for the reader of pips to say.
        """
        upright = probabilities.copy()
        upright[self._cocked] = 0
        if self._labels[int(upright.argmax())] == PIPS:
            return None
        likeliest = self._labels[int(probabilities.argmax())]
        best = self._numbers[int(probabilities[self._numbers].argmax())]
        kind = self._kinds[int((self._of_kind @ probabilities).argmax())]
        confidence = float(apart_from_leaning(probabilities, self._cocked)[best])
        read = confidence >= self._accepted[self._labels[best].split()[0]]
        return FaceReading(
            face=int(self._labels[best].split()[1]) if read else None,
            confidence=confidence,
            label=self._reason(likeliest),
            kind="d6" if kind == "d6n" else kind,
            numerals=kind in ("d6n", "d20"),
        )

    @staticmethod
    def _reason(likeliest: str) -> str:
        """Return the label as the face reader of dice with pips would give it."""
        if likeliest.startswith("d"):
            return likeliest.split()[1] if " " in likeliest else "unsupported"
        return likeliest


def told_by_own_kinds(
    look: Callable[[NDArray[np.uint8], Centres], Probabilities],
    read: Callable[[Probabilities], Probabilities],
    crops: NDArray[np.uint8],
    centres: Centres,
) -> Probabilities:
    """Return what `look` says of the crops of one picture, dice of kinds that are read without the others.

    `read` tells of what is said how likely each crop (N,) is of such a kind. The corner of a box that was
    found as a die, or a d4, says of the camera what is not so.
    """
    said = look(crops, centres)
    own = read(said) >= OWN
    if own.any() and not own.all():
        said[own] = look(crops[own], centres[own])
    return said


def apart_from_leaning(probabilities: Probabilities, cocked: int) -> Probabilities:
    """Return how likely labels (..., labels) are whether a die leans or not; nothing is where it surely does.

    The number of a leaning die is that of its uppermost face, so that doubt about the one is none about the
    other. `cocked` is the label of leaning dice.
    """
    leans = probabilities[..., cocked, None]
    read = probabilities / np.maximum(1 - leans, 1 - SURELY_COCKED)
    return np.where(leans < SURELY_COCKED, read, np.zeros_like(read))


def open_numerals(models_dir: Path, threads: int) -> NumeralReader:
    """Open the numeral reader of a models folder. Raises ModelError when a file is missing or altered.

    Its graph waits for the first die with numerals: most tables never show one, and opening it takes time.
    """
    return NumeralReader(open_network(models_dir, "numerals", threads, late=True))
