"""The application of the table that is played now; another takes its place when players set one up."""

import asyncio
import threading
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from starlette.concurrency import run_in_threadpool
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.compose import Services
from api.opening import UnreadyError
from api.play.kept_profiles import profiles_file
from api.tables.written import write_table
from vision.colours.profiles import Profiles

SERVICE_RESTART = 1012
"""Code with which followers of the former table are sent away, of RFC 6455's registry; they come back."""

Opened = Callable[[Path, Path | None, bool], Services]
"""Opens a table file, with a file of calibrated groups if one is given, as a fresh match or gone on with.

Raises UnreadyError.
"""


@dataclass(frozen=True, slots=True)
class Openings:
    """The table file that is played first, how others are opened, and the folder where they are kept."""

    file: Path
    folder: Path
    opened: Opened


class Current:
    """Mutable: an ASGI application that hands on to that of the present table."""

    def __init__(
        self, services: Services, openings: Openings, app_of: "Callable[[Services, Current], ASGIApp]"
    ) -> None:
        """Begin with the services of the first table; `app_of` makes the application of each."""
        self.services = services
        self.file = openings.file
        self.profiles: Path | None = services.settings.profiles
        self._folder = openings.folder
        self._opened = openings.opened
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
            self._change(write_table(given, self._folder), None, fresh=True)
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
            tried.write_text(text, encoding="utf-8")
            try:
                self._change(self.file, tried, fresh=False)
            except UnreadyError:
                tried.unlink()
                raise
            self.profiles = tried.replace(kept)

    def uncalibrate(self) -> Profiles | None:
        """Tell the dice of the present table apart as before any calibration here; the match goes on.

        Returns the profiles that the settings name, which are used then. Raises UnreadyError, all stays as it
        was then, or OSError where what was learnt here cannot be removed.
        """
        with self._changing:
            self._change(self.file, None, fresh=False)
            profiles_file(self._folder, self.file).unlink(missing_ok=True)
            return self.services.profiles

    def _change(self, file: Path, profiles: Path | None, *, fresh: bool) -> None:
        # Two programs cannot have one camera, so the former table lets it go first.
        self.services.stop()
        try:
            services = self._opened(file, profiles, fresh)
        except UnreadyError:
            self._play(self._opened(self.file, self.profiles, False))
            raise
        self.file, self.profiles = file, profiles
        self._play(services)

    def _play(self, services: Services) -> None:
        # Whoever was let in to the former table is let in to this one: token, links and phones go on.
        services = replace(services, access=self.services.access, hands=self.services.hands)
        self.services, self._app = services, self._app_of(services, self)
        services.start()
        for line in tuple(self._lines):
            if self._loop is not None:
                self._loop.call_soon_threadsafe(line.cancel)

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()
        self._loop = asyncio.get_running_loop()
        self.services.start()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await run_in_threadpool(lambda: self.services.stop())
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
