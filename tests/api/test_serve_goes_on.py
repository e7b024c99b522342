"""`meleecam serve` killed and started again, as it is delivered: the same match, the same question."""

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
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


def asked(address: str, path: str, body: object = None) -> dict[str, Any]:
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(f"{address}{path}", data, {"Content-Type": "application/json"})) as answer:
        found: dict[str, Any] = json.load(answer)
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


def profiles(*names: str) -> str:
    """Return the text of a file of groups with these names, all of one look."""
    groups = (
        f'[groups."{name}"]\nbody = "{body}"\nmarks = "{marks}"\ndice = [[50, 0, 0, 90, 0, 0]]'
        for name, (body, marks) in ((name, name.split("/")) for name in names)
    )
    return "\n".join(("format = 1", "table = []", *groups))


def test_what_the_page_has_learnt_is_used_again(pictures: Path, tmp_path: Path) -> None:
    kept = tmp_path / "tables" / f"{PRESET.stem}.profiles"
    kept.parent.mkdir()
    kept.write_text(profiles("red/white", "black/red", "green/white", "black/green"), encoding="utf-8")
    with served(pictures) as (_, address):
        known = asked(address, "api/calibration")
    assert known["in_use"]
    assert [one["in_use"] for one in known["groups"]] == [1, 1, 1, 1]

    kept.write_text(profiles("red/white", "pink/blue"), encoding="utf-8")
    with served(pictures) as (process, address):
        assert not asked(address, "api/calibration")["in_use"]
        process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=60)
    assert "expected one profile for Aya's defence dice" in told
    assert "dice are told apart by the names of their colours" in told
