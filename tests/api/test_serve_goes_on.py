"""`meleecam serve` killed and started again, as it is delivered: the same match, the same question."""

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import Request, urlopen

import cv2
import numpy as np
import pytest

from tests.api.drawn import PRESET

ROOT = Path(__file__).parents[2]
AYA = {"faces": {"attack": [4, 2], "defence": [5]}}


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    """Return a folder with one picture of nothing, which does for a camera."""
    folder = tmp_path / "pictures"
    folder.mkdir()
    cv2.imwrite(str(folder / "a.png"), np.zeros((48, 64, 3), np.uint8))
    return folder


@contextmanager
def served(pictures: Path, *arguments: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Start the program and return it with the address of its table page."""
    process = subprocess.Popen(
        [
            *(sys.executable, "-m", "api.cli", "serve", "--port", "18240"),
            *("--table", str(PRESET), "--camera", str(pictures), *arguments),
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )
    try:
        assert process.stdout is not None
        yield process, process.stdout.readline().removeprefix("table page").strip()
    finally:
        process.kill()
        process.communicate()


def asked(address: str, path: str, body: object = None) -> dict[str, object]:
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(f"{address}{path}", data, {"Content-Type": "application/json"})) as answer:
        found: dict[str, object] = json.load(answer)
        return found


def test_a_killed_table_is_served_again_as_it_stood(pictures: Path) -> None:
    with served(pictures) as (process, address):
        before = asked(address, "api/answers", AYA)
        process.send_signal(signal.SIGKILL)
    with served(pictures) as (process, address):
        after = asked(address, "api/state")
        process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=60)
    with served(pictures, "--new") as (_, address):
        fresh = asked(address, "api/state")

    kept = ("table", "answers", "waiting_for", "events", "outcome")
    assert {key: after[key] for key in kept} == {key: before[key] for key in kept}
    assert told.startswith(f"Going on with match {before['table']} of ")
    assert process.returncode == 0
    assert fresh["table"] != before["table"]
    assert fresh["answers"] == 0
