"""`meleecam read`: every picture gets its answer, whatever the others are."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner

from api.cli import main
from api.commands.read import read_pictures, tell_json, tell_people
from api.photographs import read_bytes
from vision.image import Frame, load_image
from vision.reading import DieReading, TableReading

RED_FIVE = DieReading("d6", 5, 0.99847, (78.123, 274.25, 218.2, 429.44), "red", "white")
REFUSED = DieReading("d6", None, 0.41, (630.0, 270.0, 743.0, 411.0), "black", "green", problem="glare")


class TwoDice:
    """Sees the same two dice in every picture."""

    def read(self, frame: Frame) -> TableReading:
        return TableReading(frame.shape[1], frame.shape[0], 0.0, (RED_FIVE, REFUSED))


SAMPLE = "sample_images/wood_nine.jpg"


def as_png(frame: Frame) -> bytes:
    return cv2.imencode(".png", frame)[1].tobytes()


def write_picture(path: Path, width: int = 800, height: int = 450) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(as_png(np.full((height, width, 3), 90, np.uint8)))
    return str(path)


def test_json_has_one_line_a_picture_with_the_promised_keys(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write_picture(tmp_path / "a.png")

    assert read_pictures(TwoDice(), [path], tell_json)

    (line,) = capsys.readouterr().out.splitlines()
    found = json.loads(line)
    assert found.pop("ms") > 0
    first = found["dice"][0]
    assert first.pop("confidence") == pytest.approx(0.998, abs=0.001)
    assert found == {
        "path": path,
        "width": 800,
        "height": 450,
        "dice": [
            {
                "kind": "d6",
                "face": 5,
                "box": [78.1, 274.2, 218.2, 429.4],
                "body": "red",
                "marks": "white",
                "group": None,
                "problem": None,
            },
            {
                "kind": "d6",
                "face": None,
                "confidence": 0.41,
                "box": [630.0, 270.0, 743.0, 411.0],
                "body": "black",
                "marks": "green",
                "group": None,
                "problem": "glare",
            },
        ],
        "problems": [],
    }


def test_what_is_no_picture_gets_its_error_and_the_others_are_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    notes = tmp_path / "notes.jpg"
    notes.write_text("six")
    paths = [str(notes), str(tmp_path / "absent.jpg"), str(tmp_path), write_picture(tmp_path / "a.png")]

    assert not read_pictures(TwoDice(), paths, tell_json)

    printed = capsys.readouterr()
    lines = [json.loads(line) for line in printed.out.splitlines()]
    assert [line["path"] for line in lines] == paths
    assert [sorted(line) for line in lines[:3]] == [["error", "path"]] * 3
    assert len(lines[3]["dice"]) == 2
    for path in paths[:3]:
        assert path in printed.err


@pytest.mark.parametrize(
    ("spoilt", "told"),
    [
        pytest.param(lambda frame: cv2.GaussianBlur(frame, (0, 0), 6), "not sharp", id="blurred"),
        pytest.param(lambda frame: (0.1 * frame).astype(np.uint8), "dark", id="dark"),
    ],
)
def test_where_dice_may_be_hidden_light_and_focus_are_problems_of_the_picture(
    spoilt: Callable[[Frame], Frame], told: str
) -> None:
    """Dice had been missing beside others that were read, and nothing said so."""
    frame = load_image(SAMPLE)

    _, clear = read_bytes(TwoDice(), as_png(frame))
    _, hidden = read_bytes(TwoDice(), as_png(spoilt(frame)))

    assert clear.problems == ()
    assert [told in problem for problem in hidden.problems] == [True]


def test_where_every_die_is_read_nothing_is_said_of_the_light() -> None:
    class OneDie(TwoDice):
        def read(self, frame: Frame) -> TableReading:
            return replace(super().read(frame), dice=(RED_FIVE,))

    _, reading = read_bytes(OneDie(), as_png((0.1 * load_image(SAMPLE)).astype(np.uint8)))

    assert reading.problems == ()


def test_a_path_is_given_back_as_it_was_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write_picture(tmp_path / "würfel 1.png")
    monkeypatch.chdir(tmp_path)

    read_pictures(TwoDice(), ["./würfel 1.png"], tell_json)

    assert json.loads(capsys.readouterr().out)["path"] == "./würfel 1.png"


def test_people_get_a_row_a_die_and_a_line_of_totals(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write_picture(
        tmp_path / "a name that is longer than a line of a terminal".replace(" ", "_" * 9) / "a.png"
    )

    read_pictures(TwoDice(), [path], tell_people)

    out = capsys.readouterr().out
    assert out.splitlines()[0] == path
    rows = [[cell.strip() for cell in row.split("│")[1:-1]] for row in out.splitlines() if "│ d6" in row]
    assert rows == [
        ["1", "d6", "5", "0.998", "red", "white", ""],
        ["2", "d6", "?", "0.410", "black", "green", "glare"],
    ]
    assert "black/green: ?\nred/white: 5\n2 dice: 1 read, 1 refused · sum 5 without the refused" in out


def test_faces_of_a_group_stand_in_the_order_of_their_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    faces = (5, 14, None, 20, 9, None, 16)
    dice = (RED_FIVE, *(replace(REFUSED, kind="d20", face=face) for face in faces))

    tell_people("a.png", TableReading(800, 450, 0.0, dice))

    assert "\nblack/green: ? ? 20 16 14 9 5\nred/white: 5\n" in capsys.readouterr().out


def test_names_are_not_taken_for_markup_or_emoji(capsys: pytest.CaptureFixture[str]) -> None:
    path = "a [bold] :game_die:.png"

    tell_people(path, TwoDice().read(np.zeros((450, 800, 3), np.uint8)))

    assert capsys.readouterr().out.splitlines()[0] == path


def test_names_do_nothing_to_the_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    named, broken = write_picture(tmp_path / "red\x1b[31m\nnine.png"), tmp_path / "none\x1b[2J.png"
    broken.write_bytes(b"none")

    read_pictures(TwoDice(), [named, str(broken)], tell_people)

    out, err = capsys.readouterr()
    assert "red\\x1b[31m\\nnine.png" in out
    assert "none\\x1b[2J.png: not a picture" in err
    assert "\x1b" not in out + err


def test_annotated_pictures_of_equal_names_do_not_overwrite_each_other(tmp_path: Path) -> None:
    paths = [
        write_picture(tmp_path / "left" / "roll.png", 800, 450),
        write_picture(tmp_path / "right" / "roll.png", 820, 460),
        write_picture(tmp_path / "right" / "ROLL.bmp.png", 840, 470),
        write_picture(tmp_path / "right" / "roll-2.png", 860, 480),
    ]
    annotated = tmp_path / "annotated"
    annotated.mkdir()

    read_pictures(TwoDice(), paths, tell_json, annotated)

    widths = {path.name: load_image(path).shape[1] for path in annotated.iterdir()}
    assert widths == {"roll.jpg": 800, "roll-2.jpg": 820, "ROLL.bmp.jpg": 840, "roll-2-2.jpg": 860}


def test_a_missing_model_ends_the_command_with_a_message_and_no_traceback(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MELEECAM_MODELS_DIR", str(tmp_path))

    done = CliRunner().invoke(main, ["read", write_picture(tmp_path / "a.png")])

    assert done.exit_code == 2
    assert f"{tmp_path / 'finder.json'}: model card is missing" in done.stderr
    assert isinstance(done.exception, SystemExit)


def test_an_annotate_folder_that_is_a_file_is_refused_before_anything_is_read(tmp_path: Path) -> None:
    picture = write_picture(tmp_path / "a.png")

    done = CliRunner().invoke(main, ["read", picture, "--annotate", picture])

    assert done.exit_code == 2
    assert f"{picture}: no folder for annotated pictures" in done.stderr


def test_annotated_pictures_never_replace_the_photographs(tmp_path: Path) -> None:
    picture = write_picture(tmp_path / "roll.jpg")
    before = Path(picture).read_bytes()
    (tmp_path / "link").symlink_to(tmp_path)

    for folder in (tmp_path, tmp_path / "link"):
        done = CliRunner().invoke(main, ["read", picture, "--annotate", str(folder)])

        assert done.exit_code == 2
        assert f"{folder}: expected another folder for annotated pictures, found {picture}" in done.stderr
    assert Path(picture).read_bytes() == before


def test_annotated_pictures_replace_those_of_an_earlier_run_and_nothing_else(tmp_path: Path) -> None:
    picture, folder = write_picture(tmp_path / "roll.png", 800, 450), tmp_path / "annotated"
    folder.mkdir()
    other = Path(write_picture(folder / "roll.jpg", 640, 480))
    before = other.read_bytes()

    for _ in range(2):
        assert read_pictures(TwoDice(), [picture], tell_json, folder)

    assert other.read_bytes() == before
    assert sorted(path.name for path in folder.iterdir()) == ["roll-2.jpg", "roll.jpg"]
    assert load_image(folder / "roll-2.jpg").shape[:2] == (450, 800)


def test_an_annotated_picture_that_cannot_be_written_is_said_and_the_next_is_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paths = [write_picture(tmp_path / "a.png"), write_picture(tmp_path / "b.png")]
    (tmp_path / "out" / "a.jpg").mkdir(parents=True)

    assert not read_pictures(TwoDice(), paths, tell_json, tmp_path / "out")

    printed = capsys.readouterr()
    assert len(printed.out.splitlines()) == 2
    assert printed.err == f"{tmp_path / 'out' / 'a.jpg'}: cannot be written: Is a directory\n"
    assert (tmp_path / "out" / "b.jpg").is_file()


def test_a_picture_too_long_for_a_jpeg_is_read_and_said_to_be(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write_picture(tmp_path / "long.png", 65_501, 20)
    (tmp_path / "out").mkdir()

    assert not read_pictures(TwoDice(), [path], tell_json, tmp_path / "out")

    printed = capsys.readouterr()
    assert json.loads(printed.out)["width"] == 65_501
    assert "65501x20 pixels are too many for a JPEG" in printed.err


def test_people_see_groups_where_profiles_name_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    class Grouped:
        def read(self, frame: Frame) -> TableReading:
            dice = (replace(RED_FIVE, group="Aya attack"), REFUSED)
            return TableReading(frame.shape[1], frame.shape[0], 0.0, dice)

    read_pictures(Grouped(), [write_picture(tmp_path / "a.png")], tell_people)

    rows = [row for row in capsys.readouterr().out.splitlines() if "│ d6" in row]
    assert "Aya attack" in rows[0]
    assert "│ green │       " in rows[1]


def test_profiles_that_cannot_be_used_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    picture = write_picture(tmp_path / "a.png")

    done = CliRunner().invoke(main, ["read", picture, "--profiles", str(tmp_path / "absent.toml")])
    assert (done.exit_code, done.stderr) == (2, f"{tmp_path / 'absent.toml'}: No such file or directory\n")

    monkeypatch.setenv("MELEECAM_PROFILES", str(tmp_path / "none.toml"))
    done = CliRunner().invoke(main, ["read", picture])
    assert (done.exit_code, done.stderr) == (2, f"{tmp_path / 'none.toml'}: No such file or directory\n")


def test_an_area_beside_the_picture_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    picture = write_picture(tmp_path / "a.png")
    told = f"{picture}: the area lies outside the picture of 800x450 pixels\n"

    for area, said in (("800,0,900,100", told), ("0,-9,800,0", told), ("799,0,900,100", "")):
        by_option = CliRunner().invoke(main, ["read", picture, "--json", "--area", area])
        monkeypatch.setenv("MELEECAM_AREA", area)
        by_setting = CliRunner().invoke(main, ["read", picture, "--json"])
        monkeypatch.delenv("MELEECAM_AREA")

        assert (by_option.exit_code, by_option.stderr) == (0, said)
        assert (by_setting.exit_code, by_setting.stderr) == (0, said)
