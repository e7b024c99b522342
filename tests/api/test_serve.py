"""`meleecam serve`: what cannot be served is named at once, with exit status 2 and nothing on stdout."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner

from api.cli import main
from tests.api.drawn import PRESET


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    """Return a folder with one picture, which does for a camera."""
    folder = tmp_path / "pictures"
    folder.mkdir()
    cv2.imwrite(str(folder / "a.png"), np.zeros((48, 64, 3), np.uint8))
    return folder


def complaint(*arguments: str) -> str:
    """Return the words on stderr of a run that ends with status 2."""
    result = CliRunner().invoke(main, ["serve", *arguments])
    assert result.exit_code == 2
    assert result.stdout == ""
    return result.stderr


@pytest.mark.parametrize("address", ["film.mp4", "pictures/", "camera1"])
def test_an_address_that_is_nothing_is_named(address: str) -> None:
    assert complaint("--table", str(PRESET), "--camera", address).startswith(
        f"{address.rstrip('/')}: no camera's number or name"
    )


@pytest.mark.parametrize("address", ["ftp://cam.lan/film", "http://", "rtsp://cam.lan:port/live"])
def test_an_address_of_no_stream_is_named(address: str) -> None:
    assert "expected the address of a stream" in complaint("--table", str(PRESET), "--camera", address)


def test_a_file_that_is_no_video_is_named() -> None:
    assert complaint("--table", str(PRESET), "--camera", __file__) == (
        f"{__file__}: not a video that OpenCV can play\n"
    )


def test_a_table_file_that_is_not_there_is_named(pictures: Path) -> None:
    words = complaint("--table", "nowhere.toml", "--camera", str(pictures))

    assert words.startswith("nowhere.toml: ")


def test_an_area_that_is_none_is_named(pictures: Path) -> None:
    words = complaint("--table", str(PRESET), "--camera", str(pictures), "--area", "1,2,3")

    assert words.startswith("expected an area as X0,Y0,X1,Y1")


def test_a_wrong_setting_is_named(pictures: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MELEECAM_REST", "3")
    words = complaint("--table", str(PRESET), "--camera", str(pictures))

    assert words.startswith("MELEECAM_REST: no such setting")


def test_models_that_are_not_there_are_named(
    pictures: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("MELEECAM_MODELS_DIR", str(tmp_path))

    assert str(tmp_path) in complaint("--table", str(PRESET), "--camera", str(pictures))


def test_profiles_that_lack_a_group_are_named(pictures: Path, tmp_path: Path) -> None:
    profiles = tmp_path / "dice.toml"
    profiles.write_text(
        "format = 1\ntable = []\n"
        '[groups."red/white"]\nbody = "red"\nmarks = "white"\ndice = [[43, 62, 41, 93, 0, 2]]\n'
    )

    words = complaint("--table", str(PRESET), "--camera", str(pictures), "--profiles", str(profiles))

    assert words.startswith("expected one profile for Aya's defence dice")


def test_profiles_that_are_not_there_are_named(pictures: Path) -> None:
    words = complaint("--table", str(PRESET), "--camera", str(pictures), "--profiles", "nowhere.toml")

    assert words.startswith("nowhere.toml: ")


def test_a_start_that_fails_leaves_the_match_as_it_was(pictures: Path, tmp_path: Path) -> None:
    file = tmp_path / "matches.db"
    for _ in range(2):
        words = complaint(
            "--table", str(PRESET), "--camera", str(pictures), "--store", str(file), "--host", "300.1.1.1"
        )

    assert words == "300.1.1.1: expected an address of this computer to listen at\n"
    assert not file.exists()
