"""A webcam or stream that is read in a thread of its own and opened again whenever it goes away."""

import random
import threading
from collections.abc import Callable

from vision.image import Frame
from vision.sources.backoff import Backoff
from vision.sources.capture import Opened, frame_of
from vision.sources.feed import Feed
from vision.sources.source import CameraError, Hint, SourceHint, SourceListener

CLOSING_S = 2.0
"""Longest wait of `close` for a driver to come back from its picture; the thread then ends by itself."""


class Camera:
    """A LiveSource. Mutable; one thread at a time may ask it for frames.

    Its thread alone reads, releases and opens the camera, so that never two captures of it are open.
    """

    def __init__(
        self,
        name: str,
        open_capture: Callable[[], Opened],
        feed: Feed,
        backoff: Backoff | None = None,
        chance: Callable[[], float] = random.random,
        *,
        awaited: bool = False,
    ) -> None:
        """Open the camera for the first time, in this thread: errors come early. Raises CameraError.

        One that is `awaited` begins as lost where it cannot be opened, and is tried again as if lost later.
        """
        self._name = name
        self._open_capture = open_capture
        self._feed = feed
        self._backoff = backoff or Backoff()
        self._chance = chance
        self._refused: set[str] = set()
        self._ended = threading.Event()
        first: Opened | None = None
        try:
            first = open_capture()
        except CameraError as err:
            if not awaited:
                raise
            feed.broke(err.words)
        self._thread = threading.Thread(
            target=self._read_on, args=(first,), name=f"camera {name}", daemon=True
        )
        self._thread.start()

    def listen(self, listener: SourceListener) -> None:
        self._feed.listen(listener)

    def next_frame(self) -> Frame | None:
        return self._feed.next_frame()

    @property
    def taken_s(self) -> float:
        return self._feed.taken_s

    def next_scene(self) -> bool:
        return False

    def close(self) -> None:
        self._ended.set()
        self._thread.join(CLOSING_S)

    def _read_on(self, first: Opened | None) -> None:
        """Read picture after picture until closed; the camera is released in every case."""
        failures = 0
        opened = first or self._opened_again(failures)
        while opened is not None:
            try:
                failures = 0 if self._read_all(opened) else failures + 1
            finally:
                opened.capture.release()
            opened = self._opened_again(failures)

    def _read_all(self, opened: Opened) -> bool:
        """Read until the camera gives no more or this is closed; False when it gave one picture only."""
        self._tell_refused(opened.refused)
        self._feed.put(opened.first)
        more = False
        while not self._ended.is_set():
            frame = frame_of(opened.capture)
            if frame is None:
                self._feed.broke(f"{self._name}: gives no more pictures")
                break
            more = True
            self._feed.put(frame)
        return more

    def _opened_again(self, failures: int) -> Opened | None:
        """Return the camera once it opens, trying ever less often; None when this is closed before."""
        while not self._ended.wait(self._backoff.wait_s(failures + 1, self._chance())):
            try:
                opened = self._open_capture()
            except CameraError as err:
                failures += 1
                self._feed.broke(err.words)
            else:
                return opened
        return None

    def _tell_refused(self, refused: tuple[str, ...]) -> None:
        """Tell what the camera did not accept, each thing once however often it is opened."""
        for words in refused:
            if words not in self._refused:
                self._refused.add(words)
                self._feed.hint(SourceHint(Hint.SETTING_REFUSED, f"{self._name}: did not accept {words}"))
