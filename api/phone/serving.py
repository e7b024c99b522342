"""Serves the phone's page to the network, over HTTPS, and nothing else: the table stays out of reach."""

import asyncio
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import uvicorn
from fastapi import FastAPI
from fastapi.staticfiles import StaticFiles
from platformdirs import user_data_path

from api.phone.camera import PhoneCamera
from api.phone.certificate import certificate_for
from api.phone.line import MOST_BYTES
from api.phone.routes import PAGE, page_routes
from api.web.addresses import network_address, page_address
from api.web.deadline import DeadlineProtocol
from api.web.error_words import word_errors
from api.web.guard import Guard
from api.web.metrics import Metrics
from api.web.rate import Buckets, RateLimit
from api.web.strict_headers import StrictHeaders

EVERYWHERE = "0.0.0.0"
"""The phone is not this computer, so its page is for the network in any case."""

STARTING_S = 0.01
"""How often to look whether the server has started."""

PARTING_S = 0.1
"""Enough for what is under way on a connection to come to its end."""

LETTING_GO_S = 2.0
"""Longest wait at the end for a phone that is sending."""


@contextmanager
def served_phone(
    camera: PhoneCamera, listener: socket.socket, metrics: Metrics, requests_per_s: float
) -> Iterator[None]:
    """Serve the page at a listener, in a thread of its own, until left; closes the listener.

    Without a network nobody could come, and `camera.address` stays None. Raises CertificateError.
    """
    reached_at = network_address()
    with listener:
        if reached_at is None:
            yield
            return
        certificate = certificate_for(own_names(reached_at), certificate_file(), datetime.now(UTC))
        server = _server(phone_app(camera, metrics, requests_per_s), certificate)
        thread = threading.Thread(
            target=lambda: asyncio.run(_serve(server, listener)), name="phone page", daemon=True
        )
        thread.start()
        try:
            while thread.is_alive() and not server.started:
                thread.join(STARTING_S)
            camera.address = page_address(EVERYWHERE, listener.getsockname()[1], "https") + "/phone"
            yield
        finally:
            # A line that is cut off under way keeps the server busy long after.
            camera.end(LETTING_GO_S)
            server.should_exit = True
            thread.join()


async def _serve(server: uvicorn.Server, listener: socket.socket) -> None:
    """Serve until told to end, and leave no connection open.

    Browsers keep some for later, and a TLS connection is closed only once the other side has agreed.
    """
    await server.serve(sockets=[listener])
    await asyncio.sleep(PARTING_S)
    for connection in list(server.server_state.connections):
        if connection.transport is not None:
            connection.transport.abort()
    await asyncio.sleep(PARTING_S)


def _server(app: FastAPI, certificate: Path) -> uvicorn.Server:
    """Return a server of the page, which ends soon after it is told to."""
    return uvicorn.Server(
        uvicorn.Config(
            app,
            lifespan="off",
            log_level="warning",
            http=DeadlineProtocol,
            ssl_certfile=certificate,
            timeout_graceful_shutdown=1,
            ws="websockets-sansio",
            ws_max_size=MOST_BYTES,
            ws_per_message_deflate=False,
        )
    )


def own_names(address: str) -> tuple[str, ...]:
    """Return every name and number under which this computer may be asked for the page."""
    name = socket.gethostname().lower()
    return address, name, f"{name.partition('.')[0]}.local", "localhost", "127.0.0.1"


def phone_app(camera: PhoneCamera, metrics: Metrics, requests_per_s: float) -> FastAPI:
    """Return the application of the page, its files and its line alone; all of the line asks for the token.

    It answers under any host name, so that a tunnel can lead to it: the token keeps others out.
    """
    app = FastAPI(openapi_url=None)
    app.add_middleware(Guard, access=camera.access, metrics=metrics)
    app.add_middleware(RateLimit, buckets=Buckets(requests_per_s), metrics=metrics)
    app.add_middleware(StrictHeaders)
    word_errors(app)
    app.include_router(page_routes(camera))
    app.mount("/pages", StaticFiles(directory=PAGE.parent), name="pages")
    return app


def certificate_file() -> Path:
    """Return where this user's certificate is kept."""
    return user_data_path("meleecam", appauthor=False) / "phone.pem"
