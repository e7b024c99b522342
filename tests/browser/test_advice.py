"""Advice on the camera is for players, not for viewers."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Stage
from vision.watching.advice import WORDS, Fault

pytestmark = pytest.mark.browser


def test_the_table_page_says_what_the_camera_needs_and_the_overlay_does_not(page: Page, stage: Stage) -> None:
    words = WORDS[Fault.DARK]
    stage.services.hub.publish("advice", {"faults": ["dark"], "sentences": [words]})
    page.goto(stage.address + "/overlay")
    expect(page.locator("#asked h1")).to_have_text("Aya: throw 3 melee dice")
    assert words not in page.content()

    page.goto(stage.address)
    expect(page.locator("#advice")).to_have_text(words)

    stage.services.hub.publish("advice", {"faults": [], "sentences": []})
    expect(page.locator("#advice")).to_be_hidden()
