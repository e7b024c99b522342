"""Why a die is refused, in the words that players see, from the reader's label and plain measurements.

The measurements decide nothing about a die that was read, but for two: one too small or cut off by the
picture's edge is refused however sure the network is.
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from statistics import median

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.crop import crop
from vision.dice.faces import FaceReading
from vision.image import Frame
from vision.quantile import quantiles
from vision.reading import Box, DieReading, Problem

SMALLEST_PX = 12.0
"""Below this a pip is one pixel wide and a 4 cannot be told from a 5."""

SMALL_PX = 20.0
"""Below this a pip is hardly three pixels wide: of a die refused here, the size is what can be mended."""

EDGE_PX, EDGE_SHARE = 1.5, 0.03
"""A box that comes this near to the picture's edge, in pixels or in shares of its longer side, reaches it."""

LEFT_SHARE, SURE_AT_EDGE = 0.85, 0.97
"""A die at the edge may be read where so much of it is left as `nearly_whole` says, and its face is as sure
as that: of 2,422 dice with pips in pictures cut through them three were read falsely, of 142 with numerals
none."""

SQUARE_SHARE, SURE_ALONE = 0.8, 0.99
"""Where no whole die is seen, its shorter side is at least so much of its longer one, and its face as sure as
that: of 369 such dice none was read falsely."""

LONGEST = 1.6
"""A cube seen from 35 degrees or more is at most 1.4 times as long as wide, a d20 less: what is longer than
this is a part of a die, or a die of another kind."""

CLIPPED_LEVEL, CLIPPED_SHARE = 250, 0.12
"""So bright that the sensor gives up, on so much of the die, that pips can vanish in it."""

HIGHLIGHT_RISE, HIGHLIGHT_TINT, HIGHLIGHT_SHARE = 60, 70, 0.01
"""A lamp's reflection is so many levels brighter than the body in all channels, no more tinted than that.

Of photographed dice, those with reflections on this share of their box that are no pips all show glare.
"""

PIP_SHARE, PIP_FILL, PIP_PROPORTION = 0.05, 0.6, 2.0
"""A pip covers at most this share of a die's box, at least this of its own box, and is no longer than twice
its width even where it is seen from 35 degrees."""

SPECK_SHARE = 0.002
"""Bright patches below this share of a die's box are noise."""

RIM, FOOT = 0.1, 0.25
"""Of the box on each side, to leave out where the table is seen, and below, where a side face is."""

BLUR_SIGMA, PIXEL_SIGMA_PX = 0.035, 0.5
"""Edges wider than this share of the die are blurred: pips are a fifth of a face wide, and a sixth apart.

Pixels alone make edges this wide, in pixels of the picture; the two add up as squares.
"""

NUMBER_SHARE, NUMBER_PX = 0.5, 38
"""The middle of the box that the number on top takes up, and what it is looked at in. Of 260 refused d20 in
sharp rendered scenes 3 % pass for blurred so, and 96 % of the same ones blurred by `BLUR_SIGMA`; in the
whole view it was every second one of the sharp."""

LEAST_CONTRAST = 20.0
"""Levels of 255 between a die's dark and bright parts, above noise, to tell a soft edge from none."""


CROWD, READABLE, NEARLY_READ, BEYOND_DOUBT = 6, 0.5, 0.5, 0.998
"""Of so many finds fewer than the share `READABLE` were read: so looks a page of print, and hardly a throw of
dice. There a face of pips counts from the confidence `BEYOND_DOUBT` on.

Finds in which no face is as likely as `NEARLY_READ` do not count: coloured fields of a map, fifty of which
may lie among clear dice, are no signs that look like pips.
"""

UNCLEAR = (Problem.UNSURE, Problem.BLUR, Problem.TOO_SMALL, Problem.GLARE)
"""Problems of what may be no die at all: white paper is as bright as glare.

Another kind of die, or one cut off, says nothing of the others.
"""

LABELLED = {"cocked": Problem.COCKED, "unsupported": Problem.UNSUPPORTED, "hidden": Problem.HIDDEN}
"""Labels of the face reader that are reasons of a refusal as they stand."""


def problem_of(
    frame: Frame, box: Box, inner: Frame, reading: FaceReading, others: Sequence[Box] = ()
) -> Problem | None:
    """Return why a die is refused, the most helpful reason first, or None where it was read.

    `inner` is the part of the die's view that its box fills, (side, side, 3) BGR; `others` are all found.
    """
    width, height = box[2] - box[0], box[3] - box[1]
    if max(width, height) < SMALLEST_PX:
        return Problem.TOO_SMALL
    if reaches_edge(frame, box):
        whole = [other for other in others if not reaches_edge(frame, other)]
        sure = reading.confidence >= (SURE_AT_EDGE if whole else SURE_ALONE)
        if reading.face is None or not sure or not nearly_whole(frame, box, whole):
            return Problem.CUT_OFF
    if reading.face is not None:
        too_long = max(width, height) > LONGEST * min(width, height)
        return Problem.HIDDEN if reading.numerals and too_long else None
    if reading.label in LABELLED:
        return LABELLED[reading.label]
    if max(width, height) < SMALL_PX:
        return Problem.TOO_SMALL
    if is_burnt_out(inner):
        return Problem.GLARE
    # Pips that flow together are no reflections, so blur is asked for first.
    edges = number_edge_width(frame, box) if reading.numerals else edge_width(inner)
    if edges > math.hypot(BLUR_SIGMA, PIXEL_SIGMA_PX / max(width, height)):
        return Problem.BLUR
    # Bright numerals are no pips and would be taken for reflections.
    if not reading.numerals and highlight_share(inner) > HIGHLIGHT_SHARE:
        return Problem.GLARE
    return Problem.UNSURE


def without_doubtful(dice: Sequence[DieReading]) -> list[DieReading]:
    """Return the dice of a picture, the less sure faces refused where next to nothing else can be read.

    Print looks like pips. It looks like numbers in squares as well, but the reader of numerals is calibrated
    with pages of them: of 168 held-out dice with numerals that were refused so none had been read falsely, of
    23 with pips 4.
    """
    read = sum(die.face is not None for die in dice)
    finds = read + sum(die.problem in UNCLEAR and die.confidence >= NEARLY_READ for die in dice)
    if finds < CROWD or read >= READABLE * finds:
        return list(dice)
    return [
        replace(die, face=None, problem=Problem.UNSURE)
        if die.shows_pips and die.confidence < BEYOND_DOUBT
        else die
        for die in dice
    ]


def without_moved(dice: Sequence[DieReading]) -> list[DieReading]:
    """Return the dice of a picture in which something moved, faces of pips refused as blurred."""
    return [replace(die, face=None, problem=Problem.BLUR) if die.shows_pips else die for die in dice]


def reaches_edge(frame: Frame, box: Box) -> bool:
    """Say whether the picture's edge cuts a die off, if only by a sliver.

    How much is missing cannot be told from what is left: of dice whose boxes are cut to a square, half have
    lost a part of their top face.
    """
    return any(_cut_sides(frame, box))


def _cut_sides(frame: Frame, box: Box) -> tuple[bool, bool]:
    """Say of a die's width and of its height whether the picture's edge may have taken a part of it."""
    near = max(EDGE_PX, EDGE_SHARE * max(box[2] - box[0], box[3] - box[1]))
    height, width = frame.shape[:2]
    return min(box[0], width - box[2]) < near, min(box[1], height - box[3]) < near


def nearly_whole(frame: Frame, box: Box, whole: Sequence[Box]) -> bool:
    """Say whether next to nothing is missing of a die at the edge, by the dice that are `whole`.

    The side that the edge may have cut is hardly shorter than theirs, or hardly shorter beside its other side
    than theirs are, for dice that lie farther off are smaller. Where none is whole, it is nearly square.
    """
    sides = box[2] - box[0], box[3] - box[1]
    if not whole:
        return min(sides) >= SQUARE_SHARE * max(sides)
    others = [(other[2] - other[0], other[3] - other[1]) for other in whole]
    cut = [axis for axis, is_cut in enumerate(_cut_sides(frame, box)) if is_cut]
    if all(sides[axis] >= LEFT_SHARE * median(other[axis] for other in others) for axis in cut):
        return True
    if len(cut) > 1:
        return False
    axis = cut[0]
    proportion = median(other[axis] / other[1 - axis] for other in others)
    return sides[axis] >= LEFT_SHARE * proportion * sides[1 - axis]


def is_burnt_out(inner: Frame) -> bool:
    """Say whether pips may have vanished in the part of a view that its box fills, (side, side, 3) BGR."""
    return clipped_share(inner) > CLIPPED_SHARE


def clipped_share(inner: Frame) -> float:
    """Return how much of a die's top face is so bright in all three channels that nothing is seen there."""
    return float(np.mean(_top(inner).min(axis=2) >= CLIPPED_LEVEL))


def highlight_share(inner: Frame) -> float:
    """Return how much of a die's box colourless bright patches cover that cannot be pips.

    A patch that goes on beyond the part where the top face is seen is the table, the body of a white die, or
    on a side face.
    """
    top = _top(inner).astype(np.int16)
    least = top.min(axis=2)
    bright = (least >= np.median(least) + HIGHLIGHT_RISE) & (top.max(axis=2) - least <= HIGHLIGHT_TINT)
    _, _, patches, _ = cv2.connectedComponentsWithStats(bright.astype(np.uint8), connectivity=4)
    box_area = inner.shape[0] * inner.shape[1]
    covered = 0
    for x, y, width, height, area in patches[1:]:
        inside = min(x, y) > 0 and x + width < top.shape[1] and y + height < top.shape[0]
        a_pip = (
            area <= PIP_SHARE * box_area
            and area >= PIP_FILL * width * height
            and max(width, height) <= PIP_PROPORTION * min(width, height)
        )
        if inside and not a_pip and area >= SPECK_SHARE * box_area:
            covered += int(area)
    return float(covered / box_area)


def edge_width(inner: Frame) -> float:
    """Return how wide the sharpest edges are, as the sigma of a blur and a share of the die's side.

    Of four directions the one with the widest edges counts: a moved picture stays sharp across the motion.
    Of the colour channels the sharpest counts: yellow pips on a white die are seen in blue alone.
    Where there is next to no contrast there are no edges to measure, and the width is 0.
    """
    channels = np.asarray(inner, np.float32)
    darkest, brightest = quantiles(channels.reshape(-1, 3).T, 0.02, 0.98).T
    contrast = brightest - darkest
    steep = quantiles(np.abs(_slopes(channels)).reshape(-1, channels[..., 0].size), 0.99).reshape(-1, 3)
    # A blurred step of contrast c and width sigma is at its steepest c / (sigma * sqrt(2 pi)).
    sigma_px = contrast / (np.maximum(steep.min(axis=0), 1e-6) * math.sqrt(2 * math.pi))
    widths = np.minimum(1.0, sigma_px / inner.shape[0])[contrast >= LEAST_CONTRAST]
    return float(widths.min(initial=1.0)) if widths.size else 0.0


def number_edge_width(frame: Frame, box: Box) -> float:
    """Return how wide the sharpest edges are where a die has its number, as a share of the die's side.

    Its strokes are too fine to be measured in a view of the whole die.
    """
    return NUMBER_SHARE * edge_width(crop(frame, box, NUMBER_PX, NUMBER_SHARE))


def _slopes(channels: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the change a pixel to the right, downwards, and along both diagonals, (4, 3, H, W)."""
    x, y = (
        cv2.Scharr(channels, cv2.CV_32F, right, 1 - right, scale=1 / 32).transpose(2, 0, 1)
        for right in (1, 0)
    )
    turned = np.float32(np.sqrt(0.5))
    return np.stack([x, y, (x + y) * turned, (x - y) * turned])


def _top(inner: Frame) -> Frame:
    """Return the part of a die's box where its top face is seen, from whatever height."""
    side = inner.shape[0]
    rim, foot = round(RIM * side), round(FOOT * side)
    return inner[rim : side - foot, rim : side - rim]
