"""The table page: corrections by a tap or a key, the story, pictures, luck and statistics, speech."""

import re
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from api.play.played import DieChange
from resolver.dice import Roll
from tests.api.drawn import AYA_DAMAGE, AYA_MELEE, CHIYO_MELEE, PRESET, Die, thrown
from tests.browser.axe import violations
from tests.browser.conftest import Stage
from tests.browser.evening import NEXT_FRAME, after_half_an_hour, evening
from tests.browser.fed import Feed, Told, example, renamed, until

pytestmark = pytest.mark.browser

FOUR = "red die with white pips: 4"
MOST_WEIGHT_BYTES = 400_000
TOPS = "(found) => found.map((one) => one.getBoundingClientRect().top)"
CUT_OFF = """(one, words) => {
    one.textContent = words;
    return one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight;
}"""
TEXT_LINES = """(one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return range.getClientRects().length;
}"""


@pytest.fixture
def rolled(page: Page, stage: Stage) -> Page:
    """Return the page after both melee rolls of the example."""
    stage.camera.play(thrown(*AYA_MELEE, *CHIYO_MELEE))
    page.goto(stage.address)
    expect(page.locator("#asked h1")).to_have_text("Aya: throw 2 damage dice")
    return page


def test_a_tap_on_a_die_and_one_on_its_face_correct_it(rolled: Page) -> None:
    rolled.get_by_role("button", name=FOUR).click()
    sheet = rolled.get_by_role("dialog", name="What does this attack die show?")
    expect(sheet.get_by_role("img", name=f"Picture of the {FOUR}")).to_be_visible()
    sheet.get_by_role("button", name="6", exact=True).click()

    expect(rolled.locator("#passes")).to_contain_text("success level 3")
    expect(rolled.locator('[data-player="Aya"] .corrected')).to_have_text("read as 4")
    expect(rolled.locator("#log .note")).to_contain_text("Corrected by table: Aya's melee, attack 2 6")
    expect(rolled.locator("#log .overtaken")).to_have_count(1)
    told = rolled.locator("#log > li:not(.overtaken, .note)").all_inner_texts()
    assert len(told) == len(set(told))


def test_a_die_is_corrected_by_keys_alone(rolled: Page) -> None:
    rolled.get_by_role("button", name=FOUR).focus()
    rolled.keyboard.press("Enter")
    expect(rolled.locator(".face[aria-pressed=true]")).to_be_focused()
    rolled.keyboard.press("Escape")
    expect(rolled.locator(".sheet")).to_have_count(0)
    expect(rolled.get_by_role("button", name=FOUR)).to_be_focused()
    rolled.keyboard.press("Enter")
    rolled.keyboard.press("6")

    expect(rolled.locator("#passes")).to_contain_text("success level 3")
    expect(rolled.get_by_role("button", name="red die with white pips: 6")).to_be_focused()


def test_a_die_changes_its_group_and_what_the_rules_refuse_is_said(rolled: Page) -> None:
    rolled.get_by_role("button", name=FOUR).click()
    rolled.get_by_role("button", name="It is no die of this roll").click()
    expect(rolled.locator(".sheet [role=alert]")).to_contain_text("expected 3 dice")
    rolled.get_by_role("button", name="defence", exact=True).click()

    expect(rolled.locator('[data-player="Aya"] [data-group="defence"] .die')).to_have_count(2)


def test_a_die_that_is_not_read_is_told_by_a_tap(page: Page, stage: Stage) -> None:
    page.goto(stage.address)
    stage.camera.play(thrown(*AYA_MELEE[:2], replace(AYA_MELEE[2], face=None)))
    count = page.get_by_role("button", name="Count the roll as shown")
    expect(count).to_be_disabled()
    page.get_by_role("button", name="black die with red pips, unread: glare").click()
    page.locator(".sheet").get_by_role("button", name="5", exact=True).click()
    count.click()

    expect(page.locator("#asked h1")).to_have_text("Chiyo: throw 3 melee dice")
    expect(page.locator('[data-player="Aya"] [data-group="defence"] .die')).to_have_count(1)


def test_a_typed_die_is_corrected_on_a_phone(page: Page, stage: Stage) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    stage.services.referee.answer(rolled_as(AYA_MELEE))
    page.goto(stage.address)
    page.get_by_role("button", name=FOUR).click()
    words = page.get_by_text("It counts as 4.").bounding_box()
    leave = page.get_by_role("button", name="Close").bounding_box()

    assert words is not None
    assert leave is not None
    assert words["height"] < 40
    assert leave["height"] < 48


def test_the_story_tells_the_steps_of_the_rules(rolled: Page) -> None:
    compared = rolled.locator("#log li", has_text="Aya's attack 5 against Chiyo's defence 4")

    expect(compared.locator(".step")).to_have_text("10")


def test_the_story_on_a_phone_begins_with_its_end(rolled: Page, stage: Stage) -> None:
    rolled.set_viewport_size({"width": 390, "height": 700})
    rolled.get_by_role("link", name="Story").click()

    expect(rolled.locator("#log li").last).to_be_in_viewport()
    expect(rolled.locator("#log li").first).not_to_be_in_viewport()
    rolled.locator("#log").evaluate("(log) => (log.scrollTop = 0)")
    stage.services.referee.pause()
    expect(rolled.locator("#asked .status")).to_have_text("Paused: dice do not count")
    expect(rolled.locator("#log li").first).to_be_in_viewport()  # who reads is not drawn away


UNREAD_PX = "((log) => log.scrollHeight - log.scrollTop - log.clientHeight)(document.getElementById('log'))"
WIDE: ViewportSize = {"width": 1280, "height": 800}
TALL: ViewportSize = {"width": 820, "height": 1180}  # too narrow for the story beside the board


def test_the_story_is_followed_after_a_tablet_was_turned_unless_somebody_reads(
    page: Page, stage: Stage
) -> None:
    page.set_viewport_size(WIDE)
    feed = Feed(page, stage.address)
    feed.open_table(example()[:1])
    told = list(evening(6, 1))
    third = len(told) // 3

    def tell_while_turned(part: Sequence[Told]) -> None:
        page.set_viewport_size(TALL)
        expect(page.locator("#log")).to_be_hidden()
        feed.send(*part)
        feed.drawn(part[-1])
        page.set_viewport_size(WIDE)
        expect(page.locator("#log")).to_be_visible()
        page.evaluate(NEXT_FRAME)

    feed.send(*told[:third])
    feed.drawn(told[third - 1])
    until(page, f"{UNREAD_PX} < 2")
    tell_while_turned(told[third : 2 * third])
    until(page, f"{UNREAD_PX} < 2")

    page.locator("#log").evaluate("(log) => (log.scrollTop = 100)")
    page.evaluate(NEXT_FRAME)
    tell_while_turned(told[2 * third :])
    assert page.locator("#log").evaluate("(log) => log.scrollTop") < 200


@pytest.mark.parametrize("width", [320, 360, 390, 768, 820])
def test_odds_of_any_length_fit_the_page(
    page: Page, stage_of: Callable[[Path], Stage], tmp_path: Path, width: int
) -> None:
    table = tmp_path / "table.toml"
    table.write_text(re.sub(r"melee_pool = \d", "melee_pool = 5", PRESET.read_text()))
    stage = stage_of(table)
    stage.services.referee.answer(Roll.of({"attack": [6, 4, 2], "defence": [5, 3]}))
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(stage.address)
    expect(page.locator("#odds .share", has_text="below 0.1–").first).to_be_visible()

    assert page.evaluate("document.documentElement.scrollWidth") <= width
    ends = page.locator("#odds .share").evaluate_all(
        "(all) => all.map((one) => one.scrollWidth - one.clientWidth)"
    )
    assert max(ends) <= 0


def test_what_a_model_has_lost_is_in_one_line_whatever_its_players_name(page: Page, stage: Stage) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    feed = Feed(page, stage.address)
    feed.open_table(renamed(example(), {"Chiyo": "Yukimura Chiyo of the Northern Gate Watch"[:40]}))
    lost = page.locator(".player .wound-words")

    expect(lost).to_have_text(["3 wounds, 3 left", "1 wound, 5 left"])
    assert [one.evaluate(TEXT_LINES) for one in lost.all()] == [1, 1]


def test_a_roll_is_looked_at_again(rolled: Page) -> None:
    expect(rolled.locator(".roll-card")).to_have_count(2)
    expect(rolled.locator(".roll-card .luck")).to_have_count(2)
    rolled.get_by_role("button", name="Look at the roll Chiyo: melee").click()
    sheet = rolled.get_by_role("dialog", name="Chiyo: melee")
    expect(sheet.get_by_role("img", name="green die with white pips: 5", exact=True).first).to_be_visible()
    expect(sheet.locator(".evidence-row .photo")).to_have_count(3)
    expect(sheet.locator(".seen.other")).to_have_count(3)  # those of the other player
    sheet.get_by_role("button", name="Roll before").click()

    expect(rolled.get_by_role("dialog", name="Aya: melee")).to_be_visible()


def test_statistics_show_luck_and_faces(rolled: Page) -> None:
    rolled.get_by_role("link", name="Statistics").click()

    expect(rolled.locator("#statistics-part")).to_contain_text("takes 255 more")
    expect(rolled.get_by_role("img", name="Luck of 2 throws")).to_be_visible()
    expect(rolled.get_by_role("img", name="Faces of 2 red dice. 1: 0 times, 2: 1 times")).to_be_visible()
    expect(rolled.locator("#asked")).to_be_hidden()


def test_statistics_of_a_whole_evening_are_chosen(
    page: Page, stage_of: Callable[..., Stage], tmp_path: Path
) -> None:
    first = stage_of(PRESET, store=tmp_path / "matches.db")
    for roll in (AYA_MELEE, CHIYO_MELEE):
        first.services.referee.answer(rolled_as(roll))
    record = first.services.record
    assert record is not None
    record.store.end(record.play.match_id)
    first.restart()
    first.services.referee.answer(rolled_as(AYA_MELEE))
    page.goto(f"{first.address}/#statistics")
    expect(page.get_by_role("img", name="Luck of 1 throws")).to_be_visible()
    page.get_by_label("Statistics of").select_option(index=1)

    expect(page.get_by_role("img", name="Luck of 3 throws")).to_be_visible()
    expect(page.get_by_role("heading", name="Luck of the evening")).to_be_visible()
    expect(page.get_by_label("Statistics of")).to_contain_text("2 matches")
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert violations(page) == []


def rolled_as(dice: Sequence[Die]) -> Roll:
    """Return the roll that drawn dice show: black ones are for defence."""
    faces: dict[str, list[int]] = {}
    for die in dice:
        assert die.face is not None
        faces.setdefault("defence" if die.body == "black" else "attack", []).append(die.face)
    return Roll.of(faces)


def test_prompts_are_spoken_once_that_is_switched_on(page: Page, stage: Stage) -> None:
    page.add_init_script(
        "window.said = []; SpeechSynthesis.prototype.speak = (words) => window.said.push(words.text)"
    )
    page.goto(stage.address)
    expect(page.locator("#asked h1")).to_have_text("Aya: throw 3 melee dice")
    assert page.evaluate("said") == []
    page.get_by_role("button", name="Speak").click()
    stage.camera.play(thrown(*AYA_MELEE, *CHIYO_MELEE))
    expect(page.locator("#asked h1")).to_have_text("Aya: throw 2 damage dice")

    said = page.evaluate("said")
    assert "Aya: throw 2 damage dice" in said
    assert any("Aya's attack 5 against Chiyo's defence 4 succeeds" in words for words in said)


def test_a_program_started_anew_goes_on_in_the_middle_of_an_exchange(
    page: Page, stage_of: Callable[..., Stage], tmp_path: Path
) -> None:
    stage = stage_of(PRESET, store=tmp_path / "matches.db")
    stage.camera.play(thrown(*AYA_MELEE, *CHIYO_MELEE))
    page.goto(stage.address)
    expect(page.locator("#asked h1")).to_have_text("Aya: throw 2 damage dice")
    told = page.locator("#log li").all_inner_texts()
    stage.restart()

    expect(page.locator("#link")).to_have_text("", timeout=15_000)
    expect(page.locator("#asked h1")).to_have_text("Aya: throw 2 damage dice")
    expect(page.locator("#log li")).to_have_text(told)
    expect(page.locator(".roll-card")).to_have_count(2)
    stage.camera.play(thrown(*AYA_DAMAGE))
    expect(page.locator("#asked h1")).to_have_text("Chiyo: throw 2 damage dice")


def test_what_lay_there_before_the_program_was_started_anew_is_shown_die_by_die(
    page: Page, stage_of: Callable[..., Stage], tmp_path: Path
) -> None:
    store = tmp_path / "matches.db"
    stage = stage_of(PRESET, store=store)
    page.goto(stage.address)
    stage.camera.play(thrown(*AYA_MELEE, *CHIYO_MELEE))
    expect(page.locator("#asked h1")).to_have_text("Aya: throw 2 damage dice")
    stage.restart()
    match = stage.services.hub.table
    with page.expect_response(f"**/matches/{match}/pictures/*/dice/5") as crop:
        page.goto(stage.address)
    shown = page.locator(f'.tile .photo image[href^="/api/matches/{match}/"]')

    assert crop.value.ok
    expect(shown).to_have_count(6)
    with closing(sqlite3.connect(store)) as connection:
        connection.execute("DELETE FROM crops")
        connection.commit()
    page.reload()
    expect(page.locator(".tile .photo")).to_have_count(6)
    expect(page.locator(".tile .photo image")).to_have_count(0)


def test_thirty_minutes_of_events_leave_nothing_behind(page: Page, stage: Stage) -> None:
    feed = Feed(page, stage.address)
    feed.open_table(example()[:1])
    held = after_half_an_hour(feed)

    # Both lists are full after the first look; an exchange more or less of them depends on its length.
    assert held[-1].nodes - held[0].nodes < 50
    assert held[-1].bytes - held[0].bytes < 2_000_000
    expect(page.locator(".roll-card")).to_have_count(12)
    page.locator("#rolls").get_by_role("button", name="earlier").click()
    expect(page.locator(".roll-card")).to_have_count(128)


def test_on_the_narrowest_phones_no_word_is_broken_and_the_title_is_whole(rolled: Page) -> None:
    rolled.set_viewport_size({"width": 320, "height": 640})

    for words in ("Table", "Story", "Statistics", "Set-up"):
        link = rolled.get_by_role("link", name=words)
        expect(link).to_be_in_viewport(ratio=1)
        assert link.evaluate(TEXT_LINES) == 1, words
    assert rolled.locator("#title").evaluate(CUT_OFF, "The long quarrel at the mill yard of Hoshida") is False


def test_a_line_under_one_die_moves_nothing_under_the_next(rolled: Page, stage: Stage) -> None:
    (four,) = (at for at, die in enumerate(stage.services.referee.table.played[0].dice) if die.face == 4)
    stage.services.referee.correct_dice(0, [DieChange(four, face=6)], "Aya")
    row = rolled.locator('[data-player="Aya"] [data-group="attack"]')
    expect(row.locator(".corrected")).to_have_text("read as 4")

    dice, photos = (row.locator(one).evaluate_all(TOPS) for one in (".die", ".photo"))
    assert len(dice) == len(photos) == 2
    assert dice[0] == pytest.approx(dice[1], abs=1)
    assert photos[0] == pytest.approx(photos[1], abs=1)


def test_axe_finds_nothing_in_the_story_on_a_phone(rolled: Page) -> None:
    rolled.set_viewport_size({"width": 390, "height": 700})
    rolled.get_by_role("link", name="Story").click()

    expect(rolled.get_by_role("heading", name="The story")).to_have_count(1)
    assert violations(rolled) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(chromium: Browser, stage: Stage, scheme: str) -> None:
    stage.camera.play(thrown(*AYA_MELEE, *CHIYO_MELEE))
    page = chromium.new_page(viewport={"width": 1024, "height": 768}, color_scheme=scheme)  # type: ignore[arg-type]  # one of two literals
    page.goto(stage.address)
    expect(page.locator("#asked h1")).to_have_text("Aya: throw 2 damage dice")
    expect(page.locator("#odds .odds").first).to_be_visible()
    found = {"table": violations(page)}
    page.get_by_role("button", name=FOUR).click()
    found["correcting"] = violations(page)
    page.get_by_role("button", name="Close").click()
    for part, heading in (("statistics", "Statistics"), ("setup", "Set-up")):
        page.goto(f"{stage.address}#{part}")
        expect(page.get_by_role("heading", name=heading, level=1)).to_be_visible()
        if part == "setup":
            expect(page.get_by_label("Title")).to_be_visible()
        found[part] = violations(page)
    page.goto(f"{stage.address}/hand#player=Aya&key=none")
    expect(page.locator("h1")).to_have_text("Aya: nothing to decide now")
    found["hand"] = violations(page)
    page.close()

    assert found == {part: [] for part in found}


def test_the_page_is_light(page: Page, stage: Stage) -> None:
    weights: dict[str, int] = {}
    page.on("response", lambda answer: weights.update({answer.url: len(answer.body())}))
    page.goto(stage.address, wait_until="networkidle")
    for part in ("statistics", "setup"):
        page.goto(f"{stage.address}#{part}")
        expect(page.locator(f"#{part}-part h1")).to_be_visible()

    assert len(weights) > 20
    assert sum(weights.values()) < MOST_WEIGHT_BYTES


def test_every_button_is_reached_by_keys(rolled: Page) -> None:
    """Tab goes through the page in its order, and what has the focus shows it."""
    reached: list[str] = []
    for _ in range(60):
        rolled.keyboard.press("Tab")
        name = rolled.evaluate(
            "document.activeElement.closest('button, a, input, summary, ol') ? "
            "document.activeElement.textContent.trim() : ''"
        )
        outline = rolled.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        assert not name or outline == "solid", name
        reached.append(name)

    for button in (
        "Speak",
        "Statistics",
        "Pause",
        "Void the last roll",
        "Enter a roll by hand",
        "Look at it",
    ):
        assert button in reached
