"""A client that follows the messages over a WebSocket, from its first message to the one that cuts it off."""

import asyncio
from contextlib import aclosing

from starlette.websockets import WebSocket, WebSocketDisconnect

from api.play.hub import Hub
from api.web.addresses import client_of
from api.web.connections import Connections, Full
from api.web.errors import error_answer
from api.web.metrics import Metrics
from api.wire.veil import sent

MOST_SAID_BYTES = 1024
"""Nothing is asked of a follower; a sign of life is shorter than this."""

MOST_SAID = 100
"""Signs of life up to here are ignored, more are a flood; a page says nothing at all."""

POLICY_VIOLATION, TOO_BIG = 1008, 1009
"""Codes with which a WebSocket is closed, of RFC 6455."""

DENIALS = {
    Full.TOO_MANY: (503, "as many clients follow this table as may; try again later"),
    Full.TOO_MANY_OF_ONE: (429, "as many clients follow this table from your address as may"),
}


class Followers:
    """Sends the messages of one hub to all who follow it; a slow one holds up nobody."""

    def __init__(self, hub: Hub, connections: Connections, metrics: Metrics, slow_s: float) -> None:
        """Cut off who leaves a message unread for `slow_s` seconds."""
        self._hub = hub
        self._connections = connections
        self._metrics = metrics
        self._slow_s = slow_s

    async def follow(self, socket: WebSocket, after: int) -> None:
        """Send every message later than `after` until the client goes, is too slow or says too much."""
        client = client_of(socket.scope)
        full = self._connections.enter(client)
        if full is not None:
            status, detail = DENIALS[full]
            await socket.send_denial_response(error_answer(status, full.value, detail))
            return
        try:
            await socket.accept()
            await self._converse(socket, after)
        finally:
            self._connections.leave(client)

    async def _converse(self, socket: WebSocket, after: int) -> None:
        sending = asyncio.create_task(self._send(socket, after))
        receiving = asyncio.create_task(self._listen(socket))
        try:
            done, _ = await asyncio.wait((sending, receiving), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (sending, receiving):
                task.cancel()
        for task in done:
            task.result()

    async def _send(self, socket: WebSocket, after: int) -> None:
        async with aclosing(self._hub.follow(after)) as messages:
            async for message in messages:
                try:
                    # Waits while the client reads slower than messages come: it alone falls behind.
                    async with asyncio.timeout(self._slow_s):
                        await socket.send_json(sent(message))
                except WebSocketDisconnect:
                    return
                except TimeoutError:
                    self._metrics.turned_away("too_slow")
                    return

    async def _listen(self, socket: WebSocket) -> None:
        """Return when the client has gone, or close when it says more than there is to say."""
        for _ in range(MOST_SAID):
            said = await socket.receive()
            if said["type"] == "websocket.disconnect":
                return
            if len(said.get("bytes") or said.get("text") or "") > MOST_SAID_BYTES:
                await self._cut_off(socket, TOO_BIG)
                return
        await self._cut_off(socket, POLICY_VIOLATION)

    async def _cut_off(self, socket: WebSocket, code: int) -> None:
        self._metrics.turned_away("said_too_much")
        # One that reads nothing either is closed without a word.
        async with asyncio.timeout(self._slow_s):
            await socket.close(code)
