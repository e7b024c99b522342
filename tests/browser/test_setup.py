"""A whole table set up on the page, without a file."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from api.tables import load_table
from tests.api.drawn import PRESET
from tests.browser.conftest import Stage

pytestmark = pytest.mark.browser


@pytest.fixture
def setup(page: Page, stage_of: Callable[..., Stage], tmp_path: Path) -> Page:
    page.goto(f"{stage_of(PRESET, tables=tmp_path / 'tables').address}/#setup")
    # The form is made once the table, its system's keys and their check have been answered.
    expect(page.locator(".summary")).to_have_text("Everything is there.", timeout=20_000)
    return page


def test_what_is_wrong_is_said_at_its_field(setup: Page) -> None:
    pool = setup.get_by_label("Melee pool").first
    pool.fill("many")

    expect(setup.locator(".summary")).to_contain_text("not right yet")
    expect(pool).to_have_attribute("aria-invalid", "true")
    expect(pool.locator("xpath=..").locator(".field-error")).to_contain_text("expected")
    setup.get_by_role("button", name="Start this table").click()
    expect(pool).to_be_focused()
    pool.fill("3")
    expect(setup.locator(".summary")).to_have_text("Everything is there.")
    expect(pool).not_to_have_attribute("aria-invalid", "true")


def test_a_table_is_filled_in_and_started(setup: Page, tmp_path: Path) -> None:
    setup.get_by_label("Title").fill("Yōko and Chiyo")
    setup.get_by_label("Name of the player").first.fill("Yōko")
    setup.get_by_label("Active", exact=True).fill("Yōko")
    setup.get_by_label("Melee pool").first.fill("5")
    setup.get_by_role("button", name="Start this table").click()

    expect(setup.locator("#asked h1")).to_have_text("Yōko: throw 5 melee dice", timeout=15_000)
    expect(setup.locator("#title")).to_have_text("Yōko and Chiyo")
    (file,) = (tmp_path / "tables").glob("*.toml")
    assert load_table(file).players == ("Yōko", "Chiyo")


@pytest.mark.parametrize("title", ["Blightmeer", "Mordheim", "Art of Tactic"])
def test_every_system_has_its_form(setup: Page, title: str) -> None:
    rules = setup.get_by_label("Rules")
    wanted = rules.locator("option", has_text=title).first.inner_text()
    rules.select_option(wanted)

    expect(setup.locator(".summary")).to_have_text("Everything is there.")
    expect(setup.get_by_text("Name of the player")).to_have_count(2)
