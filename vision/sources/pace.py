"""Holds the frames of a clip back until they are due."""

import time
from collections.abc import Callable


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
