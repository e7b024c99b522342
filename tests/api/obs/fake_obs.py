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
    """Mutable; `asked` are the requests so far that change something, those in `refusing` are refused.

    `lines` counts those who talk to it now.
    """

    password: str = ""
    refusing: Sequence[str] = ()
    keeps_replay: bool = True
    asked: list[tuple[str, dict[str, object]]] = field(default_factory=list)
    port: int = 0
    lines: int = 0

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
        self.lines += 1
        try:
            await line.send(msgpack.packb({"op": 0, "d": hello}))
            identify = msgpack.unpackb(await line.recv())
            if self.password and identify["d"].get("authentication") != self._answer():
                await line.close(4009, "Authentication failed.")
                return
            await line.send(msgpack.packb({"op": 2, "d": {"negotiatedRpcVersion": 1}}))
            async for said in line:
                await line.send(msgpack.packb(self._response(msgpack.unpackb(said)["d"])))
        except ConnectionClosed:
            return
        finally:
            self.lines -= 1

    def _response(self, asked: dict[str, object]) -> dict[str, object]:
        type_ = str(asked["requestType"])
        data = asked.get("requestData", {})
        assert isinstance(data, dict)
        done: dict[str, object] = {"requestType": type_, "requestId": asked["requestId"]}
        if type_ == "GetReplayBufferStatus":
            good = {"result": True, "code": 100}
            done |= {"requestStatus": good, "responseData": {"outputActive": self.keeps_replay}}
            return {"op": 7, "d": done}
        self.asked.append((type_, data))
        status: dict[str, object] = {"result": True, "code": 100}
        if type_ in self.refusing:
            status = {"result": False, "code": 600, "comment": "no such scene"}
        elif type_ == "SaveReplayBuffer" and not self.keeps_replay:
            status = {"result": False, "code": 501}  # OBS has no comment to this
        return {"op": 7, "d": done | {"requestStatus": status}}
