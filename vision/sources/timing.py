"""How long after one another the frames of a source were taken."""

from vision.sources.source import FrameSource, TimedSource
from vision.watching.rest import NOMINAL_FPS


class FrameTimes:
    """Mutable. Frames of a source without times count as taken 30 a second."""

    def __init__(self, source: FrameSource) -> None:
        self._timed = source if isinstance(source, TimedSource) else None
        self._before_s: float | None = None

    def since_s(self) -> float:
        """Return how many seconds after the one before the latest frame was taken; ask once for each."""
        nominal_s = 1 / NOMINAL_FPS
        if self._timed is None:
            return nominal_s
        now_s, before_s = self._timed.taken_s, self._before_s
        self._before_s = now_s
        # A clip that begins again, or the first frame of all.
        return nominal_s if before_s is None or now_s < before_s else now_s - before_s
