"""An obs-websocket 5 server that answers what it is asked and remembers it."""

import base64
import hashlib
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import msgpack
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import ConnectionClosed

SALT, CHALLENGE = "salt", "challenge"


@dataclass
class FakeObs:
    """Mutable; `asked` are the requests so far, those of a type in `refusing` are refused."""

    password: str = ""
    refusing: Sequence[str] = ()
    asked: list[tuple[str, dict[str, object]]] = field(default_factory=list)
    port: int = 0

    @asynccontextmanager
    async def open(self) -> AsyncIterator[Server]:
        """Listen at a port of this computer, the same one each time."""
        async with serve(
            self._talk,
            "127.0.0.1",
            self.port,
            subprotocols=["obswebsocket.msgpack"],  # type: ignore[list-item]
        ) as server:
            self.port = server.sockets[0].getsockname()[1]
            yield server

    def _answer(self) -> str:
        secret = base64.b64encode(hashlib.sha256((self.password + SALT).encode()).digest())
        return base64.b64encode(hashlib.sha256(secret + CHALLENGE.encode()).digest()).decode()

    async def _talk(self, line: ServerConnection) -> None:
        hello: dict[str, object] = {"obsWebSocketVersion": "5.5.0", "rpcVersion": 1}
        if self.password:
            hello["authentication"] = {"salt": SALT, "challenge": CHALLENGE}
        await line.send(msgpack.packb({"op": 0, "d": hello}))
        try:
            identify = msgpack.unpackb(await line.recv())
            if self.password and identify["d"].get("authentication") != self._answer():
                await line.close(4009, "Authentication failed.")
                return
            await line.send(msgpack.packb({"op": 2, "d": {"negotiatedRpcVersion": 1}}))
            async for said in line:
                await line.send(msgpack.packb(self._response(msgpack.unpackb(said)["d"])))
        except ConnectionClosed:
            return

    def _response(self, asked: dict[str, object]) -> dict[str, object]:
        type_ = str(asked["requestType"])
        data = asked.get("requestData", {})
        assert isinstance(data, dict)
        self.asked.append((type_, data))
        refused = type_ in self.refusing
        status = {"result": not refused, "code": 600 if refused else 100, "comment": "no such scene"}
        return {
            "op": 7,
            "d": {"requestType": type_, "requestId": asked["requestId"], "requestStatus": status},
        }
