"""What happens in a Blightmeer melee phase, with the numbers of the rules. Units are called by name.

`step` is a number in one of the rules' two lists: how attacks are declared, to 3, then how they are resolved.
"""

from dataclasses import dataclass

from resolver import procedure
from resolver.blightmeer.arithmetic import Injury
from resolver.blightmeer.fighter import Status
from resolver.blightmeer.profile import Profile
from resolver.procedure import Event

Faces = tuple[int, ...]
Names = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PhaseBegan(Event):
    """The melee phase of `player`, with the combats that hold a unit of that player."""

    player: str
    edition: str
    combats: tuple[Names, ...]


@dataclass(frozen=True, slots=True)
class CombatBegan(Event):
    units: Names


@dataclass(frozen=True, slots=True)
class OrderTied(Event):
    """Units with the same place in the attack order; each throws a d20."""

    units: Names
    agility: int


@dataclass(frozen=True, slots=True)
class OrderRolled(Event):
    """The die of a unit that is tied."""

    unit: str
    die: int


@dataclass(frozen=True, slots=True)
class OrderSet(Event):
    """The attack order; `engaged` are those who engaged this turn, `agility_order` what was sorted by."""

    units: Names
    engaged: Names
    agility_order: str


@dataclass(frozen=True, slots=True)
class NothingToAttack(Event):
    """A unit whose enemies have all left the board does nothing and has attacked."""

    unit: str
    step: int = 2


@dataclass(frozen=True, slots=True)
class AttacksCounted(Event):
    """A unit's attacks; each of `parts` is a reason and its number."""

    unit: str
    attacks: int
    parts: tuple[tuple[str, int], ...]
    step: int = 1


@dataclass(frozen=True, slots=True)
class AttacksDeclared(Event):
    """Attacks of a unit on one target, by weapon."""

    unit: str
    target: str
    weapons: tuple[tuple[str, int], ...]
    step: int = 3


@dataclass(frozen=True, slots=True)
class AttacksWasted(Event):
    """Attacks that were declared against a Stunned target beyond the one it takes."""

    unit: str
    target: str
    attacks: int


@dataclass(frozen=True, slots=True)
class TargetAttacked(Event):
    """The attacks on one target begin; `wounds` are those that count, 1 for a unit that stands at 0.

    `profiles` has an entry a weapon, and none where no dice are thrown.
    """

    attacker: str
    target: str
    status: Status
    wounds: int
    profiles: tuple[Profile, ...]


@dataclass(frozen=True, slots=True)
class AttackRolled(Event):
    """A Melee Check: its dice, which lay in `group`, the one that counts, its injury value if it hurts.

    `extra` attacks come from a critical one and cannot be critical themselves.
    """

    attacker: str
    target: str
    weapon: str
    group: str
    dice: Faces
    kept: int
    needed: int
    passed: bool
    critical: bool
    injury_value: int
    extra: bool
    step: int = 1


@dataclass(frozen=True, slots=True)
class DefenceChecked(Event):
    """A Defence Check against a passed attack; no dice where no face could change it."""

    target: str
    attacker: str
    weapon: str
    injury_value: int
    dice: Faces
    kept: int | None
    needed: int | None
    saved: bool
    step: int = 2


@dataclass(frozen=True, slots=True)
class WoundsLost(Event):
    unit: str
    wounds: int
    wounds_left: int
    step: int = 3


@dataclass(frozen=True, slots=True)
class WoundCauseDrawn(Event):
    """A d20 drew which attack caused an earlier wound; `removed` None says that it counts for nobody.

    `candidates` are the injury values in the order in which they are numbered, `removed` a place in it.
    """

    unit: str
    die: int
    candidates: Faces
    removed: int | None
    step: int = 4


@dataclass(frozen=True, slots=True)
class Injured(Event):
    """A unit's wounds have run out: the highest injury value of the attacks that are left, and its injury."""

    unit: str
    injury_value: int
    injury: Injury
    step: int = 5


@dataclass(frozen=True, slots=True)
class StatusChanged(Event):
    unit: str
    before: Status
    after: Status


@dataclass(frozen=True, slots=True)
class Unharmed(Event):
    """A target that no attack got through to."""

    unit: str


@dataclass(frozen=True, slots=True)
class ImprovementDraw(Event):
    """The player of `unit` draws a card from the Improvement Deck for an enemy it incapacitated."""

    unit: str
    player: str


@dataclass(frozen=True, slots=True)
class Removed(Event):
    unit: str


@dataclass(frozen=True, slots=True)
class DroppedFromOrder(Event):
    """A unit that was injured before its turn makes no attacks in this combat."""

    unit: str


@dataclass(frozen=True, slots=True)
class CombatOver(Event):
    units: Names


@dataclass(frozen=True, slots=True)
class PhaseOver(Event):
    player: str


@dataclass(frozen=True, slots=True)
class AttackRecord:
    """One attack as it came out; a critical one that counts as two has two records.

    `saved` is None, without dice, where the attack failed or its Defence Check could change nothing more.
    """

    attacker: str
    target: str
    weapon: str
    dice: Faces
    kept: int
    needed: int
    passed: bool
    critical: bool
    injury_value: int
    defence_dice: Faces = ()
    defence_needed: int | None = None
    saved: bool | None = None


@dataclass(frozen=True, slots=True)
class UnitOutcome:
    """How a unit stands after the phase."""

    name: str
    player: str
    status: Status
    wounds: int


@dataclass(frozen=True, slots=True)
class Outcome(procedure.Outcome):
    """The result of a phase: the attack orders of its combats, every attack, how all units stand."""

    orders: tuple[Names, ...]
    attacks: tuple[AttackRecord, ...]
    units: tuple[UnitOutcome, ...]
