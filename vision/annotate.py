"""Draws what was read into the picture it was read from, for people. Changes no reading."""

import math
from statistics import median

import cv2
import numpy as np

from vision.image import Frame
from vision.reading import Box, DieReading, TableReading

DIE_PX = 110
"""Pictures are enlarged until their dice are about this wide, so that the lettering fits above a die."""

LONGEST_PX = 4000
"""No picture is enlarged beyond this; one that is larger already stays as it is."""

EMPTY_PX = 640
"""A picture without dice is enlarged to this, so that what is said of it can be read."""

FONT = cv2.FONT_HERSHEY_SIMPLEX
LETTER_PX = 22
"""Height of this font's capitals at scale 1."""

READ, REFUSED, INK, PAPER = (80, 200, 40), (0, 140, 255), (255, 255, 255), (24, 24, 24)


def annotate(frame: Frame, reading: TableReading) -> Frame:
    """Return a copy, enlarged where dice are small, with box, face, confidence, colours and problem drawn in.

    A read die has a whole outline and its face; a refused one only the corners, a question mark and the
    reason, so that colour alone never tells them apart.
    """
    scale = _enlargement(frame, reading)
    if scale > 1:
        canvas = cv2.resize(frame, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
    else:
        canvas = frame.copy()
    drawn = np.asarray(canvas, dtype=np.uint8)
    for die in reading.dice:
        _draw_die(drawn, die, scale)
    for row, problem in enumerate(reading.problems):
        height = max(10, drawn.shape[0] // 36)
        _write(drawn, problem, (4, round((row + 1) * height * 1.9)), height, REFUSED)
    return drawn


def _enlargement(frame: Frame, reading: TableReading) -> float:
    sides = [max(die.box[2] - die.box[0], die.box[3] - die.box[1]) for die in reading.dice]
    longest_px = max(frame.shape[:2])
    wanted = DIE_PX / median(sides) if sides else EMPTY_PX / longest_px
    return float(max(1.0, min(wanted, LONGEST_PX / longest_px)))


def _draw_die(canvas: Frame, die: DieReading, scale: float) -> None:
    x0, y0, x1, y1 = (round(edge * scale) for edge in die.box)
    side = max(x1 - x0, y1 - y0)
    line_px = max(2, side // 50)
    if die.face is None:
        _draw_corners(canvas, (x0, y0, x1, y1), side // 4, line_px)
        title, colour = f"? {die.problem or 'unread'}", REFUSED
    else:
        cv2.rectangle(canvas, (x0, y0), (x1, y1), READ, line_px)
        title, colour = f"{die.face}  {_percent(die.confidence)}", READ
    small = max(8, side // 11)
    large = max(10, side // 8)
    # Above the die, nearest line last; a die at the top edge carries its lettering inside.
    bottom = max(y0 - line_px, round(2.2 * (small + large)))
    _write(canvas, f"{die.body}/{die.marks}", (x0, bottom - small // 2), small, INK)
    _write(canvas, title, (x0, bottom - round(1.9 * small)), large, colour)


def _percent(confidence: float) -> str:
    """Return the confidence rounded down, so that 100% is said of certainty alone."""
    return f"{math.floor(confidence * 1000) / 10:g}%"


def _draw_corners(canvas: Frame, box: Box, length: int, line_px: int) -> None:
    x0, y0, x1, y1 = (round(edge) for edge in box)
    for x, inward_x in ((x0, length), (x1, -length)):
        for y, inward_y in ((y0, length), (y1, -length)):
            cv2.line(canvas, (x, y), (x + inward_x, y), REFUSED, line_px)
            cv2.line(canvas, (x, y), (x, y + inward_y), REFUSED, line_px)


def _write(
    canvas: Frame, text: str, foot: tuple[int, int], letter_px: int, colour: tuple[int, int, int]
) -> None:
    """Write on a dark strip, letters `letter_px` high from `foot` = (x, y) on, kept inside the picture."""
    font_scale, weight = letter_px / LETTER_PX, max(1, letter_px // 9)
    (width, _), _ = cv2.getTextSize(text, FONT, font_scale, weight)
    pad = max(2, letter_px // 4)
    x = max(pad, min(foot[0] + pad, canvas.shape[1] - width - pad))
    y = max(letter_px + pad, min(foot[1], canvas.shape[0] - pad))
    cv2.rectangle(canvas, (x - pad, y - letter_px - pad), (x + width + pad, y + pad), PAPER, cv2.FILLED)
    cv2.putText(canvas, text, (x, y), FONT, font_scale, colour, weight, cv2.LINE_AA)
