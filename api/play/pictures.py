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
        self._added: Frame | None = None
        """Picture number `_last` until it is worked up."""
        self._now: Frame | None = None
        self._keep_dice = keep_dice

    def add(self, frame: Frame) -> int:
        """Keep the picture that a reading was made from as it is and return its number, counted from 1."""
        with self._lock:
            self._work_up()
            self._last += 1
            self._added = frame
            return self._last

    def keep(self, frame: Frame, reading: TableReading, number: int) -> None:
        """Keep what the picture added last shows of its dice, and itself as a JPEG.

        Apart from `add`, so that those who wait to hear of the reading do not wait for this as well.
        """
        if self._keep_dice is not None:
            self._keep_dice(frame, reading, number)
        with self._lock:
            self._work_up()

    def _work_up(self) -> None:
        """Make a JPEG of the picture added last, if nobody has."""
        if self._added is None:
            return
        self._jpegs[self._last], self._added = _shown(self._added), None
        if len(self._jpegs) > KEPT:
            self._jpegs.popitem(last=False)

    def show(self, frame: Frame) -> None:
        """Keep the frame that the camera gives now, for as long as it is the newest."""
        self._now = frame  # one assignment, which needs no lock; nothing is worked out until somebody looks

    def now(self) -> bytes | None:
        """Return what the camera gives now as JPEG, None before its first frame."""
        frame = self._now
        return None if frame is None else _shown(frame)

    def jpeg(self, number: int) -> bytes | None:
        """Return a picture as JPEG, None when it is kept no more or never was; the last one at once."""
        with self._lock:
            if number == self._last:
                self._work_up()
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
