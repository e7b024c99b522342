"""Small melee phases of the Mordheim-derived draft for the tests, and a way to write answers shortly."""

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from decimal import Decimal
from functools import partial
from itertools import combinations
from random import Random
from typing import Any

from resolver.dice import Roll
from resolver.mordheim.arithmetic import MultiWound
from resolver.mordheim.charts import PRINTED, Charts
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


def some_model(name: str, player: str, chance: Random) -> Model:
    """Return any model that two hands allow; characteristics are small, so that all results are met."""
    held = chance.sample(list(COMMON.values()), 2)
    weapons: tuple[Weapon, ...] = (held[0],)
    one, other = held
    plain = [weapon for weapon in held if not weapon.two_handed and weapon.second_weapon_allowed]
    if len(plain) == 2 and not one.one_attack and not other.one_attack and chance.random() < 0.5:
        weapons = (one, other)
    if chance.random() < 0.2:
        weapons = (replace(one, multi_wound=True, name=f"scatter {one.name}"), *weapons[1:])
    free_hand = len(weapons) == 1 and not one.two_handed
    buckler = free_hand and one.buckler_allowed and chance.random() < 0.4
    wounds = chance.choice((1, 1, 2, 3))
    first_round = chance.random() < 0.7
    return Model(
        name=name,
        player=player,
        movement=chance.randint(3, 6),
        weapon_skill=chance.randint(0, 6),
        strength=chance.randint(1, 6),
        toughness=chance.randint(1, 6),
        wounds=wounds,
        initiative=chance.randint(1, 4),
        attacks=chance.randint(0, 3),
        wounds_left=chance.choice((None, chance.randint(0 if wounds > 1 else 1, wounds))),
        armour=chance.choice((None, 4, 5, 6)),
        shield=free_hand and not buckler and chance.random() < 0.4,
        buckler=buckler,
        helmet=chance.random() < 0.4,
        boarding_shield=chance.random() < 0.5,
        weapons=weapons,
        status=chance.choice((*[Status.STANDING] * 4, Status.KNOCKED_DOWN, Status.STUNNED)),
        charging=first_round and chance.random() < 0.2,
        first_round=first_round,
        stood_up_this_turn=chance.random() < 0.1,
        attacks_this_round=chance.choice((None, None, None, 1, 4)),
        save_needed=chance.choice((None, None, None, 4, 7)),
        hit_bonus=chance.choice((0, 0, 1, -1)),
    )


def some_profile(chance: Random, profile: Profile) -> Profile:
    """Return a profile with some of its switches the other way, and some of its charts missing."""
    names = [field.name for field in fields(profile) if isinstance(getattr(profile, field.name), bool)]
    flipped = {name: not getattr(profile, name) for name in chance.sample(names, chance.randint(0, 4))}
    charts = Charts(
        to_hit=PRINTED.to_hit if chance.random() < 0.8 else None,
        to_wound=PRINTED.to_wound if chance.random() < 0.8 else None,
        save_modifiers=PRINTED.save_modifiers if chance.random() < 0.8 else None,
    )
    switched: Any = {"multi_wound": chance.choice(list(MultiWound)), **flipped}
    return replace(profile, charts=charts, **switched)


def some_phase(chance: Random, profile: Profile | None = None) -> Melee:
    """Return any melee phase of two or three players with two to six models."""
    players = ("Ulf", "Ina", "Orm")[: chance.choice((2, 2, 3))]
    names = ("Brannoc", "Sela", "Tam", "Orrin", "Wulf", "Edda")[: chance.randint(len(players), 6)]
    models = tuple(
        some_model(name, players[place % len(players)], chance) for place, name in enumerate(names)
    )
    standing = [one for one in models if one.status is Status.STANDING]
    chargers = [one for one in standing if chance.random() < 0.4]
    charging = {one.name for one in chargers}
    reached: set[str] = set()
    charges = []
    for one in chargers:
        enemies = [other.name for other in models if other.player != one.player]
        if one.name in reached:
            continue
        met = chance.sample(enemies, min(len(enemies), chance.randint(1, 2)))
        reached |= set(met)
        charges.append(
            Charge(
                one.name,
                met[0],
                Decimal(chance.randint(0, 110)) / 10,
                touches=tuple(met[1:]),
                ledge=chance.choice((False, True, None)),
            )
        )
    contacts = tuple(
        (one.name, other.name)
        for one, other in combinations(models, 2)
        if one.player != other.player and not {one.name, other.name} & charging and chance.random() < 0.6
    )
    return Melee(
        active=chance.choice(players),
        models=models,
        contacts=contacts,
        charges=tuple(charges),
        breaking=tuple(Break(one.name, chance.random() < 0.5) for one in standing if chance.random() < 0.15),
        profile=some_profile(chance, profile or chance.choice(list(EDITIONS.values()))),
        fall=chance.choice((None, Fall(2, 4), Fall(1, 3, saves=True))),
        order=tuple(chance.sample(names, chance.randint(0, 2))),
    )
