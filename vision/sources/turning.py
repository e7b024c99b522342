"""Pictures of a camera that hangs upside down or sideways, turned as somebody before the table sees it.

Dice are read so: seen upside down, a side face would lie where their top face is looked for.
"""

from typing import Literal

import cv2
import numpy as np

from vision.image import Frame

Turn = Literal[0, 90, 180, 270]
"""Degrees clockwise."""

CODES: dict[Turn, int] = {
    90: cv2.ROTATE_90_CLOCKWISE,
    180: cv2.ROTATE_180,
    270: cv2.ROTATE_90_COUNTERCLOCKWISE,
}


def turned(frame: Frame, turn: Turn) -> Frame:
    """Return a frame, (H, W, 3), turned."""
    return np.asarray(cv2.rotate(frame, CODES[turn]), np.uint8) if turn else frame
