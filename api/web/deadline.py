"""HTTP with an end to waiting: uvicorn closes idle connections after an answer, not before a request."""

import asyncio
from collections.abc import Callable

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_S = 10.0
"""Browsers send all headers at once; some open a connection for later, and open another one then."""

BODY_S = 120.0
"""The largest picture over the slowest wireless network that is any use: 25 MB at 2 MBit/s."""


class DeadlineProtocol(H11Protocol):
    """Hangs up on a client that has not sent its headers, or then its body, in time."""

    head_s = HEAD_S
    body_s = BODY_S
    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn
        super().connection_made(transport)
        self._wait(self.head_s, self._expect_head)

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait_no_more()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        # What follows is a WebSocket's own affair, with pings of its own.
        self._wait_no_more()
        super().handle_websocket_upgrade(event)

    def on_response_complete(self) -> None:
        self._wait(self.head_s, self._expect_head)
        super().on_response_complete()

    def _wait(self, for_s: float, then: Callable[[], None]) -> None:
        self._wait_no_more()
        self._deadline = self.loop.call_later(for_s, then)

    def _wait_no_more(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _expect_head(self) -> None:
        if self.cycle is None or self.cycle.response_complete:
            self.transport.abort()
        else:
            self._wait(self.body_s, self._expect_body)

    def _expect_body(self) -> None:
        if self.cycle.more_body:
            self.transport.abort()
