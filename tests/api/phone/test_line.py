"""The line of a phone as programs see it: what it takes, what it refuses, and who may use it."""

import ssl
import threading
from collections.abc import Iterator
from pathlib import Path

import cv2
import httpx2
import numpy as np
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from api.phone.camera import PhoneCamera
from api.phone.line import MOST_BYTES, MOST_REFUSED, NO_PICTURES, TAKEN_OVER
from api.phone.serving import EVERYWHERE, served_phone
from api.web.metrics import Uncounted
from api.web.serving import free_listener
from tests.vision.sources.heard import Heard
from tests.vision.sources.levels import level_of
from vision.sources.phone import Phone

TAKEN = '{"refused":null}'


def jpeg(level: int) -> bytes:
    return cv2.imencode(".jpg", np.full((48, 64, 3), level, np.uint8))[1].tobytes()


def end_of(line: ClientConnection) -> int:
    """Return the code with which the other side closes a line."""
    with pytest.raises(ConnectionClosed) as closed:
        line.recv(timeout=60)
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code


class Served:
    """The page of a phone, served to the network, and lines to it."""

    def __init__(self, port: int) -> None:
        self.heard = Heard()
        self.camera = PhoneCamera(Phone(60.0, threading.Event()))
        self.camera.source.listen(self.heard)
        self._port = port
        self._trusting = ssl.create_default_context()
        self._trusting.check_hostname = False
        self._trusting.verify_mode = ssl.CERT_NONE
        # The client reads in one thread and writes in another, which OpenSSL does not stand while it reads
        # the tickets of TLS 1.3: 3 of 748 lines were opened, and what was asked on them never left.
        self._trusting.maximum_version = ssl.TLSVersion.TLSv1_2

    def line(self, token: str | None = None) -> ClientConnection:
        return connect(
            f"wss://127.0.0.1:{self._port}/api/phone/camera",
            ssl=self._trusting,
            additional_headers={"Authorization": f"Bearer {token or self.camera.access.token}"},
            max_size=None,
            open_timeout=60,  # a busy computer takes its time; after ten seconds websockets waits for ever
        )

    def level(self) -> float:
        """Return the grey level of the newest picture."""
        frame = self.camera.source.next_frame()
        assert frame is not None
        return level_of(frame)


@pytest.fixture
def served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    """Return a served page with its certificate in a folder of the test; no thread may be left at the end."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    before = set(threading.enumerate())
    listener = free_listener(28443, EVERYWHERE)
    served = Served(listener.getsockname()[1])
    with served_phone(served.camera, listener, Uncounted(), 1000.0):
        if served.camera.address is None:
            pytest.skip("no network to reach this computer by")
        yield served
    assert {thread for thread in threading.enumerate() if "AnyIO" not in thread.name} <= before


def test_each_picture_is_answered_and_handed_on(served: Served) -> None:
    with served.line() as line:
        for level in (60, 120, 200):
            line.send(jpeg(level))
            assert line.recv() == TAKEN
            assert served.level() == level


def test_what_is_no_picture_is_refused_with_the_reason_and_the_line_goes_on(served: Served) -> None:
    with served.line() as line:
        for rubbish, reason in (
            (b"rubbish", "not a picture"),
            ("words", "empty file"),
            (jpeg(90)[:-30], "truncated JPEG"),
        ):
            line.send(rubbish)
            assert reason in str(line.recv())
        line.send(jpeg(120))
        assert line.recv() == TAKEN
        assert served.level() == 120


def test_a_flood_of_rubbish_ends_the_line(served: Served) -> None:
    with served.line() as line:
        for _ in range(MOST_REFUSED - 1):
            line.send(b"rubbish")
            line.recv()
        line.send(b"rubbish")

        assert end_of(line) == NO_PICTURES


def test_a_picture_that_is_too_large_ends_the_line(served: Served) -> None:
    line = served.line()

    def send() -> None:
        with line:
            line.send(jpeg(90) + bytes(MOST_BYTES))
            line.recv(timeout=60)

    with pytest.raises(ConnectionClosed):
        send()
    with served.line() as another:
        another.send(jpeg(120))
        assert another.recv() == TAKEN
        assert served.level() == 120


def test_another_phone_takes_the_place_of_the_first(served: Served) -> None:
    with served.line() as first:
        first.send(jpeg(60))
        first.recv()
        with served.line() as second:
            second.send(jpeg(120))
            assert second.recv() == TAKEN
            assert end_of(first) == TAKEN_OVER
            assert served.level() == 120
    assert served.heard.losses() == 1  # the one from before any phone came


def test_a_phone_that_goes_is_told(served: Served) -> None:
    source = served.camera.source

    class Returning(Heard):
        def lost(self, detail: str) -> None:
            super().lost(detail)
            source.offer(jpeg(120))

    with served.line() as line:
        line.send(jpeg(60))
        line.recv()
        assert served.level() == 60
        heard = Returning()
        source.listen(heard)

    assert served.level() == 120
    assert heard.words == ["lost phone: its camera page is closed or out of reach", "back"]


@pytest.mark.parametrize("token", ["wrong", "", "'; --"], ids=["wrong", "empty", "odd"])
def test_without_the_token_there_is_no_line(served: Served, token: str) -> None:
    with pytest.raises(InvalidStatus) as refused:
        served.line(token or " ").close()

    assert refused.value.response.status_code == 401


def test_nothing_of_the_table_is_served_beside_the_page(served: Served) -> None:
    with httpx2.Client(
        verify=False, headers={"Authorization": f"Bearer {served.camera.access.token}"}
    ) as client:
        base = str(served.camera.address).removesuffix("/phone")
        page = client.get(f"{base}/phone")
        others = [client.get(f"{base}{path}") for path in ("/", "/overlay", "/api/state", "/openapi.json")]

    assert page.status_code == 200
    assert "default-src 'none'; script-src 'self'" in page.headers["content-security-policy"]
    assert [one.status_code for one in others] == [404, 404, 404, 404]
    assert [one.json() for one in others] == [{"error": "not_found", "detail": "Not Found"}] * 4
