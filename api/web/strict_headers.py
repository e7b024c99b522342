"""Tells browsers to do no more with an answer than it is for."""

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

STRICT = {
    # An answer that is no page loads and runs nothing; pages say themselves what they need.
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    # Pages of others can show a picture of ours without asking for it; browsers send no origin with that.
    "Cross-Origin-Resource-Policy": "same-origin",
}


class StrictHeaders:
    """ASGI middleware: sets the headers that an answer has not set itself."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def strict(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                headers = MutableHeaders(scope=message)
                for name, value in STRICT.items():
                    headers.setdefault(name, value)
            await send(message)

        await self._app(scope, receive, strict)
