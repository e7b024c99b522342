"""The pictures that readings were made from, for people to look at; the latest few are kept."""

import threading
from collections import OrderedDict

import cv2

from vision.image import Frame

KEPT = 32
"""An exchange has seldom more than ten readings."""

WIDTH_PX = 960
"""Enough for a page; the reading itself was made from the whole picture."""

JPEG_QUALITY = 80


class Pictures:
    """Mutable and safe to use from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._jpegs: OrderedDict[int, bytes] = OrderedDict()
        self._last = 0

    def add(self, frame: Frame) -> int:
        """Keep a picture and return its number, counted from 1."""
        height, width = frame.shape[:2]
        if width > WIDTH_PX:
            size = (WIDTH_PX, max(1, round(height * WIDTH_PX / width)))
            shown = cv2.resize(frame, size, interpolation=cv2.INTER_AREA)
        else:
            shown = frame
        _, jpeg = cv2.imencode(".jpg", shown, (cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY))
        with self._lock:
            self._last += 1
            self._jpegs[self._last] = jpeg.tobytes()
            if len(self._jpegs) > KEPT:
                self._jpegs.popitem(last=False)
            return self._last

    def jpeg(self, number: int) -> bytes | None:
        """Return a picture as JPEG, None when it is kept no more or never was."""
        with self._lock:
            return self._jpegs.get(number)
