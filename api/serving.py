"""Runs the web server on this computer until it is interrupted."""

import contextlib
import logging
import socket

import uvicorn

from api.app import create_app
from api.compose import Services

HOST = "127.0.0.1"
"""This computer alone: whoever reaches the service may change the table."""

PORTS_TRIED = 20


class PortError(OSError):
    """No port to listen on; the message names those that were tried."""


def serve_pages(services: Services, port: int) -> None:
    """Serve a table's pages at this port or the next free one; returns after Ctrl-C. Raises PortError."""
    logging.basicConfig(level=logging.WARNING)
    listener = free_listener(port)
    address = f"http://{HOST}:{listener.getsockname()[1]}"
    print(f"table page  {address}/", f"overlay     {address}/overlay", "Ctrl-C ends.", sep="\n", flush=True)
    config = uvicorn.Config(
        create_app(services), log_level="warning", timeout_graceful_shutdown=2, ws="websockets-sansio"
    )
    # uvicorn raises the interrupt again once it has shut down.
    with listener, contextlib.suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[listener])


def free_listener(port: int) -> socket.socket:
    """Return a socket listening at this port or the next free one. Raises PortError."""
    for candidate in range(port, min(port + PORTS_TRIED, 65536)):
        listener = socket.socket()
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((HOST, candidate))
            listener.listen()
        except OSError:
            listener.close()
            continue
        return listener
    raise PortError(f"ports {port} to {candidate} of {HOST} are all in use")
