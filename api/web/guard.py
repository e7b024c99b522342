"""Asks for the token before anything of the table is told or changed, and trades links for cookies."""

from enum import Enum
from urllib.parse import parse_qsl, quote, urlencode

from starlette.datastructures import Headers
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from api.web.access import COOKIE_VALID_S, Access
from api.web.errors import error_answer
from api.web.metrics import Metrics

GUARDED = ("/api/", "/metrics")
"""What begins so tells of the table; everything else is the program itself, the same for everybody."""

EVENTS = "/api/events"
"""The WebSocket that only tells; any other one takes something in."""


class Right(Enum):
    """What a request needs."""

    NONE = "none"
    READ = "read"
    CHANGE = "change"


class Guard:
    """ASGI middleware: without the right a request ends in status 401.

    It goes by method and path, so that a route that somebody adds is guarded before he thinks of it.
    """

    def __init__(self, app: ASGIApp, access: Access, metrics: Metrics) -> None:
        self._app = app
        self._access = access
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        needed = right_needed(scope)
        if needed is Right.NONE and self._access.token is not None:
            query = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
            given = [value for name, value in query if name == "token"]
            if given:
                rest = [pair for pair in query if pair[0] != "token"]
                await self._opened(scope, given[-1], rest)(scope, receive, send)
                return
        if self._has(needed, Headers(scope=scope)):
            await self._app(scope, receive, send)
            return
        self._metrics.turned_away("token")
        await _unauthorized(
            "expected the token as `Authorization: Bearer TOKEN`, or a page opened from a link with ?token="
        )(scope, receive, send)

    def _has(self, needed: Right, headers: Headers) -> bool:
        match needed:
            case Right.NONE:
                return True
            case Right.READ:
                return self._access.may_read(headers)
            case Right.CHANGE:
                return self._access.may_change(headers)

    def _opened(self, scope: Scope, given: str, query: list[tuple[str, str]]) -> Response:
        """Return the way to the page itself, with the cookie that opens its table."""
        cookie = self._access.cookie_for(given)
        if cookie is None:
            self._metrics.turned_away("token")
            return _unauthorized("the token of this link is wrong, used up or too old; ask for another link")
        # Two slashes at the beginning would lead to another computer.
        path = "/" + quote(scope["path"].lstrip("/"))
        response = RedirectResponse(f"{path}?{urlencode(query)}" if query else path, 303)
        response.set_cookie(
            self._access.cookie,
            cookie,
            max_age=COOKIE_VALID_S,
            httponly=True,
            samesite="strict",
            secure=scope["scheme"] == "https",
        )
        return response


def right_needed(scope: Scope) -> Right:
    """Return what a request or WebSocket needs, by its method and path."""
    if scope["type"] == "websocket":
        return Right.READ if scope["path"] == EVENTS else Right.CHANGE
    if scope["method"] not in ("GET", "HEAD"):
        return Right.CHANGE
    return Right.READ if scope["path"].startswith(GUARDED) else Right.NONE


def _unauthorized(detail: str) -> JSONResponse:
    return error_answer(401, "unauthorized", detail, {"WWW-Authenticate": "Bearer"})
