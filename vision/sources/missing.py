"""Stands in the place of a source that cannot be opened, where something has to stand there."""

from vision.image import Frame
from vision.sources.source import CameraError


class Missing:
    """A FrameSource that breaks off at once, with the reason why there is no other."""

    def __init__(self, reason: CameraError) -> None:
        self._reason = reason

    def next_frame(self) -> Frame | None:
        raise self._reason

    def next_scene(self) -> bool:
        return False

    def close(self) -> None:
        """Nothing is open."""
