"""The worked examples of the Mordheim-derived draft, from vectors/mordheim.json."""

import json
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from resolver.mordheim.arithmetic import (
    IMPOSSIBLE,
    NO_SAVE,
    MultiWound,
    bash_succeeds,
    charge_reach,
    injury,
    may_bash,
)
from resolver.mordheim.charts import PRINTED
from resolver.mordheim.events import BashRolled, Charged, HitRolled, InjuryRolled, OrderFixed, WoundRolled
from resolver.mordheim.fighter import Break
from resolver.mordheim.weapons import Weapon
from resolver.procedure import Throw
from tests.resolver.exchanges import of_type
from tests.resolver.phases import (
    STRICT_WITH_CHARTS,
    after,
    charge,
    enemy,
    model,
    phase,
    play,
    purposes,
    settings,
)

VECTORS = json.loads((Path(__file__).parent / "vectors" / "mordheim.json").read_text())


def vectors(kind: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in VECTORS[kind]])


def switched(given: dict[str, Any]) -> dict[str, Any]:
    return {key: MultiWound(value) if isinstance(value, str) else value for key, value in given.items()}


@vectors("to_hit")
def test_to_hit(case: dict[str, Any]) -> None:
    setup = phase(model("Brannoc", weapon_skill=case["weapon_skill"]), enemy(weapon_skill=case["target"]))
    progress = play(setup, [6])

    assert PRINTED.hit(case["weapon_skill"], case["target"]) == case["needed"]
    assert of_type(progress, HitRolled)[0].needed == case["needed"]


@vectors("to_wound")
def test_to_wound(case: dict[str, Any]) -> None:
    setup = phase(model("Brannoc", strength=case["strength"]), enemy(toughness=case["toughness"]))
    answers = ([6],) if case["needed"] is None else ([6], [1])
    progress = play(setup, *answers)

    needed = PRINTED.wound(case["strength"], case["toughness"])
    assert needed == (case["needed"] or IMPOSSIBLE)
    assert of_type(progress, WoundRolled)[0].needed == case["needed"]


@vectors("save")
def test_save(case: dict[str, Any]) -> None:
    own = case["strength"] + (1 if case["weapon"] == "fist" else 0)
    attacker = model("Brannoc", strength=own, weapons=(case["weapon"],))
    progress = play(phase(attacker, enemy(armour=case["armour"], shield=case["shield"])), [6], [5])

    waiting = progress.waiting_for
    assert isinstance(waiting, Throw)
    assert waiting.purpose == ("injury" if case["needed"] is None else "save")
    assert case["needed"] in (None, NO_SAVE) or f"needs {case['needed']}+" in waiting.reason


@vectors("injury")
def test_injury(case: dict[str, Any]) -> None:
    weapon = Weapon(
        "tool", multi_wound=case.get("multi_wound", False), concussion=case.get("concussion", False)
    )
    progress = play(phase(model("Brannoc", weapons=(weapon,)), enemy()), [6], [5], [case["face"]])

    (rolled,) = of_type(progress, InjuryRolled)
    assert [result.value for result in rolled.results] == [case["result"]]
    assert injury(case["face"], int(weapon.multi_wound), weapon.concussion).value == case["result"]


def test_s2_a_charge_reaches_movement_and_initiative() -> None:
    setup = phase(model("Brannoc", initiative=3), enemy(), contacts=(), charges=(charge(distance="7"),))

    assert charge_reach(4, 3) == 7
    (charged,) = of_type(play(setup), Charged)
    assert charged.reach == 7


@vectors("bash")
def test_bash(case: dict[str, Any]) -> None:
    attacker = model("Brannoc", boarding_shield=True)
    setup = phase(attacker, enemy(), contacts=(), charges=(charge(bash=True),))
    progress = play(setup, [case["charger"]], [case["defender"]])

    assert bash_succeeds(case["charger"], case["defender"]) is case["succeeds"]
    (rolled,) = of_type(progress, BashRolled)
    assert rolled.succeeds is case["succeeds"]
    if not case["succeeds"]:
        assert progress.waiting_for is not None
        assert progress.waiting_for.player == "Ina"


@vectors("bash_distance")
def test_bash_distance(case: dict[str, Any]) -> None:
    attacker = model("Brannoc", initiative=3, boarding_shield=True)
    setup = phase(attacker, enemy(), contacts=(), charges=(charge(distance=case["distance"]),))

    assert may_bash(7, Decimal(case["distance"])) is case["allowed"]
    assert purposes(setup) == ["bash" if case["allowed"] else "to_hit"]


@vectors("order")
def test_order(case: dict[str, Any]) -> None:
    models = case["models"]
    profile = settings(**case.get("settings", {}))
    if case.get("profile") == "strict":
        profile = replace(STRICT_WITH_CHARTS, attacks_from_characteristic=True, order_by_initiative=True)
    setup = phase(
        model("Brannoc", **models["Brannoc"]),
        enemy(**models["Sela"]),
        contacts=(),
        charges=(charge(distance="3", bash=case["bash"] is not None),),
        profile=profile,
    )
    bash = [] if case["bash"] is None else [[face] for face in case["bash"]]

    (fixed,) = of_type(play(setup, *bash), OrderFixed)

    assert next(name for _, names in fixed.groups for name in names) == case["first"]


@vectors("play")
def test_play(case: dict[str, Any]) -> None:
    attackers = []
    for name, fields in zip(("Brannoc", "Tam", "Wulf"), case["attackers"], strict=False):
        given = dict(fields)
        if given.pop("multi_wound", False):
            given["weapons"] = (Weapon("scatter blade", multi_wound=True),)
        attackers.append(model(name, **given))
    # One that does not strike back leaves the attackers' rolls alone.
    target = enemy(**{"attacks": 0, **case["target"]})
    setup = phase(
        *attackers,
        target,
        profile=settings(**switched(case.get("settings", {}))),
        breaking=(Break("Sela"),) if case.get("breaks") else (),
    )

    progress = play(setup, *case["answers"])

    asked = purposes(setup, *case["answers"])
    expected = case.get("asked", asked)
    assert asked[: len(expected)] == expected
    if "dice" in case:
        waiting = progress.waiting_for
        assert isinstance(waiting, Throw)
        assert waiting.total == case["dice"]
    if "status" in case:
        end = after(progress)
        assert end.status.value == case.get("ends", case["status"])
        assert end.wounds_left == case.get("wounds_left", 1)
        assert progress.outcome is not None
        assert progress.outcome.attacks[-1].status.value == case["status"]


def test_every_example_of_the_draft_is_here() -> None:
    """S2 stands alone above; the others are data."""
    ids = {case["id"].split()[0] for cases in VECTORS.values() for case in cases}

    assert ids >= {
        "S1",
        "S3",
        "S4",
        "S5",
        "R1",
        "R2",
        *(f"D{number}" for number in range(1, 21)),
    }
