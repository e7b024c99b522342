"""Resolution, rate, focus and exposure of a camera that has them."""

from dataclasses import dataclass
from typing import Literal, Protocol

import cv2

FULL_HD = (1920, 1080)
"""Wished for where no size is asked for: at a metre's distance a die keeps some 25 pixels of it. A camera
that has no such mode gives its nearest."""

RATE_SLACK = 1.0
"""Frames a second by which 29.97 passes for 30."""

Dial = float | Literal["auto"]
"""A value in the unit of the camera's driver, or the camera's own automatic."""


@dataclass(frozen=True, slots=True)
class Controls:
    """What is asked of a camera; None leaves it as the camera has it. Sizes in pixels, `fps` a second."""

    width: int | None = None
    height: int | None = None
    fps: float | None = None
    focus: Dial | None = None
    exposure: Dial | None = None


class Controllable(Protocol):
    """As much of cv2.VideoCapture as setting takes."""

    def set(self, prop: int, value: float, /) -> bool:
        """Ask for a value of a property, False when there is no such property."""

    def get(self, prop: int, /) -> float:
        """Return a property, 0 or -1 when there is none."""

    def getBackendName(self) -> str:  # noqa: N802 - OpenCV's name
        """Return the name of what OpenCV reaches the camera through."""


def set_controls(camera: Controllable, controls: Controls) -> tuple[str, ...]:
    """Ask a camera for these controls; return in words what it did not accept."""
    # Uncompressed pictures of this size fill a USB 2 line at five a second.
    camera.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    refused = [*_size(camera, controls), *_rate(camera, controls.fps)]
    if controls.focus is not None and not _dial(
        camera, controls.focus, cv2.CAP_PROP_FOCUS, cv2.CAP_PROP_AUTOFOCUS, (1.0, 0.0)
    ):
        refused.append(f"focus {_words(controls.focus)}")
    if controls.exposure is not None and not _dial(
        camera, controls.exposure, cv2.CAP_PROP_EXPOSURE, cv2.CAP_PROP_AUTO_EXPOSURE, _exposing(camera)
    ):
        refused.append(f"exposure {_words(controls.exposure)}")
    return tuple(refused)


def _size(camera: Controllable, controls: Controls) -> list[str]:
    width, height = controls.width or FULL_HD[0], controls.height or FULL_HD[1]
    camera.set(cv2.CAP_PROP_FRAME_WIDTH, width)
    camera.set(cv2.CAP_PROP_FRAME_HEIGHT, height)
    given = (round(camera.get(cv2.CAP_PROP_FRAME_WIDTH)), round(camera.get(cv2.CAP_PROP_FRAME_HEIGHT)))
    # What was not asked for is a wish, and no news when it is not granted.
    if controls.width in (None, given[0]) and controls.height in (None, given[1]):
        return []
    return [f"{width}x{height} pixels, gives {given[0]}x{given[1]}"]


def _rate(camera: Controllable, fps: float | None) -> list[str]:
    if fps is None:
        return []
    camera.set(cv2.CAP_PROP_FPS, fps)
    given = camera.get(cv2.CAP_PROP_FPS)
    return [] if abs(given - fps) <= RATE_SLACK else [f"{fps:g} frames a second, gives {given:g}"]


def _dial(
    camera: Controllable, wanted: Dial, prop: int, automatic: int, automatic_on_off: tuple[float, float]
) -> bool:
    """Set a property by hand or leave it to the camera; False when the camera did not follow."""
    on, off = automatic_on_off
    if wanted == "auto":
        return camera.set(automatic, on)
    camera.set(automatic, off)  # fails on a camera without an automatic, which is as good
    return camera.set(prop, wanted) and camera.get(prop) == wanted


def _exposing(camera: Controllable) -> tuple[float, float]:
    """Return what means automatic and by hand to the camera's driver; OpenCV passes the number through."""
    return (3.0, 1.0) if camera.getBackendName() == "V4L2" else (0.75, 0.25)


def _words(wanted: Dial) -> str:
    return wanted if wanted == "auto" else f"{wanted:g}"
