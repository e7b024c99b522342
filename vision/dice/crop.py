"""The crop of one die: the only way from a picture to what a face reader sees, trained or running."""

import cv2
import numpy as np

from vision.image import Frame, resized
from vision.reading import Box

VIEW_MARGIN = 1.25
"""A die's view is so many times its box's longer side wide: enough of the table to tell its colour."""


def crop_square(box: Box, margin: float) -> tuple[int, int, int]:
    """Return left, top and side of the square that `crop` shows, in pixels of the picture."""
    x0, y0, x1, y1 = box
    side = max(2, round(max(x1 - x0, y1 - y0) * margin))
    return round((x0 + x1 - side) / 2), round((y0 + y1 - side) / 2), side


def crop(frame: Frame, box: Box, size: int, margin: float) -> Frame:
    """Return the square around a die, resized to (size, size, 3) BGR, 0..255.

    The square is centred on the box and `margin` times its longer side wide, so that the die keeps its
    proportions. Where it leaves the picture the border is repeated: a black edge would look like a die.
    """
    height, width = frame.shape[:2]
    left, top, side = crop_square(box, margin)
    inside = frame[
        min(max(top, 0), height - 1) : min(max(top + side, 1), height),
        min(max(left, 0), width - 1) : min(max(left + side, 1), width),
    ]
    missing = (
        min(max(-top, 0), side - 1),
        max(0, min(top + side - height, side - 1)),
        min(max(-left, 0), side - 1),
        max(0, min(left + side - width, side - 1)),
    )
    if any(missing):
        inside = np.asarray(cv2.copyMakeBorder(inside, *missing, cv2.BORDER_REPLICATE), dtype=np.uint8)
    return resized(inside, size, size)


def view_of(crop: Frame, margin: float) -> Frame:
    """Return the middle of a crop that is `margin` times its box wide: the die's view, (side, side, 3)."""
    return middle_of(crop, margin / VIEW_MARGIN)


def inner_part(view: Frame) -> Frame:
    """Return the part of a die's view that its box fills, (side, side, 3)."""
    return middle_of(view, VIEW_MARGIN)


def middle_of(picture: Frame, times: float) -> Frame:
    """Return the middle of a square picture that is so many times as wide."""
    edge = round(picture.shape[0] * (1 - 1 / times) / 2)
    return picture[edge : picture.shape[0] - edge, edge : picture.shape[1] - edge]
