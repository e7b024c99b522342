"""Keeps a line to OBS and asks it to do what the plan says; without OBS the table goes on as ever."""

import asyncio
import logging
from contextlib import aclosing

import simpleobsws
from websockets.exceptions import WebSocketException

from api.obs.plan import Plan, Request
from api.play.hub import Hub

log = logging.getLogger(__name__)

RETRY_S = 5.0
"""Between two attempts to reach OBS; it is started after the table as often as before it."""

ANSWER_S = 5
"""Longest wait for OBS to answer a request."""

WRONG_PASSWORD = 4009
"""The code with which obs-websocket closes the line."""


class ObsLost(ConnectionError):  # noqa: N818  (like RollRejected)
    """OBS that is not there, lets nobody in, or is gone; the message says what to do."""


class Director:
    """Mutable; `run` belongs to one event loop. Messages that come while OBS is away are not caught up on."""

    def __init__(self, plan: Plan, hub: Hub, retry_s: float = RETRY_S) -> None:
        self._plan = plan
        self._hub = hub
        self._retry_s = retry_s
        self._later: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Follow the table until cancelled; each new trouble with OBS is said once."""
        said = ""
        while True:
            client = simpleobsws.WebSocketClient(self._plan.address, self._plan.password.get_secret_value())
            try:
                await self._open(client)
                log.info("OBS follows the table, at %s", self._plan.address)
                said = ""
                await self._direct(client)
            except ObsLost as err:
                if str(err) != said:
                    log.warning("%s", err)
                    said = str(err)
            finally:
                for task in self._later:
                    task.cancel()
                await client.disconnect()
            await asyncio.sleep(self._retry_s)

    async def _open(self, client: simpleobsws.WebSocketClient) -> None:
        try:
            await client.connect()
        except (OSError, WebSocketException) as err:
            raise ObsLost(
                f"OBS does not answer at {self._plan.address}: start it, and switch its server on under "
                "Tools, WebSocket Server Settings; the table goes on without it, and tries again"
            ) from err
        if not await client.wait_until_identified(ANSWER_S):
            wrong = client.ws is not None and client.ws.close_code == WRONG_PASSWORD
            why = "the password is wrong" if wrong else "it does not speak obs-websocket 5"
            raise ObsLost(f"OBS at {self._plan.address} lets nobody in: {why}")

    async def _direct(self, client: simpleobsws.WebSocketClient) -> None:
        async with aclosing(self._hub.follow(self._hub.last_seq())) as messages:
            async for message in messages:
                for asked in self._plan.requests(message.type, message.data):
                    await self._ask(client, asked)

    async def _ask(self, client: simpleobsws.WebSocketClient, asked: Request) -> None:
        try:
            answer = await client.call(simpleobsws.Request(asked.type, dict(asked.data)), ANSWER_S)
        except (
            OSError,
            WebSocketException,
            simpleobsws.MessageTimeout,
            simpleobsws.NotIdentifiedError,
        ) as err:
            raise ObsLost(f"OBS at {self._plan.address} is gone; the table goes on, and tries again") from err
        if not answer.ok():
            log.warning("OBS refuses %s %s: %s", asked.type, dict(asked.data), answer.requestStatus.comment)
        elif asked.back_after_s is not None:
            task = asyncio.create_task(self._ask_later(client, asked.back(), asked.back_after_s))
            self._later.add(task)
            task.add_done_callback(self._later.discard)

    async def _ask_later(self, client: simpleobsws.WebSocketClient, asked: Request, wait_s: float) -> None:
        await asyncio.sleep(wait_s)
        try:
            await self._ask(client, asked)
        except ObsLost as err:
            log.warning("%s", err)
