"""Dice of which two boxes were found: the same face is read in both, or one shows a side face, or a part."""

from collections.abc import Sequence
from dataclasses import replace

from vision.finding.overlap import overlap
from vision.reading import DieReading, Problem

SEEN_TWICE = 0.45
"""Boxes with a larger share in common that show the same face are those of one die: in 1,237 held-out scenes
two pairs, of 0.48 and 0.53; two dice with the same face share 0.41 at most."""

SHARED, SURE_IN_SHARED = 0.33, 0.95
"""Boxes with a larger share in common may be those of one die, one of them around a side face, a part, or a
part of two: then a face of pips counts from this confidence on. Of 1,637 held-out scenes two false faces are
refused so, with two right ones."""


def without_twice_seen(dice: Sequence[DieReading]) -> list[DieReading]:
    """Return the dice of a picture without those whose face is read in another's box as well, and surer."""
    kept: list[DieReading] = []
    for die in sorted(dice, key=lambda die: -die.confidence):
        if die.face is None or not any(
            die.face == other.face and overlap(die.box, other.box) > SEEN_TWICE for other in kept
        ):
            kept.append(die)
    return kept


def without_unsure_twice_seen(dice: Sequence[DieReading]) -> list[DieReading]:
    """Return the dice of a picture, faces of pips refused that may be a part of what another box shows."""
    return [
        replace(die, face=None, problem=Problem.UNSURE)
        if die.shows_pips
        and die.confidence < SURE_IN_SHARED
        and any(other is not die and overlap(die.box, other.box) > SHARED for other in dice)
        else die
        for die in dice
    ]
