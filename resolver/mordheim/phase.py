"""What changes during a melee phase. These classes are mutable and live inside one run of it only."""

from dataclasses import dataclass
from enum import Enum
from itertools import combinations

from resolver.mordheim.assault import MAIN, SECOND, Assault, Tally
from resolver.mordheim.events import AttackResult, BashRolled, ModelOutcome, Outcome
from resolver.mordheim.fighter import Melee, Model, Status
from resolver.mordheim.weapons import Weapon


@dataclass(frozen=True, slots=True)
class Hand:
    """A weapon in hand: the dice group thrown for it, and what it is called beside the other."""

    group: str
    weapon: Weapon
    label: str


def hands(model: Model) -> tuple[Hand, ...]:
    """Return the weapons in hand, the main one first; the second of two alike is called so."""
    main = Hand(MAIN, model.weapons[0], model.weapons[0].name)
    if len(model.weapons) == 1:
        return (main,)
    second = model.weapons[1]
    label = f"second {second.name}" if second.name == main.weapon.name else second.name
    return main, Hand(SECOND, second, label)


class Combatant:
    """One model in the phase: how it stands, and what it has used up."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.name = model.name
        self.player = model.player
        self.status = model.status
        self.wounds_left = model.wounds if model.wounds_left is None else model.wounds_left
        self.charging = model.charging
        self.lost_bash = False
        self.withstood_bash = False
        self.critical_used = False
        self.parry_used = False
        # Who knocked it down or stunned it in this phase: they cannot finish it in the same phase.
        self.downed_by: set[str] = set()

    @property
    def stands(self) -> bool:
        """Whether it is standing: neither down, nor out of action, nor fleeing."""
        return self.status is Status.STANDING

    @property
    def is_down(self) -> bool:
        """Whether it is knocked down or stunned."""
        return self.status in (Status.KNOCKED_DOWN, Status.STUNNED)

    @property
    def in_play(self) -> bool:
        """Whether it can be attacked at all."""
        return self.stands or self.is_down

    def worsen(self, status: Status, by: str | None) -> bool:
        """Take this status if it is worse than the present one, and return whether it was."""
        if not status.is_worse_than(self.status):
            return False
        self.status = status
        if by is not None:
            self.downed_by.add(by)
        return True

    def outcome(self) -> ModelOutcome:
        """Return how the model stands."""
        had = self.model.wounds if self.model.wounds_left is None else self.model.wounds_left
        return ModelOutcome(self.name, self.player, self.status, had - self.wounds_left, self.wounds_left)


class Stage(Enum):
    """What dice are waited for while a model attacks."""

    HIT = "hit"
    PARRY = "parry"
    WOUND = "wound"
    CRITICAL = "critical"
    SAVE = "save"
    INJURY = "injury"
    HELMET = "helmet"


@dataclass(frozen=True, slots=True)
class Pending:
    """An attack while its dice are waited for, from which its odds can be counted.

    `at` is the assault whose dice they are, `place` the blow that is critical, or whose hit is parried.
    """

    stage: Stage
    assaults: tuple[Assault, ...]
    tallies: tuple[Tally, ...]
    critical_free: bool
    at: int = 0
    place: int | None = None


@dataclass(frozen=True, slots=True)
class PendingBash:
    """A Shield Bash while its dice are waited for; `charger_die` None: the charger's comes first."""

    charger: str
    defender: str
    charger_die: int | None = None


@dataclass(frozen=True, slots=True)
class PendingOrder:
    """Tied models whose dice for order are waited for; `faces` are those already thrown."""

    names: tuple[str, ...]
    faces: tuple[int, ...] = ()


class Phase:
    """A melee phase: its models, who touches whom, and what was recorded so far."""

    def __init__(self, setup: Melee) -> None:
        self.setup = setup
        self.profile = setup.profile
        self.combatants = {model.name: Combatant(model) for model in setup.models}
        self.contacts = {frozenset(pair) for pair in setup.contacts}
        self.pending: Pending | PendingBash | PendingOrder | None = None
        self.bashes: list[BashRolled] = []
        self.orders: list[tuple[str, ...]] = []
        self.attacks: list[AttackResult] = []

    def touching(self, one: Combatant) -> tuple[Combatant, ...]:
        """Return the enemies in play that a model touches, in the order of the set-up."""
        return tuple(
            other
            for other in self.combatants.values()
            if frozenset((one.name, other.name)) in self.contacts and other.in_play
        )

    def part(self, one: str) -> None:
        """End every contact of a model."""
        self.contacts = {pair for pair in self.contacts if one not in pair}

    def combats(self) -> tuple[tuple[str, ...], ...]:
        """Return the models that are linked by base contact, each combat in the order of the set-up."""
        found: list[tuple[str, ...]] = []
        for name, one in self.combatants.items():
            if any(name in combat for combat in found) or not self.touching(one):
                continue
            linked: set[str] = set()
            frontier = [one]
            while frontier:
                here = frontier.pop()
                if here.name not in linked:
                    linked.add(here.name)
                    frontier.extend(self.touching(here))
            found.append(tuple(name for name in self.combatants if name in linked))
        return tuple(found)

    def outcome(self) -> Outcome:
        """Return what the phase came to."""
        touching = tuple(
            (one.name, other.name)
            for one, other in combinations(self.combatants.values(), 2)
            if one.in_play and other in self.touching(one)
        )
        return Outcome(
            bashes=tuple(self.bashes),
            orders=tuple(self.orders),
            attacks=tuple(self.attacks),
            models=tuple(one.outcome() for one in self.combatants.values()),
            contacts=touching,
        )
