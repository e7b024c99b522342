"""A table served for real, and clients at its port: such that read and such that never do."""

import asyncio
import re
import resource
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from websockets.asyncio.client import connect

from api.compose import Services, compose
from api.settings import Settings
from api.tables import load_table
from api.web.app import create_app
from api.web.serving import free_listener, give_up_on_the_silent, server_of
from tests.api.drawn import PRESET, Scenes, SquareReader

HEAD = re.compile(r'\{"table":\s*"\w+",\s*"seq":\s*(?P<seq>\d+),\s*"type":\s*"(?P<type>\w+)"')

SEND_BUFFER_BYTES = 32_000
"""A small buffer of the system shows sooner what happens once it is full."""


@contextmanager
def served(**given: object) -> Iterator[tuple[Services, int]]:
    """Serve a table with these settings; give its services and port."""
    settings = Settings.model_validate({"requests_per_s": 1e6, **given})
    services = compose(settings, load_table(PRESET), Scenes(), SquareReader())
    listener = free_listener(28140)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER_BYTES)
    give_up_on_the_silent(listener, settings.slow_client_s)
    server = server_of(create_app(services))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        yield services, listener.getsockname()[1]
    finally:
        server.should_exit = True
        thread.join()
        listener.close()


class Reader:
    """A client that notes when each message came, until one of type `last`."""

    def __init__(self, port: int, last: str) -> None:
        self._address = f"ws://127.0.0.1:{port}/api/events"
        self._last = last
        self.came_s: dict[int, float] = {}
        """By number, in the order in which they came; time.perf_counter."""

    async def follow(self) -> None:
        async with connect(self._address, compression=None, open_timeout=60, ping_interval=None) as client:
            async for text in client:
                now_s = time.perf_counter()
                # Two hundred of them in one process have no time to read all of a message.
                head = HEAD.match(str(text))
                assert head is not None, text
                self.came_s[int(head["seq"])] = now_s
                if head["type"] == self._last:
                    return


async def open_silent(port: int) -> socket.socket:
    """Return a connection that has asked for the messages and never takes one."""
    silent = socket.socket()
    silent.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    silent.setblocking(False)
    await asyncio.get_running_loop().sock_connect(silent, ("127.0.0.1", port))
    silent.send(upgrade(port))
    return silent


def upgrade(port: int) -> bytes:
    """Return the request that opens a WebSocket on the messages."""
    lines = (
        "GET /api/events HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
        "",
        "",
    )
    return "\r\n".join(lines).encode()


def resident_bytes() -> int:
    """Return the memory that this process holds now; Linux alone."""
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * resource.getpagesize()
