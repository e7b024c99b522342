"""The command line as a whole: quick to say what it can do."""

import json
import os
import subprocess
import sys
from functools import cache
from importlib.metadata import version
from pathlib import Path

import pytest
from typer.testing import CliRunner

import api.cli
from api.standard_output import written_or_told

FULL = Path("/dev/full")
"""A device on which nothing has room, where the system has one."""

HEAVY = {"cv2", "onnxruntime", "fastapi", "uvicorn", "numpy"}
"""What takes long to load and no `--help` needs."""


COMMANDS = ("", "demo", "serve", "read", "resolve", "bench")


@cache
def helps() -> dict[str, list[object]]:
    """Return of each command its exit status, what it has loaded that is heavy, and its help."""
    # One program asks for them all: what one of them loads stays loaded, and is told of the later ones too.
    code = (
        "import contextlib, io, json, sys\nfrom api.cli import main\nfound = {}\n"
        f"for command in {COMMANDS}:\n"
        "    sys.argv = ['meleecam', *command.split(), '--help']\n"
        "    with contextlib.redirect_stdout(io.StringIO()) as said:\n"
        "        try:\n            main()\n        except SystemExit as end:\n            status = end.code\n"
        f"    found[command] = [status, sorted(set(sys.modules) & {HEAVY}), said.getvalue()]\n"
        "print(json.dumps(found))"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stderr == ""
    told: dict[str, list[object]] = json.loads(result.stdout)
    return told


@pytest.mark.parametrize("command", COMMANDS)
def test_help_loads_nothing_heavy(command: str) -> None:
    status, loaded, said = helps()[command]

    assert (status, loaded) == (0, [])
    assert f"Usage: {' '.join(('meleecam', command)).strip()} [OPTIONS]" in str(said)


def test_a_photograph_is_read_without_the_rules() -> None:
    code = (
        "import sys\nfrom api.cli import main\nsys.argv = ['meleecam', 'read', 'absent.jpg']\n"
        "try:\n    main()\nfinally:\n    print(*sys.modules, file=sys.stderr)"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)

    said, modules = result.stderr.splitlines()
    assert said == "absent.jpg: no such file"
    assert "cv2" in modules.split()
    assert not {name for name in modules.split() if name.split(".")[0] in ("resolver", "fastapi", "uvicorn")}


def test_the_help_says_of_each_command_in_a_whole_line_what_it_does() -> None:
    result = CliRunner().invoke(api.cli.main, ["--help"], terminal_width=80)

    listed = result.stdout.partition("Commands:")[2].strip().splitlines()
    assert [line.split()[0] for line in listed] == list(api.cli.COMMANDS)
    assert all(line.endswith(".") and not line.endswith("...") for line in listed)


def test_the_version_is_told() -> None:
    result = CliRunner().invoke(api.cli.main, ["--version"])

    assert (result.exit_code, result.stdout) == (0, f"meleecam {version('meleecam')}\n")


def test_an_unknown_command_is_refused() -> None:
    result = subprocess.run(
        [sys.executable, "-m", "api.cli", "roll"], capture_output=True, text=True, check=False
    )

    assert result.returncode == 2
    assert "No such command 'roll'" in result.stderr


def test_what_the_terminal_cannot_show_ends_no_command() -> None:
    broken = b"w\xfcrfel \xe2\x9a\x85.jpg"  # no UTF-8 as a whole, and beyond ASCII in part
    ascii_only = {**os.environ, "PYTHONIOENCODING": "ascii:strict"}

    result = subprocess.run(
        [sys.executable, "-m", "api.cli", "read", broken, "--json"],
        capture_output=True,
        env=ascii_only,
        check=False,
    )

    assert result.returncode == 1
    assert json.loads(result.stdout) == {"path": os.fsdecode(broken), "error": "no such file"}
    assert b"Traceback" not in result.stderr


PICTURE = str(Path(__file__).parents[2] / "sample_images" / "felt_mixed.jpg")


@pytest.mark.skipif(not FULL.exists(), reason="the system has no full device")
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(["read", PICTURE], id="people"),
        pytest.param(["read", PICTURE, "--json"], id="programs"),
        pytest.param(["--help"], id="help"),
    ],
)
def test_results_that_find_no_room_are_told_in_one_line(arguments: list[str], unbuffered: str) -> None:
    with FULL.open("w") as full:
        result = subprocess.run(
            [sys.executable, "-m", "api.cli", *arguments],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
            check=False,
        )

    assert result.returncode == 1
    assert result.stderr == "cannot be written: No space left on device\n"


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_reader_that_goes_away_is_told_nothing(unbuffered: str) -> None:
    reading, writing = os.pipe()
    os.close(reading)

    result = subprocess.run(
        [sys.executable, "-m", "api.cli", "--help"],
        stdout=writing,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
        check=False,
    )
    os.close(writing)

    assert (result.returncode, result.stderr) == (1, "")


def test_any_other_error_stays_one() -> None:
    with pytest.raises(PermissionError), written_or_told():
        raise PermissionError(13, "Permission denied")
