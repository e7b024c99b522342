"""The overlay at a real table: an exchange step by step, transparency, options, the streamer's own style."""

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import Page, Response, expect

from tests.api.drawn import AYA_DAMAGE, AYA_MELEE, CHIYO_DAMAGE, CHIYO_MELEE, PRESET, thrown
from tests.browser.conftest import Stage
from tests.browser.fed import thread_clock

pytestmark = pytest.mark.browser


def test_an_exchange_appears_step_by_step(page: Page, stage: Stage) -> None:
    page.goto(stage.address + "/overlay")
    asked, clashes = page.locator("#asked"), page.locator(".clash")
    expect(asked.locator("h1")).to_have_text("Aya: throw 3 melee dice")
    expect(asked.locator(".wanted")).to_contain_text("0 to 3 attack")
    expect(page.locator("#odds")).to_contain_text("wounds of Chiyo")
    expect(page.locator("#odds")).to_contain_text("by the split")

    stage.camera.play(thrown(*AYA_MELEE, *CHIYO_MELEE))
    expect(asked.locator("h1")).to_have_text("Aya: throw 2 damage dice")
    attack = page.locator('[data-player="Aya"] [data-group="attack"]')
    roles = [one.get_attribute("data-role") for one in attack.locator(".cast").all()]
    assert roles == ["high", "support"]
    names = [one.get_attribute("aria-label") for one in attack.locator(".die").all()]
    assert names == ["red die with white pips: 4", "red die with white pips: 2"]
    expect(attack.locator(".result")).to_have_text("result 5")
    expect(clashes).to_have_count(1)
    expect(clashes).to_contain_text("attack 5 against defence 4")
    expect(clashes).to_contain_text("success level 1")
    expect(clashes.locator(".verdict")).to_have_text("hit")
    expect(page.locator("#odds .parts li")).to_have_count(3)
    expect(page.locator('[data-player="Chiyo"] .luck')).to_contain_text("throw")

    stage.camera.play(thrown(*AYA_DAMAGE))
    expect(asked.locator("h1")).to_have_text("Chiyo: throw 2 damage dice")
    expect(page.locator('[data-player="Chiyo"] .wounds')).to_have_text("1 wound, 5 left")
    expect(clashes.first.locator(".verdict")).to_have_text("1 wound")

    stage.camera.play(thrown(*CHIYO_DAMAGE))
    expect(asked.locator("h1")).to_have_text("The exchange is over")
    expect(page.locator('[data-player="Aya"] .wounds')).to_have_text("3 wounds, 3 left")
    expect(page.locator("#odds")).to_be_hidden()


def test_a_roll_that_is_taken_back_is_gone(page: Page, stage: Stage) -> None:
    stage.camera.play(thrown(*AYA_MELEE, *CHIYO_MELEE))
    page.goto(stage.address + "/overlay")
    expect(page.locator(".clash")).to_have_count(1)
    stage.services.referee.void()

    expect(page.locator("#asked h1")).to_have_text("Chiyo: throw 3 melee dice")
    expect(page.locator(".clash")).to_have_count(0)
    expect(page.locator('[data-player="Chiyo"] .group')).to_have_count(0)
    expect(page.locator('[data-player="Aya"] .group')).to_have_count(2)


def test_colour_never_tells_alone(page: Page, stage: Stage) -> None:
    stage.camera.play(thrown(*AYA_MELEE, *CHIYO_MELEE))
    page.goto(stage.address + "/overlay")
    expect(page.locator("#asked h1")).to_have_text("Aya: throw 2 damage dice")

    for group in page.locator("[data-group]").all():
        expect(group.locator(".group-name")).to_have_text(group.get_attribute("data-group") or "")
    shapes = {sign.get_attribute("d") for sign in page.locator(".group-name .sign path").all()}
    assert len(shapes) == 2
    expect(page.locator(".plate.asked h2")).to_have_text("Aya")
    expect(page.locator(".plate .who .sign")).to_have_count(1)


def test_the_overlay_is_transparent_beside_its_panels(page: Page, stage: Stage) -> None:
    stage.camera.play(thrown(*AYA_MELEE, *CHIYO_MELEE))
    for layout, panel in (("lower", "#asked"), ("side", "#asked"), ("corner", ".plate"), ("dice", ".who")):
        page.goto(f"{stage.address}/overlay?layout={layout}")
        expect(page.locator("#asked h1")).to_have_text("Aya: throw 2 damage dice")

        shot = np.frombuffer(page.screenshot(omit_background=True, animations="disabled"), np.uint8)
        picture = cv2.imdecode(shot, cv2.IMREAD_UNCHANGED)
        assert picture is not None
        alpha = picture[..., 3]
        box = page.locator(panel).first.bounding_box()
        assert box is not None
        x, y = round(box["x"]), round(box["y"] + box["height"] / 2)
        assert alpha[y, x + 8 : x + 14].min() > 200, layout  # text stands on a panel that hides the game
        # A shadow reaches a little further than its panel; beyond it the game shows through.
        around = page.evaluate(
            "[...document.querySelectorAll('.plate, .clash, #asked, #odds')]"
            ".filter((one) => one.offsetParent).map((one) => one.getBoundingClientRect().toJSON())"
        )
        for one in around:
            left, top = max(0, round(one["left"]) - 30), max(0, round(one["top"]) - 30)
            alpha[top : round(one["bottom"]) + 30, left : round(one["right"]) + 30] = 0
        assert not alpha.any(), layout


def test_the_overlay_takes_the_css_of_the_streamer(page: Page, stage: Stage) -> None:
    page.goto(f"{stage.address}/overlay")
    page.add_style_tag(
        content="body { --plate: rgb(1, 2, 3); } #players { display: none; }"
    )  # as OBS does it

    expect(page.locator("#asked h1")).to_be_visible()
    expect(page.locator(".plate").first).to_be_hidden()
    expect(page.locator("#asked")).to_have_css("background-color", "rgb(1, 2, 3)")


def test_a_style_of_ones_own_comes_from_a_file(
    page: Page,
    stage_of: Callable[[Path], Stage],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    style = tmp_path / "own.css"
    style.write_text("body { --accent: #010203; }")
    monkeypatch.setenv("MELEECAM_OVERLAY_CSS", str(style))
    page.goto(f"{stage_of(PRESET).address}/overlay?theme=paper")

    expect(page.locator(".plate.asked")).to_have_css("border-top-color", "rgb(1, 2, 3)")


def test_a_wrong_option_is_named_with_the_permitted_ones(page: Page, stage: Stage) -> None:
    page.goto(f"{stage.address}/overlay?layout=lowr&theme=paper&scale=9&show=dice,hats&colour=red")

    wrong = page.locator(".wrong")
    expect(wrong).to_have_text(
        [
            "colour: no such option, expected one of table, layout, theme, position, scale, show, sample",
            "layout: expected lower or side or corner or dice, found lowr",
            "scale: expected 0.5 to 2, found 9",
            "show: expected some of prompt, dice, clash, wounds, odds, luck, pictures, with commas between; "
            "found hats",
        ]
    )
    expect(page.locator("#asked h1")).to_have_text("Aya: throw 3 melee dice")
    expect(page.locator("body")).to_have_attribute("data-theme", "paper")


def test_a_table_that_is_not_there_is_said(page: Page, stage: Stage) -> None:
    page.goto(f"{stage.address}/overlay?table=abcd0123")
    told = f"table: there is no table abcd0123 here, expected {stage.services.hub.table}"
    expect(page.locator(".wrong")).to_have_text(told)
    expect(page.locator("#stage")).to_be_hidden()

    page.goto(f"{stage.address}/overlay?table={stage.services.hub.table}")
    expect(page.locator("#asked h1")).to_be_visible()


def test_a_lost_server_shows_a_sign_beside_what_stood(page: Page, stage: Stage) -> None:
    stage.camera.play(thrown(*AYA_MELEE, *CHIYO_MELEE))
    page.goto(f"{stage.address}/overlay?layout=dice")
    expect(page.locator('[data-player="Chiyo"] .group')).to_have_count(2)
    stage.close()

    expect(page.locator(".lost")).to_have_text("Connection lost, trying again")
    stage.open()
    expect(page.locator(".lost")).to_have_count(0, timeout=15_000)
    expect(page.locator('[data-player="Chiyo"] .group')).to_have_count(2)


@pytest.mark.parametrize("path", ["/overlay", "/overlay/editor", "/overlay/obs"])
def test_a_page_is_light_and_ready_at_once(page: Page, stage: Stage, path: str) -> None:
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))
    worked_ms = thread_clock(page)
    before = worked_ms()
    page.goto(stage.address + path, wait_until="networkidle")

    assert worked_ms() - before < 1000
    assert len(answers) > 3
    assert sum(len(answer.body()) for answer in answers) < 400_000
    assert [answer.url for answer in answers if not answer.url.startswith(stage.address)] == []
