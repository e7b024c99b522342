"""Tells the table when the light, the focus or the place of its camera should be better, and when it is."""

import logging
import time
from collections.abc import Callable

from api.play.hub import Hub
from vision.image import Frame
from vision.watching.advice import Advised, Fault, faults_of, shakes, small_dice
from vision.watching.moment import Moment
from vision.watching.watch import Sight

log = logging.getLogger(__name__)

LOOK_S = 1.0
"""Time between two looks in seconds; a look takes some milliseconds."""

BUSY = (Moment.MOVING, Moment.HAND)
"""Hands and rolling dice hide the table and are not sharp."""


class Advising:
    """Mutable; used by the thread that watches. Publishes `advice` when it changes, and never else."""

    def __init__(self, hub: Hub, now: Callable[[], float] = time.monotonic) -> None:
        """`now` is in seconds."""
        self._hub = hub
        self._now = now
        self._next_look_s = now()
        self._before: Frame | None = None
        self._advised = Advised()
        self._at_rest: frozenset[Fault] = frozenset()
        self._dice_small = False

    def see(self, frame: Frame, sight: Sight) -> None:
        """Look at a frame and the one before it, if it is time again."""
        if sight.reading is not None:
            self._dice_small = small_dice(sight.reading.dice)
        if self._before is None:
            if self._now() >= self._next_look_s:
                self._before = frame
            return
        shaking = shakes(self._before, frame)
        self._before = None
        self._next_look_s = self._now() + LOOK_S
        if sight.moment not in BUSY:
            self._at_rest = faults_of(frame) | ({Fault.FAR} if self._dice_small else set())
        elif not shaking:
            return
        self._tell(self._advised.after(self._at_rest | ({Fault.SHAKING} if shaking else set())))

    def _tell(self, advised: Advised) -> None:
        changed = advised.faults != self._advised.faults
        self._advised = advised
        if not changed:
            return
        faults = [fault for fault in Fault if fault in advised.faults]
        data = {
            "faults": [fault.value for fault in faults],
            "sentences": list(advised.sentences()),
        }
        try:
            self._hub.publish("advice", data)
        except OSError as err:  # The table goes on without it; who keeps messages says what is wrong.
            log.warning("advice not kept: %s", err)
