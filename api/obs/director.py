"""Keeps a line to OBS and asks it to do what the plan says; without OBS the table goes on as ever."""

import asyncio
import logging
import threading
from collections.abc import Callable
from contextlib import aclosing, suppress

import simpleobsws
from websockets.exceptions import WebSocketException

from api.obs.plan import Plan, Request
from api.play.hub import Hub

log = logging.getLogger(__name__)

RETRY_S = 5.0
"""Between two attempts to reach OBS; it is started after the table as often as before it."""

ANSWER_S = 5
"""Longest wait for OBS to answer a request."""

LEAVE_S = 1.0
"""Longest wait for OBS to answer a farewell."""

WRONG_PASSWORD = 4009
"""The code with which obs-websocket closes the line."""

NOT_RUNNING = 501
"""The code with which OBS refuses, without a word, to save a replay that it does not keep."""

NO_EVENTS = simpleobsws.IdentificationParameters(eventSubscriptions=0)
"""Nobody here listens to what OBS tells of itself."""


class ObsLost(ConnectionError):  # noqa: N818  (like RollRejected)
    """OBS that is not there, lets nobody in, or is gone; the message says what to do."""


class Director:
    """Mutable; `run` belongs to one event loop. Messages that come while OBS is away are not caught up on."""

    def __init__(self, plan: Plan, hub: Hub, retry_s: float = RETRY_S) -> None:
        self._plan = plan
        self._hub = hub
        self._retry_s = retry_s
        self._later: set[asyncio.Task[None]] = set()
        self._end: Callable[[], None] | None = None

    def start(self) -> None:
        """Follow the table in a thread of its own, whatever serves its pages, until `stop`."""
        loop = asyncio.new_event_loop()
        running = loop.create_task(self.run())

        def follow() -> None:
            with suppress(asyncio.CancelledError):
                loop.run_until_complete(running)
            loop.close()

        thread = threading.Thread(target=follow, name="obs")
        thread.start()

        def end() -> None:
            loop.call_soon_threadsafe(running.cancel)
            thread.join()

        self._end = end

    def stop(self) -> None:
        """Follow no more; does nothing where nothing was started."""
        end, self._end = self._end, None
        if end is not None:
            end()

    async def run(self) -> None:
        """Follow the table until cancelled; each new trouble with OBS is said once."""
        said = ""
        while True:
            password = self._plan.password.get_secret_value()
            client = simpleobsws.WebSocketClient(self._plan.address, password, NO_EVENTS)
            try:
                await self._open(client)
                log.info("OBS follows the table, at %s", self._plan.address)
                said = ""
                await self._check_replay(client)
                await self._direct(client)
            except ObsLost as err:
                if str(err) != said:
                    log.warning("%s", err)
                    said = str(err)
            finally:
                for task in self._later:
                    task.cancel()
                with suppress(TimeoutError):
                    async with asyncio.timeout(LEAVE_S):
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

    async def _check_replay(self, client: simpleobsws.WebSocketClient) -> None:
        """Say now, and not at the critical moment, that OBS would have nothing to save of it."""
        if any(rule.replay for rule in self._plan.when):
            answer = await self._call(client, Request("GetReplayBufferStatus", {}))
            if not answer.ok() or not answer.responseData["outputActive"]:
                log.warning(
                    "OBS keeps no replay, so none is saved: enable the replay buffer under Settings, Output, "
                    "and press Start Replay Buffer"
                )

    async def _direct(self, client: simpleobsws.WebSocketClient) -> None:
        """Obey the plan until OBS is gone. Raises ObsLost, at once and not at the next message."""
        obeying = asyncio.create_task(self._obey(client))
        leaving = asyncio.create_task(client.ws.wait_closed())
        try:
            await asyncio.wait((obeying, leaving), return_when=asyncio.FIRST_COMPLETED)
            if obeying.done():
                obeying.result()
            raise self._gone()
        finally:
            obeying.cancel()
            leaving.cancel()
            await asyncio.gather(obeying, leaving, return_exceptions=True)

    async def _obey(self, client: simpleobsws.WebSocketClient) -> None:
        async with aclosing(self._hub.follow(self._hub.last_seq())) as messages:
            async for message in messages:
                for asked in self._plan.requests(message.type, message.data):
                    await self._ask(client, asked)

    async def _ask(self, client: simpleobsws.WebSocketClient, asked: Request) -> None:
        answer = await self._call(client, asked)
        if not answer.ok():
            status = answer.requestStatus
            why = status.comment or (
                "it is not running" if status.code == NOT_RUNNING else f"code {status.code}"
            )
            log.warning("OBS refuses %s %s: %s", asked.type, dict(asked.data), why)
        elif asked.back_after_s is not None:
            task = asyncio.create_task(self._ask_later(client, asked.back(), asked.back_after_s))
            self._later.add(task)
            task.add_done_callback(self._later.discard)

    async def _call(self, client: simpleobsws.WebSocketClient, asked: Request) -> simpleobsws.RequestResponse:
        try:
            return await client.call(simpleobsws.Request(asked.type, dict(asked.data)), ANSWER_S)
        except (
            OSError,
            WebSocketException,
            simpleobsws.MessageTimeout,
            simpleobsws.NotIdentifiedError,
        ) as err:
            raise self._gone() from err

    def _gone(self) -> ObsLost:
        return ObsLost(f"OBS at {self._plan.address} is gone; the table goes on, and tries again")

    async def _ask_later(self, client: simpleobsws.WebSocketClient, asked: Request, wait_s: float) -> None:
        await asyncio.sleep(wait_s)
        try:
            await self._ask(client, asked)
        except ObsLost as err:
            log.warning("%s", err)
