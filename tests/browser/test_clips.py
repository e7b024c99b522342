"""The whole exchange of the demo's clips on the table page, clip by clip, read by the real models."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from api.commands.demo import EXCHANGES
from api.opening import open_services, ready_settings
from api.web.app import create_app
from api.web.serving import free_listener
from tests.browser.conftest import Server
from vision.image import Frame
from vision.sources.video_file import VideoFile

pytestmark = pytest.mark.browser


class Turned:
    """Clips that play one at a time, each when it is asked for."""

    def __init__(self, clips: VideoFile) -> None:
        self._clips = clips
        self._turns = 0
        self._begun = False

    def play(self) -> None:
        self._turns += 1

    def next_frame(self) -> Frame | None:
        return self._clips.next_frame() if self._begun else None

    def next_scene(self) -> bool:
        if self._turns == 0:
            return False
        self._turns -= 1
        self._begun = True
        return self._clips.next_scene()

    def close(self) -> None:
        self._clips.close()


@pytest.fixture
def played(tmp_path: Path) -> Iterator[tuple[str, Turned]]:
    exchange = EXCHANGES["bushido"]
    clips = [exchange.clips / f"{name}.mp4" for name in exchange.names]
    source = Turned(VideoFile(clips))
    settings = ready_settings().model_copy(update={"profiles": None})
    services = open_services(settings, exchange.preset, source, store=tmp_path / "matches.db", fresh=True)
    listener = free_listener(18040)
    server = Server(create_app(services), listener)
    yield f"http://127.0.0.1:{listener.getsockname()[1]}", source
    server.stop()


def test_an_exchange_from_clips_appears_step_by_step(page: Page, played: tuple[str, Turned]) -> None:
    address, clips = played
    asked = page.locator("#asked h1")
    page.goto(address)
    expect(asked).to_have_text("Aya: throw 3 melee dice")
    clips.play()
    expect(asked).to_have_text("Aya: throw 2 damage dice", timeout=30_000)
    expect(page.locator("#passes")).to_contain_text("Aya hits Chiyo")
    expect(page.locator('[data-player="Chiyo"] .photo')).to_have_count(3)
    clips.play()
    expect(asked).to_have_text("Chiyo: throw 2 damage dice", timeout=30_000)
    expect(page.locator('[data-player="Chiyo"] .wounds')).to_have_text("1 wound, 5 left")
    clips.play()
    expect(asked).to_have_text("The exchange is over", timeout=30_000)
    expect(page.locator('[data-player="Aya"] .wounds')).to_have_text("2 wounds, 4 left")
    page.get_by_role("button", name="Void the last roll").click()
    expect(asked).to_have_text("Chiyo: throw 2 damage dice")
