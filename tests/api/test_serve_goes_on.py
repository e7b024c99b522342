"""`meleecam serve` killed and started again, as it is delivered: the same match, the same question.

A start takes seconds, so that one evening of three of them is watched by all tests.
"""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import cv2
import numpy as np
import pytest

from tests.api.drawn import PRESET

ROOT = Path(__file__).parents[2]
AYA = {"faces": {"attack": [4, 2], "defence": [5]}}
STANDS = ("table", "answers", "waiting_for", "events", "outcome")

Answer = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Evening:
    """What the program answered: until it was killed, started again until it was ended, and with --new."""

    state: Answer
    calibration: Answer
    state_again: Answer
    calibration_again: Answer
    told_again: str
    status_again: int
    state_anew: Answer


@contextmanager
def served(folder: Path, *arguments: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Start the program and return it with the address of its table page."""
    process = subprocess.Popen(
        [
            *(sys.executable, "-m", "api.cli", "serve", "--port", "18240"),
            *("--table", str(PRESET), "--camera", str(folder / "pictures"), *arguments),
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**os.environ, "MELEECAM_STORE": str(folder / "matches.db")},
    )
    try:
        assert process.stdout is not None
        yield process, process.stdout.readline().removeprefix("table page").strip()
    finally:
        process.kill()
        process.communicate()


def asked(address: str, path: str, body: object = None) -> Answer:
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(f"{address}{path}", data, {"Content-Type": "application/json"})) as answer:
        found: Answer = json.load(answer)
        return found


def profiles(*names: str) -> str:
    """Return the text of a file of groups with these names, all of one look."""
    groups = (
        f'[groups."{name}"]\nbody = "{body}"\nmarks = "{marks}"\ndice = [[50, 0, 0, 90, 0, 0]]'
        for name, (body, marks) in ((name, name.split("/")) for name in names)
    )
    return "\n".join(("format = 1", "table = []", *groups))


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    """Return an evening before one picture of nothing, with profiles that fit the table only at first."""
    folder = tmp_path_factory.mktemp("evening")
    kept = folder / "tables" / f"{PRESET.stem}.profiles"
    for made in (folder / "pictures", kept.parent):
        made.mkdir()
    cv2.imwrite(str(folder / "pictures" / "a.png"), np.zeros((48, 64, 3), np.uint8))
    kept.write_text(profiles("red/white", "black/red", "green/white", "black/green"), encoding="utf-8")
    with served(folder) as (process, address):
        calibration = asked(address, "api/calibration")
        state = asked(address, "api/answers", AYA)
        process.send_signal(signal.SIGKILL)

    kept.write_text(profiles("red/white", "pink/blue"), encoding="utf-8")
    with served(folder) as (process, address):
        state_again = asked(address, "api/state")
        calibration_again = asked(address, "api/calibration")
        process.send_signal(signal.SIGINT)
        _, told_again = process.communicate(timeout=60)
    with served(folder, "--new") as (_, address):
        state_anew = asked(address, "api/state")
    return Evening(
        state,
        calibration,
        state_again,
        calibration_again,
        told_again,
        process.returncode,
        state_anew,
    )


def test_a_killed_table_is_served_again_as_it_stood(evening: Evening) -> None:
    before, after = ({key: state[key] for key in STANDS} for state in (evening.state, evening.state_again))

    assert after == before
    assert after["answers"] == 1
    assert f"\nGoing on with match {before['table']} of " in evening.told_again
    assert evening.status_again == 0


def test_a_new_match_begins_where_it_is_asked_for(evening: Evening) -> None:
    assert evening.state_anew["table"] != evening.state["table"]
    assert evening.state_anew["answers"] == 0


def test_what_the_page_has_learnt_is_used_again(evening: Evening) -> None:
    assert evening.calibration["in_use"]
    assert [one["in_use"] for one in evening.calibration["groups"]] == [1, 1, 1, 1]


def test_profiles_that_no_longer_fit_the_table_are_named_and_left_out(evening: Evening) -> None:
    assert not evening.calibration_again["in_use"]
    assert "expected one profile for Aya's defence dice" in evening.told_again
    assert "dice are told apart by the names of their colours" in evening.told_again
