"""What happens in a Bushido exchange, with the numbers of the rules; `step` is the rule's step number.

Models are called by the name of their player in the set-up.
"""

from dataclasses import dataclass
from enum import Enum

from resolver import procedure
from resolver.bushido.arithmetic import DecidedBy
from resolver.bushido.fighter import Kind, State
from resolver.procedure import Event

Faces = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ExchangeBegan(Event):
    step: int
    active: str
    active_model: str
    other: str
    other_model: str
    edition: str
    charge: bool


@dataclass(frozen=True, slots=True)
class WeaponChosen(Event):
    step: int
    name: str
    weapon: str


@dataclass(frozen=True, slots=True)
class InitiativeFound(Event):
    """Who has the initiative before feats, and why."""

    step: int
    attacker: str
    defender: str
    reason: str


@dataclass(frozen=True, slots=True)
class InitiativeFixed(Event):
    step: int
    attacker: str
    defender: str


@dataclass(frozen=True, slots=True)
class FeatUsed(Event):
    step: int
    name: str
    feat: str
    ki: int


@dataclass(frozen=True, slots=True)
class Boosted(Event):
    step: int
    name: str
    boosts: int
    ki: int


@dataclass(frozen=True, slots=True)
class PoolFixed(Event):
    """How a pool was worked out; each entry of `bonuses` and `penalties` is a reason and its dice."""

    step: int
    name: str
    statistic: int
    bonuses: tuple[tuple[str, int], ...]
    penalties: tuple[tuple[str, int], ...]
    deficit: int
    pool: int


@dataclass(frozen=True, slots=True)
class SpecialDeclared(Event):
    step: int
    name: str
    special: str
    kind: Kind
    cost: int
    known: bool


@dataclass(frozen=True, slots=True)
class ContactLost(Event):
    step: int


@dataclass(frozen=True, slots=True)
class MeleeThrown(Event):
    """The dice of one model as they fell, which reveals its allocation."""

    step: int
    name: str
    attack: Faces
    defence: Faces


@dataclass(frozen=True, slots=True)
class DiceRerolled(Event):
    """Dice of `name` thrown again because of a right of `by`; equal faces say none was."""

    step: int
    name: str
    by: str
    trait: str
    group: str
    before: Faces
    after: Faces


@dataclass(frozen=True, slots=True)
class DiceRemoved(Event):
    step: int
    name: str
    by: str
    trait: str
    group: str
    faces: Faces


@dataclass(frozen=True, slots=True)
class DiceAdded(Event):
    step: int
    name: str
    group: str
    faces: Faces


@dataclass(frozen=True, slots=True)
class ResultsFixed(Event):
    """Both results of a model; `dice_left` is what counts in ties."""

    step: int
    name: str
    attack: int
    attack_modifier: int
    defence: int
    defence_modifier: int
    dice_left: int


@dataclass(frozen=True, slots=True)
class SpecialWithoutDice(Event):
    """A special that cannot work, as no dice were allocated to its side."""

    step: int
    name: str
    special: str
    kind: Kind


@dataclass(frozen=True, slots=True)
class Compared(Event):
    step: int
    attack_pass: int
    attacker: str
    defender: str
    attack: int
    defence: int
    winner: str
    attack_succeeds: bool
    by: DecidedBy
    success_level: int


@dataclass(frozen=True, slots=True)
class SpecialApplied(Event):
    step: int
    name: str
    special: str


@dataclass(frozen=True, slots=True)
class Moved(Event):
    """`inches` None: as far as the special's text lets the players measure."""

    step: int
    names: tuple[str, ...]
    inches: int | None
    still_in_contact: bool


@dataclass(frozen=True, slots=True)
class Prone(Event):
    step: int
    name: str


@dataclass(frozen=True, slots=True)
class Held(Event):
    step: int
    name: str


@dataclass(frozen=True, slots=True)
class Stunned(Event):
    step: int
    name: str


@dataclass(frozen=True, slots=True)
class Immobilised(Event):
    step: int
    name: str
    weapon: str


@dataclass(frozen=True, slots=True)
class Prevented(Event):
    """Something that would have happened to a model and cannot: "moved", "prone", "held", "stunned"."""

    step: int
    name: str
    what: str


@dataclass(frozen=True, slots=True)
class NoDamageRoll(Event):
    step: int
    attacker: str
    reason: str


@dataclass(frozen=True, slots=True)
class DamageRolled(Event):
    """A damage roll. `total` is `added_up` kept within the table; wounds None where there is no table."""

    step: int
    attacker: str
    target: str
    success_level: int
    dice: Faces
    kept: Faces
    modifiers: tuple[tuple[str, int], ...]
    added_up: int
    total: int
    raw_wounds: int | None
    wounds: int | None


@dataclass(frozen=True, slots=True)
class WoundTableMissing(Event):
    """No table to read: the players look `total` and `success_level` up in their rulebook."""

    step: int
    target: str
    success_level: int
    total: int


@dataclass(frozen=True, slots=True)
class CriticalHit(Event):
    step: int
    attacker: str
    target: str
    face: int


@dataclass(frozen=True, slots=True)
class Wounded(Event):
    step: int
    name: str
    wounds: int
    wounds_left: int


@dataclass(frozen=True, slots=True)
class Markers(Event):
    step: int
    name: str
    marker: str
    amount: str


@dataclass(frozen=True, slots=True)
class LastStand(Event):
    step: int
    name: str


@dataclass(frozen=True, slots=True)
class Removed(Event):
    step: int
    name: str


class EndReason(Enum):
    """Why an exchange is over."""

    CONTACT_LOST_BEFORE_ROLL = "contact_lost_before_roll"
    BOTH_ATTACKED = "both_attacked"
    REMOVED = "removed"
    OUT_OF_CONTACT = "out_of_contact"
    PRONE = "prone"
    MAY_NOT_ATTACK = "may_not_attack"
    SPECIAL = "special"


@dataclass(frozen=True, slots=True)
class ExchangeOver(Event):
    step: int
    reason: EndReason


@dataclass(frozen=True, slots=True)
class CounterRemoved(Event):
    step: int
    name: str
    counters_left: int


@dataclass(frozen=True, slots=True)
class CounterKept(Event):
    """A Tireless model keeps its counter, as its enemy began the exchange."""

    step: int
    name: str


@dataclass(frozen=True, slots=True)
class BoostExpired(Event):
    step: int
    name: str
    boosts: int


@dataclass(frozen=True, slots=True)
class SideOutcome:
    """How a model stands after the exchange."""

    name: str
    wounds: int
    wounds_left: int
    in_play: bool
    states: frozenset[State]
    counters: int
    ki: int


@dataclass(frozen=True, slots=True)
class Outcome(procedure.Outcome):
    """The result of an exchange: why it ended, what was thrown and compared, how both models stand.

    `allocations` and `passes` are empty where contact was lost before the roll.
    """

    reason: EndReason
    pools: tuple[PoolFixed, ...]
    allocations: tuple[MeleeThrown, ...]
    passes: tuple[Compared, ...]
    damage: tuple[DamageRolled, ...]
    still_in_contact: bool
    sides: tuple[SideOutcome, SideOutcome]
