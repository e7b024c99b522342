"""What is wrong with the light, the focus or the place of a camera, and what to do about it, in words.

Knows no dice but their size: it looks at the picture as a whole, so that an empty table is judged as well.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import Frame, resized
from vision.reading import DieReading
from vision.watching.steady import moved_back

Grey = NDArray[np.uint8]
"""(H, W) luminance, 0..255."""


class Fault(StrEnum):
    """What can be wrong with the picture of a table."""

    DARK = "dark"
    BRIGHT = "bright"
    GLARE = "glare"
    UNSHARP = "unsharp"
    FAR = "far"
    SHAKING = "shaking"


WORDS = {
    Fault.DARK: "The table is dark: add light, or let the camera expose for longer.",
    Fault.BRIGHT: "The picture is too bright: dim the light, or let the camera expose for less.",
    Fault.GLARE: "A lamp mirrors on the table: move it aside, or soften it.",
    Fault.UNSHARP: "The picture is not sharp: focus the camera on the table.",
    Fault.FAR: "The dice are small in the picture: bring the camera nearer, or raise its resolution.",
    Fault.SHAKING: "The camera shakes: give it a firm stand.",
}
"""One sentence each: what is wrong, and what to do."""

HIDE_DICE = (Fault.DARK, Fault.UNSHARP)
"""Of the dice of 60 rendered pictures 57 % are not found blurred by a tenth of a die, 16 % in a tenth of the
light."""

DARK_LEVEL = 60.0
"""Below this the brightest tenth of a table has noise that looks like pips."""

FULL_LEVEL = 252
"""A channel from here on is clipped: JPEG moves full white by a few levels."""

BRIGHT_SHARE = 0.25
"""This share of clipped pixels is no lamp and no white die any more."""

GLARE_SHARE = 0.004
"""A mirrored lamp is larger than this share of the picture; bright spots on dice are smaller."""

UNSHARP_PX = 2.0
"""Spread of the sharpest edges, in pixels of a picture LONGEST_PX long, from which pips run together."""

LEAST_EDGE = 24.0
"""Levels a pixel, where the picture is an eighth in size: a fainter edge does not tell focus from felt."""

LEAST_EDGES = 6
"""Cells with such an edge that it takes to judge."""

SMALL_DIE_PX = 25.0
"""The reader wants dice of this width."""

LONGEST_PX = 1280
"""The picture is judged in this size."""

SHARPEST_PERCENT = 20
"""So many of a hundred cells with edges are at the right distance in any picture that is sharp somewhere."""

CELL_PX = 32
"""Side of the cells in which edges are sought."""

COARSE = 8
"""Edges are compared with those of a picture so many times smaller."""

GRAIN_PX = 1.0
"""The picture is smoothed so far first, one standard deviation, since noise has steep slopes as well."""

FLOOR_PX = 0.71
"""Spread that an ideal edge has in the smaller picture; drawn edges of 1.5 to 4 pixels come out right."""

SHIFT_SHARE = 0.002
"""Two frames of a camera at rest lie less than this share of the picture's width apart."""

LEAST_ALIKE = 0.7
"""From 0 to 1, how much of two frames moved as one; hands and dice move a part of the picture only."""

MOST_UNEXPLAINED = 0.7
"""Of what changed between two frames, so much may be left when the one is moved back onto the other."""

SHAKE_LONGEST_PX = 320

LOOKS = 3
"""So many looks in a row a fault shows, or does not, before that is said."""


@dataclass(frozen=True, slots=True)
class Advised:
    """What is said to be wrong now, with what the last looks showed; begin with `Advised()`."""

    faults: frozenset[Fault] = frozenset()
    _seen: tuple[tuple[Fault, int], ...] = field(default=())

    def after(self, shown: Iterable[Fault]) -> "Advised":
        """Return the advice after one more look, which showed these faults."""
        before, now = dict(self._seen), frozenset(shown)
        counts = {
            fault: min(LOOKS, before.get(fault, 0) + 1) if fault in now else max(0, before.get(fault, 0) - 1)
            for fault in Fault
        }
        said = frozenset(
            fault for fault in Fault if counts[fault] == LOOKS or (fault in self.faults and counts[fault] > 0)
        )
        return Advised(said, tuple(counts.items()))

    def sentences(self) -> tuple[str, ...]:
        """Return a sentence for each fault, in the order in which they are best put right."""
        return tuple(WORDS[fault] for fault in Fault if fault in self.faults)


def faults_of(frame: Frame) -> frozenset[Fault]:
    """Return what is wrong with the light and focus of a picture of a table."""
    height, width = frame.shape[:2]
    scale = min(1.0, LONGEST_PX / max(height, width))
    picture = (
        resized(frame, max(1, round(width * scale)), max(1, round(height * scale))) if scale < 1 else frame
    )
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    faults = set()
    clipped = _clipped(picture)
    if np.percentile(grey[::4, ::4], 90) < DARK_LEVEL:
        faults.add(Fault.DARK)
    elif clipped.mean() > BRIGHT_SHARE:
        faults.add(Fault.BRIGHT)
    elif _largest(clipped) > GLARE_SHARE * clipped.size:
        faults.add(Fault.GLARE)
    spread = edge_spread_px(grey)
    if spread is not None and spread > UNSHARP_PX:
        faults.add(Fault.UNSHARP)
    return frozenset(faults)


def words_of_hidden(frame: Frame) -> tuple[str, ...]:
    """Return a sentence for each fault of a picture in which dice may lie that are not even found."""
    faults = faults_of(frame)
    return tuple(WORDS[fault] for fault in HIDE_DICE if fault in faults)


def small_dice(dice: Sequence[DieReading]) -> bool:
    """Say whether the dice of a reading, half of them at least, are smaller than the reader wants them."""
    sides = sorted(max(x1 - x0, y1 - y0) for x0, y0, x1, y1 in (die.box for die in dice))
    return bool(sides) and sides[len(sides) // 2] < SMALL_DIE_PX


def edge_spread_px(grey: Grey) -> float | None:
    """Return how far the sharpest edges spread, one standard deviation in pixels; None without clear edges.

    Blur flattens an edge in full size more than in a picture some times smaller, where it is narrow again;
    the quotient of both gives its spread whatever the contrast.
    """
    height, width = (side - side % CELL_PX for side in grey.shape)
    if min(height, width) < CELL_PX:
        return None
    whole = np.asarray(cv2.GaussianBlur(grey[:height, :width], (0, 0), GRAIN_PX), np.uint8)
    small = cv2.resize(whole, (width // COARSE, height // COARSE), interpolation=cv2.INTER_AREA)
    fine, coarse = _steepest(whole, CELL_PX), _steepest(np.asarray(small, np.uint8), CELL_PX // COARSE)
    clear = coarse >= LEAST_EDGE
    if np.count_nonzero(clear) < LEAST_EDGES:
        return None
    quotient = float(np.percentile(coarse[clear] / np.maximum(fine[clear], 1.0), SHARPEST_PERCENT))
    # An edge of spread s has a slope of 1/sqrt(s² + GRAIN²), and in the smaller picture of
    # 1/sqrt((s² + GRAIN²)/COARSE² + FLOOR²): the quotient of both is solved for s.
    squared = min(quotient, 0.98 * COARSE) ** 2
    return float(np.sqrt(max(0.0, squared * FLOOR_PX**2 / (1 - squared / COARSE**2) - GRAIN_PX**2)))


def shakes(before: Frame, after: Frame) -> bool:
    """Say whether the whole picture moved from one frame to the next; parts of it may do as they like."""
    one, other = _for_shift(before), _for_shift(after)
    if one.shape != other.shape:
        return False
    window = cv2.createHanningWindow((one.shape[1], one.shape[0]), cv2.CV_32F)
    # It multiplies the window into what it is given.
    (x, y), alike = cv2.phaseCorrelate(one.copy(), other.copy(), window)
    if alike < LEAST_ALIKE or np.hypot(x, y) <= SHIFT_SHARE * one.shape[1]:
        return False
    # On plain cloth dice alone are seen: what lies still among them shows that the camera does.
    steadied = moved_back(other, np.array([[1, 0, x], [0, 1, y]], np.float32))
    return bool(np.abs(steadied - one).mean() < MOST_UNEXPLAINED * np.abs(other - one).mean())


def _clipped(picture: Frame) -> NDArray[np.uint8]:
    return np.asarray(cv2.inRange(picture, (FULL_LEVEL,) * 3, (255,) * 3) > 0, np.uint8)


def _largest(mask: NDArray[np.uint8]) -> int:
    """Return the number of pixels of the largest spot."""
    _, _, stats, _ = cv2.connectedComponentsWithStats(mask)
    return int(stats[1:, cv2.CC_STAT_AREA].max(initial=0))


def _steepest(grey: Grey, cell_px: int) -> NDArray[np.float32]:
    """Return the steepest slope of each cell, in levels a pixel."""
    right = cv2.Sobel(grey, cv2.CV_32F, 1, 0, ksize=1) / 2
    down = cv2.Sobel(grey, cv2.CV_32F, 0, 1, ksize=1) / 2
    slope = cv2.magnitude(right, down)
    rows, columns = slope.shape[0] // cell_px, slope.shape[1] // cell_px
    cells = slope.reshape(rows, cell_px, columns, cell_px)
    return np.asarray(cells.max(axis=(1, 3)), np.float32)


def _for_shift(frame: Frame) -> NDArray[np.float32]:
    height, width = frame.shape[:2]
    scale = min(1.0, SHAKE_LONGEST_PX / max(height, width))
    small = resized(frame, max(1, round(width * scale)), max(1, round(height * scale)))
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.float32)
