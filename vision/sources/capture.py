"""Opens webcams and network streams with OpenCV, or says why they cannot be opened."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol
from urllib.parse import urlsplit

import cv2
import numpy as np
from cv2.typing import MatLike

from vision.image import Frame
from vision.sources.controls import Controls, set_controls
from vision.sources.identity import plugged_in
from vision.sources.source import CameraError

SCHEMES = ("rtsp", "rtsps", "http", "https", "rtmp", "srt", "tcp", "udp")
"""Of addresses of streams; what else FFmpeg opens are files under other names."""

PATIENCE = 1.5
"""A stalled stream is told first, and then opened anew."""


class Capture(Protocol):
    """As much of cv2.VideoCapture as reading takes."""

    def read(self) -> tuple[bool, MatLike | None]:
        """Return whether there is a picture, and the picture, after waiting for it."""

    def release(self) -> None:
        """Give the camera back."""


@dataclass(frozen=True, slots=True, eq=False)
class Opened:
    """A camera that gives pictures: the first is here already; what it did not accept, in words."""

    capture: Capture
    first: Frame
    refused: tuple[str, ...] = ()


def frame_of(capture: Capture) -> Frame | None:
    """Return the next picture of a capture, None when it gives no more."""
    try:
        there, picture = capture.read()
    except cv2.error:  # a driver that gives half a picture
        return None
    return np.asarray(picture, dtype=np.uint8) if there and picture is not None and picture.size else None


def open_webcam(name: str, device: Path | int, controls: Controls) -> Opened:
    """Open a webcam: on Linux by its path, elsewhere by its number. Raises CameraError."""
    _keep_quiet()
    if isinstance(device, int):
        capture = cv2.VideoCapture(device)
    else:
        _look_for(name, device)
        capture = cv2.VideoCapture(str(device.resolve()), cv2.CAP_V4L2)
    if not capture.isOpened():
        capture.release()
        raise CameraError(f"{name}: cannot be opened; is it plugged in and used by no one else?")
    return _first_of(name, capture, set_controls(capture, controls))


def open_stream(name: str, url: str, stall_s: float) -> Opened:
    """Open a network stream; waits PATIENCE times `stall_s` for each picture at most. Raises CameraError."""
    _keep_quiet()
    wait_ms = round(1000 * PATIENCE * stall_s)
    limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, wait_ms, cv2.CAP_PROP_READ_TIMEOUT_MSEC, wait_ms]
    capture = cv2.VideoCapture(url, cv2.CAP_FFMPEG, limits)
    if not capture.isOpened():
        capture.release()
        raise CameraError(f"{name}: no stream that can be played answers there")
    return _first_of(name, capture, ())


def stream_name(url: str) -> str:
    """Return the address of a stream as it may be shown: without user, password and what follows a `?`.

    Raises CameraError for what leads to no computer, whenever it is tried.
    """
    try:
        parts = urlsplit(url)
        leads_somewhere = bool(parts.port or parts.hostname)
    except ValueError:
        leads_somewhere = False
    if not leads_somewhere:
        # What stands where may be a password.
        what = "expected the address of a stream with a host, and a port up to 65535 where it has one"
        raise CameraError(f"{url.partition('://')[0]}://: {what}")
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"


def _look_for(name: str, device: Path) -> None:
    """Raise CameraError where a device of Linux is not there or may not be read."""
    if not device.exists():
        there = ", ".join(plugged_in())
        raise CameraError(f"{name}: not plugged in; found {there or 'no camera at all'}")
    if not os.access(device, os.R_OK | os.W_OK):
        raise CameraError(f"{name}: may not be used by this user; on most systems the group `video` may")


def _first_of(name: str, capture: cv2.VideoCapture, refused: tuple[str, ...]) -> Opened:
    first = frame_of(capture)
    if first is None:
        capture.release()
        raise CameraError(f"{name}: gives no picture; is it used by another program?")
    return Opened(capture, first, refused)


def _keep_quiet() -> None:
    """Let OpenCV and FFmpeg print nothing of cameras from now on: what is wrong with one is ours to say."""
    os.environ.setdefault(
        "OPENCV_FFMPEG_LOGLEVEL", "-8"
    )  # AV_LOG_QUIET; read when the first stream is opened
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
