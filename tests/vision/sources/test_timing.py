"""Seconds between frames come from sources that know them, else thirty frames a second are assumed."""

import threading
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from vision.sources.feed import Feed
from vision.sources.phone import Phone
from vision.sources.picture_folder import PictureFolder
from vision.sources.source import TimedSource
from vision.sources.timing import FrameTimes
from vision.sources.video_file import VideoFile
from vision.watching.rest import NOMINAL_FPS


def test_a_clip_tells_the_times_that_its_rate_gives(clip: Callable[[str, list[int]], Path]) -> None:
    video = VideoFile([clip("one", [10, 20, 30]), clip("two", [40, 50])])  # ten frames a second
    times, since = FrameTimes(video), []
    while True:
        if video.next_frame() is None and not video.next_scene():
            break
        since.append(times.since_s())

    assert since[1:3] == pytest.approx([0.1, 0.1])
    assert min(since) > 0
    assert since[-1] == pytest.approx(0.1)


def test_pictures_of_a_folder_count_as_taken_thirty_times_a_second(clip: Callable[..., Path]) -> None:
    folder = clip("one", [10]).parent
    (folder / "a.png").write_bytes(b"not looked at")
    times = FrameTimes(PictureFolder(folder, 3))

    assert [times.since_s() for _ in range(3)] == [1 / NOMINAL_FPS] * 3


def test_a_live_source_tells_when_its_newest_frame_came() -> None:
    now = iter(np.arange(0.0, 100.0, 0.125))
    feed = Feed("camera", 50.0, threading.Event(), lambda: float(next(now)))
    taken = []
    for _ in range(2):
        feed.put(np.full((48, 64, 3), 90, np.uint8))
        assert feed.next_frame() is not None
        taken.append(feed.taken_s)

    assert taken[0] == 0.125
    assert taken[1] > taken[0]
    assert isinstance(Phone(1.0, threading.Event()), TimedSource)
