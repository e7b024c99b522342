"""The numbers of a melee phase: needed faces, saves, injuries, Wounds. Plain values in and out."""

from collections.abc import Iterable, Sequence
from decimal import Decimal
from enum import Enum

NO_SAVE = 7
"""Needed for a save that no die can make."""
IMPOSSIBLE = 7
"""Needed to wound where no die can."""
SIX = 6
BASH_DISTANCE_LEFT = Decimal(2)
"""Inches of the charge that must be exceeded on contact for a Shield Bash."""


class Injury(Enum):
    """What an injury roll says."""

    KNOCKED_DOWN = "knocked_down"
    STUNNED = "stunned"
    OUT_OF_ACTION = "out_of_action"


class MultiWound(Enum):
    """Which Out of Action results a model of several Wounds turns into the loss of one."""

    UNTIL_ZERO = "until_zero"
    FIRST_ONLY = "first_only"
    AT_ZERO = "at_zero"


def charge_reach(movement: int, initiative: int) -> int:
    """Return how far a charge goes, in inches."""
    return movement + initiative


def may_bash(reach: int, distance: Decimal) -> bool:
    """Whether more than two inches of the charge are left on contact."""
    return reach - distance > BASH_DISTANCE_LEFT


def bash_succeeds(charger: int, defender: int) -> bool:
    """Whether the charger wins the Shield Bash; a tie fails."""
    return charger > defender


def kept_in_range(needed: int, bonus: int) -> int:
    """Return the face needed to hit with a bonus (or penalty, below 0), never below 2 or above 6."""
    return min(SIX, max(2, needed - bonus))


def save_needed(armour: int | None, shield: bool, enemy_bonus: int, modifier: int) -> int:
    """Return the face needed to save, 2 at best, NO_SAVE above 6.

    `armour` is its printed save, None for none. `enemy_bonus` is what the weapon that hit gives its
    target; `modifier` what strength and weapon take off.
    """
    base = NO_SAVE if armour is None else armour
    needed = base - shield - enemy_bonus + modifier
    return NO_SAVE if needed > SIX else max(2, needed)


def attacks(characteristic: int, one_handed_weapons: int, one_only: bool) -> int:
    """Return the number of attacks: one more with two one-handed weapons, one at most with bare fists."""
    if characteristic == 0:
        return 0
    if one_only:
        return 1
    return characteristic + (1 if one_handed_weapons == 2 else 0)


def parried_face(faces: Iterable[int]) -> int | None:
    """Return the highest hit die, which a parry must beat; None where it is a 6 or there is none."""
    highest = max(faces, default=SIX)
    return None if highest == SIX else highest


def is_too_strong_to_parry(hit_strength: int, own_strength: int) -> bool:
    """Whether a hit has at least twice the basic strength of the model that would parry it."""
    return hit_strength >= 2 * own_strength


def injury(face: int, modifier: int = 0, concussion: bool = False) -> Injury:
    """Return the result of an injury die; the bands are read on the modified number and end openly."""
    number = face + modifier
    if number >= 5:
        return Injury.OUT_OF_ACTION
    least_stunned = 2 if concussion else 3
    return Injury.STUNNED if number >= least_stunned else Injury.KNOCKED_DOWN


def is_taken_out(wounds: int, wounds_left: int, rule: MultiWound) -> bool:
    """Whether an Out of Action result takes the model out instead of one of its Wounds.

    `wounds` is its characteristic. A model of one Wound is always taken out.
    """
    if wounds < 2 or wounds_left == 0:
        return True
    if rule is MultiWound.FIRST_ONLY:
        return wounds_left < wounds
    return rule is MultiWound.AT_ZERO and wounds_left == 1


def worst(results: Sequence[Injury]) -> Injury | None:
    """Return the worst of these results, None where there is none."""
    return max(results, key=_SEVERITY.index, default=None)


_SEVERITY = tuple(Injury)


def d3(face: int) -> int:
    """Return what a six-sided die shows as a D3."""
    return (face + 1) // 2
