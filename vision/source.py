"""Where frames come from: a camera, clips or a folder of pictures. Knows no dice."""

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np

from vision.image import Frame, ImageError, load_image

PICTURE_SUFFIXES = (".jpg", ".jpeg", ".png", ".webp", ".bmp")


class CameraError(OSError):
    """A source that cannot be opened or that broke off; the message begins with its address."""


class FrameSource(Protocol):
    """Frames one at a time, in scenes: a clip or a picture is a scene, a camera shows one without end."""

    def next_frame(self) -> Frame | None:
        """Return the next frame, after waiting for it; None at the end of a scene. Raises CameraError."""

    def next_scene(self) -> bool:
        """Go on to the next scene; False when there is none."""

    def close(self) -> None:
        """Release what is open; no frame may be asked for afterwards."""


class RealTime:
    """Holds frames back until they are due. `now` and `sleep` are in seconds.

    A frame that is late is shown at once and none is left out, so that a slow computer sees every roll.
    """

    def __init__(
        self, now: Callable[[], float] = time.monotonic, sleep: Callable[[float], object] = time.sleep
    ) -> None:
        self._now = now
        self._sleep = sleep
        self._began_s = now()

    def begin(self, pause_s: float) -> None:
        """Let `pause_s` go by; what follows counts from then on."""
        if pause_s > 0:
            self._sleep(pause_s)
        self._began_s = self._now()

    def wait_until(self, second: float) -> None:
        """Return when `second` has come since the beginning."""
        early_s = self._began_s + second - self._now()
        if early_s > 0:
            self._sleep(early_s)


class VideoFile:
    """Clips that play one after the other, in real time with a `pace`, else as fast as they decode.

    The next clip starts when the next scene is asked for, in real time after `pause_s`. Each is tried when
    this is made: errors come early.
    """

    def __init__(self, clips: Sequence[Path], pace: RealTime | None = None, pause_s: float = 0.0) -> None:
        for clip in clips:
            if not clip.is_file():
                raise CameraError(f"{clip}: no such clip")
            tried = _opened(clip)
            there, _ = tried.read()
            tried.release()
            if not there:
                raise CameraError(f"{clip}: not a single frame in it that OpenCV can decode")
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
        raise CameraError(f"{path}: not a video that OpenCV can play")
    return clip


class Camera:
    """A webcam by its number or device path, or a stream by its URL; opened when made: errors come early."""

    def __init__(self, address: str) -> None:
        self._address = address
        # OpenCV would print what each of its back ends thinks of a missing camera; ours is said once, below.
        level = cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
        self._capture = cv2.VideoCapture(int(address)) if address.isdigit() else cv2.VideoCapture(address)
        cv2.utils.logging.setLogLevel(level)
        if not self._capture.isOpened():
            self._capture.release()
            raise CameraError(
                f"camera {address}: cannot be opened; is it plugged in and used by no one else?"
            )

    def next_frame(self) -> Frame | None:
        there, frame = self._capture.read()
        if not there:
            raise CameraError(f"camera {self._address}: gives no more pictures")
        return np.asarray(frame, dtype=np.uint8)

    def next_scene(self) -> bool:
        return False

    def close(self) -> None:
        self._capture.release()


class PictureFolder:
    """Pictures in the order of their names, each shown for `frames_each` frames like a table at rest."""

    def __init__(self, folder: Path, frames_each: int) -> None:
        self._waiting = sorted(
            path for path in folder.iterdir() if path.suffix.lower() in PICTURE_SUFFIXES and path.is_file()
        )
        if not self._waiting:
            raise CameraError(f"{folder}: no pictures ({', '.join(PICTURE_SUFFIXES)}) in this folder")
        self._frames_each = frames_each
        self._left = 0
        self._picture: Frame | None = None

    def next_frame(self) -> Frame | None:
        if self._picture is None and not self.next_scene():
            return None
        if self._left == 0:
            return None
        self._left -= 1
        return self._picture

    def next_scene(self) -> bool:
        if not self._waiting:
            return False
        try:
            self._picture = load_image(self._waiting.pop(0))
        except ImageError as err:
            raise CameraError(str(err)) from err
        self._left = self._frames_each
        return True

    def close(self) -> None:
        self._picture = None
        self._waiting = []


def open_source(address: str, frames_each: int, pace: RealTime | None = None) -> FrameSource:
    """Return the source at a camera number, device path, URL, video file or folder of pictures.

    A picture of a folder stays for `frames_each` frames. Raises CameraError when nothing can be opened there.
    """
    path = Path(address)
    if path.is_dir():
        return PictureFolder(path, frames_each)
    if path.is_file() and path.suffix.lower() in PICTURE_SUFFIXES:
        raise CameraError(f"{path}: a single picture, expected a video file or the folder of pictures")
    if path.is_file():
        return VideoFile([path], pace)
    if address.isdigit() or "://" in address or path.exists():
        return Camera(address)
    raise CameraError(f"{address}: no camera number, device, URL, video file or folder of pictures")
