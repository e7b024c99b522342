"""A phone's browser, whose camera is a clip, in front of the real service and the real models."""

import re
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, Page, expect

from api.commands.demo import CLIPS
from api.compose import compose
from api.phone.camera import PhoneCamera
from api.phone.serving import EVERYWHERE, served_phone
from api.settings import Settings
from api.tables import load_table
from api.web.app import create_app
from api.web.serving import free_listener
from tests.api.drawn import PRESET
from tests.browser.conftest import Server
from tests.browser.waiting import wait_for
from vision.reader import open_reader
from vision.sources.phone import Phone

pytestmark = pytest.mark.browser

HELD_FRAMES = 450
"""How often the last picture of a clip is repeated, at 30 a second: a busy computer sees few of them."""

STALL_S = 60.0


class PhoneTable:
    """A table whose camera is a phone, served as `meleecam serve --phone` does it, until it is left."""

    def __init__(self) -> None:
        self.stopping = threading.Event()
        self.camera = PhoneCamera(Phone(STALL_S, self.stopping))
        self.services = compose(
            Settings(), load_table(PRESET), self.camera.source, open_reader(), self.stopping
        )
        self.address = ""
        self._open = ExitStack()

    def __enter__(self) -> "PhoneTable":
        listener = free_listener(18040)
        self.address = f"http://127.0.0.1:{listener.getsockname()[1]}"
        pages = free_listener(18443, EVERYWHERE)
        self._open.enter_context(served_phone(self.camera, pages, self.services.metrics, 100.0))
        self._open.callback(Server(create_app(self.services, self.camera), listener).stop)
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    def told(self, type_: str) -> list[Mapping[str, object]]:
        """Return what the messages of a type say."""
        return [one.data for one in self.services.hub.after(0) if one.type == type_]

    def rolls(self) -> list[tuple[object, dict[str, list[int]]]]:
        """Return who threw what in the rolls that were accepted, faces in order."""
        rolls = []
        for told in self.told("accepted"):
            faces = told["faces"]
            assert isinstance(faces, dict)
            rolls.append((told["player"], {group: sorted(seen) for group, seen in faces.items()}))
        return rolls


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PhoneTable]:
    """Return a table that keeps its certificate in a folder of the test."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    with PhoneTable() as table:
        yield table


@pytest.fixture(scope="module")
def phone(launch: Callable[..., Browser], tmp_path_factory: pytest.TempPathFactory) -> Browser:
    """Return a browser whose camera plays a clip over and over: both players throw their melee dice."""
    film = tmp_path_factory.mktemp("clip") / "melee.mjpeg"
    clip = cv2.VideoCapture(str(CLIPS / "melee_aya_chiyo.mp4"))
    pictures = []
    while (read := clip.read())[0]:
        pictures += [cv2.imencode(".jpg", read[1], (cv2.IMWRITE_JPEG_QUALITY, 95))[1].tobytes()] * 2
    clip.release()
    film.write_bytes(b"".join(pictures + [pictures[-1]] * HELD_FRAMES))
    return launch(
        "--use-fake-device-for-media-stream",
        f"--use-file-for-fake-video-capture={film}",
        "--use-fake-ui-for-media-stream",
    )


@pytest.fixture
def opened(table: PhoneTable) -> Iterator[Callable[[Browser, str], Page]]:  # noqa: ARG001 - closed before it
    """Return an opener of phones' pages, past the warning of a certificate that the browser does not know."""
    with ExitStack() as closing:

        def open_page(browser: Browser, address: str) -> Page:
            context = browser.new_context(ignore_https_errors=True, viewport={"width": 412, "height": 915})
            closing.callback(context.close)
            page = context.new_page()
            page.goto(address)
            return page

        yield open_page


Open = Callable[[Browser, str], Page]


def link_of(table: PhoneTable) -> str:
    """Return the link of the code, or without a network the page on this computer itself."""
    if table.camera.address is None:
        return f"{table.address}/phone"
    return table.camera.access.link(table.camera.address)


def test_a_roll_in_front_of_a_phone_is_read(phone: Browser, opened: Open, table: PhoneTable) -> None:
    asked: list[str] = []
    link = link_of(table)
    page = opened(phone, "about:blank")
    page.on("request", lambda request: asked.append(request.url))
    page.goto(link)

    expect(page.locator("#says")).to_have_text("This phone is the camera")
    expect(page.locator("#rate")).to_have_text(
        re.compile(r"960 × 540, \d+ pictures a second"), timeout=60_000
    )
    wait_for(page, lambda: len(table.told("accepted")) >= 2)

    assert table.rolls()[:2] == [
        ("Aya", {"attack": [2, 4], "defence": [5]}),
        ("Chiyo", {"attack": [3, 5], "defence": [4]}),
    ]
    assert {urlsplit(one).netloc for one in asked} == {urlsplit(link).netloc}
    assert "token" not in page.url


def test_the_table_page_shows_the_code_until_a_phone_comes(
    phone: Browser, opened: Open, page: Page, table: PhoneTable
) -> None:
    if table.camera.address is None:
        pytest.skip("no network to reach this computer by")
    page.goto(table.address)
    expect(page.locator("#asked h1")).to_have_text("No picture from the camera")
    code = page.locator("#phone svg.code")
    expect(code).to_be_visible()
    shot = cv2.imdecode(np.frombuffer(code.screenshot(), np.uint8), cv2.IMREAD_COLOR)
    assert shot is not None
    link = cv2.QRCodeDetector().detectAndDecode(shot)[0]
    assert link.startswith(f"{table.camera.address}?token=")

    held = opened(phone, link)
    expect(held.locator("#says")).to_have_text("This phone is the camera")
    expect(code).to_have_count(0, timeout=30_000)
    expect(page.locator("#asked h1")).to_have_text("Aya: throw 3 melee dice")

    held.context.close()
    expect(page.locator("#asked")).to_contain_text("its camera page is closed or out of reach")
    expect(code).to_be_visible()
    assert len(table.told("camera_lost")) == 2
    assert len(table.told("camera_back")) == 1


def test_the_phone_that_comes_last_is_the_camera(phone: Browser, opened: Open, table: PhoneTable) -> None:
    first = opened(phone, link_of(table))
    expect(first.locator("#says")).to_have_text("This phone is the camera")
    second = opened(phone, link_of(table))

    expect(second.locator("#says")).to_have_text("This phone is the camera")
    expect(first.locator("#says")).to_have_text("Another phone is the camera now")
    first.locator("#again").click()
    expect(second.locator("#says")).to_have_text("Another phone is the camera now")


def test_a_link_opens_the_camera_once_and_no_page_without_it(
    phone: Browser, opened: Open, table: PhoneTable
) -> None:
    if table.camera.address is None:
        pytest.skip("no network to reach this computer by")
    link = link_of(table)
    opened(phone, link).context.close()

    again = opened(phone, link)
    expect(again.locator("body")).to_contain_text("used up")
    bare = opened(phone, table.camera.address)
    expect(bare.locator("#says")).to_have_text("Connection lost, trying again")
    expect(bare.locator("#more")).to_contain_text("scan the code at the table again")


def test_a_camera_that_is_not_allowed_is_said(chromium: Browser, opened: Open, table: PhoneTable) -> None:
    page = opened(chromium, f"{table.address}/phone")

    expect(page.locator("#says")).to_have_text(
        re.compile("The camera is not allowed|This device has no camera")
    )
    expect(page.locator("#again")).to_be_visible()


def test_the_program_ends_while_a_phone_sends(phone: Browser, opened: Open, table: PhoneTable) -> None:
    page = opened(phone, link_of(table))
    expect(page.locator("#rate")).to_contain_text("pictures a second", timeout=60_000)
    table.__exit__()

    expect(page.locator("#says")).to_have_text("Connection lost, trying again")
    assert not {"phone page", "watcher"} & {thread.name for thread in threading.enumerate()}


def test_an_insecure_page_says_that_it_gets_no_camera(
    phone: Browser, opened: Open, table: PhoneTable
) -> None:
    page = opened(phone, "about:blank")
    page.add_init_script("Object.defineProperty(navigator, 'mediaDevices', { value: undefined })")
    page.goto(f"{table.address}/phone")

    expect(page.locator("#says")).to_have_text("No camera on an insecure page")
