"""What happens in an Art of Tactic melee, with the numbers of the rules; `step` is the rule's step number.

`parts` are the breakdown of a value: reasons and their numbers, which add up to it.
"""

from dataclasses import dataclass
from enum import Enum

from resolver.art_of_tactic.arithmetic import Parts
from resolver.art_of_tactic.fighter import Facing, Morale
from resolver.procedure import Event, Outcome

Faces = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TurnBegan(Event):
    """A turn of the melee, with each attacker and its target."""

    turn: int
    edition: str
    attacks: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class NotFaced(Event):
    """A unit in contact with an enemy that it will not attack, as all its dice go to those it `faces`."""

    name: str
    enemy: str
    faces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RetreatOrdered(Event):
    name: str


@dataclass(frozen=True, slots=True)
class OrderUnverified(Event):
    """An order whose modifiers the text prints without its name."""

    name: str
    order: str
    attack: int
    defense: int
    fortitude: int


@dataclass(frozen=True, slots=True)
class PanickedUnknown(Event):
    """Nobody gave modifiers for Panicked units, so those of Shaken ones are used."""

    step: int
    name: str


class FortitudeReason(Enum):
    """Why a unit takes a Fortitude Test."""

    FLANK = "flank"
    CASUALTIES = "casualties"
    STAFF_LOST = "staff_lost"
    RECOVERY = "recovery"


@dataclass(frozen=True, slots=True)
class FortitudeDue(Event):
    """A unit takes a Fortitude Test.

    `enemy` is who attacks from flank or rear or caused the casualties, "" for all of them.
    """

    step: int
    name: str
    reason: FortitudeReason
    enemy: str
    facing: Facing
    parts: Parts
    fortitude: int


@dataclass(frozen=True, slots=True)
class FortitudeTested(Event):
    """How a Fortitude Test went; `face` None where the Fortitude left nothing to throw for."""

    step: int
    name: str
    reason: FortitudeReason
    fortitude: int
    face: int | None
    passed: bool


@dataclass(frozen=True, slots=True)
class HonorLost(Event):
    step: int
    name: str


@dataclass(frozen=True, slots=True)
class MoraleChanged(Event):
    step: int
    name: str
    before: Morale
    after: Morale


@dataclass(frozen=True, slots=True)
class OrderDropped(Event):
    """A unit that breaks has Flee instead of the order it was given."""

    step: int
    name: str
    order: str


@dataclass(frozen=True, slots=True)
class PutToFlight(Event):
    step: int
    name: str


@dataclass(frozen=True, slots=True)
class Surrendered(Event):
    step: int
    name: str
    models: int


@dataclass(frozen=True, slots=True)
class DefenseFixed(Event):
    """The Defense of a unit before the first hit; `spent` were used up earlier this turn."""

    step: int
    name: str
    parts: Parts
    spent: int
    defense: int


@dataclass(frozen=True, slots=True)
class AttackValueFixed(Event):
    """How a unit attacks its target, and with how many dice."""

    step: int
    name: str
    target: str
    parts: Parts
    attack_value: int
    dice: int


@dataclass(frozen=True, slots=True)
class BatchRead(Event):
    """Some of an attack's dice, where not enough lie ready for all of them."""

    step: int
    name: str
    target: str
    faces: Faces
    read: int
    total: int


@dataclass(frozen=True, slots=True)
class AttackThrown(Event):
    step: int
    name: str
    target: str
    faces: Faces


@dataclass(frozen=True, slots=True)
class HitsCounted(Event):
    step: int
    name: str
    target: str
    attack_value: int
    hits: int


@dataclass(frozen=True, slots=True)
class DamageDone(Event):
    """What the hits of all its attackers do to a unit; `lost` are hits beyond its last model."""

    step: int
    name: str
    hits: int
    absorbed: int
    defense: int
    casualties: int
    lost: int


@dataclass(frozen=True, slots=True)
class CasualtiesRemoved(Event):
    step: int
    name: str
    casualties: int
    models_left: int


@dataclass(frozen=True, slots=True)
class Destroyed(Event):
    step: int
    name: str


@dataclass(frozen=True, slots=True)
class StaffLost(Event):
    """The General Staff of an army is gone, for the rest of the game; all its units test."""

    step: int
    army: str
    name: str


@dataclass(frozen=True, slots=True)
class HonorGained(Event):
    step: int
    name: str
    enemy: str


@dataclass(frozen=True, slots=True)
class HonorHeld(Event):
    """A winner has its marker already, and there is never a second one."""

    step: int
    name: str
    enemy: str


class Move(Enum):
    """How a unit leaves the melee in the Retreat Step."""

    FLEE = "flee"
    PANIC = "panic"
    RETREAT = "retreat"


@dataclass(frozen=True, slots=True)
class Left(Event):
    step: int
    name: str
    move: Move


@dataclass(frozen=True, slots=True)
class EngagesNext(Event):
    """A unit turns to the strongest of `considered`, enemies with their total Attack Values."""

    step: int
    name: str
    enemy: str
    considered: Parts


@dataclass(frozen=True, slots=True)
class Pursues(Event):
    step: int
    name: str
    enemy: str


@dataclass(frozen=True, slots=True)
class Freed(Event):
    """A unit has nobody left to fight and gets orders as usual."""

    step: int
    name: str


@dataclass(frozen=True, slots=True)
class MeleeContinues(Event):
    step: int
    name: str
    enemy: str


@dataclass(frozen=True, slots=True)
class UnitReport:
    """What one turn did to a unit, and how it stands after it.

    `targets`, `attack_values`, `breakdowns`, `dice` and `hits` have one entry an attack; those without
    a throw have no dice. `absorbed`, `casualties` and `defense` are what its attackers did.
    `next_enemies` are whom it fights next turn.
    """

    name: str
    targets: tuple[str, ...]
    attack_values: tuple[int, ...]
    breakdowns: tuple[Parts, ...]
    dice: tuple[Faces, ...]
    hits: tuple[int, ...]
    absorbed: int
    casualties: int
    models_left: int
    defense: int
    tests: tuple[FortitudeTested, ...]
    morale: Morale
    put_to_flight: bool
    honor: int
    destroyed: bool
    surrendered: bool
    left: Move | None
    next_enemies: tuple[str, ...]
    casualties_total: int

    @property
    def in_play(self) -> bool:
        """Whether the unit is still on the board, wherever it went."""
        return not (self.destroyed or self.surrendered)


@dataclass(frozen=True, slots=True)
class TurnReport:
    """One turn of the melee.

    `staff_gone` are the armies whose General Staff is no longer there, `staff_lost` those of them that
    bear its loss.
    """

    turn: int
    units: tuple[UnitReport, ...]
    staff_gone: tuple[str, ...]
    staff_lost: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TurnOver(Event):
    turn: int


class EndReason(Enum):
    """Why no further turn is fought."""

    NOBODY_ENGAGED = "nobody_engaged"
    LAST_TURN = "last_turn"


@dataclass(frozen=True, slots=True)
class MeleeOver(Event):
    reason: EndReason


@dataclass(frozen=True, slots=True)
class MeleeOutcome(Outcome):
    """The result of a melee: why it ended, every turn, and how each unit stood in its last one."""

    reason: EndReason
    turns: tuple[TurnReport, ...]
    units: tuple[UnitReport, ...]
