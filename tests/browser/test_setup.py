"""A whole table set up on the page, without a file."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from api.tables import load_table
from tests.api.drawn import PRESET
from tests.browser.conftest import Stage
from tests.browser.fed import PRESETS

pytestmark = pytest.mark.browser


@pytest.fixture
def opened(page: Page, stage_of: Callable[..., Stage], tmp_path: Path) -> Callable[[Path], Page]:
    """Return a function that serves a table and opens its set-up."""

    def open_setup(table: Path) -> Page:
        page.goto(f"{stage_of(table, tables=tmp_path / 'tables').address}/#setup")
        # The form is made once the table, its system's keys and their check have been answered.
        expect(page.locator(".summary")).to_have_text("Everything is there.", timeout=20_000)
        return page

    return open_setup


@pytest.fixture
def setup(opened: Callable[[Path], Page]) -> Page:
    return opened(PRESET)


@pytest.fixture
def boarding(opened: Callable[[Path], Page]) -> Page:
    return opened(PRESETS["mordheim_boarding"])


def entry(setup: Page, noun: str, name: str) -> Locator:
    """Return the innermost entry of a name."""
    for one in setup.get_by_label(f"Name of the {noun}").all():
        if one.input_value() == name:
            return one.locator("xpath=ancestor::div[@class='entry'][1]")
    raise AssertionError(f"expected a {noun} called {name}")


def unfold(part: Locator) -> None:
    part.evaluate("(part) => { for (const one of part.querySelectorAll('details')) one.open = true; }")


def error_of(control: Locator) -> Locator:
    return control.locator("xpath=..").locator(".field-error")


def test_what_is_wrong_is_said_at_its_field(setup: Page) -> None:
    pool = setup.get_by_label("Melee pool").first
    pool.fill("many")

    expect(setup.locator(".summary")).to_contain_text("not right yet")
    expect(pool).to_have_attribute("aria-invalid", "true")
    expect(error_of(pool)).to_contain_text("expected")
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


def test_two_of_one_name_are_told_apart_before_anything_is_lost(boarding: Page, tmp_path: Path) -> None:
    boarding.get_by_role("button", name="Add a model").first.click()
    added = entry(boarding, "model", "")
    unfold(added)
    for stat in ("W", "WS", "S", "T", "I", "A"):
        added.get_by_label(stat, exact=True).fill("9")
    name = added.get_by_label("Name of the model")
    name.fill("Tam")

    expect(error_of(name)).to_have_text("expected a name of its own, there are 2 of this name")
    expect(boarding.locator(".summary")).to_have_text("One thing is not right yet.")
    boarding.get_by_role("button", name="Start this table").click()
    expect(name).to_be_focused()
    assert not (tmp_path / "tables").exists()
    name.fill("Wat")
    expect(boarding.locator(".summary")).to_have_text("Everything is there.")
    expect(name).not_to_have_attribute("aria-invalid", "true")


@pytest.mark.parametrize("noun", ["player", "weapon"])
def test_no_other_two_of_one_name_become_one(setup: Page, noun: str) -> None:
    if noun == "weapon":
        setup.get_by_role("button", name="Add a weapon").first.click()
    first, second = setup.get_by_label(f"Name of the {noun}").all()[:2]
    second.fill(first.input_value())

    expect(error_of(second)).to_have_text("expected a name of its own, there are 2 of this name")
    expect(setup.locator(".summary")).to_contain_text("not right yet")


@pytest.mark.parametrize("noun", ["player", "weapon"])
def test_what_has_no_name_is_told_once(setup: Page, noun: str) -> None:
    name = setup.get_by_label(f"Name of the {noun}").first
    name.fill("")

    expect(error_of(name)).to_have_text("expected a name, found nothing")
    expect(setup.locator(".field-error:not([hidden])", has_text="a name")).to_have_count(1)


def test_what_is_added_and_removed_is_checked(setup: Page) -> None:
    setup.get_by_role("button", name="Add a player").click()
    expect(setup.locator(".summary")).to_contain_text("not right yet")

    entry(setup, "player", "").get_by_role("button", name="Remove this player").click()
    expect(setup.locator(".summary")).to_have_text("Everything is there.")
    expect(setup.locator(".field-error:not([hidden])")).to_have_count(0)


def test_no_rules_are_without_an_example(setup: Page) -> None:
    rules = setup.get_by_label("Rules")
    for title in rules.locator("option").all_inner_texts():
        rules.select_option(title)
        setup.get_by_label("Title").fill("")
        setup.get_by_role("button", name="Begin with the example").click()

        expect(setup.get_by_label("Title")).not_to_have_value("")
        expect(setup.locator(".summary")).to_have_text("Everything is there.")


def test_arrow_keys_go_through_all_rules(setup: Page) -> None:
    rules = setup.get_by_label("Rules")
    count = rules.locator("option").count()
    rules.focus()
    for at in range(1, count):
        setup.keyboard.press("ArrowDown")
        expect(rules).to_be_focused()
        # The form of these rules is there, and yet the focus has stayed.
        expect(setup.locator(".summary")).to_have_text("Everything is there.")
        assert rules.evaluate("(one) => one.selectedIndex") == at
    expect(rules).to_be_focused()


def test_the_example_leaves_the_focus_on_its_button(setup: Page) -> None:
    title = setup.get_by_label("Title")
    example = title.input_value()
    title.fill("Another")
    button = setup.get_by_role("button", name="Begin with the example")
    button.press("Enter")

    expect(title).to_have_value(example)
    expect(button).to_be_focused()


def test_the_focus_goes_to_a_neighbour_of_what_is_removed(boarding: Page) -> None:
    names = boarding.get_by_label("Name of the model")
    entry(boarding, "model", "Brannoc").get_by_role("button", name="Remove this model").press("Enter")
    expect(names.first).to_have_value("Tam")
    expect(names.first).to_be_focused()

    entry(boarding, "model", "Tam").get_by_role("button", name="Remove this model").press("Enter")
    expect(boarding.get_by_role("button", name="Add a model").first).to_be_focused()


def test_a_started_table_has_the_focus(setup: Page) -> None:
    setup.get_by_label("Title").fill("Yōko and Chiyo")
    setup.get_by_role("button", name="Start this table").press("Enter")

    expect(setup.locator("#title")).to_have_text("Yōko and Chiyo", timeout=15_000)
    expect(setup.locator("#asked h1")).to_be_focused()


def test_a_table_that_does_not_start_says_so_where_the_focus_goes(setup: Page) -> None:
    setup.get_by_role("button", name="Add a player").click()
    entry(setup, "player", "").get_by_label("Name of the player").fill("Third")
    entry(setup, "player", "Third").get_by_label("Melee pool").fill("3")
    entry(setup, "player", "Third").get_by_label("Wounds", exact=True).fill("3")
    expect(setup.locator(".summary")).to_have_text("One thing is not right yet.")
    setup.get_by_role("button", name="Start this table").press("Enter")

    expect(setup.locator(".field-error:focus")).to_have_text("expected 2, found 3")


def test_what_is_no_number_is_said_where_a_number_may_be_left_out(setup: Page) -> None:
    unfold(setup.locator("body"))
    ki = setup.get_by_label("Ki", exact=True).first
    ki.fill("")
    ki.press_sequentially("1-e")

    expect(error_of(ki)).to_have_text("expected a whole number from 0 to 99, found something else")
    expect(setup.locator(".summary")).to_have_text("One thing is not right yet.")
    setup.get_by_role("button", name="Start this table").click()
    expect(ki).to_be_focused()
    ki.fill("2")
    expect(setup.locator(".summary")).to_have_text("Everything is there.")


def test_a_field_says_all_that_it_takes_at_once(setup: Page) -> None:
    for pool in setup.get_by_label("Melee pool").all():
        pool.fill("many")

    expect(setup.locator(".summary")).to_have_text("2 things are not right yet.")
    for pool in setup.get_by_label("Melee pool").all():
        expect(error_of(pool)).to_have_text("expected a valid integer or '-', found 'many'")


def test_as_many_things_are_counted_as_are_shown(boarding: Page) -> None:
    boarding.get_by_label("Contacts").fill('[["Tam"], ["Orrin"]]')
    boarding.get_by_label("W", exact=True).first.fill("99")

    expect(boarding.locator(".summary")).to_have_text("3 things are not right yet.")
    errors = boarding.locator(".field-error:not([hidden])").all_inner_texts()
    assert len("\n".join(errors).splitlines()) == 3


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ("Art of Tactic", ["Add an order", "Add a unit"]),
        ("Blightmeer", ["Add armour", "Add a weapon"]),
    ],
)
def test_buttons_are_worded_as_people_say_it(setup: Page, rules: str, words: list[str]) -> None:
    chosen = setup.get_by_label("Rules")
    chosen.select_option(chosen.locator("option", has_text=rules).first.inner_text())

    for one in words:
        expect(setup.locator("button", has_text=one).first).to_be_attached()
