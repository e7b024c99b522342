"""A real Chromium in front of the real service; only the camera and the reader are drawn ones."""

import shutil
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright
from starlette.types import ASGIApp

from api.compose import Services, compose
from api.play.record import SetUp, open_record
from api.settings import load_settings
from api.tables import load_table, table_text
from api.web.app import create_app
from api.web.current import Current, Openings
from api.web.serving import free_listener, server_of
from tests.api.drawn import PRESET, Scenes, SquareReader

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
ARGUMENTS = [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


class Server:
    """Serves an application at a listening socket until it is stopped."""

    def __init__(self, app: ASGIApp, listener: socket.socket) -> None:
        self._listener = listener
        # As the program serves: one that waits for every page to let go of it may wait for ever.
        self._server = server_of(app)
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [listener]})
        self._thread.start()

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join()
        self._listener.close()


class Stage:
    """A served table whose rolls a test plays when it wants them."""

    def __init__(self, setup: Path, store: Path | None = None, tables: Path | None = None) -> None:
        """Play a table file; with a store its match outlasts a restart, with `tables` others are set up."""
        self._setup, self._store, self._tables = setup, store, tables
        self.services = self._composed()
        self._listener = free_listener(18040)
        self._port: int = self._listener.getsockname()[1]
        self.address = f"http://127.0.0.1:{self._port}"
        self.open()

    def open(self) -> None:
        """Begin to serve, at the same address each time."""
        if self._listener.fileno() == -1:
            self._listener = free_listener(self._port)
        self._server = Server(self._app(), self._listener)

    def close(self) -> None:
        """Stop serving; the table stays as it is."""
        self._server.stop()

    def restart(self) -> None:
        """End the program and start it anew with the same store."""
        self.close()
        self.services = self._composed()
        self.open()

    def _composed(self) -> Services:
        self.camera = Scenes()
        return _services(self._setup, self.camera, self._store)

    def _app(self) -> ASGIApp:
        if self._tables is None:
            return create_app(self.services)
        openings = Openings(
            self._setup,
            self._tables,
            lambda file, *_: _services(file, Scenes(), None),
            lambda *_: Scenes(),
        )
        return Current(self.services, openings, lambda now, current: create_app(now, current=current))


def _services(file: Path, camera: Scenes, store: Path | None) -> Services:
    table, record = load_table(file), None
    if store is not None:
        record = open_record(load_settings(), SetUp(file, table_text(file), table), store, fresh=False)
    # Tests load page after page, faster than anybody may whom the limit of requests is for.
    settings = load_settings().model_copy(update={"requests_per_s": 1e6})
    return compose(settings, table, camera, SquareReader(), record=record)


# Not for the session: while the synchronous Playwright is open, no other test can run an event loop.
@pytest.fixture(scope="package")
def launch() -> Iterator[Callable[..., Browser]]:
    """Return a starter of Chromium with further arguments; each is closed at the end."""
    if CHROMIUM is None:
        pytest.skip("no Chromium on this computer")
    with sync_playwright() as playwright, ExitStack() as closing:

        def launched(*arguments: str) -> Browser:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[*ARGUMENTS, *arguments])
            closing.callback(browser.close)
            return browser

        yield launched


@pytest.fixture(scope="package")
def chromium(launch: Callable[..., Browser]) -> Browser:
    return launch()


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    """Return a page that fails the test on any error of its scripts."""
    page = chromium.new_page(viewport={"width": 1280, "height": 720})
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    page.close()
    assert errors == []


@pytest.fixture
def stage_of() -> Iterator[Callable[..., Stage]]:
    """Return a function that serves the table of a set-up file, as a Stage takes it, until the test ends."""
    stages: list[Stage] = []

    def serve(setup: Path, store: Path | None = None, tables: Path | None = None) -> Stage:
        stages.append(Stage(setup, store, tables))
        return stages[-1]

    yield serve
    for stage in stages:
        stage.close()


@pytest.fixture
def stage(stage_of: Callable[..., Stage]) -> Stage:
    """Return the served example table."""
    return stage_of(PRESET)
