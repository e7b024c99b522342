"""Secret decisions on two players' phones: nothing of one reaches another screen before both are in."""

from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, ViewportSize, expect

from resolver.procedure import is_secret
from tests.api.in_secret import SPECIAL, play_to_next_secret, secret_table
from tests.browser.conftest import Stage
from tests.browser.waiting import wait_for

pytestmark = pytest.mark.browser

TOKEN = "a token of the tests"
PHONE: ViewportSize = {"width": 390, "height": 844}


@pytest.fixture
def contexts(chromium: Browser) -> Iterator[Callable[[], BrowserContext]]:
    """Return a maker of browsers that know nothing of each other."""
    made: list[BrowserContext] = []

    def another() -> BrowserContext:
        made.append(chromium.new_context(viewport=PHONE))
        return made[-1]

    yield another
    for context in made:
        context.close()


def heard_by(page: Page) -> list[str]:
    """Return a list that grows with everything that a page hears from the service."""
    heard: list[str] = []
    page.on("websocket", lambda line: line.on("framereceived", lambda text: heard.append(str(text))))
    return heard


def phone_of(player: str, table: Page, stage: Stage, context: BrowserContext) -> tuple[Page, list[str]]:
    """Return the phone that has scanned a player's code off the table page."""
    table.get_by_role("button", name="Decide on a phone").click()
    label = table.locator(".sheet .code").get_attribute("aria-label") or ""
    link = urlsplit(label.removeprefix("Code that opens "))
    table.get_by_role("button", name="Close").click()
    phone = context.new_page()
    heard = heard_by(phone)
    phone.goto(f"{stage.address}{link.path}?{link.query}#{link.fragment}")
    expect(phone.locator("h1")).to_have_text(f"{player}, decide")
    return phone, heard


@pytest.fixture
def open_stage(stage_of: Callable[[Path], Stage], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Stage:
    """A table of secret decisions that phones reach."""
    monkeypatch.setenv("MELEECAM_HOST", "0.0.0.0")
    monkeypatch.setenv("MELEECAM_TOKEN", TOKEN)
    return stage_of(secret_table(tmp_path))


def test_both_decide_unseen_on_their_own_phones(
    open_stage: Stage, contexts: Callable[[], BrowserContext]
) -> None:
    table = contexts().new_page()
    at_table = heard_by(table)
    table.goto(f"{open_stage.address}/?token={TOKEN}")
    expect(table.locator("#asked h1")).to_have_text("Chiyo decides")

    chiyo, _ = phone_of("Chiyo", table, open_stage, contexts())
    chiyo.get_by_role("button", name=SPECIAL).click()
    chiyo.get_by_role("button", name="1+2").click()
    expect(chiyo.locator("h1")).to_have_text("Your decision is in")
    expect(table.locator("#asked h1")).to_have_text("Aya decides")
    aya, at_aya = phone_of("Aya", table, open_stage, contexts())
    assert not [text for text in (*at_table, *at_aya) if SPECIAL in text or '"1+2"' in text]

    aya.get_by_role("button", name="2+1").click()
    expect(table.locator("#asked h1")).to_have_text("Aya: throw 3 melee dice")
    expect(table.locator("#log")).to_contain_text(f"Chiyo declares {SPECIAL}")
    expect(aya.locator("#lately")).to_contain_text(f"Chiyo declares {SPECIAL}")
    assert aya.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def table_and_chiyo(stage: Stage, contexts: Callable[[], BrowserContext]) -> tuple[Page, Page]:
    """Return the table page and Chiyo's phone, who is asked for a decision in secret."""
    play_to_next_secret(stage.services.referee)
    table = contexts().new_page()
    table.goto(f"{stage.address}/?token={TOKEN}")
    chiyo, _ = phone_of("Chiyo", table, stage, contexts())
    return table, chiyo


def test_a_decision_is_taken_back_on_the_phone_that_holds_it(
    open_stage: Stage, contexts: Callable[[], BrowserContext]
) -> None:
    table, chiyo = table_and_chiyo(open_stage, contexts)
    chiyo.get_by_role("button", name=SPECIAL).click()
    expect(table.locator("#asked h1")).to_have_text("Aya decides")
    chiyo.reload()
    expect(chiyo.locator("h1")).to_have_text("Your decision is in")

    for deed in ("Take the last decision back", "Void the last roll"):
        table.get_by_role("button", name=deed).click()
        expect(table.get_by_text("only that phone takes it back")).to_be_visible()
        expect(table.locator("#asked h1")).to_have_text("Aya decides")
        table.reload()
    chiyo.get_by_role("button", name="Take my last decision back").click()
    expect(chiyo.locator("h1")).to_have_text("Chiyo, decide")
    expect(chiyo.get_by_role("button", name="Take my last decision back")).to_have_count(0)
    expect(table.locator("#asked h1")).to_have_text("Chiyo decides")
    expect(table.locator("#log")).to_contain_text("Taken back by Chiyo: Chiyo's special.")


def test_a_decision_that_is_not_taken_can_be_made_once_more(
    open_stage: Stage, contexts: Callable[[], BrowserContext]
) -> None:
    _, chiyo = table_and_chiyo(open_stage, contexts)
    chiyo.route("**/api/hands/answer", lambda route: route.abort(), times=1)
    special = chiyo.get_by_role("button", name=SPECIAL)
    special.click()
    expect(chiyo.get_by_role("alert")).to_be_visible()
    special.click()
    expect(chiyo.locator("h1")).to_have_text("Your decision is in")
    expect(chiyo.get_by_role("alert")).to_have_count(0)


def test_what_a_phone_says_next_has_the_focus_of_the_button_used(
    open_stage: Stage, contexts: Callable[[], BrowserContext]
) -> None:
    _, chiyo = table_and_chiyo(open_stage, contexts)
    head = chiyo.locator("h1")
    for button, words in ((SPECIAL, "Your decision is in"), ("Take my last decision back", "Chiyo, decide")):
        chiyo.get_by_role("button", name=button).focus()
        chiyo.keyboard.press("Enter")
        expect(head).to_have_text(words)
        expect(head).to_be_focused()


def test_a_late_word_on_a_question_that_is_decided_is_not_shown(
    open_stage: Stage, contexts: Callable[[], BrowserContext]
) -> None:
    """A phone that hears what was played asks for each question that was its own."""
    referee = open_stage.services.referee
    play_to_next_secret(referee)
    own = [one for one in referee.table.played if is_secret(one.question) and one.question.player == "Chiyo"]
    table = contexts().new_page()
    table.goto(f"{open_stage.address}/?token={TOKEN}")
    asked: list[Route] = []
    context = contexts()
    context.route("**/api/hands/question", lambda route: asked.append(route))
    chiyo, _ = phone_of("Chiyo", table, open_stage, context)
    wait_for(chiyo, lambda: len(asked) > len(own))
    *late, now = asked
    now.continue_()
    chiyo.get_by_role("button", name=SPECIAL).click()
    expect(chiyo.locator("h1")).to_have_text("Your decision is in")
    back = chiyo.get_by_role("button", name="Take my last decision back")
    back.focus()

    assert late
    for route in late:
        with chiyo.expect_response("**/api/hands/question") as refused:
            route.continue_()
        assert refused.value.status == 409
    chiyo.evaluate("new Promise(requestAnimationFrame)")
    expect(chiyo.get_by_role("alert")).to_have_count(0)
    expect(back).to_be_focused()


def test_one_screen_for_both_has_a_curtain(
    page: Page, stage_of: Callable[[Path], Stage], tmp_path: Path
) -> None:
    page.goto(stage_of(secret_table(tmp_path)).address)
    expect(page.locator("#asked .options")).not_to_contain_text(SPECIAL)
    page.get_by_role("button", name="I am Chiyo").click()
    page.get_by_role("button", name=SPECIAL).click()
    page.get_by_role("button", name="I am Chiyo").click()
    page.get_by_role("button", name="1+2").click()

    expect(page.get_by_role("button", name="I am Aya")).to_be_visible()
    expect(page.locator("body")).not_to_contain_text(SPECIAL)
