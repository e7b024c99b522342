"""The application of the table that is played now; another takes its place when players set one up."""

import asyncio
import logging
import threading
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from starlette.concurrency import run_in_threadpool
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.compose import Services
from api.play.kept_profiles import profiles_file
from api.play.record import Record
from api.tables.written import written_table
from vision.colours.profiles import Profiles
from vision.sources.source import FrameSource

log = logging.getLogger(__name__)

SERVICE_RESTART = 1012
"""Code with which followers of the former table are sent away, of RFC 6455's registry; they come back."""

Opened = Callable[[Path, Path | None, Record | None], Services]
"""Opens a table file, with a file of calibrated groups if one is given, as a fresh match or one that is open.

Raises UnreadyError.
"""

SourceOf = Callable[[Path, threading.Event], FrameSource]
"""Opens what a table file is watched through; the event ends its waiting. Raises CameraError."""


@dataclass(frozen=True, slots=True)
class Openings:
    """The table file that is played first, how others are opened, and the folder where they are kept."""

    file: Path
    folder: Path
    opened: Opened
    source_of: SourceOf
    """Through which the table of before is watched again where another one cannot be opened."""


class Current:
    """Mutable: an ASGI application that hands on to that of the present table."""

    def __init__(
        self, services: Services, openings: Openings, app_of: "Callable[[Services, Current], ASGIApp]"
    ) -> None:
        """Begin with the services of the first table; `app_of` makes the application of each."""
        self.services = services
        self.file = openings.file
        self._folder = openings.folder
        self._opened = openings.opened
        self._source_of = openings.source_of
        self._app_of = app_of
        self._app = app_of(services, self)
        self._changing = threading.Lock()
        self._lines: set[asyncio.Task[None]] = set()
        self._loop: asyncio.AbstractEventLoop | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif scope["type"] == "websocket":
            await self._follow(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    def table(self) -> Mapping[str, object]:
        """Return the keys of the present table's file. Raises OSError when it is gone."""
        return tomllib.loads(self.file.read_text(encoding="utf-8"))

    def begin(self, given: Mapping[str, object]) -> None:
        """Play a table with these keys from now on.

        Raises WrongTable, UnreadyError or OSError; the former table goes on then.
        """
        with self._changing:
            with written_table(given, self._folder) as file:
                self._change(file, None, None)
            # What was learnt for a table of the same title may have been other dice.
            profiles_file(self._folder, self.file).unlink(missing_ok=True)

    def calibrate(self, text: str) -> None:
        """Tell the dice of the present table apart by these profiles from now on; the match goes on.

        They are kept for when the program starts again. Raises UnreadyError or OSError; all stays as it was
        then.
        """
        with self._changing:
            self._folder.mkdir(parents=True, exist_ok=True)
            kept = profiles_file(self._folder, self.file)
            # Those in use may be the ones kept, and are needed where these cannot be used.
            tried = kept.with_name(f"{kept.name}.new")
            try:
                tried.write_text(text, encoding="utf-8")
                self._change(self.file, tried, self.services.record)
            except BaseException:
                tried.unlink(missing_ok=True)
                raise
            tried.replace(kept)

    def uncalibrate(self) -> Profiles | None:
        """Tell the dice of the present table apart as before any calibration here; the match goes on.

        Returns the profiles that the settings name, which are used then. Raises UnreadyError, all stays as it
        was then, or OSError where what was learnt here cannot be removed.
        """
        with self._changing:
            self._change(self.file, None, self.services.record)
            profiles_file(self._folder, self.file).unlink(missing_ok=True)
            return self.services.profiles

    def _change(self, file: Path, profiles: Path | None, record: Record | None) -> None:
        former = self.services
        # Two programs cannot have one camera, so the former table lets it go first.
        former.leave()
        try:
            services = self._opened(file, profiles, record)
            # Whoever was let in to the former table is let in to this one: token, links and phones go on.
            services = replace(services, access=former.access, hands=former.hands)
        except BaseException as err:
            log.warning("the table of before goes on: %s", err)
            # Its match and models are still open: whatever it was, nothing but the pictures has to come back.
            former.watch_again(partial(self._source_of, self.file))
            raise
        self.file = file
        self.services, self._app = services, self._app_of(services, self)
        former.give_way(services)
        services.start()
        for line in tuple(self._lines):
            if self._loop is not None:
                self._loop.call_soon_threadsafe(line.cancel)

    def _stop(self) -> None:
        # A change that is under way would start a table that nobody stops.
        with self._changing:
            self.services.stop()

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()
        self._loop = asyncio.get_running_loop()
        self.services.start()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await run_in_threadpool(self._stop)
        await send({"type": "lifespan.shutdown.complete"})

    async def _follow(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_open = False

        async def noted(message: Message) -> None:
            nonlocal is_open
            is_open = message["type"] in ("websocket.accept", "websocket.send")
            await send(message)

        line = asyncio.ensure_future(self._app(scope, receive, noted))
        assert isinstance(line, asyncio.Task)
        self._lines.add(line)
        try:
            await asyncio.wait((line,))
        finally:
            self._lines.discard(line)
        if not line.cancelled():
            line.result()
        elif is_open:
            await send({"type": "websocket.close", "code": SERVICE_RESTART})
