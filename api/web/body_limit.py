"""Refuses request bodies above a limit before anything of them is stored."""

from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

PICTURES = ("/api/read",)
"""Where a picture is posted; anything else that is sent in is a few lines."""

OTHERS_BYTES = 100_000
"""Some thousand dice typed in, or a set-up with the longest names."""


class BodyLimit:
    """ASGI middleware: a body that is declared, or turns out, larger than may be ends in status 413.

    A picture may have `picture_bytes`. It sits inside the application's error handling, which words
    the answer.
    """

    def __init__(self, app: ASGIApp, picture_bytes: int) -> None:
        self._app = app
        self._picture_bytes = picture_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        received = 0

        async def counted() -> Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            if received > most or declared > most:
                raise HTTPException(413, f"expected at most {most} bytes, found more")
            return message

        most = self._picture_bytes if scope["path"] in PICTURES else OTHERS_BYTES
        length = dict(scope.get("headers", ())).get(b"content-length", b"")
        declared = int(length) if length.isdigit() else 0
        await self._app(scope, counted, send)
