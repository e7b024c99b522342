"""Looks at each frame of a live source before it is handed on: is it black, has it another size?"""

import cv2

from vision.image import Frame, resized
from vision.sources.source import Hint, SourceHint

Size = tuple[int, int]
"""Width and height in pixels."""

SAMPLE_PX = 4
"""Every fourth pixel each way shows whether anything is to be seen."""

BLACK_LEVEL = 20
"""Of 255, after blurring: a covered lens stays below it at high gain, a table in a dim room does not. Black
is 16 in many videos."""

BLACK_S = 1.0
"""Many webcams begin with a few black pictures; those are not worth a word."""

SAME_SHAPE = 0.01
"""Greatest relative difference of width to height of two sizes that show the same: rounding of odd sizes."""


class Inspection:
    """Mutable; one thread at a time may use it. Goes on over a loss of the camera."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._size: Size | None = None
        self._came: Size | None = None
        self._black_since_s: float | None = None
        self._black_told = False

    def inspect(self, frame: Frame, second: float) -> tuple[Frame | None, tuple[SourceHint, ...]]:
        """Return the frame as it may be handed on, None when it is black, and what is to be told.

        `second` is the time of a clock that only goes forward.
        """
        if is_black(frame):
            return None, self._black(second)
        hints = self._bright()
        frame, resizing = self._sized(frame)
        return frame, hints + resizing

    def _black(self, second: float) -> tuple[SourceHint, ...]:
        if self._black_since_s is None:
            self._black_since_s = second
        if self._black_told or second - self._black_since_s < BLACK_S:
            return ()
        self._black_told = True
        detail = f"{self._name}: gives black pictures; is its lens covered, or the light off?"
        return (SourceHint(Hint.BLACK, detail),)

    def _bright(self) -> tuple[SourceHint, ...]:
        self._black_since_s = None
        if not self._black_told:
            return ()
        self._black_told = False
        return (SourceHint(Hint.BRIGHT, f"{self._name}: its pictures show something again"),)

    def _sized(self, frame: Frame) -> tuple[Frame, tuple[SourceHint, ...]]:
        height, width = frame.shape[:2]
        now = (width, height)
        before, self._came = self._came or now, now
        if self._size is None or not _same_shape(self._size, now):
            self._size = now
        hints = () if now == before else (self._changed(before, now, self._size),)
        return (frame if now == self._size else resized(frame, *self._size)), hints

    def _changed(self, before: Size, now: Size, size: Size) -> SourceHint:
        words = f"{self._name}: its pictures are {_words(now)} now, were {_words(before)}"
        if not _same_shape(before, now):
            return SourceHint(Hint.RESHAPED, f"{words}; what lies where is found anew")
        return SourceHint(Hint.RESIZED, words if now == size else f"{words}; brought to {_words(size)}")


def is_black(frame: Frame) -> bool:
    """True when nothing in a (H, W, 3) frame is brighter than a covered lens is."""
    sample = cv2.blur(frame[::SAMPLE_PX, ::SAMPLE_PX], (5, 5))
    return int(sample.max()) < BLACK_LEVEL


def _same_shape(one: Size, other: Size) -> bool:
    return abs(one[0] * other[1] / (one[1] * other[0]) - 1) <= SAME_SHAPE


def _words(size: Size) -> str:
    return f"{size[0]}x{size[1]}"
