"""Turns away requests for a host name that is not this computer's own, and those of other web pages.

A web page elsewhere can point a name of its own at 127.0.0.1 and would then speak to the table as if it
were one of our pages; the name in its requests gives it away. One that calls 127.0.0.1 by its number could
listen to the events, since browsers let every page open a WebSocket; its origin gives it away.
"""

from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

OWN_NAMES = ("127.0.0.1", "localhost")


class OwnNames:
    """ASGI middleware: any other host name, or a page of another one, ends in status 400."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            headers = Headers(scope=scope)
            origin = headers.get("origin")
            foreign = {"foreign_host": headers.get("host", "").partition(":")[0]}
            if origin is not None:  # programs that are no browsers send none
                foreign["foreign_origin"] = _host_of(origin)
            for error, name in foreign.items():
                if name not in OWN_NAMES:
                    detail = f"expected one of the host names {', '.join(OWN_NAMES)}, found {name!r}"
                    await JSONResponse({"error": error, "detail": detail}, 400)(scope, receive, send)
                    return
        await self._app(scope, receive, send)


def _host_of(origin: str) -> str:
    """Return the host name of an origin such as http://localhost:8040, nothing for `null` and the like."""
    try:
        return urlsplit(origin).hostname or ""
    except ValueError:  # as of an address that breaks off: http://[::1
        return ""
