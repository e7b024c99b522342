"""A match played again on the pages: dice look as they did, as far as that is kept, and none is to change."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from api.compose import compose
from api.play.kept_match import kept_messages, kept_table
from api.play.replaying import NoFrames, play, shown_again
from api.settings import Settings
from api.store import Store
from api.web.app import create_app
from api.web.serving import free_listener
from tests.api.drawn import AYA_MELEE, CHIYO_MELEE, PRESET, SquareReader, thrown
from tests.browser.conftest import Server, Stage

pytestmark = pytest.mark.browser


def test_a_replay_shows_dice_by_their_crops_and_offers_no_changes(
    page: Page, stage_of: Callable[..., Stage], tmp_path: Path
) -> None:
    file = tmp_path / "matches.db"
    stage = stage_of(PRESET, store=file)
    page.goto(stage.address)
    stage.camera.play(thrown(*AYA_MELEE, *CHIYO_MELEE))
    expect(page.locator("#asked h1")).to_have_text("Aya: throw 2 damage dice")
    stage.close()
    with closing(Store(file)) as kept:
        (match,) = kept.matches()
        setup = kept_table(match)
        services = shown_again(compose(Settings(), setup, NoFrames(), SquareReader()), kept, match.id)
        services.hub.followed.set()
        play(services, setup, kept_messages(kept, match), fast=True)
        listener = free_listener(18060)
        address = f"http://127.0.0.1:{listener.getsockname()[1]}"
        server = Server(create_app(services), listener)
        try:
            with page.expect_response("**/dice/5") as crop:
                page.goto(address)

            assert crop.value.ok
            expect(page.locator(f'.tile image[href*="/{services.hub.table}/"]')).to_have_count(6)
            expect(page.locator("#camera")).to_contain_text("the picture is no longer kept")
            expect(page.locator("#flow")).to_contain_text("only shows the table")
            # What is left to press shows something: the parts of the page, a roll, the story.
            for refused in ("#asked button", "#flow button", "button.tile", ".typing", 'a[href="#setup"]'):
                expect(page.locator(refused)).to_have_count(0)
        finally:
            server.stop()
