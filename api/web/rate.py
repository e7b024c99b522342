"""Turns away a client that asks more often than a page or a program has reason to.

A bucket of tokens a client, and no library for it: those at hand start a thread for their clean-up or keep
an entry for every address that ever asked, and an address costs an attacker nothing.
"""

import math
import time
from collections import OrderedDict
from collections.abc import Callable

from starlette.types import ASGIApp, Receive, Scope, Send

from api.web.addresses import client_of
from api.web.errors import error_answer
from api.web.metrics import Metrics

BURST_S = 5.0
"""A client may save up what it may send in so many seconds."""

PAGE_FILES = "/pages/"
PAGE_FILE_COST = 0.1
"""A page asks for dozens of its files at once and stays empty without any one of them; they cost next to
nothing to give out. Loaded anew a few times in a second, it is still a page that is used as meant."""

CLIENTS_KEPT = 1000
"""The one not heard of for longest is forgotten, and its bucket would be full again by then."""


class Buckets:
    """Mutable; one for all clients, each of which may take `per_s` a second and BURST_S times it at once."""

    def __init__(self, per_s: float, now: Callable[[], float] = time.monotonic) -> None:
        """`now` is in seconds."""
        self._per_s = per_s
        self._most = max(1.0, per_s * BURST_S)
        self._now = now
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait_s(self, client: str, cost: float = 1.0) -> float:
        """Take `cost` for a client and return 0, or return how long it has to wait for as much."""
        now_s = self._now()
        left, at_s = self._left.pop(client, (self._most, now_s))
        left = min(self._most, left + (now_s - at_s) * self._per_s)
        allowed = left >= cost
        self._left[client] = (left - cost if allowed else left, now_s)
        if len(self._left) > CLIENTS_KEPT:
            self._left.popitem(last=False)
        return 0.0 if allowed else (cost - left) / self._per_s


class RateLimit:
    """ASGI middleware: what comes too often ends in status 429."""

    def __init__(self, app: ASGIApp, buckets: Buckets, metrics: Metrics) -> None:
        self._app = app
        self._buckets = buckets
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            cost = PAGE_FILE_COST if scope["path"].startswith(PAGE_FILES) else 1.0
            wait_s = self._buckets.wait_s(client_of(scope), cost)
            if wait_s > 0:
                self._metrics.turned_away("rate")
                after_s = math.ceil(wait_s)
                detail = f"expected fewer requests a second, try again in {after_s} s"
                answer = error_answer(429, "too_many_requests", detail, {"Retry-After": str(after_s)})
                await answer(scope, receive, send)
                return
        await self._app(scope, receive, send)
