"""Runs the web server on this computer until it is interrupted."""

import contextlib
import errno
import socket
import sys
from collections.abc import Iterator

import uvicorn
from starlette.types import ASGIApp

from api.compose import Services
from api.logs.form import set_up_log
from api.phone.camera import PhoneCamera
from api.phone.code import code_text
from api.phone.serving import EVERYWHERE, served_phone
from api.web.addresses import page_address
from api.web.app import create_app
from api.web.current import Current, Openings
from api.web.deadline import DeadlineProtocol
from api.web.listener import Listener, most_connections

PORTS_TRIED = 20

MOST_SAID_BYTES = 4_000_000
"""Largest message of a WebSocket client: a picture of a phone's camera as JPEG, with room."""

PHONE_CONNECTIONS = 64
"""One phone is the camera; a few more may look whether they could be."""


class PortError(OSError):
    """No port to listen on; the message names those that were tried."""


def serve_pages(
    services: Services,
    listener: socket.socket,
    phone: PhoneCamera | None = None,
    openings: Openings | None = None,
) -> None:
    """Serve a table's pages where `listener` listens, and that of a phone which is its camera.

    With `openings` other tables can be set up there. Returns after Ctrl-C. Raises PortError for the phone's
    page and CertificateError.
    """
    settings, access = services.settings, services.access
    set_up_log(settings.log)
    give_up_on_the_silent(listener, settings.slow_client_s)
    address = page_address(settings.host, listener.getsockname()[1])
    print(f"table page  {access.own_link(f'{address}/')}")
    print(f"overlay     {access.own_link(f'{address}/overlay')}")
    # uvicorn raises the interrupt again once it has shut down.
    with _serving(phone, services, address), contextlib.suppress(KeyboardInterrupt):
        print("Ctrl-C ends.", flush=True)
        server_of(_app_of(services, phone, openings)).run(sockets=[listener])


def _app_of(services: Services, phone: PhoneCamera | None, openings: Openings | None) -> ASGIApp:
    if openings is None:
        return create_app(services, phone)
    return Current(services, openings, lambda present, current: create_app(present, phone, current))


def server_of(app: ASGIApp) -> uvicorn.Server:
    """Return the server of an application, with the limits that the protocol knows."""
    config = uvicorn.Config(
        app,
        log_config=None,
        log_level="warning",
        http=DeadlineProtocol,
        timeout_graceful_shutdown=2,
        ws="websockets-sansio",
        ws_max_size=MOST_SAID_BYTES,
        ws_per_message_deflate=False,  # costs memory a client, and JPEGs do not get smaller
    )
    return uvicorn.Server(config)


@contextlib.contextmanager
def _serving(phone: PhoneCamera | None, services: Services, address: str) -> Iterator[None]:
    """Serve the page of a phone until left, and print how to get there; nothing without a phone."""
    if phone is None:
        yield
        return
    settings = services.settings
    listener = free_listener(settings.phone_port, EVERYWHERE, PHONE_CONNECTIONS)
    with served_phone(phone, listener, services.metrics, settings.requests_per_s):
        if phone.address is None:
            print(f"phone       no network to reach this computer by; over a cable {address}/phone")
        else:
            link = phone.access.own_link(phone.address)
            print(f"phone       {link}")
            if sys.stdout.isatty():
                print(code_text(link))
        yield


def free_listener(port: int, host: str = "127.0.0.1", most: int | None = None) -> socket.socket:
    """Return a socket listening at this port of an own address, or the next free one. Raises PortError.

    It keeps `most` connections open, and as many as the system has room for where nothing else is given.
    """
    most = most_connections() if most is None else most
    for candidate in range(port, min(port + PORTS_TRIED, 65536)):
        listener = Listener(socket.AF_INET6 if ":" in host else socket.AF_INET, most)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, candidate))
            listener.listen()
        except OSError as err:
            listener.close()
            if isinstance(err, socket.gaierror) or err.errno == errno.EADDRNOTAVAIL:
                raise PortError(f"{host}: expected an address of this computer to listen at") from err
            continue
        return listener
    raise PortError(f"ports {port} to {candidate} of {host} are all in use")


def give_up_on_the_silent(listener: socket.socket, after_s: float) -> None:
    """Let the system drop connections whose other side takes nothing any more.

    The service closes them after `after_s`, but closing waits until what was sent before has been taken, so
    the system ends that after as long again.
    """
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux alone
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, round(2 * after_s * 1000))
