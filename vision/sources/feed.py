"""Between the thread that fetches pictures and the one that looks at them: one frame, the newest."""

import threading
import time
from collections.abc import Callable

from vision.image import Frame
from vision.sources.inspection import Inspection
from vision.sources.source import SourceHint, SourceListener
from vision.sources.turning import Turn, turned

POLL_S = 0.1
"""How often one who waits for a frame looks whether the pictures have stalled or all is to end."""

HINTS_KEPT = 16
"""More than a camera can have to say between two frames; the oldest go."""


class Feed:
    """Mutable; one thread puts in, one takes out. A frame that nobody took is replaced by the next.

    The one who takes hears of losses: of pictures that broke off, and of those that do not come for
    `stall_s` seconds although nobody said so. `now` is in seconds and only goes forward. Frames are taken out
    turned, for a camera that hangs upside down.
    """

    def __init__(
        self,
        name: str,
        stall_s: float,
        stopping: threading.Event,
        now: Callable[[], float] = time.monotonic,
        turn: Turn = 0,
    ) -> None:
        self._name = name
        self._turn = turn
        self._stall_s = stall_s
        self._stopping = stopping
        self._now = now
        self._news = threading.Condition()
        self._frame: Frame | None = None
        self._broken: str | None = None
        self._hints: list[SourceHint] = []
        self._last_s = now()
        self.taken_s = self._last_s
        """When the frame taken out last was put in."""
        self._inspection = Inspection(name)
        self._listener: SourceListener | None = None
        self._lost = False

    def put(self, frame: Frame) -> None:
        """Hand in the newest frame, (H, W, 3) BGR."""
        with self._news:
            self._frame = frame
            self._last_s = self._now()
            self._news.notify()

    def broke(self, detail: str) -> None:
        """Say that no pictures come until the next `put`; one that nobody took is outdated."""
        with self._news:
            self._frame = None
            self._broken = detail
            self._news.notify()

    def hint(self, hint: SourceHint) -> None:
        """Say what is to be known of the pictures."""
        with self._news:
            self._hints = [*self._hints, hint][-HINTS_KEPT:]

    def listen(self, listener: SourceListener) -> None:
        """Tell this listener from now on."""
        self._listener = listener

    def next_frame(self) -> Frame | None:
        """Return the newest frame that shows something, waiting for it; None once all is to stop.

        What the listener raises comes out here; it is told again at the next call.
        """
        while not self._stopping.is_set():
            frame = self._taken()
            if frame is None:
                continue
            shown, hints = self._inspection.inspect(turned(frame, self._turn), self._now())
            for hint in hints:
                self.hint(hint)
            self._tell_hints()
            if shown is not None:
                return shown
        return None

    def _taken(self) -> Frame | None:
        """Return the newest frame if there is one within POLL_S, having told what happened before it."""
        with self._news:
            self._news.wait_for(self._is_news, POLL_S)
            frame, self._frame = self._frame, None
            self.taken_s = self._last_s
            broken = self._broken
            if frame is None and broken is None and self._now() - self._last_s >= self._stall_s:
                broken = f"{self._name}: no picture has come for {self._stall_s:g} s"
        self._tell_hints()
        if broken is not None:
            self._tell_lost(broken)
        if frame is not None and self._lost:
            if self._listener is not None:
                self._listener.back()
            self._lost = False
        return frame

    def _is_news(self) -> bool:
        return self._frame is not None or self._broken is not None

    def _tell_lost(self, detail: str) -> None:
        """Tell of a loss, unless one has been told since the last frame."""
        if not self._lost:
            if self._listener is not None:
                self._listener.lost(detail)
            self._lost = True
        with self._news:
            if self._broken == detail:
                self._broken = None

    def _tell_hints(self) -> None:
        while self._hints:
            if self._listener is not None:
                self._listener.hint(self._hints[0])
            with self._news:
                self._hints = self._hints[1:]
