"""Cameras of Python and streams of this computer that go away and come back."""

import os
import threading
from collections.abc import Callable, Iterator

import numpy as np
import pytest
from cv2.typing import MatLike

from tests.vision.sources.heard import Heard
from vision.image import Frame
from vision.sources.backoff import Backoff
from vision.sources.camera import Camera
from vision.sources.capture import Opened
from vision.sources.feed import Feed
from vision.sources.source import CameraError, LiveSource

LOSSES = int(os.environ.get("LOSSES", "3"))
"""How often a camera is lost and comes back; 50 for a proof."""

AT_ONCE = Backoff(first_s=0.001, longest_s=0.001)


def grey(level: int = 90) -> Frame:
    return np.full((48, 64, 3), level, np.uint8)


class Bench:
    """Cameras one after the other: each gives some frames and breaks off. Counts those that are open."""

    def __init__(self, lives: Callable[[int], int]) -> None:
        self._lives = lives
        self.opened = 0
        self.open = 0
        self.most_open = 0

    def __call__(self) -> Opened:
        frames = self._lives(self.opened)
        self.opened += 1
        if frames == 0:
            raise CameraError("camera 0: not plugged in; found no camera at all")
        self.open += 1
        self.most_open = max(self.most_open, self.open)
        return Opened(_Plugged(self, frames), grey(), ("focus 30",))


class _Plugged:
    def __init__(self, bench: Bench, frames: int) -> None:
        self._bench = bench
        self._left = frames - 1
        self._paced = threading.Event()

    def read(self) -> tuple[bool, MatLike | None]:
        self._paced.wait(0.002)
        self._left -= 1
        return (True, grey()) if self._left >= 0 else (False, None)

    def release(self) -> None:
        self._bench.open -= 1


@pytest.fixture
def start() -> Iterator[Callable[[Bench], tuple[Camera, Heard]]]:
    """Return a starter of cameras; no thread of theirs may be left at the end."""
    before = set(threading.enumerate())
    stopping = threading.Event()
    cameras = []

    def started(bench: Bench) -> tuple[Camera, Heard]:
        camera, heard = Camera("camera 0", bench, Feed("camera 0", 1.0, stopping), AT_ONCE), Heard()
        camera.listen(heard)
        cameras.append(camera)
        return camera, heard

    yield started
    stopping.set()
    for camera in cameras:
        camera.close()
    assert set(threading.enumerate()) == before


Start = Callable[[Bench], tuple[Camera, Heard]]


def test_a_camera_lost_and_back_again_and_again_goes_on(start: Start) -> None:
    bench = Bench(lambda number: 3 if number <= LOSSES else 10**9)
    camera, heard = start(bench)

    threads = threading.active_count()
    while heard.words.count("back") < LOSSES:
        assert camera.next_frame() is not None

    assert heard.losses() == LOSSES
    assert (bench.open, bench.most_open) == (1, 1)
    assert threading.active_count() == threads
    camera.close()
    assert bench.open == 0


def test_a_camera_that_is_gone_for_long_is_one_loss(start: Start) -> None:
    bench = Bench(lambda number: 0 if 1 <= number <= 20 else 5)
    camera, heard = start(bench)

    while "back" not in heard.words:
        camera.next_frame()

    assert heard.losses() == 1
    assert bench.opened >= 22


def test_what_a_camera_did_not_accept_is_told_once(start: Start) -> None:
    camera, heard = start(Bench(lambda _: 3))

    while heard.words.count("back") < 3:
        camera.next_frame()

    assert [hint.detail for hint in heard.hints] == ["camera 0: did not accept focus 30"]


def test_a_camera_that_is_not_there_at_the_start_is_an_error(start: Start) -> None:
    with pytest.raises(CameraError, match="camera 0: not plugged in"):
        start(Bench(lambda _: 0))


def test_a_lost_camera_closes_while_it_is_tried_again(start: Start) -> None:
    camera, _ = start(Bench(lambda number: 0 if number else 1))
    camera.close()

    assert isinstance(camera, LiveSource)
    assert not camera.next_scene()


def test_a_camera_that_is_not_there_yet_is_awaited_where_that_is_asked_for() -> None:
    stopping = threading.Event()
    bench = Bench(lambda number: 0 if number < LOSSES else 10**9)
    feed = Feed("camera 0", 1.0, stopping)
    with pytest.raises(CameraError):
        Camera("camera 0", Bench(lambda _: 0), feed, AT_ONCE)
    camera, heard = Camera("camera 0", bench, feed, AT_ONCE, awaited=True), Heard()
    camera.listen(heard)
    frame = camera.next_frame()
    stopping.set()
    camera.close()

    assert frame is not None
    assert bench.opened == LOSSES + 1
    assert heard.losses() == 1
    assert heard.words[-1] == "back"
