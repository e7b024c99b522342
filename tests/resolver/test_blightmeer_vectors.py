"""The worked examples of Blightmeer, from vectors/blightmeer.json, through the whole procedure."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from resolver.blightmeer.arithmetic import drawn, injury_of
from resolver.blightmeer.editions import EDITIONS, NOVEMBER_2025, AgilityOrder, Edition
from resolver.blightmeer.events import (
    AttackRolled,
    AttacksCounted,
    AttacksDeclared,
    DefenceChecked,
    ImprovementDraw,
    Injured,
    OrderSet,
    PhaseBegan,
    Removed,
    StatusChanged,
    WoundCauseDrawn,
    WoundsLost,
)
from resolver.blightmeer.fighter import Phase, Status, Unit
from tests.resolver.blightmeer_phases import answers_of, duel, events_of, go, grok, hild, weapon

CASES = json.loads((Path(__file__).parent / "vectors" / "blightmeer.json").read_text())


def vectors(name: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in CASES[name]])


def fields(given: dict[str, Any], edition: Edition) -> dict[str, Any]:
    """Return the fields of a unit, weapons by key and status by word."""
    made = dict(given)
    if "weapons" in made:
        made["weapons"] = tuple(weapon(key, edition) for key in made["weapons"])
    if "status" in made:
        made["status"] = Status(made["status"])
    return made


@vectors("attacks")
def test_an_attack_vector_gives_its_checks_and_its_status(case: dict[str, Any]) -> None:
    edition = EDITIONS[case.get("edition", NOVEMBER_2025.id)]
    attacker = hild(**fields(case["attacker"], edition))
    setup = duel(attacker, grok(**fields(case["target"], edition)), edition)

    progress = go(setup, *answers_of(case["answers"]))

    rolled = [event for event in events_of(progress, AttackRolled) if event.attacker == "Hild"]
    checked = events_of(progress, DefenceChecked)
    assert [event.passed for event in rolled] == case["passed"]
    seen: dict[str, list[Any]] = {
        "kept": [event.kept for event in rolled],
        "needed": [event.needed for event in rolled],
        "values": [event.injury_value for event in checked],
        "defence_needed": [event.needed for event in checked],
        "saved": [event.saved for event in checked],
        "drawn": [event.removed for event in events_of(progress, WoundCauseDrawn)],
    }
    for key, found in seen.items():
        if key in case:
            assert found == case[key], key
    changed = [event.after.value for event in events_of(progress, StatusChanged)]
    assert changed == ([case["status"]] if case["status"] else [])
    assert len(events_of(progress, ImprovementDraw)) == case.get("draws", 0)
    assert len(events_of(progress, Removed)) == case.get("draws", 0)
    if "injury_value" in case:
        assert [event.injury_value for event in events_of(progress, Injured)] == [case["injury_value"]]
    if "wounds_left" in case:
        assert [event.wounds_left for event in events_of(progress, WoundsLost)] == [case["wounds_left"]]


@vectors("counts")
def test_two_weapons_give_one_attack_more_and_make_one_each(case: dict[str, Any]) -> None:
    weapons = tuple(weapon(key) for key in case["weapons"])

    progress = go(duel(hild(attacks=case["attacks"], weapons=weapons), grok()))

    assert events_of(progress, AttacksCounted)[0].attacks == case["made"]
    assert events_of(progress, AttacksDeclared)[0].weapons == tuple(map(tuple, case["declared"]))


@vectors("combats")
def test_a_chain_of_contacts_is_one_combat(case: dict[str, Any]) -> None:
    names = ("A1", "A2", "B1", "B2")
    units = tuple(Unit(name, name[0], 13, 17, 8) for name in names)

    progress = go(Phase("A", units, tuple(map(tuple, case["contacts"]))))

    assert [list(group) for group in events_of(progress, PhaseBegan)[0].combats] == case["combats"]


@vectors("injuries")
def test_the_injury_table(case: dict[str, Any]) -> None:
    assert injury_of(case["natural"] + case["modifier"]).value == case["injury"]


@vectors("orders")
@pytest.mark.parametrize("by", list(AgilityOrder), ids=lambda by: by.value)
def test_the_attack_order(case: dict[str, Any], by: AgilityOrder) -> None:
    units = tuple(
        Unit(name, "Ann" if name == "A" else "Bob", 13, 17, agility, engaged_this_turn=engaged)
        for name, (engaged, agility) in case["units"].items()
    )
    edition = replace(NOVEMBER_2025, agility_order=by)

    progress = go(Phase("Ann", units, (("A", "B"), ("A", "C")), edition))

    assert list(events_of(progress, OrderSet)[0].units) == case[by.value]


@vectors("draws")
def test_a_die_draws_one_of_several(case: dict[str, Any]) -> None:
    assert drawn(case["die"], case["candidates"]) == case["drawn"]
