"""A network camera on this computer that breaks off, stalls, goes black and changes its resolution."""

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, repeat

import numpy as np
import pytest

from tests.vision.sources.heard import Heard
from tests.vision.sources.levels import level_of
from tests.vision.sources.mjpeg_server import MjpegServer, Scene
from tests.vision.sources.rtsp_server import RtspServer
from tests.vision.sources.test_camera import LOSSES
from vision.image import Frame
from vision.sources.capture import stream_name
from vision.sources.opening import Live, open_source
from vision.sources.source import CameraError, LiveSource

STALL_S = 30.0
"""Longer than a busy computer lets a test wait; the test of stalling has its own."""


def grey(level: int, width: int = 320, height: int = 240) -> Frame:
    return np.full((height, width, 3), level, np.uint8)


Watch = Callable[..., tuple[LiveSource, Heard, MjpegServer]]


@pytest.fixture
def watch() -> Iterator[Watch]:
    """Return an opener of streams of a scene; no thread of theirs may be left at the end."""
    before = set(threading.enumerate())
    stopping = threading.Event()
    served, sources = [], []

    def opened(scene: Scene, stall_s: float = STALL_S) -> tuple[LiveSource, Heard, MjpegServer]:
        served.append(MjpegServer(scene).__enter__())
        source = open_source(served[-1].url, 2, live=Live(stall_s=stall_s, stopping=stopping))
        assert isinstance(source, LiveSource)
        sources.append(source)
        heard = Heard()
        source.listen(heard)
        return source, heard, served[-1]

    yield opened
    stopping.set()
    for source in sources:
        source.close()
    for server in served:
        server.__exit__(None, None, None)
    assert set(threading.enumerate()) == before


def test_a_stream_that_breaks_off_is_lost_and_comes_back(watch: Watch) -> None:
    source, heard, server = watch(lambda number: [grey(60 + 10 * (number % 10))] * 30)

    seen = set()
    while heard.words.count("back") < LOSSES:
        frame = source.next_frame()
        assert frame is not None
        seen.add(level_of(frame))

    assert heard.losses() == LOSSES
    assert heard.words[0] == f"lost {server.url}: gives no more pictures"
    assert server.connections >= LOSSES + 1
    assert len(seen) > 1


def test_a_stream_that_stalls_is_lost_and_opened_anew(watch: Watch) -> None:
    def scene(number: int) -> Iterable[Frame | None]:
        return chain([grey(60)] * 5, [None]) if number == 0 else repeat(grey(120))

    source, heard, server = watch(scene, 0.5)
    while (frame := source.next_frame()) is not None and level_of(frame) != 120:
        pass

    # FFmpeg gives up after the watching one has, but on a busy computer may be heard first.
    lost = (
        f"lost {server.url}: {why}" for why in ("no picture has come for 0.5 s", "gives no more pictures")
    )
    assert heard.words[0] in lost
    assert heard.words[-1] == "back"
    assert server.connections >= 2


def test_a_camera_that_speaks_rtsp_is_lost_and_comes_back() -> None:
    stopping, heard = threading.Event(), Heard()
    with RtspServer(lambda number: repeat(grey(60 + 60 * number), 60)) as server:
        source = open_source(server.url, 2, live=Live(stall_s=STALL_S, stopping=stopping))
        assert isinstance(source, LiveSource)
        source.listen(heard)
        while (frame := source.next_frame()) is not None and level_of(frame) != 120:
            pass
        stopping.set()
        source.close()

    assert frame is not None
    assert frame.shape == (240, 320, 3)
    assert heard.words == [f"lost {server.url}: gives no more pictures", "back"]


def test_the_newest_picture_is_handed_on(watch: Watch) -> None:
    source, heard, server = watch(lambda _: chain([grey(60)] * 20, repeat(grey(120))))
    first = source.next_frame()
    while server.sent < 40:  # as a slow computer that reads one picture
        time.sleep(0.05)
    second = source.next_frame()

    assert first is not None
    assert second is not None
    assert (level_of(first), level_of(second)) == (60, 120)
    assert heard.words == []


def test_black_pictures_are_told_and_never_handed_on(watch: Watch) -> None:
    source, heard, _ = watch(lambda _: chain([grey(60)] * 10, [grey(0)] * 120, repeat(grey(120))))

    seen = set()
    while (frame := source.next_frame()) is not None:
        seen.add(level_of(frame))
        if 120 in seen:
            break

    assert seen == {60, 120}
    assert heard.words == ["black", "bright"]


def test_another_resolution_is_told_and_brought_to_the_first(watch: Watch) -> None:
    def scene(number: int) -> Iterable[Frame]:
        return [grey(60)] * 10 if number == 0 else repeat(grey(120, 640, 480))

    source, heard, _ = watch(scene)
    while (frame := source.next_frame()) is not None and level_of(frame) != 120:
        pass

    assert frame is not None
    assert frame.shape == (240, 320, 3)
    assert heard.words[1:] == ["back", "resized"]


def test_an_address_where_nothing_answers_is_refused_without_its_password() -> None:
    with pytest.raises(CameraError) as refused:
        open_source("http://user:secret@127.0.0.1:9/stream?key=secret", 2, live=Live(stall_s=STALL_S))

    assert str(refused.value) == "http://127.0.0.1:9/stream: no stream that can be played answers there"


def test_a_page_that_is_no_stream_is_refused(watch: Watch) -> None:
    with pytest.raises(CameraError, match="no stream that can be played answers there"):
        watch(lambda _: [])


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("rtsp://user:pa@ss@cam.lan:554/live?token=1", "rtsp://cam.lan:554/live"),
        ("http://cam.lan/video", "http://cam.lan/video"),
    ],
)
def test_a_stream_is_named_without_its_secrets(url: str, name: str) -> None:
    assert stream_name(url) == name
