"""Folders of pictures drawn here, as a camera."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.sources.levels import levels
from vision.sources.picture_folder import PictureFolder
from vision.sources.source import CameraError


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
