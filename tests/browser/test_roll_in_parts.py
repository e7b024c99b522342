"""A roll for which not enough dice lie ready: its parts are shown as the one roll that they are."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from resolver.dice import Roll
from tests.browser.conftest import Stage
from tests.browser.fed import PRESETS, Feed, Told, story, up_to

pytestmark = pytest.mark.browser

StageOf = Callable[..., Stage]

STORY = story("art_of_tactic_causeway")  # the riders throw six dice, four and two
TABLE_PAGE = '#players [data-player="Kaede"] [data-group="attack"] .die'
OVERLAY = '.plate[data-player="Kaede"] [data-group="attack"] .die'


@pytest.fixture
def feed(page: Page, stage: Stage) -> Feed:
    return Feed(page, stage.address)


def numbered(seq: int, type_: str, **data: object) -> Told:
    return {"table": STORY[0]["table"], "seq": seq, "type": type_, "data": data}


@pytest.mark.parametrize(
    ("throws", "dice"),
    [
        pytest.param(2, 4, id="while the rest is awaited"),
        pytest.param(3, 6, id="once all are thrown"),
    ],
)
def test_all_dice_thrown_so_far_are_shown(feed: Feed, throws: int, dice: int) -> None:
    so_far = up_to(STORY, "throw", throws)

    feed.open_table(so_far)
    expect(feed.page.locator(TABLE_PAGE)).to_have_count(dice)
    feed.open("", so_far)
    expect(feed.page.locator(OVERLAY)).to_have_count(dice)


def test_they_are_shown_as_they_come(feed: Feed) -> None:
    begun, over = up_to(STORY, "throw", 2), up_to(STORY, "throw", 3)

    feed.open("", begun)
    feed.send(*over[len(begun) :])
    expect(feed.page.locator(OVERLAY)).to_have_count(6)
    judged = feed.page.locator('.plate[data-player="Kaede"] .cast[data-role]')
    expect(judged).to_have_count(6)


def test_what_lies_there_for_the_rest_stands_beside_the_first_dice(feed: Feed) -> None:
    begun = up_to(STORY, "throw", 2)
    seq = len(begun)
    die = {
        "kind": "d20",
        "face": None,
        "problem": "glare",
        "confidence": 0.0,
        "box": [10, 10, 50, 50],
        "body": "blue",
        "marks": "white",
        "player": "Kaede",
        "group": "attack",
    }
    rest = (
        numbered(seq + 1, "reading", picture=1, width=640, height=480, ms=20, dice=[die], problems=[]),
        numbered(seq + 2, "refused", player="Kaede", purpose="attack", reasons=["one die is unread"]),
    )

    feed.open_table((*begun, *rest))
    expect(feed.page.locator(TABLE_PAGE)).to_have_count(5)
    expect(feed.page.locator(f"{TABLE_PAGE}.unread")).to_have_count(1)
    feed.open("", (*begun, *rest))
    expect(feed.page.locator(OVERLAY)).to_have_count(5)
    feed.send(numbered(seq + 3, "moving"))
    expect(feed.page.locator(OVERLAY)).to_have_count(4)


def test_a_die_of_either_part_is_corrected_and_the_others_stay(page: Page, stage_of: StageOf) -> None:
    stage = stage_of(PRESETS["art_of_tactic_causeway"])
    stage.services.referee.answer(Roll.of({"attack": [12, 8, 15, 3]}))
    stage.services.referee.answer(Roll.of({"attack": [20, 4]}))
    page.goto(stage.address)
    for was, now in (("12", "9"), ("20", "7")):
        page.get_by_role("button", name=f"blue d20 with white numerals: {was} correct", exact=True).click()
        page.get_by_role("dialog").get_by_role("button", name=now, exact=True).click()
        expect(page.get_by_role("dialog")).to_have_count(0)
        expect(page.locator(TABLE_PAGE)).to_have_count(6)

    page.reload()
    expect(page.locator(TABLE_PAGE)).to_have_count(6)
    words = (str(die.get_attribute("aria-label")) for die in page.locator(TABLE_PAGE).all())
    assert sorted(int(one.split(": ")[1]) for one in words) == [3, 4, 7, 8, 9, 15]
