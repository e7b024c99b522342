"""Several looks at dice that lie still, joined into one: what they share stays, what flickers goes.

Frames of one table at rest differ in little but noise and focus. Their errors are much the same, so two looks
are not twice the evidence of one, and to multiply their probabilities would make 0.8 seen three times a 0.98.
The average of their logarithms keeps the calibration of a single look: looks that agree say what each of them
says, and looks that contradict each other leave a doubt, which refuses the die. It is not made to add up to 1
again, for that would give to the face what the looks cannot agree on beside it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.colours.light import Light
from vision.dice.faces import Probabilities
from vision.finding.overlap import overlap
from vision.image import Frame
from vision.reading import Box, Lab, SeenColours

SAME_DIE_OVERLAP = 0.5
"""Boxes of one lying die share more of their joint area in all frames; those of two that touch, less."""

MOVED_SHARE, MOVED_PX = 0.12, 1.0
"""The finder's boxes of a still die wander by less than this share of its side and these pixels together."""

LEAST_PROBABILITY = 1e-6
"""Below it a probability says no more than never; it keeps the logarithm finite."""


@dataclass(frozen=True, slots=True, eq=False)
class DieLook:
    """One die in one frame: box in its pixels, its view (side, side, 3), what the face readers say of it.

    `stands`, `company` and `tops` (2, 2) are what the others say of it, see `FacesSeen`.
    `numerals` is the word of the numeral reader where it was asked: of dice that may have no pips.
    """

    box: Box
    view: Frame
    probabilities: Probabilities
    stands: float
    company: float
    tops: NDArray[np.float32]
    colours: SeenColours
    numerals: Probabilities | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """All dice of one frame; `light` fell on them, `ms` is the time the look took."""

    frame: Frame
    dice: tuple[DieLook, ...]
    light: Light
    ms: float


def joined(looks: Sequence[Look]) -> tuple[DieLook, ...]:
    """Return each die that more than half of the looks show, once, with what all of them say of it.

    The view is the latest; boxes, colours and what others say are the middle ones, probabilities the joined.
    Of two looks the one counts that sees a die lean; from where on it does, `leaning` says.
    """
    if len(looks) == 1:
        return looks[0].dice
    seen = [dice for dice in _same_dice(looks) if 2 * len(dice) > len(looks)]
    return tuple(
        DieLook(
            _box([die.box for die in dice]),
            dice[0].view,
            joined_probabilities(np.stack([die.probabilities for die in dice])),
            float(np.quantile([die.stands for die in dice], 0.5, method="lower")),
            float(np.median([die.company for die in dice])),
            np.median([die.tops for die in dice], axis=0).astype(np.float32),
            _colours([die.colours for die in dice]),
            _joined_numerals(dice),
        )
        for dice in seen
    )


def show_the_same(looks: Sequence[Look]) -> bool:
    """True when every look shows the same dice."""
    return all(len(dice) == len(looks) for dice in _same_dice(looks))


def any_moved(looks: Sequence[Look]) -> bool:
    """True when a die lies elsewhere in one look than in another, by more than boxes wander."""
    return any(_wandered(np.array([die.box for die in dice])) for dice in _same_dice(looks))


def joined_probabilities(rows: NDArray[np.float32]) -> Probabilities:
    """Return the geometric mean (labels,) of the looks (N, labels) at one die: 1 together at most."""
    return np.asarray(np.exp(np.log(np.maximum(rows, LEAST_PROBABILITY)).mean(axis=0)), np.float32)


def _joined_numerals(dice: Sequence[DieLook]) -> Probabilities | None:
    """Return what the numeral reader says of one die, None where half of the looks or fewer asked it."""
    rows = [die.numerals for die in dice if die.numerals is not None]
    return joined_probabilities(np.stack(rows)) if 2 * len(rows) > len(dice) else None


def _same_dice(looks: Sequence[Look]) -> list[list[DieLook]]:
    """Return the looks at each die, the latest first; a die has one in a frame, or none."""
    found: list[list[DieLook]] = []
    for look in reversed(looks):
        before = list(found)
        for die in look.dice:
            known = max(before, key=lambda dice: overlap(dice[0].box, die.box), default=None)
            if known is not None and overlap(known[0].box, die.box) > SAME_DIE_OVERLAP:
                known.append(die)
                before = [dice for dice in before if dice is not known]
            else:
                found.append([die])
    return found


def _wandered(boxes: NDArray[np.float64]) -> bool:
    """True when the middles of boxes (N, 4) are further apart than those of a still die."""
    middles = (boxes[:, :2] + boxes[:, 2:]) / 2
    side = (boxes[:, 2:] - boxes[:, :2]).max(axis=1).mean()
    return bool(np.ptp(middles, axis=0).max() > MOVED_SHARE * side + MOVED_PX)


def _box(boxes: Sequence[Box]) -> Box:
    x0, y0, x1, y1 = np.median(np.array(boxes), axis=0).tolist()
    return x0, y0, x1, y1


def _colours(seen: Sequence[SeenColours]) -> SeenColours:
    return SeenColours(
        _lab([one.body for one in seen]),
        _lab([one.marks for one in seen]),
        _lab([one.around for one in seen]),
        float(np.median([one.error for one in seen])),
    )


def _lab(labs: Sequence[Lab]) -> Lab:
    lightness, a, b = np.median(np.array(labs), axis=0).tolist()
    return lightness, a, b
