"""Refuses request bodies above a limit before anything of them is stored."""

from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send


class BodyLimit:
    """ASGI middleware: a body that is declared, or turns out, larger than `max_bytes` ends in status 413.

    It sits inside the application's error handling, which words the answer.
    """

    def __init__(self, app: ASGIApp, max_bytes: int) -> None:
        self._app = app
        self._max_bytes = max_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        received = 0

        async def counted() -> Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            if received > self._max_bytes or declared > self._max_bytes:
                raise HTTPException(413, f"expected at most {self._max_bytes} bytes, found more")
            return message

        length = dict(scope.get("headers", ())).get(b"content-length", b"")
        declared = int(length) if length.isdigit() else 0
        await self._app(scope, counted if scope["type"] == "http" else receive, send)
