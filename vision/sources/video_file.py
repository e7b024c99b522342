"""Clips as a camera, in real time or as fast as they decode."""

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from vision.image import Frame
from vision.sources.pace import RealTime
from vision.sources.source import CameraError


class VideoFile:
    """Clips that play one after the other, in real time with a `pace`, else as fast as they decode.

    The next clip starts when the next scene is asked for, in real time after `pause_s`. Each is tried when
    this is made: errors come early.
    """

    def __init__(self, clips: Sequence[Path], pace: RealTime | None = None, pause_s: float = 0.0) -> None:
        for clip in clips:
            if not clip.is_file():
                raise CameraError.of_file(clip, "no such clip")
            tried = _opened(clip)
            there, _ = tried.read()
            tried.release()
            if not there:
                raise CameraError.of_file(clip, "not a single frame in it that OpenCV can decode")
        self._waiting = list(clips)
        self._pace = pace
        self._pause_s = pause_s
        self._clip: cv2.VideoCapture | None = None
        self._shown = 0
        self.fps = 0.0
        """Frames a second that the present clip states."""

    def next_frame(self) -> Frame | None:
        if self._clip is None and not self.next_scene():
            return None
        assert self._clip is not None
        if self._pace:
            self._pace.wait_until(self._shown / self.fps)
        there, frame = self._clip.read()
        if not there:
            return None
        self._shown += 1
        return np.asarray(frame, dtype=np.uint8)

    @property
    def taken_s(self) -> float:
        return self._shown / self.fps if self.fps else 0.0

    def next_scene(self) -> bool:
        if not self._waiting:
            return False
        first = self._clip is None
        self.close()
        self._clip = _opened(self._waiting.pop(0))
        self.fps = self._clip.get(cv2.CAP_PROP_FPS)
        self._shown = 0
        if self._pace:
            self._pace.begin(0.0 if first else self._pause_s)
        return True

    def close(self) -> None:
        if self._clip is not None:
            self._clip.release()
            self._clip = None


def _opened(path: Path) -> cv2.VideoCapture:
    """Return a clip that states its frames a second. Raises CameraError."""
    clip = cv2.VideoCapture(str(path))
    if not clip.isOpened() or clip.get(cv2.CAP_PROP_FPS) <= 0:
        clip.release()
        raise CameraError.of_file(path, "not a video that OpenCV can play")
    return clip
