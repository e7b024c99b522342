"""A real Chromium in front of the real service; only the camera and the reader are drawn ones."""

import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
import uvicorn
from playwright.sync_api import Browser, Page, sync_playwright

from api.compose import Services, compose
from api.settings import Settings
from api.tables import load_table
from api.web.app import create_app
from api.web.serving import free_listener
from tests.api.drawn import PRESET, Scenes, SquareReader

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
ARGUMENTS = [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


class Stage:
    """A served table whose rolls a test plays when it wants them."""

    def __init__(self, setup: Path) -> None:
        self.camera = Scenes()
        self.services: Services = compose(Settings(), load_table(setup), self.camera, SquareReader())
        self._listener = free_listener(18040)
        self._port: int = self._listener.getsockname()[1]
        self.address = f"http://127.0.0.1:{self._port}"
        self.open()

    def open(self) -> None:
        """Begin to serve, at the same address each time."""
        if self._listener.fileno() == -1:
            self._listener = free_listener(self._port)
        config = uvicorn.Config(create_app(self.services), log_level="warning", ws="websockets-sansio")
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [self._listener]})
        self._thread.start()

    def close(self) -> None:
        """Stop serving; the table stays as it is."""
        self._server.should_exit = True
        self._thread.join()
        self._listener.close()


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
def stage_of() -> Iterator[Callable[[Path], Stage]]:
    """Return a function that serves the table of a set-up file until the test ends."""
    stages: list[Stage] = []

    def serve(setup: Path) -> Stage:
        stages.append(Stage(setup))
        return stages[-1]

    yield serve
    for stage in stages:
        stage.close()


@pytest.fixture
def stage(stage_of: Callable[[Path], Stage]) -> Stage:
    """Return the served example table."""
    return stage_of(PRESET)
