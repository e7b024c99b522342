"""What a source of frames is, and what one that is live tells while it runs."""

from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Protocol, runtime_checkable

from vision.image import Frame


class CameraError(OSError):
    """A source that cannot be opened or that broke off; the message begins with its address.

    It is for the terminal and the log; `words` are for everybody and name no folder of this computer.
    """

    def __init__(self, message: str, words: str | None = None) -> None:
        super().__init__(message)
        self.words = words or message

    @classmethod
    def of_file(cls, file: Path, what: str) -> "CameraError":
        """Return the error of a file or folder, of which everybody is told its name alone."""
        return cls(f"{file}: {what}", f"{file.name}: {what}")


class FrameSource(Protocol):
    """Frames one at a time, in scenes: a clip or a picture is a scene, a camera shows one without end."""

    def next_frame(self) -> Frame | None:
        """Return the next frame, after waiting for it; None at the end of a scene. Raises CameraError."""

    def next_scene(self) -> bool:
        """Go on to the next scene; False when there is none."""

    def close(self) -> None:
        """Release what is open; no frame may be asked for afterwards."""


@runtime_checkable
class TimedSource(FrameSource, Protocol):
    """Knows when its frames were taken."""

    @property
    def taken_s(self) -> float:
        """When the frame handed on last was taken; seconds that only go forward within a scene."""


class Hint(Enum):
    """What a live source tells of its pictures beside their coming and going."""

    BLACK = "black"
    """Black pictures, of which none is handed on; BRIGHT follows once they show something again."""
    BRIGHT = "bright"
    RESIZED = "resized"
    """Pictures of the former shape are brought to the former size, so that boxes go on to hold."""
    RESHAPED = "reshaped"
    """Pictures of another shape come as they are: what lies where is to be found anew."""
    SETTING_REFUSED = "setting_refused"


@dataclass(frozen=True, slots=True)
class SourceHint:
    """One hint, in words for players; they name the source and no path or password of this computer."""

    kind: Hint
    detail: str


class SourceListener(Protocol):
    """Hears of a live source; always in the thread that asks it for frames, and between two frames."""

    def lost(self, detail: str) -> None:
        """Hear that no pictures come, and why; the source goes on to try, nothing is handed on meanwhile."""

    def back(self) -> None:
        """Hear that pictures come again; the first one follows."""

    def hint(self, hint: SourceHint) -> None:
        """Hear what is to be known of the pictures that come."""


@runtime_checkable
class LiveSource(FrameSource, Protocol):
    """Hands on the newest frame, not the next: what came while nobody asked is gone.

    It never breaks off and has one scene. While no pictures come `next_frame` waits, telling its listener;
    it returns None only when it is to stop.
    """

    def listen(self, listener: SourceListener) -> None:
        """Tell this listener from now on, in place of any before."""
