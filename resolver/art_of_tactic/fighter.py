"""What players write down before an Art of Tactic melee: armies, units, who fights whom.

All values are frozen; what changes during a turn lives in the procedure.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum

from resolver.art_of_tactic.editions import (
    ART_OF_TACTIC,
    CONTINUING,
    DEFEND,
    FLEE,
    ORDERS,
    RETREAT,
    Edition,
    Modifiers,
    Order,
)
from resolver.procedure import MissingData

MOST_DICE = 100
"""Dice of one attack; no unit of the game comes near it."""

NOBODY = "none"
"""The option that names no unit."""


class Kind(Enum):
    """What a unit is, which decides the Attack Value its enemies use."""

    INFANTRY = "infantry"
    CAVALRY = "cavalry"


class Morale(Enum):
    """The levels of morale, best first."""

    NORMAL = "normal"
    HESITANT = "hesitant"
    SHAKEN = "shaken"
    PANICKED = "panicked"

    @property
    def worse(self) -> "Morale | None":
        """The next level down, None where a unit surrenders."""
        levels = list(Morale)
        place = levels.index(self) + 1
        return levels[place] if place < len(levels) else None

    @property
    def better(self) -> "Morale":
        """The next level up."""
        levels = list(Morale)
        return levels[max(0, levels.index(self) - 1)]

    @property
    def breaking(self) -> bool:
        """Whether the unit flees by itself."""
        return self in (Morale.SHAKEN, Morale.PANICKED)


class Facing(Enum):
    """From where a unit attacks its enemy."""

    FRONT = "front"
    FLANK = "flank"
    REAR = "rear"


NO_MODIFIERS = Modifiers()

_RANGES = {
    "models": (1, 99),
    "dice_per_model": (1, 20),
    "defense": (0, 99),
    "fortitude": (0, 99),
    "attack_vs_infantry": (0, 99),
    "attack_vs_cavalry": (0, 99),
    "casualties": (0, 999),
    "honor": (0, 1),
    "defense_spent": (0, 999),
}


@dataclass(frozen=True, slots=True)
class Unit:
    """One unit in or near the melee, with the values of its card and how it stands now.

    An attack value that no enemy asks for may be None. `casualties` are the models lost so far,
    `defense_spent` the hits its Defense took earlier this turn. `order` is the order of this turn or
    "continuing". `fights` names the enemy it faces; left empty it faces the only enemy that fights it.
    `facing` is the side of that enemy it attacks. `zone_of_control` names further enemies it would
    have to turn to. A General Staff counts as having a commander. `other` is anything else, such as
    fatigue.
    """

    name: str
    army: str
    kind: Kind
    models: int
    dice_per_model: int
    defense: int
    fortitude: int
    attack_vs_infantry: int | None = None
    attack_vs_cavalry: int | None = None
    casualties: int = 0
    morale: Morale = Morale.NORMAL
    honor: int = 0
    order: str = CONTINUING
    commander: bool = False
    general_staff: bool = False
    staff_near: bool = False
    fights: tuple[str, ...] = ()
    facing: Facing = Facing.FRONT
    zone_of_control: tuple[str, ...] = ()
    defense_spent: int = 0
    terrain: Modifiers = NO_MODIFIERS
    other: Modifiers = NO_MODIFIERS

    @property
    def where(self) -> str:
        """Where a table file has this unit."""
        return f"players.{self.army}.units.{self.name}"

    def __post_init__(self) -> None:
        for key, (least, most) in _RANGES.items():
            found = getattr(self, key)
            if found is not None and not least <= found <= most:
                raise ValueError(f"{self.where}.{key}: expected {least} to {most}, found {found}")
        if self.name == NOBODY:
            raise ValueError(f"{self.where}: expected a name other than {NOBODY!r}")
        dice = self.models * self.dice_per_model
        if dice > MOST_DICE:
            raise ValueError(
                f"{self.where}.dice_per_model: expected at most {MOST_DICE} dice for the unit, found {dice}"
            )

    def attack_against(self, kind: Kind) -> int | None:
        """Return the card's Attack Value against such a unit."""
        return self.attack_vs_infantry if kind is Kind.INFANTRY else self.attack_vs_cavalry


ORDERS_OF_THE_BROKEN = (CONTINUING, FLEE, RETREAT)
"""What a unit that flees by itself may have for an order, where the edition drops any other."""

_FACES_TWO = (DEFEND, CONTINUING, RETREAT)
"""Orders with which a unit may fight two enemies, where the edition lets it: Defend and what follows."""


def most_faced(order: str, edition: Edition) -> int:
    """How many enemies a unit with this order may fight."""
    return 2 if edition.defend_engages_two and order in _FACES_TWO else 1


@dataclass(frozen=True, slots=True)
class Army:
    """One player: `dice` d20 lie ready, None is as many as it takes; whether his General Staff is lost."""

    name: str
    dice: int | None = None
    staff_lost: bool = False

    def __post_init__(self) -> None:
        if self.dice is not None and self.dice < 1:
            raise ValueError(f"players.{self.name}.dice.count: expected at least 1, found {self.dice}")


@dataclass(frozen=True, slots=True)
class Melee:
    """The set-up of a melee of two armies.

    `turns` ends it after so many turns, None goes on until nobody is engaged. `ask_retreat` asks
    before each further turn who is given the Retreat order. `orders` are the modifiers of all orders.
    """

    armies: tuple[Army, Army]
    units: tuple[Unit, ...]
    edition: Edition = ART_OF_TACTIC
    turns: int | None = None
    ask_retreat: bool = True
    orders: Mapping[str, Order] = field(default_factory=lambda: ORDERS)

    def __post_init__(self) -> None:
        names = tuple(army.name for army in self.armies)
        if names[0] == names[1]:
            raise ValueError(f"players: expected two names, found {names[0]!r} twice")
        if self.turns is not None and self.turns < 1:
            raise ValueError(f"turns: expected at least 1, found {self.turns}")
        seen: set[str] = set()
        for unit in self.units:
            if unit.name in seen:
                raise ValueError(
                    f"{unit.where}: expected a name of its own, found another unit {unit.name!r}"
                )
            seen.add(unit.name)
            if unit.army not in names:
                raise ValueError(
                    f"units {unit.name}: expected the army {' or '.join(names)}, found {unit.army!r}"
                )
        for unit in self.units:
            self._check_enemies(unit)
            self._check_order(unit)
        for army in self.armies:
            self._check_staff(army)

    def _check_enemies(self, unit: Unit) -> None:
        enemies = {other.name for other in self.units if other.army != unit.army}
        for key, named in (("fights", unit.fights), ("zone_of_control", unit.zone_of_control)):
            for place, name in enumerate(named):
                if name not in enemies:
                    listed = ", ".join(sorted(enemies)) or "an enemy, and there is none"
                    raise ValueError(f"{unit.where}.{key}: expected enemies out of {listed}, found {name!r}")
                if name in named[:place]:
                    raise ValueError(f"{unit.where}.{key}: expected each once, found {name!r} twice")
        most = most_faced(unit.order, self.edition)
        if len(unit.fights) > most:
            raise ValueError(
                f"{unit.where}.fights: expected at most {most} for order {unit.order!r}, "
                f"found {len(unit.fights)}"
            )

    def _check_order(self, unit: Unit) -> None:
        breaks = self.edition.shaken_drops_order and unit.morale.breaking
        if breaks and unit.order not in ORDERS_OF_THE_BROKEN:
            allowed = ", ".join(ORDERS_OF_THE_BROKEN)
            raise ValueError(
                f"{unit.where}.order: expected {allowed} for a {unit.morale.value} unit, found {unit.order!r}"
            )

    def _check_staff(self, army: Army) -> None:
        staffs = [unit.name for unit in self.units if unit.army == army.name and unit.general_staff]
        if len(staffs) > 1:
            raise ValueError(
                f"players.{army.name}.units.{staffs[1]}.general_staff: expected one in the army, "
                f"found {', '.join(staffs)}"
            )
        if army.staff_lost:
            near = [unit.name for unit in self.units if unit.army == army.name and unit.staff_near]
            if staffs or near:
                key = f"{staffs[0]}.general_staff" if staffs else f"{near[0]}.staff_near"
                raise ValueError(
                    f"players.{army.name}.units.{key}: expected false, as the General Staff is lost, "
                    "found true"
                )

    def fought_by(self, name: str) -> tuple[str, ...]:
        """Return the units that say they fight this one."""
        return tuple(unit.name for unit in self.units if name in unit.fights)

    def targets(self, unit: Unit) -> tuple[str, ...]:
        """Return whom a unit attacks: those it names, else the only one that fights it.

        Raises MissingData where several fight it and it does not say whom it faces.
        """
        attackers = self.fought_by(unit.name)
        if len(attackers) > 1 and not unit.fights:
            raise MissingData(
                f"{unit.where}.fights: expected the one it faces of {', '.join(attackers)}, found nothing"
            )
        return unit.fights or attackers

    def missing(self) -> Iterator[str]:
        """Yield what cards and orders do not tell and the melee needs, each with the key to add."""
        if not any(unit.fights for unit in self.units):
            key = f"{self.units[0].where}.fights" if self.units else f"players.{self.armies[0].name}.units"
            yield f"{key}: expected an enemy for this unit or another, found nothing"
        for unit in self.units:
            if unit.order != CONTINUING and unit.order not in self.orders:
                yield (
                    f"{unit.where}.order: expected one of {', '.join((CONTINUING, *self.orders))}, "
                    f"found {unit.order!r}; add orders.{unit.order} with attack, defense and fortitude"
                )
            kinds = dict.fromkeys(other.kind for other in self.units if other.army != unit.army)
            for kind in kinds:
                if unit.attack_against(kind) is None:
                    yield (
                        f"{unit.where}.attack_vs_{kind.value}: expected the card's value, as enemies are "
                        f"{kind.value}, found nothing"
                    )
