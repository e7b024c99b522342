"""Buttons of the table page that steer the flow, and rolls that stay in sight."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from api.play.played import DieChange
from resolver.dice import Roll
from tests.api.drawn import AYA_DAMAGE, AYA_MELEE, CHIYO_DAMAGE, CHIYO_MELEE, PRESET, thrown
from tests.browser.conftest import Stage
from tests.browser.sample import ROLLS

pytestmark = pytest.mark.browser


def test_a_table_is_paused_and_goes_on(page: Page, stage: Stage) -> None:
    page.goto(stage.address)
    page.get_by_role("button", name="Pause").click()
    expect(page.locator("#asked .status")).to_have_text("Paused: dice do not count")

    page.get_by_role("button", name="Go on").click()
    expect(page.locator("#asked .status")).to_have_count(0)


def test_the_last_roll_is_voided_by_a_tap(page: Page, stage: Stage) -> None:
    stage.camera.play(thrown(*AYA_MELEE, *CHIYO_MELEE))
    page.goto(stage.address)
    expect(page.locator("#asked h1")).to_have_text("Aya: throw 2 damage dice")
    page.get_by_role("button", name="Void the last roll").click()

    expect(page.locator("#asked h1")).to_have_text("Chiyo: throw 3 melee dice")
    expect(page.locator("#log")).to_contain_text("Taken back by table: Chiyo's melee")
    expect(page.locator('[data-player="Aya"] [data-group="attack"] .die')).to_have_count(2)


def test_a_corrected_roll_stays_in_sight_as_it_counts_now(page: Page, stage: Stage) -> None:
    stage.camera.play(thrown(*AYA_MELEE, *CHIYO_MELEE))
    page.goto(stage.address)
    expect(page.locator("#asked h1")).to_have_text("Aya: throw 2 damage dice")
    (six,) = (at for at, die in enumerate(stage.services.referee.table.played[0].dice) if die.face == 4)
    stage.services.referee.correct_dice(0, [DieChange(six, face=6)], "Chiyo")

    expect(page.locator("#passes")).to_contain_text("success level 3")
    dice = page.locator('[data-player="Aya"] [data-group="attack"] .die')
    expect(dice).to_have_count(2)
    words = sorted(str(die.get_attribute("aria-label")) for die in dice.all())
    assert words == ["red die with white pips: 2", "red die with white pips: 6"]
    expect(page.locator("#log")).to_contain_text("Corrected by Chiyo")


def test_the_next_exchange_and_a_decision_that_is_skipped(page: Page, stage: Stage) -> None:
    stage.camera.play(thrown(*AYA_MELEE, *CHIYO_MELEE))
    stage.camera.play(thrown(*AYA_DAMAGE))
    stage.camera.play(thrown(*CHIYO_DAMAGE))
    page.goto(stage.address)
    page.get_by_role("button", name="Next exchange").click()
    expect(page.locator("#asked h1")).to_have_text("Aya decides")

    page.get_by_role("button", name="change", exact=True).click()
    expect(page.locator("#asked")).to_contain_text("Whom did something befall?")
    page.get_by_role("button", name="Skip").click()
    expect(page.locator("#asked")).to_contain_text("What comes next?")
    page.get_by_role("button", name="end", exact=True).click()
    expect(page.locator("#asked h1")).to_have_text("The evening is over")
    expect(page.locator("#asked")).to_contain_text("1 exchange in 1 turn")


def test_odds_are_shown_until_the_throw(page: Page, stage: Stage) -> None:
    page.goto(stage.address)
    expect(page.locator("#odds .odds").first).to_be_visible()

    stage.camera.play(thrown(*AYA_MELEE, *CHIYO_MELEE))
    expect(page.locator("#asked h1")).to_have_text("Aya: throw 2 damage dice")
    expect(page.locator("#odds")).to_contain_text("Odds of this throw")
    stage.camera.play(thrown(*AYA_DAMAGE))
    stage.camera.play(thrown(*CHIYO_DAMAGE))
    expect(page.locator("#asked h1")).to_have_text("The exchange is over")
    expect(page.locator("#odds .odds")).to_have_count(0)


def test_a_roll_that_is_not_read_is_typed_in(page: Page, stage: Stage) -> None:
    page.goto(stage.address)
    page.get_by_text("Enter a roll by hand").click()
    line, enter = page.get_by_label("Roll", exact=True), page.get_by_role("button", name="Enter the roll")
    expect(line).to_have_attribute("placeholder", "attack 4 2 defence 5")
    line.fill("4 2 5")
    enter.click()
    expect(page.locator("#asked")).to_contain_text("Expected faces such as: attack 4 2 defence 5")
    line.fill("attack 4 2")
    enter.click()
    expect(page.locator("#asked")).to_contain_text("expected 3 dice (attack and defence), saw 2")
    line.fill("attack 4 2, defence 5")
    enter.click()

    expect(page.locator("#asked h1")).to_have_text("Chiyo: throw 3 melee dice")
    expect(page.locator('[data-player="Aya"] [data-group="attack"] .die')).to_have_count(2)
    expect(line).to_have_value("")

    line.fill("attack 5 3 defence 4")
    enter.click()
    expect(page.locator("#asked h1")).to_have_text("Aya: throw 2 damage dice")
    expect(line).to_have_attribute("placeholder", "4 2")


def test_a_pause_is_ended_also_where_the_last_rolls_were_typed_in_it(page: Page, stage: Stage) -> None:
    stage.services.referee.pause()
    for faces in ROLLS:
        stage.services.referee.answer(Roll.of(faces))
    page.goto(stage.address)
    expect(page.locator("#asked h1")).to_have_text("The exchange is over")
    page.get_by_role("button", name="Go on").click()

    expect(page.locator("#asked .status")).to_have_count(0)
    expect(page.get_by_role("button", name="Go on")).to_have_count(0)
    expect(page.get_by_role("button", name="Pause")).to_have_count(0)


def test_rolls_are_typed_one_after_the_other_by_keys_alone(page: Page, stage: Stage) -> None:
    page.goto(stage.address)
    page.get_by_text("Enter a roll by hand").click()
    line, asked = page.get_by_label("Roll", exact=True), page.locator("#asked h1")
    line.focus()
    heads = ("Chiyo: throw 3 melee dice", "Aya: throw 2 damage dice", "Chiyo: throw 2 damage dice")
    for faces, head in zip(ROLLS, (*heads, "The exchange is over"), strict=True):
        expect(line).to_be_focused()
        page.keyboard.type(" ".join(f"{group} {' '.join(map(str, of))}" for group, of in faces.items()))
        page.keyboard.press("Enter")
        expect(asked).to_have_text(head)

    expect(asked).to_be_focused()  # where no roll is awaited there is no line


def press(page: Page, name: str) -> None:
    """Use a button by its key."""
    page.get_by_role("button", name=name).focus()
    page.keyboard.press("Enter")


def test_what_takes_the_place_of_a_used_button_has_its_focus(page: Page, stage: Stage) -> None:
    page.goto(stage.address)
    press(page, "Pause")
    expect(page.get_by_role("button", name="Go on")).to_be_focused()
    page.keyboard.press("Enter")

    expect(page.get_by_role("button", name="Pause")).to_be_focused()


def test_where_a_used_button_is_gone_what_is_asked_now_has_the_focus(page: Page, stage: Stage) -> None:
    for faces in ROLLS:
        stage.services.referee.answer(Roll.of(faces))
    page.goto(stage.address)
    asked = page.locator("#asked h1")
    press(page, "Next exchange")
    expect(asked).to_have_text("Aya decides")
    expect(asked).to_be_focused()

    page.get_by_role("button", name="change", exact=True).click()
    expect(page.locator("#asked")).to_contain_text("Whom did something befall?")
    press(page, "Take the last decision back")
    expect(page.locator("#asked")).to_contain_text("What comes next?")
    expect(asked).to_be_focused()


def test_players_are_reminded_on_the_page(
    page: Page, stage_of: Callable[[Path], Stage], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MELEECAM_REMINDER_S", "0.5")
    page.goto(stage_of(PRESET).address)

    expect(page.locator("#asked .status")).to_contain_text("Still waiting for Aya.")
    expect(page.locator("#log")).not_to_contain_text("Still waiting")
