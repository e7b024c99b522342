"""Killed at any moment of play, nothing that anybody heard of is lost, and the table stands where it stood.

MELEECAM_TEST_KILLS says how often; a release is tested with 200.
"""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from urllib.request import urlopen

import pytest
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from api.play.recall import CHANGES
from api.play.rerun import SEEN
from api.store import Store
from api.wire.veil import sent

KILLS = int(os.environ.get("MELEECAM_TEST_KILLS", "5"))
KILLS_A_STORE = 5
"""A match is no longer than this, so that looking through it all after each kill stays cheap."""

ROOT = Path(__file__).parents[3]

Said = dict[str, object]


class Nursery:
    """Begins one program after the other that goes on with the match in a store."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.api.store.playing"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )

    def begin(self, store: Path, how: str) -> int:
        """Begin a program, with a seed or `still`, and return its process id."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{store} {how}\n")
        self._process.stdin.flush()
        return int(self._told("begun")[0])

    def address(self, pid: int) -> str:
        """Return where a program listens, once it does."""
        while (told := self._told("listens"))[0] != str(pid):
            pass  # of one that was killed before anybody asked
        return f"127.0.0.1:{told[1]}"

    def close(self) -> None:
        self._process.kill()
        self._process.communicate()

    def _told(self, what: str) -> list[str]:
        assert self._process.stdout is not None
        while line := self._process.stdout.readline():
            kind, *values = line.split()
            if kind == what:
                return values
        raise AssertionError("the nursery has ended")


def hear(address: str, after: int, heard: list[Said], begun: threading.Event) -> None:
    """Hear all messages until the program is gone."""
    with suppress(WebSocketException, OSError), connect(f"ws://{address}/api/events?after={after}") as socket:
        while True:
            heard.append(json.loads(socket.recv()))
            begun.set()


def stored(path: Path) -> list[Said]:
    """Return all messages of the one match that is kept, as clients hear them; none where nothing is."""
    if not path.exists():
        return []
    with closing(Store(path)) as store:
        return [sent(message) for match in store.matches() for message in store.all_messages(match.id)]


def standing(messages: Sequence[Said]) -> dict[str, object]:
    """Return how a table stands by what was told of it, without the rules."""
    events: list[object] = []
    waiting: object = None
    outcome: object = None
    answers, paused = 0, False
    for message in messages:
        type_, data = str(message["type"]), message["data"]
        assert isinstance(data, dict)
        match type_:
            case "table":
                events, waiting, outcome = [], None, None
                answers, paused = data["answers"], data["paused"]
            case "voided" | "corrected":
                events, waiting, outcome = [], None, None
                answers = data["answer"] if type_ == "voided" else answers - len(data["dropped"])
            case "accepted":
                answers, waiting = data["answer"] + 1, None
            case "paused" | "resumed":
                paused = type_ == "paused"
            case "throw" | "choice":
                waiting, outcome = {"type": type_, **data}, None
            case "outcome":
                waiting, outcome = None, {"type": type_, **data}
            case _ if type_ not in SEEN and type_ not in CHANGES:
                events.append({"type": type_, **data})
    return {
        "waiting_for": waiting,
        "answers": answers,
        "paused": paused,
        "events": events,
        "outcome": outcome,
    }


def killed_at_any_moment(nursery: Nursery, store: Path, seed: int, after: int, chance: Random) -> list[Said]:
    """Play until a kill, in one of five times while it starts, and return what was heard."""
    pid = nursery.begin(store, str(seed))
    heard: list[Said] = []
    if chance.random() < 0.2:
        time.sleep(chance.uniform(0.0, 0.5))
        os.kill(pid, signal.SIGKILL)
        return heard
    begun = threading.Event()
    listening = threading.Thread(target=hear, args=(nursery.address(pid), after, heard, begun))
    listening.start()
    begun.wait(30)
    time.sleep(chance.uniform(0.0, 1.0))
    os.kill(pid, signal.SIGKILL)
    listening.join()
    return heard


def state_after_a_restart(nursery: Nursery, store: Path) -> dict[str, object]:
    """Return how the table stands in a program that goes on with the match and does nothing."""
    pid = nursery.begin(store, "still")
    with urlopen(f"http://{nursery.address(pid)}/api/state") as answer:
        state: dict[str, object] = json.load(answer)
    os.kill(pid, signal.SIGKILL)
    return state


@pytest.mark.skipif(not hasattr(os, "fork"), reason="begins programs by fork")
def test_a_kill_at_any_moment_loses_nothing_that_was_heard(tmp_path: Path) -> None:
    chance = Random(5)
    in_play = messages = 0
    with closing(Nursery()) as nursery:
        for kill in range(KILLS):
            store = tmp_path / f"{kill // KILLS_A_STORE}.db"
            known = stored(store)
            heard = killed_at_any_moment(nursery, store, kill, len(known), chance)
            in_play += bool(heard)
            messages += len(heard)
            kept = stored(store)
            print(f"kill {kill + 1}: {len(heard)} messages heard, {len(kept)} kept", flush=True)

            assert [message["seq"] for message in kept] == list(range(1, len(kept) + 1))
            assert kept[: len(known) + len(heard)] == known + heard
            if known and len(kept) > len(known):
                # All or nothing of it is kept: `table`, every event so far, then what is awaited.
                before = standing(known)
                events = before["events"]
                assert isinstance(events, list)
                start = kept[len(known) : len(known) + len(events) + 2]
                assert start[0]["type"] == "table"
                assert standing(start) == before
            if kill + 1 == KILLS or (kill + 1) % KILLS_A_STORE == 0:
                state = state_after_a_restart(nursery, store)
                expected = standing(kept)
                assert {key: state[key] for key in expected} == expected
    print(f"{KILLS} kills, {in_play} after something was heard, {messages} messages heard")

    assert in_play > KILLS // 3
