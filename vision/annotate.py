"""Draws what was read into the picture it was read from, for people. Changes no reading."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
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
    """Return a copy, enlarged where dice are small, with box, face, confidence and problem drawn in.

    Dice bear the name of their group, those of none their colours. A read die has a whole outline and its
    face; a refused one only the corners, a question mark and the reason, so that colour alone never tells
    them apart.
    """
    scale = _enlargement(frame, reading)
    if scale > 1:
        canvas = cv2.resize(frame, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
    else:
        canvas = frame.copy()
    drawn = np.asarray(canvas, dtype=np.uint8)
    boxes = [_scaled(die.box, scale) for die in reading.dice]
    # Every outline first: none may cross the lettering of a neighbour.
    for die, box in zip(reading.dice, boxes, strict=True):
        _outline(drawn, die, box)
    lettered: list[Box] = []
    for die, box in zip(reading.dice, boxes, strict=True):
        others = [other for other in boxes if other is not box]
        lettered.append(_letter(drawn, die, box, [*others, *lettered]))
    for row, problem in enumerate(reading.problems):
        line = _Line(problem, max(10, drawn.shape[0] // 36), REFUSED)
        line.write(drawn, 0, row * line.height)
    return drawn


def _enlargement(frame: Frame, reading: TableReading) -> float:
    sides = [max(die.box[2] - die.box[0], die.box[3] - die.box[1]) for die in reading.dice]
    longest_px = max(frame.shape[:2])
    wanted = DIE_PX / median(sides) if sides else EMPTY_PX / longest_px
    return float(max(1.0, min(wanted, LONGEST_PX / longest_px)))


def _scaled(box: Box, scale: float) -> Box:
    x0, y0, x1, y1 = (round(edge * scale) for edge in box)
    return x0, y0, x1, y1


def _outline(canvas: Frame, die: DieReading, box: Box) -> None:
    x0, y0, x1, y1 = (round(edge) for edge in box)
    side = max(x1 - x0, y1 - y0)
    line_px = max(2, side // 50)
    if die.face is None:
        _draw_corners(canvas, box, side // 4, line_px)
    else:
        cv2.rectangle(canvas, (x0, y0), (x1, y1), READ, line_px)


def _letter(canvas: Frame, die: DieReading, box: Box, taken: Sequence[Box]) -> Box:
    """Write what a die is where it hides least of the `taken` boxes; return the box of the lettering."""
    x0, y0, x1, y1 = (round(edge) for edge in box)
    side = max(x1 - x0, y1 - y0)
    gap = max(2, side // 50)
    if die.face is None:
        title, colour = f"? {die.problem or 'unread'}", REFUSED
    else:
        title, colour = f"{die.face}  {_percent(die.confidence)}", READ
    lines = (
        _Line(title, max(10, side // 8), colour),
        _Line(die.group or f"{die.body}/{die.marks}", max(8, side // 11), INK),
    )
    width = max(line.width for line in lines)
    height = sum(line.height for line in lines)
    corners = (
        (x0, y0 - gap - height),
        (x0, y1 + gap),
        (x1 + gap, y0),
        (x0 - gap - width, y0),
    )
    places = [_inside(canvas, x, y, width, height) for x, y in corners]
    # Of places that hide equally much, the first: above the die.
    place = min(places, key=lambda place: sum(_shared(place, other) for other in (*taken, box)))
    left, top = round(place[0]), round(place[1])
    for line in lines:
        line.write(canvas, left, top)
        top += line.height
    return place


def _inside(canvas: Frame, x: int, y: int, width: int, height: int) -> Box:
    """Return the box of this size nearest to (x, y) that lies in the picture, as far as it fits."""
    left = max(0, min(x, canvas.shape[1] - width))
    top = max(0, min(y, canvas.shape[0] - height))
    return left, top, left + width, top + height


def _shared(one: Box, other: Box) -> float:
    """Return the area in pixels that two boxes share."""
    width = min(one[2], other[2]) - max(one[0], other[0])
    height = min(one[3], other[3]) - max(one[1], other[1])
    return max(0, width) * max(0, height)


def _percent(confidence: float) -> str:
    """Return the confidence rounded down, so that 100% is said of certainty alone."""
    return f"{math.floor(confidence * 1000) / 10:g}%"


def _draw_corners(canvas: Frame, box: Box, length: int, line_px: int) -> None:
    x0, y0, x1, y1 = (round(edge) for edge in box)
    for x, inward_x in ((x0, length), (x1, -length)):
        for y, inward_y in ((y0, length), (y1, -length)):
            cv2.line(canvas, (x, y), (x + inward_x, y), REFUSED, line_px)
            cv2.line(canvas, (x, y), (x, y + inward_y), REFUSED, line_px)


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of lettering on a dark strip, its capitals `letter_px` high."""

    text: str
    letter_px: int
    colour: tuple[int, int, int]

    @property
    def height(self) -> int:
        return self.letter_px + 2 * self._pad

    @property
    def width(self) -> int:
        return cv2.getTextSize(self.text, FONT, self._scale, self._weight)[0][0] + 2 * self._pad

    def write(self, canvas: Frame, x: int, y: int) -> None:
        """Write with the upper left corner of the strip at (x, y)."""
        cv2.rectangle(canvas, (x, y), (x + self.width, y + self.height), PAPER, cv2.FILLED)
        foot = (x + self._pad, y + self._pad + self.letter_px)
        cv2.putText(canvas, self.text, foot, FONT, self._scale, self.colour, self._weight, cv2.LINE_AA)

    @property
    def _pad(self) -> int:
        return max(2, self.letter_px // 4)

    @property
    def _scale(self) -> float:
        return self.letter_px / LETTER_PX

    @property
    def _weight(self) -> int:
        return max(1, self.letter_px // 9)
