"""Who sends nothing, or never ends, is hung up on; who asks in time is answered as often as he likes."""

import socket
import threading
import time
from collections.abc import Iterator

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket
from websockets.sync.client import connect

from api.web.deadline import DeadlineProtocol
from api.web.serving import free_listener, server_of

HEAD = b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 2\r\n\r\n"


class Impatient(DeadlineProtocol):
    """Waits for a moment only."""

    head_s = 0.3
    body_s = 0.3


async def counted(request: Request) -> PlainTextResponse:
    return PlainTextResponse(str(len(await request.body())))


async def echo(line: WebSocket) -> None:
    await line.accept()
    await line.send_text(await line.receive_text())


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    app = Starlette(routes=[Route("/", counted, methods=["POST"]), WebSocketRoute("/line", echo)])
    config = uvicorn.Config(app, http=Impatient, ws="websockets-sansio", log_config=None, lifespan="off")
    server = uvicorn.Server(config)
    with free_listener(28340) as listener:
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        yield listener.getsockname()[1]
        server.should_exit = True
        thread.join()


def heard(client: socket.socket) -> bytes:
    """Return what comes until the other side hangs up."""
    found = b""
    try:
        while more := client.recv(4096):
            found += more
    except ConnectionResetError:
        pass
    return found


@pytest.mark.parametrize(
    "begun",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(b"POST / HTTP/1.1\r\nHost: 127.0", id="half a head"),
        pytest.param(HEAD + b"x", id="half a body"),
    ],
)
def test_who_does_not_end_a_request_is_hung_up_on(port: int, begun: bytes) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=20) as client:
        client.sendall(begun)

        assert heard(client) == b""


def test_a_second_request_has_its_time_as_well(port: int) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=20) as client:
        for _ in range(2):
            client.sendall(HEAD + b"xy")
            answer = b""
            while not answer.endswith(b"\r\n\r\n2"):
                answer += client.recv(4096)
        client.sendall(HEAD[:10])

        assert heard(client) == b""


def test_a_websocket_may_be_silent(port: int) -> None:
    with connect(f"ws://127.0.0.1:{port}/line") as line:
        time.sleep(2 * Impatient.head_s)  # nothing else tells that no deadline has passed
        line.send("still here")

        assert line.recv(20) == "still here"


def test_the_service_has_deadlines() -> None:
    assert server_of(Starlette()).config.http is DeadlineProtocol
