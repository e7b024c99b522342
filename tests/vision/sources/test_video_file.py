"""Clips drawn here, played in real time by a clock of the test."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.vision.sources.levels import levels
from vision.sources.pace import RealTime
from vision.sources.source import CameraError
from vision.sources.video_file import VideoFile


class Clock:
    """A clock that only sleeping moves on."""

    def __init__(self) -> None:
        self.time_s = 100.0
        self.slept: list[float] = []

    def now(self) -> float:
        return self.time_s

    def sleep(self, seconds: float) -> None:
        self.slept.append(round(seconds, 6))
        self.time_s += seconds


def test_clips_play_one_after_the_other_on_demand(clip: Callable[[str, list[int]], Path]) -> None:
    video = VideoFile([clip("first", [10, 20]), clip("second", [200])])

    assert levels(video) == [10, 20]
    assert video.next_frame() is None
    assert video.next_scene()
    assert levels(video) == [200]
    assert not video.next_scene()
    assert video.fps == 10


def test_real_time_waits_for_each_frame_and_between_clips(clip: Callable[[str, list[int]], Path]) -> None:
    clock = Clock()
    video = VideoFile(
        [clip("first", [10, 20, 30]), clip("second", [40])], RealTime(clock.now, clock.sleep), pause_s=2.0
    )

    levels(video)
    video.next_scene()
    levels(video)

    # The third wait of a clip of three frames is the one before its end is found.
    assert clock.slept == [0.1, 0.1, 0.1, 2.0, 0.1]


def test_a_late_frame_is_shown_at_once_and_none_is_left_out(clip: Callable[[str, list[int]], Path]) -> None:
    clock = Clock()
    video = VideoFile([clip("first", [10, 20, 30])], RealTime(clock.now, clock.sleep))

    video.next_frame()
    clock.time_s += 5

    assert levels(video) == [20, 30]
    assert clock.slept == []


def test_a_missing_clip_is_named_before_anything_plays(tmp_path: Path) -> None:
    with pytest.raises(CameraError, match=r"gone\.mp4: no such clip"):
        VideoFile([tmp_path / "gone.mp4"])


def test_a_file_that_is_no_video_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "notes.mp4"
    path.write_text("no video")

    with pytest.raises(CameraError, match=r"notes\.mp4: not a video"):
        VideoFile([path])


def test_a_video_without_a_frame_is_refused(clip: Callable[[str, list[int]], Path]) -> None:
    path = clip("cut", [10, 20])
    whole = path.read_bytes()
    path.write_bytes(whole[: whole.index(b"movi") + 4])  # the header promises frames, none follows

    with pytest.raises(CameraError, match=r"cut\.avi: not a"):
        VideoFile([path])
