"""Calibration by the camera's picture on the set-up part, with rendered dice and the models as delivered."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import Locator, Page, expect

from api.compose import Services
from api.opening import open_services, ready_settings
from api.play.kept_profiles import kept_profiles
from api.play.record import Record
from api.web.app import create_app
from api.web.current import Current, Openings
from api.web.serving import free_listener
from tests.api.drawn import PRESET, Scenes
from tests.browser.axe import violations
from tests.browser.conftest import Server
from vision.image import Frame, load_image
from vision.reading import Box, TableReading

pytestmark = pytest.mark.browser

SAMPLES = Path(__file__).resolve().parents[2] / "sample_images"
PICTURE = "four_groups_touching.jpg"
TOGETHER = "full_hd_twelve.jpg"
"""Three dice of each group, none of which covers another."""

GROUPS = ("red/white", "black/red", "green/white", "black/green")
MARGIN_PX = 14
"""Around a die that is painted out, with its shadow."""

REST_FRAMES = 30
MOST_WAITS, WAIT_MS = 200, 100


def labelled(picture: str) -> tuple[tuple[str, Box], ...]:
    """Return the group and the box, in pixels, of each die of a sample picture."""
    lines = (SAMPLES / "labels.jsonl").read_text(encoding="utf-8").splitlines()
    (labels,) = (one for one in map(json.loads, lines) if one["file"] == picture)
    return tuple((f"{die['body']}/{die['marks']}", die["box"]) for die in labels["dice"])


def alone(*groups: str) -> Frame:
    """Return the sample picture with the dice of these groups alone; the others are painted out."""
    frame = load_image(SAMPLES / PICTURE)
    gone, kept = (np.zeros(frame.shape[:2], np.uint8) for _ in range(2))
    for group, box in labelled(PICTURE):
        stays = group in groups
        x0, y0, x1, y1 = map(round, box)
        margin = 2 if stays else MARGIN_PX
        (kept if stays else gone)[max(0, y0 - margin) : y1 + margin, max(0, x0 - margin) : x1 + margin] = 255
    gone[kept > 0] = 0
    return np.asarray(cv2.inpaint(frame, gone, 5, cv2.INPAINT_TELEA), np.uint8)


def swapped() -> Frame:
    """Return the picture of all groups with orange dice in place of those that are red with white pips."""
    frame = load_image(SAMPLES / TOGETHER).copy()
    for group, box in labelled(TOGETHER):
        if group == "red/white":
            x0, y0, x1, y1 = map(round, box)
            die = frame[y0:y1, x0:x1]
            blue, green, red = (die[..., channel] for channel in range(3))
            green[:] = np.where(red > blue, np.maximum(green, 0.8 * red), green)
    return frame


@dataclass(slots=True)
class Watched:
    """Mutable; a table before a camera whose pictures a test chooses."""

    address: str
    cameras: list[Scenes]
    app: Current

    def lay(self, page: Page, *groups: str) -> None:
        """Let the dice of these groups lie there, and wait until they are read."""
        self._show(page, alone(), alone(*groups))

    def lay_together(self, page: Page, lying: Frame | None = None) -> None:
        """Let the dice of all groups lie there, as in this picture if given, and wait until they are read."""
        frame = load_image(SAMPLES / TOGETHER) if lying is None else lying
        self._show(page, np.full_like(frame, np.median(frame, axis=(0, 1)).astype(np.uint8)), frame)

    def groups(self) -> list[str | None]:
        """Return the groups of the dice that lie there as far as they are told, sorted."""
        reading = self.app.services.referee.at_rest()
        assert reading is not None
        return sorted((die.group for die in reading.dice), key=str)

    def _show(self, page: Page, before: Frame, lying: Frame) -> None:
        referee = self.app.services.referee
        was = referee.at_rest()
        self.camera.play([before] * 3 + [lying] * REST_FRAMES)
        for _ in range(MOST_WAITS):
            now = referee.at_rest()
            if now is not None and now is not was and now.dice:
                return
            page.wait_for_timeout(WAIT_MS)
        raise AssertionError("expected the dice to come to rest")

    @property
    def camera(self) -> Scenes:
        """The camera of the table as it is watched now."""
        return self.cameras[-1]


@contextmanager
def serving(folder: Path, profiles: Path | None = None) -> Iterator[Watched]:
    """Serve the example table until the end, with its match and what it learns kept in a folder."""
    cameras: list[Scenes] = []

    def opened(file: Path, profiles: Path | None, record: Record | None) -> Services:
        cameras.append(Scenes())
        settings = ready_settings(profiles=profiles)
        store = folder / "matches.db"
        return open_services(settings, file, cameras[-1], store=store, record=record, fresh=True)

    app = Current(
        opened(PRESET, profiles, None),
        Openings(PRESET, folder / "tables", opened, lambda *_: Scenes()),
        lambda now, current: create_app(now, current=current),
    )
    listener = free_listener(18040)
    server = Server(app, listener)
    try:
        yield Watched(f"http://127.0.0.1:{listener.getsockname()[1]}", cameras, app)
    finally:
        server.stop()


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[Watched]:
    with serving(tmp_path) as table:
        yield table


def row_of(page: Page, group: str) -> Locator:
    """Return what the list says of a group, and its button."""
    return page.locator(".learnt li", has_text="{} with {} pips".format(*group.split("/")))


def learn(page: Page, group: str) -> None:
    """Have what lies there learnt as a group."""
    row_of(page, group).get_by_role("button").click()
    expect(row_of(page, group)).to_contain_text("learnt from 1 die")


def test_groups_are_learnt_from_the_camera_and_used(page: Page, watched: Watched) -> None:
    page.goto(f"{watched.address}/#setup")
    expect(page.get_by_text("The camera has given no picture yet.")).to_be_visible(timeout=15_000)
    use = page.get_by_role("button", name="Tell the dice apart by this")
    expect(use).to_be_disabled()
    page.get_by_role("button", name="Learn from these: red with white pips").click()
    expect(page.locator(".refusal")).to_contain_text("expected dice that lie still")
    watched.lay(page, GROUPS[0])
    learn(page, GROUPS[0])
    picture = page.get_by_role("img", name="What the camera sees now")
    expect(picture).to_be_visible()
    assert picture.evaluate("(one) => [one.naturalWidth, one.naturalHeight]") == [640, 480]
    for group in GROUPS[1:]:
        watched.lay(page, group)
        learn(page, group)

    expect(page.locator(".lessons")).to_contain_text("which is enough")
    assert violations(page) == []
    use.click()
    expect(page.locator(".lessons [role=status]")).to_have_text(
        "The dice are told apart by a calibration now.", timeout=20_000
    )
    page.get_by_role("button", name="Go by colour names again").click()
    expect(page.locator(".lessons [role=status]")).to_have_text(
        "The dice are told apart by the names of their colours now.", timeout=20_000
    )
    page.get_by_role("button", name="Go on with the game").click()
    expect(page.locator("#asked h1")).to_have_text("Aya: throw 3 melee dice")
    expect(page.locator("#asked .status")).to_have_count(0)


def test_groups_too_alike_are_told_with_advice(page: Page, watched: Watched) -> None:
    page.goto(f"{watched.address}/#setup")
    expect(page.locator(".learnt li")).to_have_count(4)
    watched.lay(page, "red/white")
    learn(page, "red/white")
    learn(page, "green/white")

    advice = page.locator(".lessons .refusal")
    expect(advice).to_contain_text("Too alike: red with white and green with white.")
    expect(advice).to_contain_text("Bodies and marks look the same; take dice of another colour")


def on_page(page: Page, box: Box) -> Box:
    """Return where a box of the picture is seen, in pixels of the page."""
    # The picture renews itself, so it is found and measured in one go.
    left, top, shown = page.evaluate(
        "(({ x, y, width }) => [x, y, width])(document.querySelector('.sight img').getBoundingClientRect())"
    )
    scale = shown / load_image(SAMPLES / TOGETHER).shape[1]
    x0, y0, x1, y1 = box
    return left + x0 * scale, top + y0 * scale, left + x1 * scale, top + y1 * scale


def tap(page: Page, group: str) -> None:
    """Tap each die of a group where the picture shows it."""
    for one, box in labelled(TOGETHER):
        if one == group:
            x0, y0, x1, y1 = on_page(page, box)
            page.mouse.click((x0 + x1) / 2, (y0 + y1) / 2)


def outline_each(page: Page, reading: TableReading) -> bool:
    """Say whether the outlines are drawn around the dice of a reading, and nowhere else."""
    drawn = page.locator(".outlines button").evaluate_all(
        "(all) => all.map((one) => one.getBoundingClientRect()).map((r) => [r.x, r.y, r.right, r.bottom])"
    )
    seen = sorted(on_page(page, die.box) for die in reading.dice)
    return bool(np.allclose(sorted(drawn), seen, atol=1))


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (800, 1280), (360, 740)])
def test_dice_of_all_groups_together_are_tapped_and_learnt(
    page: Page, watched: Watched, width: int, height: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"{watched.address}/#setup")
    expect(page.locator(".learnt li")).to_have_count(4)
    watched.lay_together(page)
    outlines = page.get_by_role("group", name="Dice that lie still").get_by_role("button")
    expect(outlines).to_have_count(12)
    expect(page.locator(".live [role=status]")).to_have_text("12 dice lie still, none is chosen.")
    page.locator(".live").evaluate("(one) => one.scrollIntoView()")
    reading = watched.app.services.referee.at_rest()
    assert reading is not None
    assert outline_each(page, reading)
    assert page.evaluate("document.documentElement.scrollWidth") <= width

    for at, group in enumerate(GROUPS):
        page.locator(".live").evaluate("(one) => one.scrollIntoView()")
        tap(page, group)
        expect(page.locator(".live [role=status]")).to_have_text("3 of 12 dice chosen.")
        if at == 0:
            assert violations(page) == []
        body, marks = group.split("/")
        page.get_by_role("button", name=f"Learn from 3 chosen: {body} with {marks} pips").click()
        expect(row_of(page, group)).to_contain_text("learnt from 3 dice, not in use yet")
        expect(page.locator(".live [role=status]")).to_have_text("12 dice lie still, none is chosen.")
    assert outline_each(page, reading)
    assert watched.app.services.referee.state()["paused"]
    expect(page.locator(".lessons")).to_contain_text("which is enough")
    page.get_by_role("button", name="Tell the dice apart by this").click()
    expect(page.locator(".learnt li", has_text="in use, learnt from 3 dice")).to_have_count(4)

    watched.lay_together(page)
    assert watched.groups() == sorted(GROUPS * 3)
    page.reload()
    expect(page.locator(".learnt li", has_text="in use, learnt from 3 dice")).to_have_count(4)
    expect(page.locator(".lessons")).to_contain_text("which is enough")
    expect(page.locator(".lessons [role=status]")).to_have_text(
        "The dice are told apart by a calibration now."
    )


def learn_together(page: Page, *groups: str) -> None:
    """Have each of these groups learnt from its dice among all that lie there."""
    expect(page.get_by_role("group", name="Dice that lie still").get_by_role("button")).to_have_count(12)
    for group in groups:
        page.locator(".live").evaluate("(one) => one.scrollIntoView()")
        tap(page, group)
        row_of(page, group).get_by_role("button", name="Learn from 3 chosen").click()
        expect(row_of(page, group)).to_contain_text("learnt from 3 dice, not in use yet")


def test_one_group_is_learnt_again_while_the_others_stay(page: Page, watched: Watched) -> None:
    page.goto(f"{watched.address}/#setup")
    expect(page.locator(".learnt li")).to_have_count(4)
    watched.lay_together(page)
    learn_together(page, *GROUPS)
    use = page.get_by_role("button", name="Tell the dice apart by this")
    use.click()
    in_use = page.locator(".learnt li", has_text="in use, learnt from 3 dice")
    expect(in_use).to_have_count(4)
    expect(use).to_be_disabled()
    watched.lay_together(page, swapped())
    assert watched.groups() == sorted([*GROUPS[1:] * 3, None, None, None], key=str)

    learn_together(page, "red/white")
    expect(in_use).to_have_count(3)
    expect(page.locator(".lessons")).to_contain_text(
        "Learnt anew: red with white. The other groups stay as they are."
    )
    expect(page.locator(".lessons")).to_contain_text("which is enough")
    assert violations(page) == []
    use.click()
    expect(in_use).to_have_count(4)
    watched.lay_together(page, swapped())
    assert watched.groups() == sorted(GROUPS * 3)
    page.get_by_role("button", name="Go on with the game").click()
    # Dice that lie there may be told to be of no roll; that they count again is what matters.
    expect(page.locator("#asked")).not_to_contain_text("Paused")
    assert not watched.app.services.referee.state()["paused"]


def test_what_is_learnt_again_can_be_left_as_it_was(page: Page, watched: Watched) -> None:
    page.goto(f"{watched.address}/#setup")
    expect(page.locator(".learnt li")).to_have_count(4)
    watched.lay(page, "red/white")
    for group in GROUPS:
        learn(page, group)
    page.get_by_role("button", name="Tell the dice apart by this").click()
    in_use = page.locator(".learnt li", has_text="in use, learnt from 1 die")
    expect(in_use).to_have_count(4)
    watched.lay(page, "red/white")
    page.get_by_role("button", name="Learn again: red with white pips").click()
    expect(in_use).to_have_count(3)
    page.get_by_role("button", name="Leave all as it was").click()

    expect(in_use).to_have_count(4)
    expect(page.get_by_role("button", name="Tell the dice apart by this")).to_be_disabled()


def test_what_is_in_use_is_listed_after_the_program_was_started_again(page: Page, tmp_path: Path) -> None:
    with serving(tmp_path) as before:
        page.goto(f"{before.address}/#setup")
        before.lay(page, "red/white")
        for group in GROUPS:
            learn(page, group)
        page.get_by_role("button", name="Tell the dice apart by this").click()
        expect(page.locator(".learnt li", has_text="in use, learnt from 1 die")).to_have_count(4)
    with serving(tmp_path, kept_profiles(tmp_path / "tables", PRESET)) as after:
        page.goto(f"{after.address}/#setup")
        expect(page.locator(".learnt li", has_text="in use, learnt from 1 die")).to_have_count(4)

        expect(page.locator(".lessons .refusal").first).to_contain_text("Too alike:")
        expect(page.get_by_role("button", name="Learn again:")).to_have_count(4)


def test_dice_are_chosen_with_keys_alone(page: Page, watched: Watched) -> None:
    page.goto(f"{watched.address}/#setup")
    expect(page.locator(".learnt li")).to_have_count(4)
    watched.lay_together(page)
    outlines = page.get_by_role("group", name="Dice that lie still").get_by_role("button")
    expect(outlines).to_have_count(12)
    first = outlines.first
    first.focus()
    page.keyboard.press("Space")
    expect(first).to_have_attribute("aria-pressed", "true")
    expect(first).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(outlines.nth(1)).to_have_attribute("aria-pressed", "true")
    page.wait_for_timeout(2500)  # the picture renews itself meanwhile
    expect(outlines.nth(1)).to_be_focused()
    page.keyboard.press("Enter")

    expect(outlines.nth(1)).to_have_attribute("aria-pressed", "false")
    words = first.get_attribute("aria-label")
    assert words is not None
    assert words.split(" die with ")[0] in {group.split("/")[0] for group in GROUPS}
    assert " pips at the " in words
    page.get_by_role("button", name="Learn from 1 chosen: red").click()
    expect(first).to_have_attribute("aria-label", f"{words}, learnt as red with white")
