"""How models stand, on the table page and the overlay: what the events of every system say of it."""

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from resolver.dice import Roll
from resolver.procedure import Choice
from tests.browser.conftest import Stage
from tests.browser.fed import PRESETS, Feed, Told, example, story

pytestmark = pytest.mark.browser

FOLDED = """async (messages) => {
  const { EMPTY, fold } = await import("/pages/fold.js");
  const told = [];
  messages.reduce((state, message) => {
    if (["outcome", "exchange_resolved", "mustered"].includes(message.type)) told.push(state.models);
    const next = fold(state, message);
    if (message.type === "mustered") told.push(next.models);
    return next;
  }, EMPTY);
  return told;
}"""
"""How models stand before each end of an exchange, and before and after everybody is told of between two."""

Stands = tuple[bool, int | None, tuple[str, ...]]
"""Whether a model is out of the fight, what it has left otherwise, and its states in the order of letters."""


def as_page_has_it(models: Sequence[Mapping[str, Any]]) -> dict[str, Stands]:
    return {
        one["name"]: (one["out"], None if one["out"] else one["left"], tuple(sorted(one["states"])))
        for one in models
    }


def as_outcome_says(outcome: Mapping[str, Any]) -> dict[str, Stands]:
    """Return how models stand by an outcome of any system; the rules tell it in other words than events."""
    stands: dict[str, Stands] = {}
    for one in outcome.get("sides", ()):
        states = [*one["states"], *(["last stand"] if one["in_play"] and one["wounds_left"] == 0 else [])]
        stands[one["name"]] = stood(not one["in_play"], one["wounds_left"], states, "removed")
    for one in outcome.get("models", ()):
        fate = one["status"] if one["status"] == "out_of_action" else None
        states = [] if one["status"] in ("standing", fate) else [one["status"]]
        stands[one["name"]] = stood(fate is not None, one["wounds_left"], states, fate)
    for one in outcome.get("units", ()):
        if "morale" not in one:  # Blightmeer
            fate = one["status"] if one["status"] == "incapacitated" else None
            states = [] if one["status"] in ("ok", fate) else [one["status"]]
            stands[one["name"]] = stood(fate is not None, one["wounds"], states, fate)
            continue
        fate = "destroyed" if one["destroyed"] else "surrendered" if one["surrendered"] else None
        moved = {"flee": "fled", "panic": "fled in panic", "retreat": "retreated", None: None}[one["left"]]
        words = (one["morale"] if one["morale"] != "normal" else None, "honor" if one["honor"] else None)
        states = [word for word in (*words, None if fate else moved) if word is not None]
        stands[one["name"]] = stood(fate is not None, one["models_left"], states, fate)
    return stands


def stood(out: bool, left: int, states: Sequence[str], fate: str | None) -> Stands:
    words = [*states, fate] if out and fate is not None else states
    return out, None if out else left, tuple(sorted(word.replace("_", " ") for word in words))


def as_mustered(models: Sequence[Mapping[str, Any]]) -> dict[str, Stands]:
    return {
        one["name"]: stood("incapacitated" in one["states"], one["left"], one["states"], None)
        for one in models
    }


@pytest.mark.parametrize("preset", PRESETS)
def test_events_alone_lead_to_what_the_rules_say_in_the_end(page: Page, stage: Stage, preset: str) -> None:
    told = story(preset, seed=3, further=40)
    page.goto(f"{stage.address}/overlay")
    found = iter([as_page_has_it(models) for models in page.evaluate(FOLDED, list(told))])
    ends = 0
    for message in told:
        data: Any = message["data"]
        if message["type"] == "mustered":
            next(found)
            after = next(found)
            in_play = as_mustered(data["models"])
            assert {name: after[name] for name in in_play} == in_play
            assert all(after[name][0] for name in after.keys() - in_play.keys())
        elif message["type"] in ("outcome", "exchange_resolved"):
            before = next(found)
            expected = as_outcome_says(data.get("outcome", data))
            assert {name: before[name] for name in expected} == expected
            ends += bool(expected)

    assert ends >= 2


def words_of(message: Told) -> dict[str, str]:
    """Return what a page should say of each model of an outcome, in part."""
    said = {}
    for name, (out, left, states) in as_outcome_says(message["data"]).items():  # type: ignore[arg-type]
        said[name] = " ".join(["out of the fight"] if out else [*states, f"{left}"])
    return said


@pytest.mark.parametrize("preset", PRESETS)
def test_the_panels_say_how_everybody_stands(page: Page, stage: Stage, preset: str) -> None:
    told = story(preset)
    feed = Feed(page, stage.address)
    feed.open_table(told)
    (outcome,) = (one for one in told if one["type"] == "outcome")
    said = words_of(outcome)
    models: Any = told[0]["data"]
    for model in models["models"]:
        panel = page.locator(f'[data-player="{model["player"]}"]')
        lines = panel.locator(".model", has=page.get_by_text(model["model"], exact=True))
        line = lines if lines.count() else panel.locator("header")
        for word in said[model["name"]].split(" "):
            expect(line).to_contain_text(word)
    for strange in ("undefined", "null", "NaN", "[object"):
        assert strange not in page.locator("#players").inner_text()


def test_wounds_are_told_in_the_panel_as_they_come(page: Page, stage: Stage) -> None:
    feed = Feed(page, stage.address)
    feed.open_table(example()[:1])
    expect(page.locator('[data-player="Chiyo"] .wounds')).to_have_text("6 wounds left")
    feed.send(*example()[1:])

    expect(page.locator('[data-player="Chiyo"] .wounds')).to_have_text("1 wound, 5 left")
    expect(page.locator('[data-player="Aya"] .wounds')).to_have_text("3 wounds, 3 left")
    expect(page.locator('[data-player="Aya"] .box.struck')).to_have_count(3)


TWO_MODELS = """
system = "bushido-vault"
active = "Aya"

[players.Aya]
melee_pool = 3
wounds = 6

[players.Chiyo]
melee_pool = 3
wounds = 1

[players.Chiyo.models.Oni]
melee_pool = 3
wounds = 9
"""


def test_another_model_of_a_player_fights_on(
    page: Page, stage_of: Callable[..., Stage], tmp_path: Path
) -> None:
    """Events name whoever fights by the player, so that the next exchange is about another model."""
    table = tmp_path / "table.toml"
    table.write_text(TWO_MODELS, encoding="utf-8")
    stage = stage_of(table)
    referee = stage.services.referee
    blow = ({"attack": [6, 5], "defence": [4]}, {"attack": [2], "defence": [2, 2]})
    for faces in (*blow, {"damage": [5, 5]}):
        referee.answer(Roll.of(faces))
    page.goto(stage.address)
    lines = page.locator('[data-player="Chiyo"] .model')
    expect(lines).to_have_text([re.compile("^Chiyo ?out of the fight"), re.compile("^Oni ?9 wounds left")])

    referee.go_on()
    referee.answer("next exchange")
    while isinstance(asked := referee.table.progress.waiting_for, Choice):
        referee.answer("Aya" if "Aya" in asked.options else asked.options[0])
    for faces in (*blow, {"damage": [5, 5]}):
        referee.answer(Roll.of(faces))
    expect(lines.filter(has_text="Oni")).to_contain_text(re.compile(r"\d wounds?, \d left"))
    expect(lines.filter(has_text="Chiyo")).to_contain_text("out of the fight")

    referee.void()
    expect(lines.filter(has_text="Oni")).to_contain_text("9 wounds left")
