"""`meleecam serve` before its camera is there, as it is delivered: it starts, waits and goes on by itself."""

import json
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from itertools import repeat
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import numpy as np
from websockets.sync.client import ClientConnection, connect

from tests.api.drawn import PRESET
from tests.vision.sources.mjpeg_server import MjpegServer

ROOT = Path(__file__).parents[2]


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


def told(line: ClientConnection, until: str) -> Iterator[tuple[str, object]]:
    """Give the types of messages and what is in them, up to one of the type `until`."""
    type_ = ""
    while type_ != until:
        message = json.loads(line.recv(timeout=60))
        type_ = message["type"]
        yield type_, message["data"]


def ready(address: str) -> tuple[int, object]:
    """Return the status of readiness, and how the camera is."""
    try:
        with urlopen(f"{address}health/ready") as answer:
            return answer.status, json.load(answer)["camera"]
    except HTTPError as err:
        return err.code, json.load(err)["camera"]


def test_a_camera_that_is_not_there_yet_is_told_and_awaited(tmp_path: Path) -> None:
    port = free_port()
    url = f"http://127.0.0.1:{port}/stream.mjpg"
    scene = repeat(np.full((240, 320, 3), 120, np.uint8))
    process = subprocess.Popen(
        [
            *(sys.executable, "-m", "api.cli", "serve", "--port", "18260", "--table", str(PRESET)),
            *("--camera", f"{url}?key=secret", "--store", str(tmp_path / "matches.db")),
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )
    try:
        assert process.stdout is not None
        address = process.stdout.readline().removeprefix("table page").strip()
        with connect(f"{address.replace('http', 'ws')}api/events") as line:
            lost = dict(told(line, "camera_lost"))["camera_lost"]
            before = ready(address)
            with MjpegServer(lambda _: scene, port):
                types = [type_ for type_, _ in told(line, "camera_back")]
                process.send_signal(signal.SIGINT)
                _, words = process.communicate(timeout=60)
    finally:
        process.kill()
        process.communicate()

    assert lost == {"detail": f"{url}: no stream that can be played answers there"}
    assert before == (503, {"ready": False, "detail": "no picture yet"})
    assert "camera_lost" not in types
    assert process.returncode == 0
    assert words.count("\n") == 2
    assert f"waiting for pictures: {url}: no stream that can be played answers there\n" in words
    assert words.endswith("pictures come\n")
