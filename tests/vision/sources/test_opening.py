"""Addresses as people type them."""

import sys
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.sources.opening import open_source
from vision.sources.picture_folder import PictureFolder
from vision.sources.source import CameraError
from vision.sources.video_file import VideoFile


def test_an_address_opens_the_fitting_source(tmp_path: Path, clip: Callable[[str, list[int]], Path]) -> None:
    video = clip("one", [10])
    cv2.imwrite(str(tmp_path / "a.png"), np.zeros((48, 64, 3), np.uint8))

    assert isinstance(open_source(str(video), 2), VideoFile)
    assert isinstance(open_source(str(tmp_path), 2), PictureFolder)
    with pytest.raises(CameraError, match="nowhere: no camera's number or name"):
        open_source("nowhere", 2)
    with pytest.raises(CameraError, match=r"a\.png: a single picture, expected"):
        open_source(str(tmp_path / "a.png"), 2)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems cannot say what is plugged in")
def test_a_camera_that_is_not_there_is_an_error() -> None:
    with pytest.raises(CameraError, match=r"^camera 97: not plugged in; found "):
        open_source("97", 2)


@pytest.mark.parametrize(
    "url",
    [
        *("file:///etc/passwd", "concat://a|b", "ftp://user:word@host/film?key=1"),
        *("http://", "rtsp://user:word@/live", "http://[cam/video?key=1"),
        *("rtsp://user:wo/word@cam.lan/live", "rtsp://user:word@cam.lan:70000/live"),
    ],
)
def test_an_address_that_is_no_stream_is_refused_without_its_secrets(url: str) -> None:
    with pytest.raises(CameraError, match="expected the address of a stream") as refused:
        open_source(url, 2)

    assert "word" not in str(refused.value)
    assert "key" not in str(refused.value)
