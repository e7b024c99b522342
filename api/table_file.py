"""The set-up of a table as a TOML file: who fights whom, with which dice.

title = "Aya and Chiyo"
system = "bushido-vault"        # or bushido-wiki
active = "Aya"                  # whose model is activating
charge = false                  # every key from here to [players.*] may be left out
still_in_contact = true         # or "ask"
initiative = "Aya"              # overrides what traits and states say
allocation = "dice"             # the split is read from the dice; "ask" decides it in secret first
wound_table = "printed"         # or "none", or eleven rows of wounds for totals 2 to 12
ask_wounds = false              # with wound_table = "none": ask for the wounds the players read

[settings]                      # switches of resolver.bushido.editions, by name
zero_attack_can_hit = true

[players.Aya]                   # the name in prompts; exactly two players
melee_pool = 3                  # or "-"
wounds = 6                      # boxes not marked
# model, ki, melee_boost_cost, counters, in_contact_at_start, states, assisting_enemies,
# insignificant_assisting, additional_exchanges, bonus_dice: as in resolver.bushido.fighter
weapon = "naginata"             # weapon, special, boosts, use_feats, attack_dice: decided here, so
special = "none"                # nobody is asked; left out, they are asked where there is a choice
traits = { brutal = 1 }         # also in weapons, and in `charging` for a Charging Bonus

[players.Aya.dice]              # body and mark colour tell the groups apart
attack = { body = "red", marks = "white" }
defence = { body = "black", marks = "red" }
damage = { body = "red", marks = "white" }      # the attack dice where not given

[players.Aya.weapons.naginata]
strength = 1                    # or "Sp"
traits = { reach = true }
[players.Aya.weapons.naginata.specials.sidestep_defence]
cost = 1                        # printed on the card
# For a special the rules do not know: name, kind = "attack" or "defence", damage_roll, halved,
# ends_exchange; what is not answered here is asked when it works.

[players.Aya.feats.focus]
step = 4                        # 3, 4, 5, 7 or 11
kind = "instant"                # or "active"
# ki, gains (traits), dice, enemy_dice, damage, special_cost, special = { name, kind, cost }
"""

import json
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from resolver.bushido.editions import EDITIONS, DeclaresFirst, Edition
from resolver.bushido.events import Outcome
from resolver.bushido.exchange import exchange
from resolver.bushido.fighter import (
    NO_TRAITS,
    UNARMED,
    Decisions,
    Exchange,
    Feat,
    FeatKind,
    Fighter,
    Kind,
    Special,
    State,
    Traits,
    Weapon,
)
from resolver.bushido.specials import special_kind, title_of
from resolver.bushido.wound_table import PRINTED, WoundTable
from resolver.procedure import ChoiceRejected, Procedure, replay


class TableFileError(ValueError):
    """A table file that cannot be used; the message states file, key, expected and found."""


@dataclass(frozen=True, slots=True)
class DiceGroup:
    """Which dice on the table are `group` ("attack", "defence", "damage") of `player`."""

    player: str
    group: str
    body: str
    marks: str


@dataclass(frozen=True, slots=True)
class TableFile:
    """A table ready to play: `start` begins a fresh exchange each time it is called."""

    title: str
    system: str
    players: tuple[str, str]
    start: Callable[[], Procedure[Outcome]]
    groups: tuple[DiceGroup, ...]


def load_table(path: Path) -> TableFile:
    """Return the table that a TOML file describes. Raises TableFileError."""
    try:
        text = path.read_bytes().decode()
    except OSError as error:
        raise TableFileError(f"{path}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise TableFileError(f"{path}: expected UTF-8 text, found a byte that is none") from error
    try:
        given = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise TableFileError(f"{path}: not TOML: {error}") from error
    try:
        # Dates are the only TOML values that JSON lacks; as text they fail with their key named.
        table = _Table.model_validate_json(json.dumps(given, default=str))
    except ValidationError as error:
        raise TableFileError("\n".join(f"{path}: {_problem(entry)}" for entry in error.errors())) from error
    try:
        return _table_file(table)
    except (_KeyError, ChoiceRejected) as error:
        raise TableFileError(f"{path}: {error}") from error


class _KeyError(ValueError):
    """A key whose value does not fit the rest of the file."""


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


# Wide enough for any card, and narrow enough that nobody is offered a million allocations.
MOST = 99
_Count = Annotated[int, Field(ge=0, le=MOST)]
_Number = Annotated[int, Field(ge=-MOST, le=MOST)]


class _Colours(_Strict):
    body: str = Field(min_length=1)
    marks: str = Field(min_length=1)


class _Dice(_Strict):
    attack: _Colours
    defence: _Colours
    damage: _Colours | None = None


class _Special(_Strict):
    name: str | None = None
    kind: Kind | None = None
    cost: _Count | None = None
    damage_roll: bool | None = None
    halved: bool | None = None
    ends_exchange: bool | None = None


class _Weapon(_Strict):
    strength: _Number | Literal["Sp"] = 0
    traits: Traits = NO_TRAITS
    specials: dict[str, _Special] = {}


class _FeatSpecial(_Special):
    name: str


class _Feat(_Strict):
    step: Literal[3, 4, 5, 7, 11]
    kind: FeatKind = FeatKind.INSTANT
    ki: _Count = 0
    gains: Traits = NO_TRAITS
    dice: _Number = 0
    enemy_dice: _Number = 0
    damage: _Number = 0
    special_cost: _Number = 0
    special: _FeatSpecial | None = None


class _Player(_Strict):
    model: str = ""
    melee_pool: _Count | Literal["-"]
    wounds: Annotated[int, Field(ge=1, le=MOST)]
    ki: _Count = 0
    melee_boost_cost: Annotated[int, Field(ge=1, le=MOST)] | None = None
    counters: Annotated[int, Field(ge=0, le=2)] = 2
    in_contact_at_start: bool = True
    states: tuple[State, ...] = ()
    assisting_enemies: _Count = 0
    insignificant_assisting: _Count = 0
    additional_exchanges: _Count = 0
    bonus_dice: _Number = 0
    traits: Traits = NO_TRAITS
    charging: Traits = NO_TRAITS
    weapons: dict[str, _Weapon] = {}
    feats: dict[str, _Feat] = {}
    dice: _Dice | None = None
    weapon: str | None = None
    special: str | None = None
    boosts: _Count | None = None
    use_feats: tuple[str, ...] | None = None
    attack_dice: _Count | None = None


class _Table(_Strict):
    title: str = ""
    system: str
    active: str
    charge: bool = False
    still_in_contact: bool | Literal["ask"] = True
    initiative: str | None = None
    allocation: Literal["dice", "ask"] = "dice"
    wound_table: Literal["printed", "none"] | tuple[tuple[_Count, ...], ...] = "printed"
    ask_wounds: bool = False
    settings: dict[str, bool | DeclaresFirst] = {}
    players: dict[str, _Player]


def _table_file(table: _Table) -> TableFile:
    names = tuple(table.players)
    if len(names) != 2:
        raise _KeyError(f"players: expected 2, found {len(names)}")
    for key, name in (("active", table.active), ("initiative", table.initiative)):
        if name is not None and name not in names:
            raise _KeyError(f"{key}: expected one of {', '.join(names)}, found {name!r}")
    fighters = {name: _fighter(name, player) for name, player in table.players.items()}
    other = names[1] if table.active == names[0] else names[0]
    setup = Exchange(
        active=fighters[table.active],
        other=fighters[other],
        edition=_edition(table),
        charge=table.charge,
        still_in_contact=None if table.still_in_contact == "ask" else table.still_in_contact,
        initiative=table.initiative,
        ask_allocation=table.allocation == "ask",
        wound_table=_wound_table(table),
        ask_wounds=table.ask_wounds,
    )

    def start() -> Procedure[Outcome]:
        return exchange(setup)

    # What is decided in the file is tried at once: a missing cost is found here, not after a prompt.
    replay(start, ())
    return TableFile(
        title=table.title or f"{names[0]} and {names[1]}",
        system=table.system,
        players=(table.active, other),
        start=start,
        groups=_groups(table),
    )


def _edition(table: _Table) -> Edition:
    if table.system not in EDITIONS:
        raise _KeyError(f"system: expected one of {', '.join(EDITIONS)}, found {table.system!r}")
    edition = EDITIONS[table.system]
    for key, value in table.settings.items():
        default = getattr(edition, key, None)
        if not isinstance(default, bool | DeclaresFirst):
            raise _KeyError(f"settings.{key}: unknown key")
        if type(value) is not type(default):
            kind = "true or false" if isinstance(default, bool) else "non_active or without_initiative"
            raise _KeyError(f"settings.{key}: expected {kind}, found {value!r}")
    return replace(edition, **table.settings)  # type: ignore[arg-type]  # names and types checked above


def _wound_table(table: _Table) -> WoundTable | None:
    if table.wound_table == "printed":
        return PRINTED
    if isinstance(table.wound_table, str):
        return None
    try:
        return WoundTable(table.wound_table)
    except ValueError as error:
        raise _KeyError(f"wound_table: {error}") from error


def _fighter(name: str, player: _Player) -> Fighter:
    where = f"players.{name}"
    weapons = tuple(_weapon(where, key, weapon) for key, weapon in player.weapons.items()) or (UNARMED,)
    held = tuple(weapon.name for weapon in weapons)
    if player.weapon is not None and player.weapon not in held:
        raise _KeyError(f"{where}.weapon: expected one of {', '.join(held)}, found {player.weapon!r}")
    for feat in player.use_feats or ():
        if feat not in player.feats:
            raise _KeyError(f"{where}.use_feats: expected names out of {where}.feats, found {feat!r}")
    return Fighter(
        name=name,
        melee_pool=None if player.melee_pool == "-" else player.melee_pool,
        wounds_left=player.wounds,
        model=player.model,
        ki=player.ki,
        melee_boost_cost=player.melee_boost_cost,
        counters=player.counters,
        in_contact_at_start=player.in_contact_at_start,
        states=frozenset(player.states),
        assisting_enemies=player.assisting_enemies,
        insignificant_assisting=player.insignificant_assisting,
        additional_exchanges=player.additional_exchanges,
        bonus_dice=player.bonus_dice,
        weapons=weapons,
        traits=player.traits,
        charging=player.charging,
        feats=tuple(_feat(f"{where}.feats.{key}", key, feat) for key, feat in player.feats.items()),
        decisions=Decisions(
            weapon=player.weapon,
            boosts=player.boosts,
            special=player.special,
            feats=player.use_feats,
            attack_dice=player.attack_dice,
        ),
    )


def _weapon(where: str, name: str, weapon: _Weapon) -> Weapon:
    return Weapon(
        name=name,
        strength=None if weapon.strength == "Sp" else weapon.strength,
        traits=weapon.traits,
        specials=tuple(
            _special(f"{where}.weapons.{name}.specials.{key}", key, special)
            for key, special in weapon.specials.items()
        ),
    )


def _feat(where: str, name: str, feat: _Feat) -> Feat:
    special = feat.special and _special(f"{where}.special", feat.special.name, feat.special)
    try:
        return Feat(name=name, **{**dict(feat), "special": special})
    except ValueError as error:
        raise _KeyError(f"{where}.{error}") from error


def _special(where: str, key: str, special: _Special) -> Special:
    name = title_of(special.name or key)
    named = special_kind(name)
    kind = special.kind or named
    if kind is None:
        raise _KeyError(f'{where}.kind: expected "attack" or "defence", found nothing')
    if named is not None and kind is not named:
        raise _KeyError(f"{where}.kind: expected {named.value}, as {name} says, found {kind.value}")
    return Special(name, kind, special.cost, special.damage_roll, special.halved, special.ends_exchange)


def _groups(table: _Table) -> tuple[DiceGroup, ...]:
    groups: list[DiceGroup] = []
    owners: dict[tuple[str, str], str] = {}
    for name, player in table.players.items():
        if player.dice is None:
            continue
        dice = player.dice
        for group, colours in (("attack", dice.attack), ("defence", dice.defence)):
            key = f"players.{name}.dice.{group}"
            taken = owners.setdefault((colours.body, colours.marks), key)
            if taken != key:
                raise _KeyError(
                    f"{key}: expected colours of its own, found {colours.body} with {colours.marks} marks "
                    f"as in {taken}"
                )
            groups.append(DiceGroup(name, group, colours.body, colours.marks))
        damage = dice.damage or dice.attack
        groups.append(DiceGroup(name, "damage", damage.body, damage.marks))
    return tuple(groups)


def _problem(entry: object) -> str:
    """Return key, expected and found of one pydantic error."""
    assert isinstance(entry, dict)
    # Parts of the location that name a branch of a union say nothing to the writer of the file.
    parts = [
        str(part) for part in entry["loc"] if not str(part).startswith(("constrained-", "literal", "tuple"))
    ]
    key = ".".join(parts) or "the file"
    if entry["type"] == "missing":
        return f"{key}: expected a value, found nothing"
    if entry["type"] in ("extra_forbidden", "unexpected_keyword_argument"):
        return f"{key}: unknown key"
    if entry["type"] == "value_error":
        return f"{key}.{entry['ctx']['error']}"
    expected = str(entry["msg"]).removeprefix("Input should be ")
    return f"{key}: expected {expected}, found {entry['input']!r}"
