"""The command line as a whole: quick to say what it can do."""

import json
import os
import subprocess
import sys

import pytest

HEAVY = {"cv2", "onnxruntime", "fastapi", "uvicorn", "numpy"}
"""What takes long to load and no `--help` needs."""


@pytest.mark.parametrize("command", [[], ["demo"], ["serve"], ["read"], ["resolve"], ["bench"]])
def test_help_loads_nothing_heavy(command: list[str]) -> None:
    code = (
        "import sys\nfrom api.cli import main\n"
        f"sys.argv = ['meleecam', *{command}, '--help']\n"
        "try:\n    main()\nfinally:\n    print(sorted(set(sys.modules) & "
        f"{HEAVY}), file=sys.stderr)"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)

    assert (result.returncode, result.stderr) == (0, "[]\n")
    assert "Usage: meleecam" in result.stdout


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
