"""Turns away requests for a host name that is not this computer's own, and those of other web pages.

A web page elsewhere can point a name of its own at this computer and would then speak to the table as if it
were one of our pages; the name in its requests gives it away. One that calls this computer by its number
could listen to the events, since browsers let every page open a WebSocket; its origin gives it away.
"""

import socket
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from api.web.addresses import is_number
from api.web.errors import error_answer

OWN_NAMES = ("127.0.0.1", "localhost", "::1")


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
            host, origin = _host_of("//" + headers.get("host", "")), headers.get("origin")
            foreign: tuple[str, str] | None = None
            if not self._is_own(host):
                foreign = "foreign_host", host
            # Programs that are no browsers send no origin.
            elif origin is not None and not self._is_ours(_host_of(origin), host):
                foreign = "foreign_origin", _host_of(origin)
            if foreign is not None:
                known = "one of the host names " + ", ".join(OWN_NAMES)
                expected = "this computer's name or number" if self._networked else known
                detail = f"expected {expected}, found {foreign[1]!r}"
                await error_answer(400, foreign[0], detail)(scope, receive, send)
                return
        await self._app(scope, receive, send)

    def _is_own(self, host: str) -> bool:
        return host in self._names or (self._networked and is_number(host))

    def _is_ours(self, origin: str, host: str) -> bool:
        """Say whether a page from `origin` is one of those that `host` serves."""
        return origin == host or (origin in OWN_NAMES and host in OWN_NAMES)


def _host_of(address: str) -> str:
    """Return the host of an address such as http://localhost:8040, nothing for `null` and the like."""
    try:
        return urlsplit(address).hostname or ""
    except ValueError:  # as of an address that breaks off: http://[::1
        return ""
