"""Why a die is refused, in the words that players see, from the reader's label and plain measurements.

The measurements decide nothing about a die that was read, but for two: one too small or cut off by the
picture's edge is refused however sure the network is.
"""

import math
from enum import StrEnum

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.faces import FaceReading
from vision.image import Frame
from vision.reading import Box

SMALLEST_PX = 12.0
"""Below this a pip is one pixel wide and a 4 cannot be told from a 5."""

SMALL_PX = 20.0
"""Below this a pip is hardly three pixels wide: of a die refused here, the size is what can be mended."""

EDGE_PX = 1.5
"""A box that comes this near to the picture's edge reaches it, as far as the finder can tell."""

CUT_OFF_PROPORTION = 0.62
"""A whole die's box is wider than this share of its height, and the other way round, from any side."""

GLARE_LEVEL, GLARE_SHARE = 250, 0.12
"""So bright that the sensor gives up, on so much of the die, that pips can vanish in it."""

TOP_ROWS, TOP_COLUMNS = slice(0, 39), slice(5, 46)
"""Of 51: where the top face lies in a die's box, seen from any height; walls reflect lamps to nobody."""

BLUR_SIGMA = 0.05
"""Edges wider than this share of the die are blurred: pips, a fifth of a face, flow together."""

LEAST_CONTRAST = 20.0
"""Levels of 255 between a die's dark and bright parts, above noise, to tell a soft edge from none."""


class Problem(StrEnum):
    """Each names what the player can do about it; OUTSIDE is the table's business, not the reader's."""

    GLARE = "glare"
    BLUR = "blur"
    TOO_SMALL = "too small"
    COCKED = "cocked"
    HIDDEN = "hidden"
    CUT_OFF = "cut off"
    UNSUPPORTED = "unsupported"
    UNSURE = "unsure"
    OUTSIDE = "outside"


LABELLED = {"cocked": Problem.COCKED, "unsupported": Problem.UNSUPPORTED, "hidden": Problem.HIDDEN}
"""Labels of the face reader that are reasons of a refusal as they stand."""


def problem_of(frame: Frame, box: Box, inner: Frame, reading: FaceReading) -> Problem | None:
    """Return why a die is refused, the most helpful reason first, or None where it was read.

    `inner` is the part of the die's crop that its box fills, (side, side, 3) BGR.
    """
    width, height = box[2] - box[0], box[3] - box[1]
    if max(width, height) < SMALLEST_PX:
        return Problem.TOO_SMALL
    if is_cut_off(frame, box, read=reading.face is not None):
        return Problem.CUT_OFF
    if reading.face is not None:
        return None
    if reading.label in LABELLED:
        return LABELLED[reading.label]
    if max(width, height) < SMALL_PX:
        return Problem.TOO_SMALL
    if glare_share(inner) > GLARE_SHARE:
        return Problem.GLARE
    if edge_width(inner) > BLUR_SIGMA:
        return Problem.BLUR
    return Problem.UNSURE


def is_cut_off(frame: Frame, box: Box, read: bool) -> bool:
    """Say whether the picture's edge takes away so much of a die that it may not be read.

    A die at the edge is cut off when its box is narrower than any whole die's, or when it was not `read`.
    """
    width, height = box[2] - box[0], box[3] - box[1]
    if min(box[0], box[1], frame.shape[1] - box[2], frame.shape[0] - box[3]) >= EDGE_PX:
        return False
    return not read or min(width, height) < CUT_OFF_PROPORTION * max(width, height)


def glare_share(inner: Frame) -> float:
    """Return how much of where the top face lies is so bright in all three channels that nothing is seen."""
    scale = inner.shape[0] / 51
    rows = slice(round(TOP_ROWS.start * scale), round(TOP_ROWS.stop * scale))
    columns = slice(round(TOP_COLUMNS.start * scale), round(TOP_COLUMNS.stop * scale))
    return float(np.mean(inner[rows, columns].min(axis=2) >= GLARE_LEVEL))


def edge_width(inner: Frame) -> float:
    """Return how wide the sharpest edges are, as the sigma of a blur and a share of the die's side.

    Of four directions the one with the widest edges counts: a moved picture stays sharp across the motion.
    Where there is next to no contrast there are no edges to measure, and the width is 0.
    A blurred step of contrast c and width sigma is at its steepest c / (sigma * sqrt(2 pi)).
    """
    grey = cv2.cvtColor(inner, cv2.COLOR_BGR2GRAY).astype(np.float32)
    low, high = np.percentile(grey, (2, 98))
    across = [np.abs(slope) for slope in _slopes(grey)]
    steepest = min(float(np.percentile(slope, 98)) for slope in across)
    if high - low < LEAST_CONTRAST:
        return 0.0
    sigma_px = float(high - low) / (max(steepest, 1e-6) * math.sqrt(2 * math.pi))
    return float(min(1.0, sigma_px / inner.shape[0]))


def _slopes(grey: NDArray[np.float32]) -> list[NDArray[np.float32]]:
    """Return the change a pixel to the right, downwards, and along both diagonals."""
    x = cv2.Scharr(grey, cv2.CV_32F, 1, 0, scale=1 / 32)
    y = cv2.Scharr(grey, cv2.CV_32F, 0, 1, scale=1 / 32)
    turned = np.float32(np.sqrt(0.5))
    return [np.asarray(one) for one in (x, y, (x + y) * turned, (x - y) * turned)]
