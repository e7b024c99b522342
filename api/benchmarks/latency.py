"""How long after dice have come to rest a client hears of it: the whole chain, from frames to a WebSocket.

A clip is shown as a camera would, 1920x1080 at 30 frames a second, to the packaged reader, rules, store and
server; a client on this computer waits for the roll to be accepted.
"""

import json
import tempfile
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import cv2
import numpy as np
import uvicorn
from websockets.sync.client import ClientConnection, connect

from api.opening import open_services
from api.settings import Settings
from api.web.app import create_app
from api.web.serving import free_listener, server_of
from vision.image import Frame
from vision.watching.motion import changed, shrunk
from vision.watching.rest import Rest

FPS = 30.0
WIDTH_PX, HEIGHT_PX = 1920, 1080

LIMIT_MS = 120.0
"""Beyond the time that dice have to lie still; people take longer to count five dice."""

EMPTY_S = 1.0
"""How long the empty table is shown before the throw, so that it has been read and known."""

BEFORE_REFEREE = ("settle", "look", "join", "track")
"""What the watch may do with a frame before the referee hears of it."""

PATIENCE_S = 30.0
"""For a computer that is busy with other things."""


class LatencyError(RuntimeError):
    """A clip in which nothing comes to rest, or whose roll was not accepted."""


@dataclass(frozen=True, slots=True)
class Latency:
    """Milliseconds of one throw: from the first still frame to the `accepted` message at a client.

    `beyond_ms` is what is left of them without `settling_ms`, the frames that dice have to lie still.
    """

    total_ms: float
    settling_ms: float
    processor_ms: float
    """Processor time of the thread that watches, for the frame at which it settled."""
    stages_ms: dict[str, float]
    """Of the frame at which it settled, one after the other: `late` is how long it waited, `referee` goes on
    until the roll is accepted, `deliver` from there through store, hub and server to the client."""

    @property
    def beyond_ms(self) -> float:
        """What the program took itself."""
        return self.total_ms - self.settling_ms

    @property
    def within(self) -> bool:
        """That is no more than it may take."""
        return self.beyond_ms <= LIMIT_MS


class Played:
    """A frame source that shows the newest frame that is due, as a camera does, and the last one for ever."""

    def __init__(self, frames: Sequence[Frame]) -> None:
        self._frames = frames
        self._next = 0
        self._began_s: float | None = None
        self.handed: list[tuple[int, float]] = []
        """Numbers of the frames handed out, and when, by time.perf_counter."""
        self.processor_s: list[float] = []
        """Processor time that the thread which watches had spent when it asked for each of them."""

    def due_s(self, number: int) -> float:
        """Return when a frame is due, by time.perf_counter."""
        assert self._began_s is not None
        return self._began_s + number / FPS

    def next_frame(self) -> Frame:
        if self._began_s is None:
            self._began_s = time.perf_counter()
        self.processor_s.append(time.thread_time())
        early_s = self.due_s(self._next) - time.perf_counter()
        if early_s > 0:
            time.sleep(early_s)
        now_s = time.perf_counter()
        shown = max(self._next, int((now_s - self._began_s) * FPS))
        self.handed.append((shown, now_s))
        self._next = shown + 1
        return self._frames[min(shown, len(self._frames) - 1)]

    @property
    def taken_s(self) -> float:
        """When the frame handed out last was taken, in seconds."""
        return (self._next - 1) / FPS

    def next_scene(self) -> bool:
        return False

    def close(self) -> None:
        pass


def measure_latency(clip: Path, table: Path, rest_s: float) -> Latency:
    """Return the latency of the roll in a clip that a table awaits. Raises LatencyError, and OSError."""
    rest_frames = Rest(seconds=rest_s).frames_at(FPS)
    rolling = _frames_of(clip)
    lead = [rolling[0]] * round(EMPTY_S * FPS)
    frames = [*lead, *rolling]
    first_still = _first_still(frames)
    source = Played(frames)
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(rest_s=rest_s)
        services = open_services(
            settings, table, source, wait_for_follower_s=PATIENCE_S, store=Path(folder, "m")
        )
        listener = free_listener(settings.port)
        server = server_of(create_app(services))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            accepted_s, heard_s = _heard_s(server, listener.getsockname()[1])
            time.sleep(0.2)  # so that the next frame is asked for, which ends the time of this one
        finally:
            server.should_exit = True
            thread.join()
            listener.close()
        spent = dict(services.metrics.reading_ms)
    # The first still frame that was handed out begins the rest; the first so much later ends it.
    numbers = [number for number, _ in source.handed]
    begins = next(number for number in numbers if number >= first_still)
    settled = next(at for at, number in enumerate(numbers) if number >= begins + rest_frames)
    settled_s = source.handed[settled][1]
    processor_ms = (source.processor_s[settled + 1] - source.processor_s[settled]) * 1000
    late_ms = (settled_s - source.due_s(first_still + rest_frames)) * 1000
    seen = {stage: spent[stage] for stage in BEFORE_REFEREE if stage in spent}
    referee_ms = (accepted_s - settled_s) * 1000 - sum(seen.values())
    stages = {"late": late_ms, **seen, "referee": referee_ms, "deliver": (heard_s - accepted_s) * 1000}
    total_ms = (heard_s - source.due_s(first_still)) * 1000
    return Latency(total_ms, rest_frames / FPS * 1000, processor_ms, stages)


def _frames_of(clip: Path) -> list[Frame]:
    """Return the frames of a clip in full size, as many a second as FPS."""
    capture = cv2.VideoCapture(str(clip))
    each = max(1, round(FPS / (capture.get(cv2.CAP_PROP_FPS) or FPS)))
    frames = []
    while True:
        there, frame = capture.read()
        if not there:
            break
        large = np.asarray(cv2.resize(frame, (WIDTH_PX, HEIGHT_PX)), np.uint8)
        frames += [large] * each
    capture.release()
    if not frames:
        raise LatencyError(f"{clip}: not a single frame in it")
    return frames


def _first_still(frames: Sequence[Frame]) -> int:
    """Return the number of the first frame from which all further ones show the same."""
    rest, last = Rest(), shrunk(frames[-1])
    for number in range(len(frames) - 1, -1, -1):
        change = changed(shrunk(frames[number]), last, rest.levels)
        if cv2.countNonZero(change) >= rest.area_px:
            return number + 1
    raise LatencyError("nothing moves in this clip")


def _heard_s(server: uvicorn.Server, port: int) -> tuple[float, float]:
    """Return when a roll was accepted, and when a client has heard of it, by time.perf_counter."""
    give_up_s = time.perf_counter() + PATIENCE_S
    while not server.started and time.perf_counter() < give_up_s:
        time.sleep(0.01)
    with connect(f"ws://127.0.0.1:{port}/api/events", compression=None) as client:
        return _accepted_s(client)


def _accepted_s(client: ClientConnection) -> tuple[float, float]:
    try:
        while True:
            text = client.recv(PATIENCE_S)
            heard_s, clock_s = time.perf_counter(), time.time()
            message = json.loads(text)
            if message["type"] == "accepted":
                return heard_s - (clock_s - datetime.fromisoformat(message["at"]).timestamp()), heard_s
    except TimeoutError as err:
        raise LatencyError("the roll of this clip was not accepted") from err
