"""What a unit carries and can do: weapons, armour, skills, with their numbers."""

from dataclasses import dataclass

from resolver.blightmeer.limits import MOST_ATTACKS, MOST_MODIFIER, SLOTS, expect_range


@dataclass(frozen=True, slots=True)
class Weapon:
    """A melee weapon: modifiers of its own attacks, attacks it adds to the unit, slots it takes.

    `engage_attacks` count in a turn in which the unit itself engaged. `advantage_against` names a kind
    of unit, such as "undead". A shield is no weapon but armour that takes a slot.
    """

    name: str
    melee: int = 0
    injury: int = 0
    pierce: int = 0
    attacks: int = 0
    engage_attacks: int = 0
    slots: int = 1
    dual: bool = True
    advantage_against: str = ""

    def __post_init__(self) -> None:
        for key in ("melee", "injury", "pierce"):
            expect_range(f"weapon {self.name!r}, {key}", getattr(self, key), -MOST_MODIFIER, MOST_MODIFIER)
        for key in ("attacks", "engage_attacks"):
            expect_range(f"weapon {self.name!r}, {key}", getattr(self, key), 0, MOST_ATTACKS)
        expect_range(f"weapon {self.name!r}, slots", self.slots, 0, SLOTS)


UNARMED = Weapon("unarmed", slots=0)


@dataclass(frozen=True, slots=True)
class Armour:
    """Armour or a shield: by how much it improves (lowers) the Defence, and the weapon slots it takes."""

    name: str
    defence: int
    slots: int = 0

    def __post_init__(self) -> None:
        expect_range(f"armour {self.name!r}, defence", self.defence, -MOST_MODIFIER, MOST_MODIFIER)
        expect_range(f"armour {self.name!r}, slots", self.slots, 0, SLOTS)


@dataclass(frozen=True, slots=True)
class Skill:
    """A skill as far as it touches melee attacks; `critical_on` is the lowest face that is critical."""

    name: str
    injury: int = 0
    pierce: int = 0
    attacks: int = 0
    critical_on: int = 20

    def __post_init__(self) -> None:
        for key in ("injury", "pierce"):
            expect_range(f"skill {self.name!r}, {key}", getattr(self, key), -MOST_MODIFIER, MOST_MODIFIER)
        expect_range(f"skill {self.name!r}, attacks", self.attacks, 0, MOST_ATTACKS)
        expect_range(f"skill {self.name!r}, critical_on", self.critical_on, 2, 20)
