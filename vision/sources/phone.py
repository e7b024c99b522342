"""A phone that sends the pictures of its camera: the newest one is handed on. Knows no network."""

import threading
import time
from collections.abc import Callable

from vision.image import Frame, ImageError, decode_image
from vision.picture_file import read_header
from vision.sources.feed import Feed
from vision.sources.source import SourceListener
from vision.sources.turning import Turn

NAME = "phone"

MAX_PIXELS = 3840 * 2160
"""The largest video mode of phones; a JPEG of a few kilobytes can claim far more."""

AWAITED = f"{NAME}: waiting for it to open its camera page"
GONE = f"{NAME}: its camera page is closed or out of reach"


class Phone:
    """A LiveSource. Mutable; pictures come in from any thread, one at a time takes them out."""

    def __init__(
        self,
        stall_s: float,
        stopping: threading.Event,
        now: Callable[[], float] = time.monotonic,
        turn: Turn = 0,
    ) -> None:
        self._feed = Feed(NAME, stall_s, stopping, now, turn)
        self._feed.broke(AWAITED)

    def offer(self, jpeg: bytes) -> None:
        """Take a picture as the newest. Raises ImageError for what is no JPEG, damaged or too large."""
        header = read_header(jpeg)
        if header.format != "JPEG":
            raise ImageError(f"expected a JPEG, found a {header.format}")
        if header.width * header.height > MAX_PIXELS:
            raise ImageError(
                f"{header.width}x{header.height} pixels: expected {MAX_PIXELS / 1e6:.1f} megapixels at most"
            )
        self._feed.put(decode_image(jpeg))

    def left(self) -> None:
        """Hear that the phone sends no more."""
        self._feed.broke(GONE)

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
        """Nothing is held: whoever sends is told by the server's end."""
