"""Weapons: the record of what one does in a melee, and Mordheim's common ones."""

from dataclasses import dataclass
from enum import Enum

from resolver.mordheim.charts import CriticalChart

MOST_BONUS = 6


class StrikeFirst(Enum):
    """When a weapon strikes before others: never, in the first round of a combat, or always."""

    NEVER = "never"
    FIRST_ROUND = "first_round"
    ALWAYS = "always"


@dataclass(frozen=True, slots=True)
class Weapon:
    """A melee weapon. `strength` is added to the bearer's; `save_mod` is below 0 where saves get worse.

    `heavy` gives the strength in the first round alone, `charge_strength` more on a charge.
    `enemy_save_bonus` helps the target. `multi_wound` stands for weapons that cause several wounds: one
    hit is one wound, and its injury roll gets +1. `criticals` replace the critical chart.
    """

    name: str
    strength: int = 0
    charge_strength: int = 0
    save_mod: int = 0
    enemy_save_bonus: int = 0
    two_handed: bool = False
    second_weapon_allowed: bool = True
    buckler_allowed: bool = True
    one_attack: bool = False
    strike_first: StrikeFirst = StrikeFirst.NEVER
    strike_last: bool = False
    parry: bool = False
    concussion: bool = False
    heavy: bool = False
    multi_wound: bool = False
    criticals: CriticalChart | None = None

    def __post_init__(self) -> None:
        if not self.name:
            raise ValueError("name: expected the name of the weapon, found nothing")
        for key in ("strength", "charge_strength"):
            bonus = getattr(self, key)
            if not -MOST_BONUS <= bonus <= MOST_BONUS:
                raise ValueError(f"{key}: expected -{MOST_BONUS} to {MOST_BONUS}, found {bonus}")
        if not -MOST_BONUS <= self.save_mod <= 0:
            raise ValueError(f"save_mod: expected -{MOST_BONUS} to 0, found {self.save_mod}")
        if not 0 <= self.enemy_save_bonus <= MOST_BONUS:
            raise ValueError(f"enemy_save_bonus: expected 0 to {MOST_BONUS}, found {self.enemy_save_bonus}")
        if self.strike_last and self.strike_first is not StrikeFirst.NEVER:
            raise ValueError(f"strike_last: expected strike_first = never, found {self.strike_first.value}")


FIST = Weapon("fist", strength=-1, enemy_save_bonus=1, one_attack=True)

COMMON = {
    weapon.name: weapon
    for weapon in (
        FIST,
        Weapon("dagger", enemy_save_bonus=1),
        Weapon("club", concussion=True),
        Weapon("mace", concussion=True),
        Weapon("hammer", concussion=True),
        Weapon("axe", save_mod=-1),
        Weapon("sword", parry=True),
        Weapon("spear", strike_first=StrikeFirst.FIRST_ROUND, second_weapon_allowed=False),
        Weapon("halberd", strength=1, two_handed=True),
        Weapon("morning star", strength=1, heavy=True, second_weapon_allowed=False, buckler_allowed=False),
        Weapon("flail", strength=2, heavy=True, two_handed=True),
        Weapon("double-handed weapon", strength=2, two_handed=True, strike_last=True),
        Weapon("lance", charge_strength=2),
    )
}
"""Mordheim's common weapons by name; the strict profile knows none of them."""
