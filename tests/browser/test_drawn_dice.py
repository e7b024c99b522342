"""Drawn dice: in the colours of their group, and with marks that can be read on any body."""

import json
import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Stage
from tests.browser.fed import Feed, Told, story, up_to

pytestmark = pytest.mark.browser

COLOURS = ("black", "white", "grey", "red", "yellow", "green", "blue", "purple", "no colour that is known")
LEAST_CONTRAST = 3

DRAWN = """async (die) => {
    const { drawDie } = await import("/pages/dice.js");
    const drawn = drawDie(die);
    const [body, mark] = [drawn.querySelector(".die-body"), drawn.querySelector("circle, g")];
    return [body.getAttribute("fill"), mark.getAttribute("fill"), mark.getAttribute("stroke")];
}"""


def luminance(colour: str) -> float:
    """Return the relative luminance of `#rrggbb` by the WCAG's formula, 0 to 1."""
    shares = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    linear = [share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares]
    return sum(weight * share for weight, share in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("kind", ["d6", "d20"])
def test_marks_stand_out_from_every_body(page: Page, stage: Stage, kind: str) -> None:
    page.goto(stage.address)
    for body in COLOURS:
        for marks in COLOURS:
            die = {"kind": kind, "body": body, "marks": marks, "face": 5}
            ground, fill, stroke = page.evaluate(DRAWN, die)
            readable = contrast(ground, fill) >= LEAST_CONTRAST

            assert readable or contrast(ground, stroke) >= LEAST_CONTRAST, (body, marks)
            assert readable == (stroke is None), (body, marks)


def seen_in_odd_light(message: Told) -> Told:
    """Return an accepted roll as a camera gives it that takes black numerals for yellow ones."""
    seen = {
        "kind": "d20",
        "face": 7,
        "confidence": 0.9,
        "box": [1, 1, 9, 9],
        "body": "white",
        "marks": "yellow",
    }
    told = json.loads(json.dumps(message))
    for die in told["data"]["dice"]:
        die["seen"] = {**seen, "face": die["face"], "group": "white/black", "problem": None}
    return dict(told)


def test_a_die_that_counts_has_the_colours_of_its_group(page: Page, stage: Stage) -> None:
    feed = Feed(page, stage.address)
    *before, accepted = up_to(
        story("art_of_tactic_causeway"), "accepted", 3
    )  # the spearmen's, white and black
    past = (*before, seen_in_odd_light(accepted))

    words = re.compile(r"^white d20 with black numerals: \d+$")
    feed.open_table(past)
    for dice in ('#players [data-player="Jorin"] .die', ".roll-card:first-child .die"):
        expect(page.locator(dice)).to_have_count(4)
        expect(page.locator(dice).and_(page.get_by_role("img", name=words))).to_have_count(4)
    feed.open("", past)
    expect(
        page.locator('.plate[data-player="Jorin"] .die').and_(page.get_by_role("img", name=words))
    ).to_have_count(4)
