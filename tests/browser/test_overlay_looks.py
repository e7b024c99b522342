"""Layouts, themes and sizes of the overlay with stories of every system, long names and long evenings."""

import itertools
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.api.drawn import PRESET
from tests.browser.axe import violations
from tests.browser.conftest import Stage
from tests.browser.evening import after_half_an_hour
from tests.browser.fed import Feed, Told, example, renamed, story, thread_clock, until, up_to
from tests.browser.sample import SAMPLE, sample

pytestmark = pytest.mark.browser

THEMES = ("lacquer", "paper", "outline", "signal")
LAYOUTS = ("lower", "side", "corner", "dice")
SIZES = ((1920, 1080), (1280, 720), (640, 360))

LONG = {
    "Aya": "Masaema Aya of the Seven Hills, Keeper of the Northern Gate",
    "Chiyo": "千代・雪村 النسر العظيم Владислава",
}

STORIES: dict[str, Callable[[], tuple[Told, ...]]] = {
    "example": example,
    "long names": lambda: renamed(up_to(example(), "odds", 4), LONG),
    "blightmeer": lambda: up_to(story("blightmeer_mill_yard"), "attack_rolled", 4),
    "art of tactic": lambda: up_to(story("art_of_tactic_ford"), "damage_done", 3),
}

HERE = Path(__file__).parent
MEASURED = (HERE / "measured.js").read_text()


@pytest.fixture(scope="module")
def served(module_stage: Stage) -> str:
    return module_stage.address


@pytest.fixture(scope="module")
def module_stage() -> Iterator[Stage]:
    """Return one server for all pages of this file; what they show comes from the tests."""
    stage = Stage(PRESET)
    yield stage
    stage.close()


LATER_THAN_OBS = """
for (const name of ["toSorted", "toReversed", "toSpliced", "with"]) delete Array.prototype[name];
for (const name of ["groupBy"]) delete Object[name];
for (const name of ["fromAsync"]) delete Array[name];
for (const name of ["withResolvers"]) delete Promise[name];
for (const name of ["union", "intersection", "difference"]) delete Set.prototype[name];
for (const name of ["map", "filter", "take", "toArray"]) delete Iterator.prototype[name];
"""
"""What came later than Chromium 103, with which OBS 28 to 30 draw browser sources."""


@pytest.mark.parametrize("name", STORIES)
def test_the_overlay_runs_in_the_browser_of_earlier_obs(page: Page, served: str, name: str) -> None:
    page.add_init_script(LATER_THAN_OBS)
    told = STORIES[name]()
    feed = Feed(page, served)

    feed.open("layout=lower", told)

    assert page.evaluate("[].toSorted === undefined")
    expect(page.locator(".plate").first).to_be_visible()


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("name", STORIES)
def test_nothing_overlaps_or_is_cut_in_any_theme_and_size(
    page: Page, served: str, name: str, layout: str
) -> None:
    feed = Feed(page, served)
    feed.open(f"layout={layout}", STORIES[name]())
    for (width, height), theme in itertools.product(SIZES, THEMES):
        page.set_viewport_size({"width": width, "height": height})
        measured = page.evaluate(MEASURED, [theme])
        assert measured == {"wrong": [], "panels": 2}, (theme, width)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_scale_changes_the_size_where_there_is_room(page: Page, served: str, layout: str) -> None:
    feed = Feed(page, served)
    heights = []
    for scale in (0.5, 1, 2):
        feed.open(f"layout={layout}&scale={scale}&show=prompt,wounds", up_to(example(), "odds"))
        heights.append(
            page.locator(".who h2").first.evaluate("(one) => parseFloat(getComputedStyle(one).fontSize)")
        )
    small, usual, large = heights

    assert small == pytest.approx(usual / 2)
    assert large > 1.3 * usual


@pytest.mark.parametrize("scale", [0.5, 2])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_nothing_overlaps_or_is_cut_at_any_scale(page: Page, served: str, layout: str, scale: float) -> None:
    feed = Feed(page, served)
    for name, told in STORIES.items():
        feed.open(f"layout={layout}&scale={scale}", told())
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            measured = page.evaluate(MEASURED, ["lacquer"])
            assert measured == {"wrong": [], "panels": 2}, (name, width)


def test_short_names_are_not_broken_at_the_largest_scale(page: Page, served: str) -> None:
    Feed(page, served).open("scale=2", up_to(example(), "odds", 3))

    for name in page.locator(".clash .name").all():
        assert name.evaluate("(one) => one.getBoundingClientRect().width") > 40, name.inner_text()


FATES = {"unharmed": 0.004, "incapacitated": 0.596, "dazed": 0.25, "stunned": 0.15}
"""Neither by harm nor by likelihood, as odds may come."""

FIRST = {"Odda": 0.5, "Skeld": 0.25, "Grim": 0.25}

PIECES = """(bar) => [...bar.children].map((one) => [
    one.getBoundingClientRect().width / bar.getBoundingClientRect().width,
    getComputedStyle(one).backgroundColor,
])"""
LEAST, SOME, WORST = "rgb(59, 63, 76)", "rgb(232, 191, 90)", "rgb(255, 138, 117)"
"""Of the theme lacquer."""


def odds_of(message: Told, about: str, shares: Mapping[str, float]) -> Told:
    """Return a message of odds that tells these instead."""
    outcomes = [{"outcome": outcome, "least": share, "most": share} for outcome, share in shares.items()]
    odds = [{"about": about, "cases": 1, "outcomes": outcomes}]
    return {**message, "data": {**message["data"], "odds": odds}}  # type: ignore[dict-item]


def test_odds_in_words_are_coloured_by_harm_and_as_wide_as_their_shares(page: Page, served: str) -> None:
    told = up_to(story("blightmeer_mill_yard"), "odds")
    feed = Feed(page, served)
    feed.open("", (*told[:-1], odds_of(told[-1], "Skeld", FATES)))
    expect(page.locator("#odds .parts li")).to_have_text(["unharmed<1 %", "hurt40 %", "incapacitated60 %"])
    (unharmed, least), (hurt, some), (out, worst) = page.locator("#odds .bar").evaluate(PIECES)

    assert (least, some, worst) == (LEAST, SOME, WORST)
    assert unharmed < 0.02
    assert hurt == pytest.approx(0.4, abs=0.02)
    assert out == pytest.approx(0.6, abs=0.02)


def test_odds_of_a_fortitude_test_are_those_of_the_unit_that_takes_it(page: Page, served: str) -> None:
    """Its reason names the enemy as well, here the archers, which stand first in this list."""
    table, *others = up_to(story("art_of_tactic_ford"), "odds")
    data: Any = table["data"]
    Feed(page, served).open("", ({**table, "data": {**data, "models": data["models"][::-1]}}, *others))

    expect(page.locator("#odds")).to_contain_text("footmen: after this turn")


def test_odds_of_what_harms_nobody_have_no_colour_of_harm(page: Page, served: str) -> None:
    told = up_to(story("blightmeer_mill_yard"), "odds")
    feed = Feed(page, served)
    feed.open("", (*told[:-1], odds_of(told[-1], "attacks first", FIRST)))
    expect(page.locator("#odds .parts li")).to_have_text(["Odda50 %", "Skeld25 %", "Grim25 %"])

    colours = [colour for _, colour in page.locator("#odds .bar").evaluate(PIECES)]
    assert len(set(colours)) == 3
    assert WORST not in colours


@pytest.mark.parametrize(
    ("preset", "words"),
    [
        ("bushido_aya_chiyo", ["Aya", "Chiyo", "success level"]),
        ("mordheim_boarding", ["Brannoc", "Sela", "axe 3+", "to wound 4+", "no save", "knocked down"]),
        ("blightmeer_mill_yard", ["Marit", "Tove", "left"]),
        ("art_of_tactic_ford", ["Kaede", "Jorin", "casualt", "fortitude", "left"]),
    ],
)
def test_every_system_is_shown_from_its_first_event_to_its_outcome(
    page: Page, served: str, preset: str, words: Sequence[str]
) -> None:
    told = story(preset)
    feed = Feed(page, served)
    feed.open("layout=side", told[:2])
    seen = ""
    begin = 2
    ends = [
        place + 1 for place, one in enumerate(told) if one["type"] in ("throw", "choice", "luck", "outcome")
    ]
    for end in ends:
        feed.send(*told[begin:end])
        begin = end
        until(page, f"document.body.dataset.seq >= {told[end - 1]['seq']}")
        seen += page.evaluate("document.getElementById('stage').innerText")

    for word in words:
        assert word in seen
    for strange in ("undefined", "null", "NaN", "[object"):
        assert strange not in seen
    expect(page.locator("#asked h1")).to_have_text("The exchange is over")


def test_how_models_stand_is_what_the_outcome_says(page: Page, served: str) -> None:
    told = story("mordheim_boarding")
    feed = Feed(page, served)
    feed.open("layout=side", told)
    models = told[-2]["data"]["models"]  # type: ignore[index]
    assert told[-2]["type"] == "outcome"

    for model in models:
        line = page.locator(".model", has=page.get_by_text(model["name"], exact=True))
        if model["status"] == "out_of_action":
            expect(line).to_contain_text("out of the fight")
        else:
            expect(line).to_contain_text(re.compile(rf"\D{model['wounds_left']}( wounds?)? left"))
        expect(line.locator(".state")).to_have_count(0 if model["status"] == "standing" else 1)


FRAME_MS = 1000 / 60


def test_an_event_is_on_the_overlay_within_60_ms_of_its_arrival(page: Page, served: str) -> None:
    """Time of the page's thread counts, and the wait for the next picture; not that of other programs."""
    told = example()
    feed = Feed(page, served)
    begin = len(up_to(told, "odds"))
    feed.open("", told[:begin])
    worked_ms = thread_clock(page)
    taken = []
    for end in [at + 1 for at, one in enumerate(told) if one["type"] in ("accepted", "compared", "wounded")]:
        before = worked_ms()
        feed.send(*told[begin:end])
        begin = end
        until(page, f"document.body.dataset.seq >= {told[end - 1]['seq']}")
        page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        taken.append(worked_ms() - before + FRAME_MS)
    assert len(taken) == 8
    assert max(taken) < 60


WATCHING_CLASHES = """
window.laidOut = 0;
window.seen = false;
new MutationObserver((changes) => {
  for (const { addedNodes } of changes)
    for (const one of addedNodes) laidOut += one.className === "clash hit" ? 1 : 0;
}).observe(document, { childList: true, subtree: true });
const look = () => {
  seen ||= document.querySelector(".clash") !== null;
  requestAnimationFrame(look);
};
look();
"""


def test_what_warms_the_overlay_for_its_first_clash_is_laid_out_once_and_never_seen(
    page: Page, served: str
) -> None:
    page.add_init_script(WATCHING_CLASHES)
    Feed(page, served).open("", up_to(example(), "odds"))
    until(page, "laidOut > 0")
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

    assert page.evaluate("[laidOut, seen]") == [1, False]


def test_calm_movement_is_switched_off_by_the_system(page: Page, served: str) -> None:
    told = example()
    feed = Feed(page, served)
    for motion, moves in (("no-preference", True), ("reduce", False)):
        page.emulate_media(reduced_motion=motion)  # type: ignore[arg-type]
        feed.open("", up_to(told, "odds"))
        assert page.evaluate("document.getAnimations().length") == 0  # the past does not move
        known = len(up_to(told, "odds"))
        feed.send(*told[known : known + 2])
        page.wait_for_selector('[data-player="Aya"] .die')
        assert (page.evaluate("document.getAnimations().length") > 0) is moves


def test_thirty_minutes_of_events_leave_nothing_behind(page: Page, served: str) -> None:
    feed = Feed(page, served)
    feed.open("layout=side", example()[:1])
    held = after_half_an_hour(feed)

    assert {one.nodes for one in held} == {held[0].nodes}
    assert held[-1].bytes - held[0].bytes < 1_000_000


@pytest.mark.parametrize("theme", THEMES)
def test_axe_finds_nothing_on_the_overlay(page: Page, served: str, theme: str) -> None:
    Feed(page, served).open(f"theme={theme}&layout=side", up_to(example(), "odds", 4))
    page.add_style_tag(content="html { background: #808080 }")

    assert violations(page) == []


@pytest.mark.parametrize("path", ["/overlay/editor", "/overlay/obs"])
def test_axe_finds_nothing_on_the_pages_beside_it(page: Page, served: str, path: str) -> None:
    page.goto(served + path)
    if path.endswith("editor"):
        expect(page.frame_locator("#frame").locator("#asked h1")).to_be_visible()

    assert violations(page) == []


def test_the_editor_leads_to_the_address(chromium: Browser, served: str) -> None:
    page = chromium.new_page(viewport={"width": 1280, "height": 900})
    page.goto(served + "/overlay/editor")
    address = page.get_by_label("Address for the browser source")
    expect(address).to_have_value(f"{served}/overlay")
    page.get_by_label("Side panel").check(force=True)
    page.get_by_label("Left").check(force=True)
    page.get_by_label("Paper").check(force=True)
    page.get_by_label("Odds before the throw").uncheck()
    expect(address).to_have_value(
        f"{served}/overlay?layout=side&theme=paper&position=left&show=prompt,dice,clash,wounds,luck"
    )
    page.get_by_label("Moment").select_option("A wound is dealt")

    shown = page.frame_locator("#frame")
    expect(shown.locator("body")).to_have_attribute("data-layout", "side")
    expect(shown.locator('[data-player="Chiyo"] .wounds')).to_have_text("1 wound, 5 left")
    expect(shown.locator("#odds")).to_be_hidden()
    page.get_by_role("button", name="Copy").click()
    expect(page.locator("#copied")).to_have_text("Copied")
    page.goto(address.input_value())
    expect(page.locator("body")).to_have_attribute("data-position", "left")
    expect(page.locator(".wrong")).to_have_count(0)
    page.close()


def test_the_sample_of_the_editor_is_what_the_rules_tell() -> None:
    kept = json.loads(SAMPLE.read_text(encoding="utf-8"))
    assert kept == json.loads(json.dumps(sample())), "python -m tests.browser.sample writes it anew"
