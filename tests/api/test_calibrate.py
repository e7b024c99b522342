"""`meleecam calibrate`: profiles from one picture a group, and fair warning where they will not do."""

import os
from pathlib import Path

import cv2
import numpy as np
import pytest
import typer
from typer.testing import CliRunner

from api.cli import main
from api.commands import calibrate
from api.commands.calibrate import learn
from tests.vision.lit import DAYLIGHT, FOUR_GROUPS, seen
from vision.colours.calibrate import LEAST_APART
from vision.colours.profiles import load_profiles
from vision.image import Frame
from vision.reading import DieReading, SeenColours, TableReading

NAMES = tuple("/".join(colours) for colours in FOUR_GROUPS)


def picture(number: int) -> Frame:
    """Return a picture that stands for a group: its number is the level of every pixel."""
    return np.full((48, 64, 3), number, np.uint8)


class GroupReader:
    """Sees three dice, or as many as wanted, of the group whose number the picture shows, and one that hardly
    shows."""

    def __init__(
        self, *groups: tuple[str, str], error: float = 0.0, numerals: bool = False, count: int = 3
    ) -> None:
        self._numerals = numerals
        rng = np.random.default_rng(1)
        self._dice = [
            tuple(self._die(*colours, seen(*colours, DAYLIGHT, rng, error=error)) for _ in range(count))
            for colours in groups
        ]
        self._hidden = DieReading("d6", None, 0.2, (9, 9, 18, 18), "white", "white", problem="hidden")

    def read(self, frame: Frame) -> TableReading:
        number = int(frame[0, 0, 0])
        dice = self._dice[number] if number < len(self._dice) else ()
        return TableReading(64, 48, 1.0, (self._hidden, *dice))

    def _die(self, body: str, marks: str, colours: SeenColours) -> DieReading:
        return DieReading("d6", 3, 0.99, (0, 0, 9, 9), body, marks, colours=colours, numerals=self._numerals)


def shown(name: str) -> Frame:
    return picture(NAMES.index(name))


def test_groups_are_kept_in_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "dice.toml"

    learn(GroupReader(*FOUR_GROUPS), NAMES, shown, file)

    profiles = load_profiles(file)
    assert [(one.name, one.body, one.marks, len(one.dice)) for one in profiles.groups] == [
        (name, body, marks, 3) for name, (body, marks) in zip(NAMES, FOUR_GROUPS, strict=True)
    ]
    printed = capsys.readouterr()
    assert "red/white: 3 dice, red with white pips\n" in printed.out
    assert "most alike: " in printed.out
    assert "enough to be told apart" in printed.out
    assert printed.out.endswith(f"kept in {file}\n")
    assert printed.err == ""


def test_fewer_than_three_dice_are_learnt_and_said_to_tell_little(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    learn(GroupReader(*FOUR_GROUPS, count=1), NAMES, shown, tmp_path / "dice.toml")

    printed = capsys.readouterr()
    assert "red/white: 1 die seen, which hardly tells how much dice of the group differ" in printed.err
    assert len(load_profiles(tmp_path / "dice.toml").groups) == len(NAMES)


def test_dice_with_numerals_are_named_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    learn(GroupReader(*FOUR_GROUPS, numerals=True), NAMES, shown, tmp_path / "dice.toml")

    assert "red/white: 3 dice, red with white numerals\n" in capsys.readouterr().out


def test_groups_too_alike_are_kept_and_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "dice.toml"

    with pytest.raises(typer.Exit) as ended:
        learn(GroupReader(("red", "white"), ("red", "white")), NAMES[:2], shown, file)

    assert ended.value.exit_code == 1
    assert len(load_profiles(file).groups) == 2
    told = capsys.readouterr().err
    assert told.startswith("red/white and black/red are too alike: ")
    assert f"times their spread apart, expected {LEAST_APART:.1f} (bodies " in told
    assert told.endswith("take dice of another colour for one of them\n")


def test_a_mirrored_lamp_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(typer.Exit) as ended:
        learn(GroupReader(("red", "white"), error=0.3), NAMES[:1], shown, tmp_path / "dice.toml")

    assert ended.value.exit_code == 1
    assert capsys.readouterr().err.startswith("red/white: the lamp is mirrored in the top faces")


def run(*arguments: str, typed: str = "") -> tuple[int, str, str]:
    """Return status, stdout and stderr of the command."""
    done = CliRunner().invoke(main, ["calibrate", *arguments], input=typed)
    return done.exit_code, done.stdout, done.stderr


@pytest.fixture
def four_readers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the command read with a reader that needs no models."""
    monkeypatch.setattr(calibrate, "open_reader_or_exit", lambda: GroupReader(*FOUR_GROUPS))


@pytest.mark.usefixtures("four_readers")
def test_pictures_are_given_by_name(tmp_path: Path) -> None:
    for number in range(2):
        cv2.imwrite(str(tmp_path / f"{number}.png"), picture(number))
    file = tmp_path / "dice.toml"

    status, out, _ = run(str(file), f"Aya attack={tmp_path}/0.png", f"Aya defence={tmp_path}/1.png")

    assert (status, out.splitlines()[-1]) == (0, f"kept in {file}")
    assert [one.name for one in load_profiles(file).groups] == ["Aya attack", "Aya defence"]


@pytest.mark.usefixtures("four_readers")
def test_one_group_of_a_file_is_learnt_again(tmp_path: Path) -> None:
    for number in range(3):
        cv2.imwrite(str(tmp_path / f"{number}.png"), picture(number))
    file = tmp_path / "dice.toml"
    run(str(file), f"mine={tmp_path}/0.png", f"yours={tmp_path}/1.png")
    before = load_profiles(file)
    for arguments, word in (
        ((f"mine={tmp_path}/2.png",), "mine"),
        (("yours", "--camera", str(tmp_path)), "yours"),
    ):
        status, out, err = run(str(file), *arguments, "--again", typed="\n")

        after = load_profiles(file)
        assert (status, err) == (0, "")
        assert "most alike: mine and yours" in out
        assert [one.name for one in after.groups] == ["mine", "yours"]
        assert [one.name for one in after.groups if one not in before.groups] == [word]
        assert after.table == before.table
        before = after


@pytest.mark.usefixtures("four_readers")
def test_what_cannot_be_learnt_again_is_named(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "0.png"), picture(0))
    file = tmp_path / "dice.toml"
    status, _, err = run(str(file), f"mine={tmp_path}/0.png", "--again")
    assert (status, err) == (2, f"{file}: No such file or directory\n")
    run(str(file), f"mine={tmp_path}/0.png")
    before = file.read_bytes()
    status, _, err = run(str(file), f"yours={tmp_path}/0.png", "--again")

    assert (status, err) == (2, f"{file}: expected groups among mine, found yours\n")
    assert file.read_bytes() == before


@pytest.mark.usefixtures("four_readers")
def test_the_camera_takes_each_group_when_told_that_it_lies_there(tmp_path: Path) -> None:
    folder = tmp_path / "pictures"
    folder.mkdir()
    for number in range(2):
        cv2.imwrite(str(folder / f"{number}.png"), picture(number))
    file = tmp_path / "dice.toml"

    status, out, _ = run(str(file), "mine", "yours", "--camera", str(folder), typed="\n\n")

    assert status == 0
    assert "lay the dice of mine alone on the table" in out
    assert [(one.name, one.body) for one in load_profiles(file).groups] == [
        ("mine", "red"),
        ("yours", "black"),
    ]


@pytest.mark.usefixtures("four_readers")
@pytest.mark.parametrize(
    ("groups", "words"),
    [
        (["red.jpg"], "expected NAME=PICTURE, found 'red.jpg'"),
        (["=red.jpg"], "expected NAME=PICTURE, found '=red.jpg'"),
        (["mine=absent.jpg"], "absent.jpg: no such file"),
        (["mine=\x1b[2Jabsent.jpg"], "\\x1b[2Jabsent.jpg: no such file"),
        (["mi\x1bne=absent.jpg"], "expected names of printable letters, found 'mi\\x1bne'"),
        (["mine=a.jpg", "mine=b.jpg"], "expected one picture a group, found two of mine"),
        (["mine", "--camera", "nowhere"], "nowhere: no camera's number or name"),
    ],
)
def test_what_cannot_be_learnt_from_is_named(tmp_path: Path, groups: list[str], words: str) -> None:
    file = tmp_path / "dice.toml"

    status, _, err = run(str(file), *groups)

    assert status == 2
    assert err.startswith(words)
    assert not file.exists()


@pytest.mark.usefixtures("four_readers")
def test_a_picture_without_dice_and_an_unwritable_file_are_named(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "empty.png"), picture(200))
    cv2.imwrite(str(tmp_path / "red.png"), picture(0))

    assert run(str(tmp_path / "dice.toml"), f"mine={tmp_path}/empty.png")[2] == (
        "mine: expected a picture of its dice alone, found no die in it\n"
    )
    status, _, err = run(str(tmp_path / "absent" / "dice.toml"), f"mine={tmp_path}/red.png")
    assert (status, err) == (
        2,
        f"{tmp_path}/absent/dice.toml: cannot be written: No such file or directory\n",
    )


@pytest.mark.usefixtures("four_readers")
def test_nothing_but_a_file_of_learnt_groups_is_replaced(tmp_path: Path) -> None:
    photograph = tmp_path / "red.png"
    cv2.imwrite(str(photograph), picture(0))
    table = tmp_path / "table.toml"
    table.write_text('system = "bushido"\n')
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    mine = f"mine={photograph}"
    before = (photograph.read_bytes(), table.read_bytes())

    refused = {name: run(str(tmp_path / name), mine) for name in ("red.png", "table.toml", "folder", "pipe")}

    assert refused["red.png"][2].endswith(
        "found a byte that is none; only a file of learnt groups is replaced\n"
    )
    assert refused["table.toml"][2].startswith(f"{table}: system: unknown key, expected one of ")
    assert refused["folder"][2] == f"{tmp_path}/folder: cannot be written: not a file\n"
    assert refused["pipe"][2] == f"{tmp_path}/pipe: cannot be written: not a file\n"
    assert {status for status, _, _ in refused.values()} == {2}
    assert (photograph.read_bytes(), table.read_bytes()) == before


@pytest.mark.usefixtures("four_readers")
def test_a_group_in_the_place_of_the_file_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for number in range(2):
        cv2.imwrite(f"{number}.png", picture(number))

    status, _, err = run("mine=0.png", "yours=1.png")

    assert (status, err) == (2, "expected FILE.toml first, found 'mine=0.png'\n")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["0.png", "1.png"]


@pytest.mark.usefixtures("four_readers")
def test_learnt_groups_are_replaced_whole_and_through_a_link(tmp_path: Path) -> None:
    for number in range(2):
        cv2.imwrite(str(tmp_path / f"{number}.png"), picture(number))
    evening = tmp_path / "evening"
    evening.mkdir()
    (tmp_path / "dice.toml").symlink_to(evening / "dice.toml")

    for number in range(2):
        assert run(str(tmp_path / "dice.toml"), f"group {number}={tmp_path}/{number}.png")[0] == 0

    assert (tmp_path / "dice.toml").is_symlink()
    assert [path.name for path in evening.iterdir()] == ["dice.toml"]
    assert [one.name for one in load_profiles(evening / "dice.toml").groups] == ["group 1"]


@pytest.mark.usefixtures("four_readers")
def test_the_camera_stops_when_nobody_answers(tmp_path: Path) -> None:
    folder = tmp_path / "pictures"
    folder.mkdir()
    cv2.imwrite(str(folder / "0.png"), picture(0))

    status, _, err = run(str(tmp_path / "dice.toml"), "mine", "yours", "--camera", str(folder), typed="\n")

    assert status == 2
    assert err.startswith("yours: ")
