"""Turns away requests for a host name that is not this computer's own, and those of other web pages.

A web page elsewhere can point a name of its own at this computer and would then speak to the table as if it
were one of our pages; the name in its requests gives it away. One that calls this computer by its number
could listen to the events, since browsers let every page open a WebSocket; its origin gives it away, and its
port where this computer serves it too.
"""

import socket
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from api.web.addresses import is_number
from api.web.errors import error_answer

OWN_NAMES = ("127.0.0.1", "localhost", "::1")

USUAL_PORTS = {"http": 80, "ws": 80, "https": 443, "wss": 443}
"""Browsers leave them out."""

Place = tuple[str, int | None]
"""Host name and port, None for the usual one."""


class OwnNames:
    """ASGI middleware: any other host name, or a page of another one, ends in status 400.

    A table open to the network is reached under any number too, which no page elsewhere can make its own,
    and under the name of this computer.
    """

    def __init__(self, app: ASGIApp, host: str, networked: bool) -> None:
        """Answer at `host`, the address that is listened at, which others reach or not."""
        self._app = app
        self._networked = networked
        name = socket.gethostname().lower()
        self._names = (*OWN_NAMES, host, name, f"{name}.local") if networked else (*OWN_NAMES, host)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            headers = Headers(scope=scope)
            asked = _place_of(f"{scope['scheme']}://{headers.get('host', '')}")
            origin = headers.get("origin")
            if not self._is_own(asked[0]):
                known = "one of the host names " + ", ".join(OWN_NAMES)
                expected = "this computer's name or number" if self._networked else known
                detail = f"expected {expected}, found {asked[0]!r}"
                await error_answer(400, "foreign_host", detail)(scope, receive, send)
                return
            # Programs that are no browsers send no origin.
            if origin is not None and not _is_ours(_place_of(origin), asked):
                detail = f"expected a page of this table, found one of {origin!r}"
                await error_answer(400, "foreign_origin", detail)(scope, receive, send)
                return
        await self._app(scope, receive, send)

    def _is_own(self, host: str) -> bool:
        return host in self._names or (self._networked and is_number(host))


def _is_ours(origin: Place, asked: Place) -> bool:
    """Say whether a page from `origin` is one of those that are served at the place `asked`."""
    same_host = origin[0] == asked[0] or (origin[0] in OWN_NAMES and asked[0] in OWN_NAMES)
    return same_host and origin[1] == asked[1]


def _place_of(address: str) -> Place:
    """Return the place of an address such as http://localhost:8040, no host for `null` and the like."""
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:  # as of an address that breaks off, http://[::1, or a port that cannot be
        return "", None
    return parts.hostname or "", None if port == USUAL_PORTS.get(parts.scheme) else port
