"""Turns away requests for a host name that is not this computer's own.

A web page elsewhere can point a name of its own at 127.0.0.1 and would then speak to the table as if it
were one of our pages; the name in its requests gives it away.
"""

from starlette.datastructures import Headers
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

OWN_NAMES = ("127.0.0.1", "localhost")


class OwnNames:
    """ASGI middleware: any other host name ends in status 400."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            name = Headers(scope=scope).get("host", "").partition(":")[0]
            if name not in OWN_NAMES:
                detail = f"expected one of the host names {', '.join(OWN_NAMES)}, found {name!r}"
                await JSONResponse({"error": "foreign_host", "detail": detail}, 400)(scope, receive, send)
                return
        await self._app(scope, receive, send)
