"""What players write down before a Blightmeer melee phase: units and who touches whom.

All values are frozen; what changes during the phase lives in the procedure.
"""

from dataclasses import dataclass
from enum import Enum

from resolver.blightmeer.editions import NOVEMBER_2025, Edition
from resolver.blightmeer.equipment import UNARMED, Armour, Skill, Weapon
from resolver.blightmeer.limits import (
    MOST_ATTACKS,
    MOST_MODIFIER,
    MOST_NEEDED,
    MOST_WOUNDS,
    SLOTS,
    expect_range,
)


class Status(Enum):
    """How a unit stands; Dazed and Stunned ones do not attack, Incapacitated ones have left the board."""

    OK = "ok"
    STAGGERED = "staggered"
    DAZED = "dazed"
    STUNNED = "stunned"
    INCAPACITATED = "incapacitated"

    @property
    def attacks(self) -> bool:
        """Whether a unit in this status makes attacks."""
        return self in (Status.OK, Status.STAGGERED)


@dataclass(frozen=True, slots=True)
class Unit:
    """One unit of `player`. `melee`, `defence` and `agility` are target numbers: lower is better.

    `defence` None is the printed "-". `engaged_this_turn` is said of a unit that itself made a
    successful Engage this turn. Sources of Advantage and Disadvantage are named, apart for the unit's
    Melee and Defence Checks: a jump attack, failed Fear. `kinds` are words such as "undead" that
    weapons ask about. Raises ValueError, key first.
    """

    name: str
    player: str
    melee: int
    defence: int | None
    agility: int
    attacks: int = 1
    wounds: int = 1
    injury: int = 0
    pierce: int = 0
    status: Status = Status.OK
    engaged_this_turn: bool = False
    weapons: tuple[Weapon, ...] = (UNARMED,)
    armour: tuple[Armour, ...] = ()
    skills: tuple[Skill, ...] = ()
    kinds: tuple[str, ...] = ()
    melee_advantage: tuple[str, ...] = ()
    melee_disadvantage: tuple[str, ...] = ()
    defence_advantage: tuple[str, ...] = ()
    defence_disadvantage: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for key in ("melee", "defence", "agility"):
            value = getattr(self, key)
            if value is not None:
                expect_range(key, value, 1, MOST_NEEDED)
        for key in ("injury", "pierce"):
            expect_range(key, getattr(self, key), -MOST_MODIFIER, MOST_MODIFIER)
        expect_range("wounds", self.wounds, 0, MOST_WOUNDS)
        expect_range("attacks", self.attacks, 1, MOST_ATTACKS)
        self._expect_hands()
        if self.most_attacks > MOST_ATTACKS:
            raise ValueError(
                f"attacks: expected at most {MOST_ATTACKS} with all bonuses, found {self.most_attacks}"
            )

    @property
    def most_attacks(self) -> int:
        """Attacks in a turn in which the unit engages."""
        bonuses = sum(weapon.attacks + weapon.engage_attacks for weapon in self.weapons)
        return self.attacks + len(self.weapons) - 1 + bonuses + sum(skill.attacks for skill in self.skills)

    def _expect_hands(self) -> None:
        if not 1 <= len(self.weapons) <= SLOTS:
            raise ValueError(f"weapons: expected 1 or 2, found {len(self.weapons)}")
        held: tuple[Weapon | Armour, ...] = (*self.weapons, *self.armour)
        slots = sum(item.slots for item in held)
        if slots > SLOTS:
            names = ", ".join(item.name for item in held if item.slots)
            raise ValueError(f"weapons: expected at most {SLOTS} weapon slots, found {slots} ({names})")
        if len(self.weapons) > 1:
            for weapon in self.weapons:
                if not weapon.dual:
                    raise ValueError(
                        f"weapons: expected those for dual wielding, found {weapon.name!r}, "
                        "which is used alone or with a shield"
                    )
                if not weapon.slots:
                    raise ValueError(f"weapons: expected one that takes a slot, found {weapon.name!r}")


@dataclass(frozen=True, slots=True)
class Phase:
    """The set-up of one melee phase: `current` is the player whose phase it is.

    `contacts` are pairs of names of enemies whose bases touch. Units in no contact fight nobody.
    """

    current: str
    units: tuple[Unit, ...]
    contacts: tuple[tuple[str, str], ...]
    edition: Edition = NOVEMBER_2025

    def __post_init__(self) -> None:
        units: dict[str, Unit] = {}
        for unit in self.units:
            if unit.name in units:
                raise ValueError(f"units: expected different names, found {unit.name!r} twice")
            units[unit.name] = unit
        players = tuple(dict.fromkeys(unit.player for unit in self.units))
        if self.current not in players:
            raise ValueError(f"current: expected one of {', '.join(players)}, found {self.current!r}")
        seen: set[frozenset[str]] = set()
        for pair in self.contacts:
            _expect_contact(units, pair)
            if frozenset(pair) in seen:
                raise ValueError(f"contacts: expected each pair once, found {pair[0]} and {pair[1]} twice")
            seen.add(frozenset(pair))


def _expect_contact(units: dict[str, Unit], pair: tuple[str, str]) -> None:
    for name in pair:
        if name not in units:
            raise ValueError(f"contacts: expected names of units ({', '.join(units)}), found {name!r}")
        if units[name].status is Status.INCAPACITATED:
            raise ValueError(f"contacts: expected units on the board, found {name}, who is incapacitated")
    one, other = (units[name] for name in pair)
    if one is other:
        raise ValueError(f"contacts: expected two enemies, found {one.name} touching itself")
    if one.player == other.player:
        raise ValueError(
            f"contacts: expected two enemies, found {one.name} and {other.name}, both units of {one.player}"
        )
