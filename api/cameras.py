"""Cameras as commands use them: with the settings, and heard of on a terminal where there is no page."""

import sys
import threading

from api.settings import Settings
from vision.sources.controls import Controls
from vision.sources.opening import Live
from vision.sources.source import SourceHint


def live_of(settings: Settings, stopping: threading.Event) -> Live:
    """Return what a camera is opened with; `stopping` ends the waiting for its pictures."""
    controls = Controls(
        settings.camera_width,
        settings.camera_height,
        settings.camera_fps,
        settings.camera_focus,
        settings.camera_exposure,
    )
    return Live(controls, settings.camera_stall_s, stopping, turn=settings.camera_turned)


class OnTerminal:
    """A SourceListener that prints what it hears to stderr."""

    def lost(self, detail: str) -> None:
        print(f"{detail}; trying again", file=sys.stderr)

    def back(self) -> None:
        print("the camera gives pictures again", file=sys.stderr)

    def hint(self, hint: SourceHint) -> None:
        print(hint.detail, file=sys.stderr)
