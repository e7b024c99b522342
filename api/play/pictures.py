"""The pictures that readings were made from, for people to look at; the latest few are kept."""

import threading
from collections import OrderedDict
from collections.abc import Callable

import cv2

from vision.image import Frame
from vision.reading import TableReading

KEPT = 32
"""An exchange has seldom more than ten readings."""

WIDTH_PX = 960
"""Enough for a page; the reading itself was made from the whole picture."""

JPEG_QUALITY = 80

KeepDice = Callable[[Frame, TableReading, int], None]
"""Takes a picture, its reading and its number."""


class Pictures:
    """Mutable and safe to use from any thread."""

    def __init__(self, last: int = 0, keep_dice: KeepDice | None = None) -> None:
        """Number `last` was given out before. `keep_dice` keeps what each picture shows of its dice."""
        self._lock = threading.Lock()
        self._jpegs: OrderedDict[int, bytes] = OrderedDict()
        self._last = last
        self._now: Frame | None = None
        self._keep_dice = keep_dice

    def add(self, frame: Frame, reading: TableReading) -> int:
        """Keep the picture that a reading was made from and return its number, counted from 1."""
        jpeg = _shown(frame)
        with self._lock:
            self._last += 1
            self._jpegs[self._last] = jpeg
            if len(self._jpegs) > KEPT:
                self._jpegs.popitem(last=False)
            number = self._last
        if self._keep_dice is not None:
            self._keep_dice(frame, reading, number)
        return number

    def show(self, frame: Frame) -> None:
        """Keep the frame that the camera gives now, for as long as it is the newest."""
        self._now = frame  # one assignment, which needs no lock; nothing is worked out until somebody looks

    def now(self) -> bytes | None:
        """Return what the camera gives now as JPEG, None before its first frame."""
        frame = self._now
        return None if frame is None else _shown(frame)

    def jpeg(self, number: int) -> bytes | None:
        """Return a picture as JPEG, None when it is kept no more or never was."""
        with self._lock:
            return self._jpegs.get(number)


def _shown(frame: Frame) -> bytes:
    """Return a frame as JPEG, WIDTH_PX wide at the most."""
    height, width = frame.shape[:2]
    if width > WIDTH_PX:
        size = (WIDTH_PX, max(1, round(height * WIDTH_PX / width)))
        shown = cv2.resize(frame, size, interpolation=cv2.INTER_AREA)
    else:
        shown = frame
    _, jpeg = cv2.imencode(".jpg", shown, (cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY))
    return jpeg.tobytes()
