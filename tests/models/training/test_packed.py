"""What is known of the crops of several sets comes out of a packed file as it went in."""

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

pytest.importorskip("rich", reason="training's environment shows how far it is")

from models.sets import SetPicture, WeightedSet, weighted_set
from models.training.packed import Row, crops_in, unpack, write_packed
from vision.image import Frame

LABELS = ("1", "no die")


def pictures_of(folder: Path) -> list[SetPicture]:
    return [SetPicture(path, path.stem, "die", ()) for path in sorted(folder.glob("*.png"))]


def rows_of(frame: Frame, picture: SetPicture) -> Iterator[Row]:
    """Two crops of each picture, told apart by their brightness."""
    for label in range(2):
        yield {"crops": frame[:4, :4] + label, "labels": label, "held_out": picture.scene == "1"}


@pytest.fixture
def sets(tmp_path: Path) -> list[WeightedSet]:
    """Return a set of two pictures and one of a single picture."""
    for name, levels in (("first", (10, 20)), ("second", (30,))):
        (tmp_path / name).mkdir()
        for index, level in enumerate(levels):
            cv2.imwrite(str(tmp_path / name / f"{index}.png"), np.full((16, 16, 3), level, np.uint8))
    return [weighted_set(f"{tmp_path / 'first'}:2.5"), weighted_set(str(tmp_path / "second"))]


def test_an_argument_names_a_folder_and_its_weight() -> None:
    assert weighted_set("data/one:0.3") == WeightedSet(Path("data/one"), 0.3)
    assert weighted_set("data/one") == WeightedSet(Path("data/one"), 1.0)


def test_the_crops_of_several_files_are_counted(sets: list[WeightedSet], tmp_path: Path) -> None:
    both, second = tmp_path / "both.npz", tmp_path / "second.npz"
    write_packed(both, sets, LABELS, pictures_of, rows_of)
    write_packed(second, sets[1:], LABELS, pictures_of, rows_of)

    assert [crops_in(paths) for paths in ([], [second], [both, second])] == [0, 2, 8]


def test_packed_crops_come_back(
    sets: list[WeightedSet], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_packed(tmp_path / "packed.npz", sets, LABELS, pictures_of, rows_of)

    data = unpack([tmp_path / "packed.npz"])

    assert data["crops"].shape == (6, 4, 4, 3)
    assert data["crops"][:, 0, 0, 0].tolist() == [10, 11, 20, 21, 30, 31]
    assert data["labels"].tolist() == [0, 1] * 3
    assert data["held_out"].tolist() == [False, False, True, True, False, False]
    assert data["sources"].tolist() == [0, 0, 0, 0, 1, 1]
    assert data["files"].tolist() == ["0.png", "0.png", "1.png", "1.png", "0.png", "0.png"]
    assert data["names"].tolist() == ["first", "second"]
    assert data["weights"].tolist() == [2.5, 1.0]
    assert "first {'1': 2, 'no die': 2}" in capsys.readouterr().out


def test_files_are_read_as_one_with_their_sets_apart(sets: list[WeightedSet], tmp_path: Path) -> None:
    for one in sets:
        write_packed(tmp_path / f"{one.name}.npz", [one], LABELS, pictures_of, rows_of)

    data = unpack([tmp_path / "first.npz", tmp_path / "second.npz"])

    assert data["sources"].tolist() == [0, 0, 0, 0, 1, 1]
    assert data["names"].tolist() == ["first", "second"]
