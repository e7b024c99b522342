"""How long, and how little changed, dice must lie to count as at rest."""

from dataclasses import dataclass
from math import ceil

NOMINAL_FPS = 30.0
"""Frames a second of what has no time of its own."""

LEAST_FRAMES = 3
"""A rest is seen in so many frames at least: nobody knows what moved between two that are far apart."""

STAMP_S = 0.005
"""So much earlier a rest may be over: the times of frames tremble."""


@dataclass(frozen=True, slots=True)
class Rest:
    """What counts as rest: for `seconds` no frame has `area_px` small pixels that changed by `levels`.

    Levels are of 255. Sensor noise of 8 levels in a 640x480 picture stays below 10 once shrunk and blurred;
    where there is more, more levels are asked for (`changed`).
    A die that tips over stands still for less than a tenth of a second.
    """

    seconds: float = 0.27
    levels: int = 12
    area_px: int = 12
    belongs_s: float = 3.0
    """What reached in and has not moved for so long is no hand but belongs to the table: a mug, a tower."""

    def frames_at(self, fps: float) -> int:
        """Return how many frames after the first still one a rest is over, at so many a second."""
        return max(LEAST_FRAMES, ceil((self.seconds - STAMP_S) * fps))
