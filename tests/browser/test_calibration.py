"""Calibration by the camera's picture on the set-up part, with rendered dice and the models as delivered."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import Page, expect

from api.compose import Services
from api.opening import open_services, ready_settings
from api.web.app import create_app
from api.web.current import Current, Openings
from api.web.serving import free_listener
from tests.api.drawn import PRESET, Scenes
from tests.browser.axe import violations
from tests.browser.conftest import Server
from vision.image import Frame, load_image

pytestmark = pytest.mark.browser

SAMPLES = Path(__file__).resolve().parents[2] / "sample_images"
PICTURE = "four_groups_touching.jpg"
GROUPS = ("red/white", "black/red", "green/white", "black/green")
MARGIN_PX = 14
"""Around a die that is painted out, with its shadow."""

REST_FRAMES = 30
MOST_WAITS, WAIT_MS = 200, 100


def alone(*groups: str) -> Frame:
    """Return the sample picture with the dice of these groups alone; the others are painted out."""
    lines = (SAMPLES / "labels.jsonl").read_text(encoding="utf-8").splitlines()
    (labels,) = (one for one in map(json.loads, lines) if one["file"] == PICTURE)
    frame = load_image(SAMPLES / PICTURE)
    gone, kept = (np.zeros(frame.shape[:2], np.uint8) for _ in range(2))
    for die in labels["dice"]:
        stays = f"{die['body']}/{die['marks']}" in groups
        x0, y0, x1, y1 = (round(edge) for edge in die["box"])
        margin = 2 if stays else MARGIN_PX
        (kept if stays else gone)[max(0, y0 - margin) : y1 + margin, max(0, x0 - margin) : x1 + margin] = 255
    gone[kept > 0] = 0
    return np.asarray(cv2.inpaint(frame, gone, 5, cv2.INPAINT_TELEA), np.uint8)


@dataclass(slots=True)
class Watched:
    """Mutable; a table before a camera whose pictures a test chooses."""

    address: str
    camera: Scenes
    app: Current

    def lay(self, page: Page, *groups: str) -> None:
        """Let the dice of these groups lie there, and wait until they are read."""
        referee = self.app.services.referee
        before = referee.at_rest()
        self.camera.play([alone()] * 3 + [alone(*groups)] * REST_FRAMES)
        for _ in range(MOST_WAITS):
            now = referee.at_rest()
            if now is not None and now is not before and now.dice:
                return
            page.wait_for_timeout(WAIT_MS)
        raise AssertionError(f"expected the dice of {groups} to come to rest")


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[Watched]:
    cameras: list[Scenes] = []

    def opened(file: Path, profiles: Path | None, fresh: bool) -> Services:
        cameras.append(Scenes())
        settings = ready_settings(profiles=profiles)
        return open_services(settings, file, cameras[-1], store=tmp_path / "matches.db", fresh=fresh)

    first = opened(PRESET, None, True)
    app = Current(
        first,
        Openings(PRESET, tmp_path / "tables", opened),
        lambda now, current: create_app(now, current=current),
    )
    listener = free_listener(18040)
    server = Server(app, listener)
    yield Watched(f"http://127.0.0.1:{listener.getsockname()[1]}", cameras[0], app)
    server.stop()


def learn(page: Page, group: str) -> None:
    """Have what lies there learnt as a group."""
    row = page.locator(".learnt li", has_text="{} with {} pips".format(*group.split("/")))
    row.get_by_role("button").click()
    expect(row).to_contain_text("learnt from 1 die")


def test_groups_are_learnt_from_the_camera_and_used(page: Page, watched: Watched) -> None:
    page.goto(f"{watched.address}/#setup")
    expect(page.get_by_text("The camera has given no picture yet.")).to_be_visible(timeout=15_000)
    use = page.get_by_role("button", name="Tell the dice apart by this")
    expect(use).to_be_disabled()
    page.get_by_role("button", name="Learn from these: red with white pips").click()
    expect(page.locator(".refusal")).to_contain_text("expected dice that lie still")
    watched.lay(page, GROUPS[0])
    learn(page, GROUPS[0])
    picture = page.get_by_role("img", name="What the camera sees now")
    expect(picture).to_be_visible()
    assert picture.evaluate("(one) => [one.naturalWidth, one.naturalHeight]") == [640, 480]
    for group in GROUPS[1:]:
        watched.lay(page, group)
        learn(page, group)

    expect(page.locator(".lessons")).to_contain_text("which is enough")
    assert violations(page) == []
    use.click()
    expect(page.locator(".lessons [role=status]")).to_have_text(
        "The dice are told apart by a calibration now.", timeout=20_000
    )
    page.get_by_role("button", name="Go by colour names again").click()
    expect(page.locator(".lessons [role=status]")).to_have_text(
        "The dice are told apart by the names of their colours now.", timeout=20_000
    )
    page.get_by_role("button", name="Go on with the game").click()
    expect(page.locator("#asked h1")).to_have_text("Aya: throw 3 melee dice")
    expect(page.locator("#asked .status")).to_have_count(0)


def test_groups_too_alike_are_told_with_advice(page: Page, watched: Watched) -> None:
    page.goto(f"{watched.address}/#setup")
    expect(page.locator(".learnt li")).to_have_count(4)
    watched.lay(page, "red/white")
    learn(page, "red/white")
    learn(page, "green/white")

    advice = page.locator(".lessons .refusal")
    expect(advice).to_contain_text("Too alike: red with white and green with white.")
    expect(advice).to_contain_text("Bodies and marks look the same; take dice of another colour")
