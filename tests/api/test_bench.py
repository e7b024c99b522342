"""`meleecam bench`: labelled sets are scored, and what could not be read of them is said."""

import json
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner

from api.benchmarks.speed import full_hd_jpeg, measure_speed
from api.cli import main
from api.commands import bench
from api.commands.bench import bench_set, tell_scores
from vision.image import Frame, decode_image
from vision.reading import DieReading, TableReading
from vision.scoring.contact_sheet import Tile
from vision.scoring.score import EVERY_DIE, Counted, load_labels

ROOT = Path(__file__).resolve().parents[2]


class OneFive:
    """Sees a five in the middle of every picture."""

    def __init__(self) -> None:
        self.pictures = 0

    def read(self, frame: Frame) -> TableReading:
        self.pictures += 1
        height, width = frame.shape[:2]
        box = (width / 2 - 20, height / 2 - 20, width / 2 + 20, height / 2 + 20)
        return TableReading(width, height, 0.0, (DieReading("d6", 5, 0.99, box, "red", "white"),))


def labelled_set(folder: Path, values: dict[str, int]) -> Path:
    """A set of 200x100 pictures, each with a die of 40 pixels in its middle."""
    folder.mkdir()
    lines = []
    for file, value in values.items():
        (folder / file).write_bytes(cv2.imencode(".png", np.zeros((100, 200, 3), np.uint8))[1].tobytes())
        die = {"kind": "d6", "value": value, "box": [80, 30, 120, 70]}
        lines.append(json.dumps({"file": file, "box_of": "die", "dice": [die]}))
    (folder / "labels.jsonl").write_text("\n".join(lines))
    return folder


def test_a_set_is_read_and_scored(tmp_path: Path) -> None:
    folder = labelled_set(tmp_path / "felt", {"a.png": 5, "b.png": 5, "c.png": 4})

    score = bench_set(OneFive(), folder, load_labels(folder))

    assert (score.set, score.pictures, score.dice, score.unread) == ("felt", 3, 3, 0)
    assert (score.exact, score.wrong, score.false_per_accepted) == (0.6667, 1, 0.3333)
    assert score.ms is not None


def test_labelled_values_may_be_left_out(tmp_path: Path) -> None:
    folder = labelled_set(tmp_path / "felt", {"a.png": 5, "b.png": 4})

    score = bench_set(OneFive(), folder, load_labels(folder), Counted(values={5}))

    assert (score.dice, score.right, score.wrong) == (1, 1.0, 0)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        pytest.param(
            ["--kinds", "d6,foo"],
            "--kinds: expected kinds among d4, d6, d6n, d8, d10, d12, d20, d100, found 'foo'",
            id="no kind",
        ),
        pytest.param(
            ["--values", "2, 9x"], "--values: expected numbers as in 2,3,4,5, found '9x'", id="no number"
        ),
        pytest.param(
            ["--kinds", "d20"],
            "--kinds d20: expected one labelled die of these at least, found none",
            id="none of the kind",
        ),
        pytest.param(
            ["--kinds", "d6", "--values", "6"],
            "--kinds d6 --values 6: expected one labelled die of these at least, found none",
            id="none of the value",
        ),
    ],
)
def test_dice_that_cannot_be_counted_are_named(arguments: list[str], message: str, tmp_path: Path) -> None:
    folder = labelled_set(tmp_path / "felt", {"a.png": 5})

    done = CliRunner().invoke(main, ["bench", str(folder), *arguments])

    assert (done.exit_code, done.stdout, done.stderr) == (2, "", f"{message}\n")


def test_pictures_that_are_missing_or_broken_are_named_and_counted_apart(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = labelled_set(tmp_path / "felt", {"a.png": 5, "gone.png": 5, "broken.png": 5})
    (folder / "gone.png").unlink()
    (folder / "broken.png").write_bytes(b"")

    score = bench_set(OneFive(), folder, load_labels(folder))

    assert (score.pictures, score.unread, score.exact) == (1, 2, 1.0)
    said = capsys.readouterr().err
    assert f"{folder / 'gone.png'}: no such file" in said
    assert f"{folder / 'broken.png'}: empty file" in said


def test_scores_are_told_to_people_and_to_programs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = labelled_set(tmp_path / "felt", {"a.png": 5, "b.png": 5, "c.png": 4})
    score = bench_set(OneFive(), folder, load_labels(folder))

    tell_scores([score], json_lines=False)
    told = capsys.readouterr().out
    tell_scores([score], json_lines=True)
    sent = json.loads(capsys.readouterr().out)

    assert "felt: 3 pictures, 3 dice, " in told
    assert "exact rolls 66.67% · right 66.67%" in told
    assert "wrong 1 · extra 0 · false among accepted 33.33%" in told
    assert (sent["set"], sent["pictures"], sent["right"], sent["never_wrong"]) == ("felt", 3, 0.6667, 0.6667)


def test_one_picture_of_one_die_is_told_as_such(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = labelled_set(tmp_path / "felt", {"a.png": 5})

    tell_scores([bench_set(OneFive(), folder, load_labels(folder))], json_lines=False)

    assert capsys.readouterr().out.startswith("felt: 1 picture, 1 die, ")


def test_any_picture_is_timed_as_a_full_hd_jpeg() -> None:
    for height, width in ((480, 640), (3000, 4000), (1080, 1920), (200, 900)):
        jpeg = full_hd_jpeg(np.zeros((height, width, 3), np.uint8))

        assert decode_image(jpeg).shape == (1080, 1920, 3)


def test_speed_compares_reading_with_decoding_of_the_same_bytes() -> None:
    threads = cv2.getNumThreads()
    reader = OneFive()
    try:
        speed = measure_speed(reader, full_hd_jpeg(np.zeros((1080, 1920, 3), np.uint8)), runs=3)
    finally:
        cv2.setNumThreads(threads)

    assert reader.pictures == 4  # one to warm up
    assert (speed.width, speed.height, speed.dice, speed.runs) == (1920, 1080, 1, 3)
    assert speed.ratio == pytest.approx(speed.read_ms / speed.imdecode_ms)
    assert 0.5 < speed.imdecode_ms < 500
    assert 0.5 < speed.imdecode_kept_ms < 500
    assert speed.still_ratio == pytest.approx(speed.still_ms / speed.imdecode_ms)
    assert speed.still_ms > 0


def test_a_whole_process_is_timed_with_its_memory() -> None:
    # A process begins with the memory of the one it is forked from, and this one has loaded all tests.
    measure = (
        "import numpy as np; from api.benchmarks import process_speed as one; "
        "from api.benchmarks.speed import full_hd_jpeg; one.RUNS = 1; "
        "done = one.measure_process(full_hd_jpeg(np.zeros((1080, 1920, 3), np.uint8))); "
        "print(done.seconds, done.megabytes)"
    )
    told = subprocess.run(
        [sys.executable, "-c", measure], capture_output=True, text=True, check=True, cwd=ROOT
    )

    seconds, megabytes = map(float, told.stdout.split())
    assert 0.05 < seconds < 60
    assert 40 < megabytes < 300


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        pytest.param(
            [], "expected a folder with labels.jsonl, --speed, --live, --latency or --rules", id="no"
        ),
        pytest.param(["absent"], "absent/labels.jsonl: expected the labels of a set", id="no set"),
        pytest.param(["--speed", "--picture", "absent.jpg"], "absent.jpg: no such file", id="no picture"),
        pytest.param(["--rules", "--picture", "a.jpg"], "--picture is for --speed and --live", id="unused"),
    ],
)
def test_what_cannot_be_measured_is_refused_before_models_are_opened(
    arguments: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MELEECAM_MODELS_DIR", str(tmp_path))

    done = CliRunner().invoke(main, ["bench", *arguments])

    assert done.exit_code == 2
    assert message in done.stderr


@pytest.mark.parametrize("option", ["--speed", "--live"])
def test_an_installed_package_finds_the_sample_of_the_folder_it_runs_in(
    option: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench, "CHECKOUT", tmp_path / "site-packages")
    monkeypatch.setenv("MELEECAM_MODELS_DIR", str(tmp_path / "no models"))

    monkeypatch.chdir(tmp_path)
    elsewhere = CliRunner().invoke(main, ["bench", option])
    monkeypatch.chdir(ROOT)
    in_checkout = CliRunner().invoke(main, ["bench", option])

    assert (elsewhere.exit_code, in_checkout.exit_code) == (2, 2)
    wanted = Path("sample_images", "full_hd_twelve.jpg")
    assert elsewhere.stderr == f"{option}: found no {wanted} here, expected --picture FILE\n"
    assert "model card is missing" in in_checkout.stderr  # the picture was found


def test_a_missing_model_ends_the_command_with_a_message(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MELEECAM_MODELS_DIR", str(tmp_path))

    done = CliRunner().invoke(main, ["bench", str(labelled_set(tmp_path / "felt", {"a.png": 5}))])

    assert done.exit_code == 2
    assert f"{tmp_path / 'finder.json'}: model card is missing" in done.stderr


def test_mistakes_of_a_set_are_collected_for_contact_sheets(tmp_path: Path) -> None:
    folder = labelled_set(tmp_path / "felt", {"a.png": 5, "b.png": 4, "c.png": 3})
    tiles: list[Tile] = []

    bench_set(OneFive(), folder, load_labels(folder), EVERY_DIE, tiles)

    assert [(tile.mistake.file, tile.mistake.truth, tile.mistake.read) for tile in tiles] == [
        ("b.png", "4", "5"),
        ("c.png", "3", "5"),
    ]


def test_contact_sheets_are_written_beside_the_scores(tmp_path: Path) -> None:
    """The packaged models see nothing in these black pictures, so both dice are missed."""
    folder = labelled_set(tmp_path / "felt", {"a.png": 5, "b.png": 4})
    sheets = tmp_path / "sheets"

    done = CliRunner().invoke(main, ["bench", str(folder), "--json", "--mistakes", str(sheets)])

    assert done.exit_code == 0
    assert json.loads(done.stdout)["missed"] == 1.0
    assert str(sheets / "1-felt-1.png") in done.stderr
    assert cv2.imread(str(sheets / "1-felt-1.png")) is not None


def test_contact_sheets_are_not_written_into_the_set(tmp_path: Path) -> None:
    folder = labelled_set(tmp_path / "felt", {"a.png": 5})

    done = CliRunner().invoke(main, ["bench", str(folder), "--mistakes", str(folder)])

    assert done.exit_code == 2
    assert "expected another folder for contact sheets" in done.stderr
