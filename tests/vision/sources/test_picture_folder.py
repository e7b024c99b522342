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


def picture(file: Path, level: int) -> None:
    cv2.imwrite(str(file), np.full((48, 64, 3), level, np.uint8))


def test_a_damaged_picture_is_passed_over_and_the_log_names_it(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    picture(tmp_path / "a.png", 30)
    picture(tmp_path / "b.jpg", 60)
    whole = (tmp_path / "b.jpg").read_bytes()
    (tmp_path / "b.jpg").write_bytes(whole[: len(whole) // 2])
    picture(tmp_path / "c.png", 90)
    folder = PictureFolder(tmp_path, frames_each=1)

    assert levels(folder) == [30]
    assert folder.next_scene()
    assert levels(folder) == [90]
    assert not folder.next_scene()
    (told,) = caplog.messages
    assert told.startswith("passed over: b.jpg: ")
    assert str(tmp_path) not in told


def test_a_damaged_picture_at_the_beginning_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(b"no picture")
    picture(tmp_path / "b.png", 90)

    assert levels(PictureFolder(tmp_path, frames_each=1)) == [90]


def test_a_damaged_picture_at_the_end_ends_the_pictures(tmp_path: Path) -> None:
    picture(tmp_path / "a.png", 30)
    (tmp_path / "b.png").write_bytes(b"no picture")
    folder = PictureFolder(tmp_path, frames_each=1)

    assert levels(folder) == [30]
    assert not folder.next_scene()


def test_a_folder_of_damaged_pictures_breaks_off_and_names_no_folder(tmp_path: Path) -> None:
    for name in ("a.png", "b.png"):
        (tmp_path / name).write_bytes(b"no picture")

    with pytest.raises(CameraError, match=r"b\.png") as broken:
        PictureFolder(tmp_path, frames_each=2).next_frame()
    assert str(tmp_path) not in str(broken.value)
