"""Melee weapons and armour with their numbers, by revision; tables may add their own."""

from dataclasses import replace

from resolver.blightmeer.editions import JULY_2026, NOVEMBER_2025
from resolver.blightmeer.equipment import UNARMED, Armour, Weapon

_WEAPONS = (
    UNARMED,
    Weapon("Dagger"),
    Weapon("Sword", pierce=3),
    Weapon("Axe", pierce=3),
    Weapon("Spear", melee=2, dual=False),
    Weapon("Hammer", injury=4),
    Weapon("Pike", melee=7, injury=3, slots=2),
    Weapon("Great Sword", melee=5, injury=3, pierce=3, slots=2),
    Weapon("Great Axe", melee=5, injury=3, pierce=3, slots=2),
    Weapon("Great Hammer", melee=5, injury=7, slots=2),
    Weapon("Divine Hammer", injury=4, pierce=3, advantage_against="undead"),
    Weapon("Divine Great Hammer", melee=5, injury=7, pierce=3, slots=2, advantage_against="undead"),
    Weapon("Whip", engage_attacks=1),
    Weapon("Flail", engage_attacks=1),
    Weapon("Fighting Claws", pierce=3, attacks=1, slots=2),
    Weapon("Torch"),
)

_LATER_MELEE = {"Pike": 6, "Great Sword": 4, "Great Axe": 4, "Great Hammer": 4}

_ARMOUR = (
    Armour("Light Armour", 1),
    Armour("Heavy Armour", 2),
    Armour("Mithril Armour", 3),
    Armour("Shield", 4, slots=1),
    Armour("Tower Shield", 6, slots=1),
)


def key_of(name: str) -> str:
    """Return the key of a weapon or armour in a table file: Great Sword is `great_sword`."""
    return "_".join(name.lower().split())


_FIRST = {key_of(weapon.name): weapon for weapon in _WEAPONS}
_LATER = {
    key: replace(weapon, melee=_LATER_MELEE.get(weapon.name, weapon.melee)) for key, weapon in _FIRST.items()
}

WEAPONS = {NOVEMBER_2025.id: _FIRST, JULY_2026.id: _LATER}
"""Weapons by the id of the revision, then by key."""

ARMOUR = {key_of(armour.name): armour for armour in _ARMOUR}
"""Armour and shields by key, the same in both revisions."""


def missing_weapon(name: str) -> str:
    """Return what to tell the players about a weapon that has no numbers, the unit's key first."""
    return (
        f"weapons: expected one of the armoury or the file, found {name!r}; "
        f"add weapons.{key_of(name)} with melee, injury and pierce"
    )


def missing_armour(name: str) -> str:
    """Return what to tell the players about armour that has no numbers, the unit's key first."""
    return (
        f"armour: expected one of the armoury or the file, found {name!r}; "
        f"add armour.{key_of(name)} with defence"
    )
