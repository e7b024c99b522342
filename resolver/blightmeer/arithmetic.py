"""The numbers of a Blightmeer melee: what is needed, kept, injured, drawn. Plain values in and out."""

from collections.abc import Iterable, Sequence
from enum import Enum

SIDES = 20
STUNNED_FROM, INCAPACITATED_FROM = 15, 18
DASH_IMPROVED_ONCE = 20
"""What the first point of improvement makes of a Defence of "-", where it can be improved."""


class Keep(Enum):
    """How many dice a check takes and which of them counts."""

    ONE = "one"
    HIGHER = "higher"
    LOWER = "lower"

    @property
    def dice(self) -> int:
        """Dice that are thrown for one check."""
        return 1 if self is Keep.ONE else 2


class Injury(Enum):
    """What becomes of a unit whose wounds run out."""

    DAZED = "dazed"
    STUNNED = "stunned"
    INCAPACITATED = "incapacitated"


def kept(dice: Sequence[int], keep: Keep) -> int:
    """Return the natural value of a check."""
    return min(dice) if keep is Keep.LOWER else max(dice)


def keep_of(advantages: int, disadvantages: int, both_always_cancel: bool = True) -> Keep:
    """Return how a check is rolled with so many sources of Advantage and of Disadvantage."""
    if both_always_cancel and advantages and disadvantages:
        return Keep.ONE
    if advantages == disadvantages:
        return Keep.ONE
    return Keep.HIGHER if advantages > disadvantages else Keep.LOWER


def melee_needed(melee: int, weapon_melee: int) -> int:
    """Return the natural value that a Melee Check needs: a weapon lowers it, and changes no roll."""
    return melee - weapon_melee


def defence_after(defence: int | None, improvements: Iterable[int], improve_dash: bool) -> int | None:
    """Return the Defence after armour and shield; None is the printed "-", which makes no check."""
    improved = sum(improvements)
    if defence is not None:
        return defence - improved
    if improve_dash and improved > 0:
        return DASH_IMPROVED_ONCE + 1 - improved
    return None


def least_face(needed: int, natural_20_succeeds: bool, always_fails_up_to: int) -> int:
    """Return the lowest face that passes a check: 1 where every face does, 21 where none does."""
    least = max(1, needed, always_fails_up_to + 1)
    return min(least, SIDES if natural_20_succeeds else SIDES + 1)


def injury_of(value: int) -> Injury:
    """Return the injury that an attack of this injury value causes."""
    if value >= INCAPACITATED_FROM:
        return Injury.INCAPACITATED
    return Injury.STUNNED if value >= STUNNED_FROM else Injury.DAZED


def attacks_made(parts: Iterable[int], weapons: int) -> int:
    """Return a unit's attacks from its statistic and bonuses: never fewer than its weapons."""
    return max(weapons, sum(parts))


def wounds_counted(wounds: int) -> int:
    """Return the wounds that a unit has when it is attacked: one that stands at 0 is hurt by each hit."""
    return max(1, wounds)


def drawn(die: int, candidates: int) -> int | None:
    """Return which of up to 20 candidates a d20 draws, counted from 0; None says to roll again."""
    each = SIDES // candidates
    return (die - 1) // each if die <= each * candidates else None


def numbers(candidates: int) -> tuple[str, ...]:
    """Return the faces that draw each of up to 20 candidates, such as "1-6"; those left over draw none."""
    each = SIDES // candidates
    spans = ((each * place + 1, each * (place + 1)) for place in range(candidates))
    return tuple(f"{first}-{last}" if first < last else f"{first}" for first, last in spans)
