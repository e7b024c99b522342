"""Grey frames tell each other apart by their level."""

from vision.image import Frame
from vision.sources.source import FrameSource


def level_of(frame: Frame) -> float:
    """Return the grey level of a frame to the nearest ten: JPEG is lossy."""
    return round(float(frame.mean()), -1)


def levels(source: FrameSource) -> list[float]:
    """Return the grey level of each frame up to the end of the scene."""
    seen = []
    while (frame := source.next_frame()) is not None:
        seen.append(level_of(frame))
    return seen
