"""Small melee phases of the Mordheim-derived draft for the tests, and a way to write answers shortly."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from functools import partial
from typing import Any

from resolver.dice import Roll
from resolver.mordheim.charts import PRINTED
from resolver.mordheim.editions import EDITIONS, MORDHEIM, Profile
from resolver.mordheim.events import ModelOutcome, Outcome
from resolver.mordheim.exchange import exchange
from resolver.mordheim.fighter import Break, Charge, Fall, Melee, Model, Status
from resolver.mordheim.weapons import COMMON, Weapon
from resolver.procedure import Answer, Progress, Throw, replay

Short = Sequence[int] | Mapping[str, Sequence[int]] | str
"""An answer: faces of the only group, faces by group, or a decision."""

BLADE = Weapon("blade")
"""A weapon that does nothing out of the ordinary."""

STRICT_WITH_CHARTS = replace(EDITIONS["mordheim-strict"], charts=PRINTED)


def model(name: str, player: str = "Ulf", **fields: Any) -> Model:
    """Return a model of 3s with one attack; weapons by name, of the common ones or the blade."""
    given = {
        "movement": 4,
        "weapon_skill": 3,
        "strength": 3,
        "toughness": 3,
        "initiative": 3,
        "attacks": 1,
        "weapons": ("blade",),
        **fields,
    }
    known = {**COMMON, "blade": BLADE}
    given["weapons"] = tuple(
        known[weapon] if isinstance(weapon, str) else weapon for weapon in given["weapons"]
    )
    if isinstance(given.get("status"), str):
        given["status"] = Status(given["status"])
    return Model(name=name, player=player, **given)


def enemy(name: str = "Sela", **fields: Any) -> Model:
    """Return a model of the other player that strikes late, so that the others come first."""
    return model(name, "Ina", **{"initiative": 1, **fields})


def charge(model: str = "Brannoc", target: str = "Sela", distance: str = "4", **fields: Any) -> Charge:
    return Charge(model, target, Decimal(distance), **fields)


def phase(*models: Model, profile: Profile = MORDHEIM, **fields: Any) -> Melee:
    """Return a phase of Ulf's in which every model of his touches every enemy, unless `contacts` says it."""
    contacts = tuple(
        (one.name, other.name)
        for one in models
        for other in models
        if one.player == "Ulf" and other.player != "Ulf"
    )
    return Melee(**{"active": "Ulf", "models": models, "contacts": contacts, "profile": profile, **fields})


def settings(**switches: Any) -> Profile:
    """Return the Mordheim profile with these switches set."""
    return replace(MORDHEIM, **switches)


def answer_to(asked: object, short: Short) -> Answer:
    if isinstance(short, str):
        return short
    if isinstance(short, Mapping):
        return Roll.of({group: tuple(faces) for group, faces in short.items()})
    assert isinstance(asked, Throw), f"nobody throws {short}, waiting for {asked}"
    return Roll.of({asked.dice[0].group: tuple(short)})


def play(setup: Melee, *answers: Short) -> Progress[Outcome]:
    made: list[Answer] = []
    for short in answers:
        asked = replay(partial(exchange, setup), made).waiting_for
        made.append(answer_to(asked, short))
    return replay(partial(exchange, setup), made)


def purposes(setup: Melee, *answers: Short) -> list[str]:
    """Return what was asked for, one after the other, and what is waited for now."""
    asked = [play(setup, *answers[:count]).waiting_for for count in range(len(answers) + 1)]
    return [step.purpose for step in asked if step is not None]


def after(progress: Progress[Outcome], name: str = "Sela") -> ModelOutcome:
    """Return how a model stands in the outcome."""
    assert progress.outcome is not None, f"still waiting for {progress.waiting_for}"
    return next(one for one in progress.outcome.models if one.name == name)


__all__ = [
    "BLADE",
    "STRICT_WITH_CHARTS",
    "Break",
    "Fall",
    "Short",
    "after",
    "answer_to",
    "charge",
    "enemy",
    "model",
    "phase",
    "play",
    "purposes",
    "settings",
]
