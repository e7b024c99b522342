"""The two revisions of Blightmeer, and every reading that their texts leave open, as named switches."""

from dataclasses import dataclass
from enum import Enum

from resolver.blightmeer.limits import MOST_FAILING, expect_range


class AgilityOrder(Enum):
    """Whether the highest Agility number attacks first, or the best Agility, which is the lowest."""

    HIGHEST_NUMBER = "highest_number"
    BEST = "best"


class InjuryPool(Enum):
    """Out of which attacks those that caused the earlier wounds are drawn."""

    UNSAVED = "unsaved"
    PASSED = "passed"


class Critical(Enum):
    """What a critical hit does: it counts as two attacks of 20, or it gives one more attack."""

    TWO_ATTACKS = "two_attacks"
    EXTRA_ATTACK = "extra_attack"


@dataclass(frozen=True, slots=True)
class Edition:
    """One revision of the melee rules. The comment at each switch gives its place and its reason."""

    id: str
    title: str

    # Resolve Melee Attacks, 1.3. In 2025 a natural 20 becomes two attacks that show 20. Later an attack
    # whose injury value is 20 or more gives one further attack, which cannot be critical again.
    critical: Critical
    # Stats, checks and rolls. Only the later text lets a 20 pass whatever is needed: before, Pierce can
    # leave a defender without any save. A critical attack has passed in both.
    natural_20_succeeds: bool
    # Stats, checks and rolls. The later text has the lowest faces fail whatever is needed; 0 for none.
    always_fails_up_to: int
    # Injury, units with several wounds. The later text never spends the last wound: each further hit
    # injures. Counted the other way the unit stands at 0, where each further hit injures as well.
    last_wound_stays: bool
    # Stats with dashes. The later text has improvements turn a Defence of "-" into 20 and better.
    modifiers_improve_dash: bool
    # Melee weapons. The later text lets unarmed units attack with Disadvantage.
    unarmed_disadvantage: bool

    # Determine attack order. Literally the highest Agility goes first, although a lower Agility is the
    # better one, and an older wording sorted from lowest to highest.
    agility_order: AgilityOrder = AgilityOrder.HIGHEST_NUMBER
    # Determine attack order. Ties are rolled again; those who are no longer tied keep their places.
    only_tied_reroll: bool = True
    # Determine attack order. Tied units of one player alone roll too, as the text makes no exception;
    # their player may swap them in any case, so nothing hangs on these dice.
    own_ties_are_rolled: bool = True
    # Determine attack order. Units of one player stand in a row when nobody else is left between them.
    # Otherwise the order as it was first determined says who stands in a row.
    row_of_those_left: bool = True
    # Resolve Melee Attacks, 4.1. The list says which attack caused a wound, so attacks that were
    # defended are not in it. Literally it holds all successful attacks.
    injury_pool: InjuryPool = InjuryPool.UNSAVED
    # Advantage and Disadvantage together are not covered: one of each kind or many, they leave one die.
    # Otherwise the kind with more sources wins.
    both_always_cancel: bool = True
    # Improved Critical. A critical hit counts as 20s also where the die shows less.
    critical_counts_as_20: bool = True

    def __post_init__(self) -> None:
        expect_range("settings.always_fails_up_to", self.always_fails_up_to, 0, MOST_FAILING)


NOVEMBER_2025 = Edition(
    id="blightmeer-2025-11",
    title="Blightmeer (Speedheim), revision of November 2025",
    critical=Critical.TWO_ATTACKS,
    natural_20_succeeds=False,
    always_fails_up_to=0,
    last_wound_stays=False,
    modifiers_improve_dash=False,
    unarmed_disadvantage=False,
)

JULY_2026 = Edition(
    id="blightmeer-2026-07",
    title="Blightmeer, revision of July 2026",
    critical=Critical.EXTRA_ATTACK,
    natural_20_succeeds=True,
    always_fails_up_to=4,
    last_wound_stays=True,
    modifiers_improve_dash=True,
    unarmed_disadvantage=True,
)

EDITIONS = {edition.id: edition for edition in (NOVEMBER_2025, JULY_2026)}
