"""What happens in a melee phase, with its numbers; `step` is the section of the draft it comes from."""

from dataclasses import dataclass

from resolver import procedure
from resolver.mordheim.arithmetic import Injury
from resolver.mordheim.fighter import Status
from resolver.procedure import Event

Faces = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MeleeBegan(Event):
    step: int
    active: str
    profile: str


@dataclass(frozen=True, slots=True)
class ChargeFailed(Event):
    """A charge out of reach; inches as text, for they need not be whole."""

    step: int
    name: str
    target: str
    reach: int
    distance: str


@dataclass(frozen=True, slots=True)
class ChargeDropped(Event):
    """A charge whose target is out of action before it is made."""

    step: int
    name: str
    target: str


@dataclass(frozen=True, slots=True)
class Charged(Event):
    """A charge that made contact with its target, and whom it touches besides.

    `reach` and `distance` are None where the players moved it without either.
    """

    step: int
    name: str
    target: str
    reach: int | None
    distance: str | None
    touches: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BashRolled(Event):
    step: int
    charger: str
    defender: str
    charger_die: int
    defender_die: int
    succeeds: bool


@dataclass(frozen=True, slots=True)
class Pushed(Event):
    step: int
    name: str
    by: str
    inches: str
    falls: bool


@dataclass(frozen=True, slots=True)
class Fell(Event):
    """A fall and what it does: automatic hits of a strength."""

    step: int
    name: str
    hits: int
    strength: int


@dataclass(frozen=True, slots=True)
class StoppedAtEdge(Event):
    """A charger whose fallen target is out of reach or out of action; the two do not fight."""

    step: int
    name: str
    target: str


@dataclass(frozen=True, slots=True)
class CombatBegan(Event):
    step: int
    models: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OrderRolled(Event):
    """Dice of tied models, in the order of `names`; equal ones are thrown again."""

    step: int
    names: tuple[str, ...]
    faces: Faces


@dataclass(frozen=True, slots=True)
class OrderFixed(Event):
    """The strike order; each entry of `groups` is a strike group and the models in it, first to last."""

    step: int
    groups: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class DoesNotStrike(Event):
    step: int
    name: str
    reason: str


@dataclass(frozen=True, slots=True)
class AttacksDeclared(Event):
    """The attacks of one model; each entry is target, weapon and number of attacks."""

    step: int
    name: str
    attacks: tuple[tuple[str, str, int], ...]


@dataclass(frozen=True, slots=True)
class HitRolled(Event):
    """Dice to hit with one weapon; `needed` None: hit automatically, so no dice were thrown."""

    step: int
    attacker: str
    target: str
    weapon: str
    needed: int | None
    faces: Faces
    hits: int


@dataclass(frozen=True, slots=True)
class ParryRolled(Event):
    """A parry of the hit with the face `against`; `faces` are two after a re-roll."""

    step: int
    name: str
    attacker: str
    weapon: str
    against: int
    faces: Faces
    parried: bool


@dataclass(frozen=True, slots=True)
class ParryImpossible(Event):
    step: int
    name: str
    attacker: str
    reason: str


@dataclass(frozen=True, slots=True)
class WoundRolled(Event):
    """Dice to wound with one weapon; `needed` None: no die can, so none were thrown."""

    step: int
    attacker: str
    target: str
    weapon: str
    needed: int | None
    faces: Faces
    wounds: int


@dataclass(frozen=True, slots=True)
class CriticalRolled(Event):
    """A critical hit: one of the wounds of this weapon becomes `wounds`, none of them saved."""

    step: int
    attacker: str
    target: str
    weapon: str
    face: int
    wounds: int
    injury_bonus: int


@dataclass(frozen=True, slots=True)
class SaveRolled(Event):
    """Dice to save; `needed` None: no die can, so none were thrown."""

    step: int
    name: str
    attacker: str
    weapons: tuple[str, ...]
    needed: int | None
    faces: Faces
    unsaved: int


@dataclass(frozen=True, slots=True)
class InjuryRolled(Event):
    """Injury dice of one kind: `modifier` is added to each, `concussion` stuns from 2 on."""

    step: int
    attacker: str
    target: str
    faces: Faces
    modifier: int
    concussion: bool
    results: tuple[Injury, ...]


@dataclass(frozen=True, slots=True)
class Finished(Event):
    """Out of Action results that need no roll, for the target was down already."""

    step: int
    attacker: str
    target: str
    status: Status
    results: int


@dataclass(frozen=True, slots=True)
class HelmetRolled(Event):
    step: int
    name: str
    face: int
    helps: bool


@dataclass(frozen=True, slots=True)
class WoundLost(Event):
    """A Wound lost instead of going Out of Action."""

    step: int
    name: str
    wounds_left: int


@dataclass(frozen=True, slots=True)
class StatusChanged(Event):
    step: int
    name: str
    status: Status


@dataclass(frozen=True, slots=True)
class Unharmed(Event):
    step: int
    name: str
    attacker: str


@dataclass(frozen=True, slots=True)
class BreakBegan(Event):
    """A model turns to flee; each of `opponents` has one automatic hit."""

    step: int
    name: str
    opponents: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BreakOver(Event):
    """Whether the model moves away, or was put down by the hits."""

    step: int
    name: str
    moves: bool


@dataclass(frozen=True, slots=True)
class AttackResult:
    """All that one model did to one target: dice, numbers needed, and how the target stands after it."""

    attacker: str
    target: str
    hits: tuple[HitRolled, ...]
    parry: ParryRolled | None
    wounds: tuple[WoundRolled, ...]
    critical: CriticalRolled | None
    saves: tuple[SaveRolled, ...]
    injuries: tuple[InjuryRolled, ...]
    helmet: HelmetRolled | None
    status: Status
    wounds_left: int


@dataclass(frozen=True, slots=True)
class ModelOutcome:
    """How a model stands after the phase; `wounds_lost` in it."""

    name: str
    player: str
    status: Status
    wounds_lost: int
    wounds_left: int


@dataclass(frozen=True, slots=True)
class Outcome(procedure.Outcome):
    """The result of a melee phase. `orders` has the strike order of each combat that was fought."""

    bashes: tuple[BashRolled, ...]
    orders: tuple[tuple[str, ...], ...]
    attacks: tuple[AttackResult, ...]
    models: tuple[ModelOutcome, ...]
    contacts: tuple[tuple[str, str], ...]
