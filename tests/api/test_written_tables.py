"""Tables that are set up on the page become files: whole or not at all, and the latest is played next."""

import os
import tomllib
from pathlib import Path

import pytest

from api.tables import load_table
from api.tables.written import latest_table, written_table
from tests.api.drawn import PRESET

FULL = Path("/dev/full")
"""Takes nothing, as a full disk does."""

KEYS = tomllib.loads(PRESET.read_text(encoding="utf-8"))


def write(folder: Path, at_s: float, **changes: object) -> Path:
    """Write a table as if it had been set up at this time."""
    with written_table({**KEYS, **changes}, folder) as file:
        pass
    os.utime(file, (at_s, at_s))
    return file


class NoCameraError(Exception):
    """Why a table that was written is not begun."""


def begin(given: dict[str, object], folder: Path) -> None:
    with written_table(given, folder) as file:
        assert load_table(file).title == given["title"]
        raise NoCameraError


def names(folder: Path) -> list[str]:
    return sorted(one.name for one in folder.iterdir())


def test_the_table_written_last_is_the_latest(tmp_path: Path) -> None:
    assert latest_table(tmp_path) is None
    write(tmp_path, 1000, title="First")
    second = write(tmp_path, 2000, title="Second")

    assert latest_table(tmp_path) == second
    assert load_table(second).title == "Second"


@pytest.mark.parametrize("text", ["", "title = 'Cut o", "title = 'No system'"], ids=["empty", "cut", "keys"])
def test_what_cannot_be_played_is_passed_over_and_told(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, text: str
) -> None:
    first = write(tmp_path, 1000, title="First")
    (tmp_path / "broken.toml").write_text(text, encoding="utf-8")

    assert latest_table(tmp_path) == first
    assert "broken.toml" in caplog.text


@pytest.mark.parametrize("is_there", [False, True])
def test_a_table_that_cannot_be_written_or_begun_leaves_what_was_there(
    tmp_path: Path, is_there: bool
) -> None:
    if is_there:
        write(tmp_path, 1000, title="Tonight", active="Aya")
    before = {name: (tmp_path / name).read_bytes() for name in names(tmp_path)}
    changed = {**KEYS, "title": "Tonight", "active": "Chiyo"}
    with pytest.raises(NoCameraError):
        begin(changed, tmp_path)

    assert {name: (tmp_path / name).read_bytes() for name in names(tmp_path)} == before


@pytest.mark.skipif(not FULL.exists(), reason="needs a device that is always full")
def test_a_full_disk_leaves_no_half_table(tmp_path: Path) -> None:
    tonight = write(tmp_path, 1000, title="Tonight")
    before = tonight.read_bytes()
    (tmp_path / "tonight.toml.new").symlink_to(FULL)
    with pytest.raises(OSError, match="No space left"):
        begin({**KEYS, "title": "Tonight", "active": "Chiyo"}, tmp_path)

    assert names(tmp_path) == ["tonight.toml"]
    assert tonight.read_bytes() == before
