"""What is not ready is told to the terminal with its folder, and to everybody else without."""

from pathlib import Path

import pytest

from api.opening import UnreadyError, open_services
from api.settings import Settings
from tests.api.drawn import PRESET, Scenes
from vision.sources.opening import open_source
from vision.sources.source import CameraError

BROKEN = "broken = ["


def broken(folder: Path, name: str) -> Path:
    file = folder / name
    file.write_text(BROKEN, encoding="utf-8")
    return file


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("table.toml", "table.toml: not TOML"),
        ("dice.profiles", "dice.profiles: not TOML"),
        ("models_dir", "json: model card is missing"),
        ("obs.toml", "obs.toml: "),
        ("matches.db", "the store of matches cannot be used"),
    ],
)
def test_what_is_not_ready_is_told_without_its_folder(tmp_path: Path, name: str, told: str) -> None:
    table, store, given = PRESET, tmp_path / "fine.db", {}
    match name:
        case "table.toml":
            table = broken(tmp_path, name)
        case "dice.profiles":
            given = {"profiles": broken(tmp_path, name)}
        case "models_dir":
            given = {"models_dir": tmp_path}
        case "obs.toml":
            given = {"obs": broken(tmp_path, name)}
        case _:
            store = broken(tmp_path, "a file and no folder") / name
    with pytest.raises(UnreadyError) as unready:
        open_services(Settings.model_validate(given), table, Scenes(), store=store)

    assert str(tmp_path) in str(unready.value)
    assert str(tmp_path) not in unready.value.words
    assert told in unready.value.words


@pytest.mark.parametrize("name", ["gone", "empty", "a.png", "notes.mp4"])
def test_a_source_that_is_not_there_is_told_without_its_folder(tmp_path: Path, name: str) -> None:
    (tmp_path / "empty").mkdir()
    broken(tmp_path, "a.png")
    broken(tmp_path, "notes.mp4")
    with pytest.raises(CameraError) as missing:
        open_source(str(tmp_path / name), 0.3)

    assert str(missing.value).startswith(f"{tmp_path / name}: ")
    assert missing.value.words.startswith(f"{name}: ")
    assert str(tmp_path) not in missing.value.words
