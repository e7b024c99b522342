"""What is new on a table, with the table around it painted over: no pattern hides dice or passes for one.

A die that the finder does not tell from a speckled table is plain to see where the table was seen without it.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.image import Frame, Mask

MOST_NEW = 0.5
"""Of the picture: where more is new, the camera or the light is, and nobody knows what lay there before."""

RIM = np.ones((3, 3), np.uint8)
"""A pixel of the mask more on every side: what is new is seen shrunk and blurred."""

MARGIN = 0.15
"""So much of its longer side is shown around what is new: dice are found in the midst of a table."""

SAMPLE_PX = 8
"""Every eighth pixel each way tells a table's colour."""


@dataclass(frozen=True, slots=True)
class PlainTable:
    """A part of a frame, in its pixels, whose left upper corner lies at `left` and `top`."""

    frame: Frame
    left: int
    top: int


def on_plain_table(frame: Frame, news: Mask) -> PlainTable | None:
    """Return what is new in a frame by a mask of any size, on a table of one colour.

    None where nothing is, or nearly all.
    """
    if not 0 < cv2.countNonZero(news) <= MOST_NEW * news.size:
        return None
    height, width = frame.shape[:2]
    new = cv2.resize(cv2.dilate(news, RIM), (width, height), interpolation=cv2.INTER_LINEAR) > 127
    table = frame[::SAMPLE_PX, ::SAMPLE_PX][~new[::SAMPLE_PX, ::SAMPLE_PX]]
    if not table.size:
        return None
    x, y, wide, high = cv2.boundingRect(new.astype(np.uint8))
    around = round(MARGIN * max(wide, high))
    left, top = max(0, x - around), max(0, y - around)
    part = slice(top, y + high + around), slice(left, x + wide + around)
    plain = np.where(new[part][..., None], frame[part], np.median(table, axis=0).astype(np.uint8))
    return PlainTable(plain, left, top)
