"""Frame sources on clips and pictures drawn here; a real camera is not needed."""

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.source import Camera, CameraError, PictureFolder, RealTime, VideoFile, open_source


@pytest.fixture
def clip(tmp_path: Path) -> Callable[[str, list[int]], Path]:
    """Return a maker of clips, 64x48 at 10 frames a second, one grey level a frame."""

    def make(name: str, levels: list[int]) -> Path:
        path = tmp_path / f"{name}.avi"
        writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, (64, 48))
        for level in levels:
            writer.write(np.full((48, 64, 3), level, np.uint8))
        writer.release()
        return path

    return make


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


def levels(source: VideoFile | PictureFolder) -> list[float]:
    """Return the grey level of each frame up to the end of the scene, to the nearest ten: JPEG is lossy."""
    seen = []
    while (frame := source.next_frame()) is not None:
        seen.append(round(float(frame.mean()), -1))
    return seen


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


def test_each_picture_of_a_folder_is_a_scene(tmp_path: Path) -> None:
    for name, level in (("b.png", 90), ("a.png", 30)):
        cv2.imwrite(str(tmp_path / name), np.full((48, 64, 3), level, np.uint8))
    (tmp_path / "notes.txt").write_text("no picture")

    folder = PictureFolder(tmp_path, frames_each=2)

    assert levels(folder) == [30, 30]
    assert folder.next_scene()
    assert levels(folder) == [90, 90]
    assert not folder.next_scene()


def test_an_empty_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CameraError, match="no pictures"):
        PictureFolder(tmp_path, frames_each=2)


def test_a_damaged_picture_breaks_the_source_off(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(b"no picture")

    with pytest.raises(CameraError, match=r"a\.png"):
        PictureFolder(tmp_path, frames_each=2).next_frame()


def test_an_address_opens_the_fitting_source(tmp_path: Path, clip: Callable[[str, list[int]], Path]) -> None:
    video = clip("one", [10])
    cv2.imwrite(str(tmp_path / "a.png"), np.zeros((48, 64, 3), np.uint8))

    assert isinstance(open_source(str(video), 2), VideoFile)
    assert isinstance(open_source(str(tmp_path), 2), PictureFolder)
    with pytest.raises(CameraError, match="nowhere: no camera number"):
        open_source("nowhere", 2)
    with pytest.raises(CameraError, match=r"a\.png: a single picture, expected"):
        open_source(str(tmp_path / "a.png"), 2)


def test_a_camera_that_is_not_there_is_an_error() -> None:
    with pytest.raises(CameraError, match="camera 97: cannot be opened"):
        Camera("97")
