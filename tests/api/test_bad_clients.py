"""Clients that send garbage, wrong tokens or too much: they get a clear answer, and the table goes on."""

import asyncio
import errno
import socket
from collections.abc import Iterator
from contextlib import nullcontext, suppress

import httpx2
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from api.compose import Services
from api.web.follower import MOST_SAID, MOST_SAID_BYTES, POLICY_VIOLATION, TOO_BIG
from api.web.serving import MOST_SAID_BYTES as MOST_OF_ALL_BYTES
from tests.api.crowd import served, upgrade


@pytest.fixture(scope="module")
def table() -> Iterator[tuple[Services, int]]:
    with served() as table:
        yield table


def goes_on(services: Services, port: int) -> bool:
    """Say whether the table still answers and tells what happens."""
    with connect(f"ws://127.0.0.1:{port}/api/events") as client:
        sent = services.hub.publish("still_here", {})
        while f'"seq":{sent.seq},' not in str(client.recv(10)).replace(" ", ""):
            pass
    return httpx2.get(f"http://127.0.0.1:{port}/api/state").status_code == 200


GARBAGE = [
    pytest.param(b"\x00" * 70_000, id="zeros"),
    pytest.param(b"GET / HTTP/9.9\r\n\r\n", id="unknown version"),
    pytest.param(b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\n\r\n", id="long address"),
    pytest.param(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"y" * 200_000, id="endless header"),
    pytest.param(b"POST /api/answers HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: -1\r\n\r\n", id="length"),
    pytest.param(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(500), id="TLS"),
]


@pytest.mark.parametrize("garbage", GARBAGE)
def test_garbage_is_refused(table: tuple[Services, int], garbage: bytes) -> None:
    services, port = table
    with socket.create_connection(("127.0.0.1", port), timeout=20) as client:
        try:
            client.sendall(garbage)
            client.shutdown(socket.SHUT_WR)
            answer = client.recv(4096)
        except OSError as gone:
            # A connection that was reset cannot be shut down, which Python does not count as its error.
            if not isinstance(gone, ConnectionError) and gone.errno != errno.ENOTCONN:
                raise
            answer = b""

    assert answer == b"" or answer.startswith(b"HTTP/1.1 4")
    assert goes_on(services, port)


@pytest.mark.parametrize(
    "frames",
    [
        pytest.param(b"\xff" * 100, id="reserved bits"),
        pytest.param(b"\x81\x05hello", id="not masked"),
        pytest.param(b"\x81\x84\x00\x00\x00\x00\xff\xfe\xfd\xfc", id="no UTF-8"),
        pytest.param(b"\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff\x00\x00\x00\x00", id="endless message"),
        pytest.param(b"\x00\x80\x00\x00\x00\x00", id="a continuation of nothing"),
    ],
)
def test_a_websocket_of_garbage_is_closed(table: tuple[Services, int], frames: bytes) -> None:
    services, port = table
    with socket.create_connection(("127.0.0.1", port), timeout=20) as client:
        client.sendall(upgrade(port))
        assert client.recv(4096).startswith(b"HTTP/1.1 101")
        client.sendall(frames)
        while client.recv(65536):
            pass

    assert goes_on(services, port)


def until_closed(client: ClientConnection) -> int | None:
    """Return the code with which the other side closes, None where it hangs up without one."""

    def drain() -> None:
        while True:
            client.recv(20)

    with pytest.raises(ConnectionClosed) as closed:
        drain()
    received = closed.value.rcvd
    return None if received is None else int(received.code)


@pytest.mark.parametrize(
    ("message", "times", "codes"),
    [
        pytest.param("x" * MOST_SAID_BYTES, 1, (), id="long"),
        pytest.param("x" * (MOST_SAID_BYTES + 1), 1, (TOO_BIG,), id="too long"),
        # Hung up on in the middle of it, a client may see its connection end before it sees the code.
        pytest.param(bytes(MOST_OF_ALL_BYTES + 1), 1, (TOO_BIG, None), id="too long for any WebSocket"),
        pytest.param("{}", MOST_SAID - 1, (), id="often"),
        pytest.param("{}", MOST_SAID, (POLICY_VIOLATION,), id="too often"),
    ],
)
def test_who_says_too_much_is_cut_off(
    table: tuple[Services, int], message: str | bytes, times: int, codes: tuple[int | None, ...]
) -> None:
    services, port = table
    with connect(f"ws://127.0.0.1:{port}/api/events") as client:
        with suppress(ConnectionClosed) if codes else nullcontext():
            for _ in range(times):
                client.send(message)
        if not codes:
            pong = client.ping()
            while not pong.is_set():  # it stands behind what the table sends, so that is taken first
                with suppress(TimeoutError):
                    client.recv(0.1)
            sent = services.hub.publish("heard", {})
            while f'"seq":{sent.seq},' not in str(client.recv(10)).replace(" ", ""):
                pass
        else:
            assert until_closed(client) in codes
    assert goes_on(services, port)


def test_connections_that_ask_nothing_hold_up_nobody(table: tuple[Services, int]) -> None:
    services, port = table
    idle = [socket.create_connection(("127.0.0.1", port)) for _ in range(50)]
    for one in idle[:25]:
        one.send(b"GET / HTTP/1.1\r\nHost: ")

    assert goes_on(services, port)
    for one in idle:
        one.close()


def test_posts_at_once_are_all_answered(table: tuple[Services, int]) -> None:
    services, port = table

    async def ask() -> list[int]:
        async with httpx2.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:
            posts = [client.post("/api/answers", json={"faces": {"attack": [n]}}) for n in range(1, 60)]
            return [answer.status_code for answer in await asyncio.gather(*posts)]

    assert set(asyncio.run(ask())) == {409}
    assert goes_on(services, port)
