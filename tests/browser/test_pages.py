"""What players and viewers see: the steps of the example exchange on both pages."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from resolver.dice import Roll
from tests.api.drawn import AYA_DAMAGE, AYA_MELEE, CHIYO_DAMAGE, CHIYO_MELEE, PRESET, thrown
from tests.browser.conftest import Stage

pytestmark = pytest.mark.browser

PAGES = pytest.mark.parametrize("path", ["/", "/overlay"], ids=["table page", "overlay"])


def dice_of(page: Page, player: str, group: str) -> list[str | None]:
    """Return the words for the dice drawn for a player's group."""
    drawn = page.locator(f'[data-player="{player}"] [data-group="{group}"] .die')
    return [die.get_attribute("aria-label") for die in drawn.all()]


def test_the_steps_of_an_exchange_are_shown(page: Page, stage: Stage) -> None:
    page.goto(stage.address)
    asked, passes = page.locator("#asked"), page.locator("#passes")
    expect(asked.locator("h1")).to_have_text("Aya: throw 3 melee dice")

    stage.camera.play(thrown(*AYA_MELEE, *CHIYO_MELEE))
    expect(asked.locator("h1")).to_have_text("Aya: throw 2 damage dice")
    expect(passes).to_contain_text("Aya hits Chiyo")
    expect(passes).to_contain_text("attack 5 against defence 4")
    expect(passes).to_contain_text("success level 1")
    assert dice_of(page, "Aya", "attack") == ["red die with white pips: 4", "red die with white pips: 2"]
    assert dice_of(page, "Chiyo", "defence") == ["black die with green pips: 4"]
    assert page.locator('[data-player="Aya"] [data-group="attack"] .result').inner_text().endswith("5")

    stage.camera.play(thrown(*AYA_DAMAGE))
    expect(asked.locator("h1")).to_have_text("Chiyo: throw 2 damage dice")
    expect(page.locator('[data-player="Chiyo"] .wounds')).to_have_text("1 wound, 5 left")
    expect(passes).to_contain_text("Chiyo hits Aya")

    stage.camera.play(thrown(*CHIYO_DAMAGE))
    expect(asked.locator("h1")).to_have_text("The exchange is over")
    expect(page.locator('[data-player="Aya"] .wounds')).to_have_text("3 wounds, 3 left")


@PAGES
def test_a_page_opened_late_shows_how_the_table_stands(page: Page, stage: Stage, path: str) -> None:
    stage.camera.play(thrown(*AYA_MELEE, *CHIYO_MELEE))
    page.goto(stage.address)
    expect(page.locator("#asked h1")).to_have_text("Aya: throw 2 damage dice")

    page.goto(stage.address + path)
    expect(page.locator("#asked h1")).to_have_text("Aya: throw 2 damage dice")
    assert len(dice_of(page, "Chiyo", "attack")) == 2


@PAGES
def test_a_refused_roll_says_why(page: Page, stage: Stage, path: str) -> None:
    page.goto(stage.address + path)
    stage.camera.play(thrown(*AYA_MELEE[:2], replace(AYA_MELEE[2], face=None)))

    expect(page.locator("#asked")).to_contain_text(
        "black die with red pips at the left: glare, please keep the lamp off it"
    )
    expect(page.locator("#asked h1")).to_have_text("Aya: throw 3 melee dice")
    assert dice_of(page, "Aya", "defence") == ["black die with red pips, unread: glare"]
    expect(page.locator('[data-group="defence"] .unread-mark')).to_have_text("?")


def test_colour_never_tells_alone(page: Page, stage: Stage) -> None:
    stage.camera.play(thrown(*AYA_MELEE, *CHIYO_MELEE))
    page.goto(stage.address)
    expect(page.locator("#asked h1")).to_have_text("Aya: throw 2 damage dice")

    for group in page.locator("[data-group]").all():
        expect(group.locator(".group-name")).to_have_text(group.get_attribute("data-group") or "")
        expect(group.locator(".sign")).to_be_visible()
    shapes = {sign.get_attribute("d") for sign in page.locator(".sign path").all()}
    assert len(shapes) == 2
    expect(page.locator(".player.asked h2")).to_have_text("Aya")
    marker = page.locator(".player.asked h2").evaluate("node => getComputedStyle(node, '::before').content")
    assert "▸" in marker


@PAGES
def test_markup_in_a_name_is_text(
    page: Page, stage_of: Callable[[Path], Stage], tmp_path: Path, path: str
) -> None:
    name = "<b>A<img src=x onerror=document.title=1>"
    setup = tmp_path / "table.toml"
    text = PRESET.read_text().replace('active = "Aya"', f'active = "{name}"')
    setup.write_text(text.replace("players.Aya", f'players."{name}"'))
    stage = stage_of(setup)
    page.goto(stage.address + path)

    expect(page.locator("#asked h1")).to_have_text(f"{name}: throw 3 melee dice")
    expect(page.locator("[data-player] h2").first).to_have_text(name)
    assert page.locator("img, b").count() == 0
    assert page.title() != "1"


@PAGES
def test_a_page_comes_back_by_itself_and_misses_nothing(page: Page, stage: Stage, path: str) -> None:
    page.goto(stage.address + path)
    expect(page.locator("#asked h1")).to_have_text("Aya: throw 3 melee dice")
    stage.close()
    expect(page.locator("body")).to_contain_text("Connection lost")

    # The table goes on while nobody listens.
    stage.services.referee.answer(Roll.of({"attack": [4, 2], "defence": [5]}))
    stage.services.referee.answer(Roll.of({"attack": [5, 3], "defence": [4]}))
    asked_for = []
    page.on("websocket", lambda socket: asked_for.append(socket.url))
    stage.open()

    expect(page.locator("#asked h1")).to_have_text("Aya: throw 2 damage dice", timeout=15_000)
    expect(page.locator("body")).not_to_contain_text("Connection lost")
    assert re.search(r"after=[1-9]\d*&table=[0-9a-f]{8}$", asked_for[-1])
    if path == "/":
        told = [one for one in stage.services.hub.after(0) if "text" in one.data and one.type != "luck"]
        expect(page.locator("#log li")).to_have_count(len(told))


@PAGES
def test_the_end_of_the_pictures_is_said_while_dice_are_awaited(page: Page, stage: Stage, path: str) -> None:
    stage.camera.play(thrown(*AYA_MELEE[:2]))
    page.goto(stage.address + path)

    expect(page.locator("#asked .status")).to_have_text("No more clips or pictures follow")
    expect(page.locator("#asked")).to_contain_text("3 dice expected, 2 seen")
    stage.camera.play(thrown(*AYA_MELEE, *CHIYO_MELEE))
    stage.camera.play(thrown(*AYA_DAMAGE))
    stage.camera.play(thrown(*CHIYO_DAMAGE))
    expect(page.locator("#asked h1")).to_have_text("The exchange is over")
    expect(page.locator("#asked .status")).to_have_count(0)


@PAGES
def test_nothing_is_loaded_from_elsewhere(page: Page, stage: Stage, path: str) -> None:
    asked_for: list[str] = []
    page.on("request", lambda request: asked_for.append(request.url))
    page.goto(stage.address + path)
    expect(page.locator("#asked h1")).to_have_text("Aya: throw 3 melee dice")

    assert len(asked_for) > 3
    assert [url for url in asked_for if not url.startswith(stage.address)] == []


def test_a_decision_is_taken_and_taken_back_by_a_tap(
    page: Page, stage_of: Callable[[Path], Stage], tmp_path: Path
) -> None:
    setup = tmp_path / "table.toml"
    setup.write_text(
        PRESET.read_text().replace("\n[players.Aya]", '\nstill_in_contact = "ask"\n\n[players.Aya]', 1)
    )
    page.goto(stage_of(setup).address)

    expect(page.locator("#asked h1")).to_have_text("Aya decides")
    page.get_by_role("button", name="yes", exact=True).click()
    expect(page.locator("#asked h1")).to_have_text("Aya: throw 3 melee dice")

    page.get_by_role("button", name="Take the last decision back").click()
    expect(page.locator("#asked h1")).to_have_text("Aya decides")


def test_the_log_tells_the_exchange(page: Page, stage: Stage) -> None:
    stage.camera.play(thrown(*AYA_MELEE, *CHIYO_MELEE))
    stage.camera.play(thrown(*AYA_DAMAGE))
    page.goto(stage.address)

    expect(page.locator("#log")).to_contain_text("Chiyo suffers 1 wound and has 5 left.")


def test_the_table_page_fits_a_phone(page: Page, stage: Stage) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    stage.camera.play(thrown(*AYA_MELEE, *CHIYO_MELEE))
    page.goto(stage.address)
    expect(page.locator("#asked h1")).to_have_text("Aya: throw 2 damage dice")

    assert page.evaluate("document.documentElement.scrollWidth") <= 360
