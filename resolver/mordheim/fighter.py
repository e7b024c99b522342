"""What players write down before a melee phase: models, charges, who breaks. All values are frozen."""

from dataclasses import dataclass
from decimal import Decimal
from enum import Enum

from resolver.mordheim.arithmetic import NO_SAVE
from resolver.mordheim.charts import PRINTED_CRITICALS, CriticalChart
from resolver.mordheim.editions import MORDHEIM, Profile
from resolver.mordheim.weapons import FIST, Weapon

MOST = 10
"""No characteristic goes above this."""
ARMOUR_SAVES = (4, 5, 6)
FARTHEST = Decimal(100)


class Status(Enum):
    """How a model stands, from best to worst; one that flees is in no combat."""

    STANDING = "standing"
    KNOCKED_DOWN = "knocked_down"
    STUNNED = "stunned"
    OUT_OF_ACTION = "out_of_action"
    FLEEING = "fleeing"

    def is_worse_than(self, other: "Status") -> bool:
        """Whether this comes later in the list."""
        order = list(Status)
        return order.index(self) > order.index(other)

    @property
    def words(self) -> str:
        """What players call it."""
        return self.value.replace("_", " ")


_CHARACTERISTICS = {
    "movement": (0, 2 * MOST),
    "weapon_skill": (0, MOST),
    "strength": (1, MOST),
    "toughness": (1, MOST),
    "wounds": (1, MOST),
    "initiative": (0, MOST),
    "attacks": (0, MOST),
    "leadership": (0, 12),
    "attacks_this_round": (0, MOST),
    "save_needed": (2, NO_SAVE),
    "hit_bonus": (-4, 4),
}


@dataclass(frozen=True, slots=True)
class Model:
    """One model; a characteristic that is None is not on the set-up and is missed where it is needed.

    `armour` is the printed save of its armour. `weapons` are those in its hands, the main one first.
    `first_round` says that this is its first round of the combat. `attacks_this_round` and
    `save_needed` (7: no save) replace what the rules work out; `hit_bonus` is added to its dice to hit.
    Leadership is never rolled against in melee. Raises ValueError, key first.
    """

    name: str
    player: str
    movement: int | None = None
    weapon_skill: int | None = None
    strength: int | None = None
    toughness: int | None = None
    wounds: int = 1
    initiative: int | None = None
    attacks: int | None = None
    leadership: int | None = None
    wounds_left: int | None = None
    armour: int | None = None
    shield: bool = False
    buckler: bool = False
    helmet: bool = False
    boarding_shield: bool = False
    weapons: tuple[Weapon, ...] = (FIST,)
    status: Status = Status.STANDING
    charging: bool = False
    first_round: bool = True
    stood_up_this_turn: bool = False
    began_activation_engaged: bool = False
    attacks_this_round: int | None = None
    save_needed: int | None = None
    hit_bonus: int = 0

    def __post_init__(self) -> None:
        for key, (least, most) in _CHARACTERISTICS.items():
            value = getattr(self, key)
            if value is not None and not least <= value <= most:
                raise ValueError(f"{key}: expected {least} to {most}, found {value}")
        if self.wounds_left is not None and not 0 <= self.wounds_left <= self.wounds:
            raise ValueError(f"wounds_left: expected 0 to {self.wounds}, found {self.wounds_left}")
        if self.wounds == 1 and self.wounds_left == 0:
            raise ValueError("wounds_left: expected 1 for a model of one Wound, found 0")
        if self.armour is not None and self.armour not in ARMOUR_SAVES:
            raise ValueError(f"armour: expected 6, 5, 4 or none, found {self.armour}")
        if self.charging and not self.first_round:
            raise ValueError("charging: expected first_round = true for a charging model, found false")
        self._check_hands()

    def _check_hands(self) -> None:
        if not 1 <= len(self.weapons) <= 2:
            raise ValueError(f"weapons: expected 1 or 2 in hand, found {len(self.weapons)}")
        hands = sum(2 if weapon.two_handed else 1 for weapon in self.weapons) + self.shield + self.buckler
        if hands > 2:
            raise ValueError(f"weapons: expected what two hands can hold, found {hands} hands' worth")
        for weapon in self.weapons:
            if len(self.weapons) == 2 and (weapon.one_attack or not weapon.second_weapon_allowed):
                raise ValueError(f"weapons: expected no second weapon beside the {weapon.name}, found one")
            if self.buckler and not weapon.buckler_allowed:
                raise ValueError(f"buckler: expected none beside the {weapon.name}, found one")


@dataclass(frozen=True, slots=True)
class Charge:
    """A declared charge; `distance` is the way to contact in inches, `touches` further enemies it meets.

    `distance` None says that it reaches its target; whether enough of it is left for a bash the players say.
    `bash` None asks where a Shield Bash is allowed. `ledge` says whether a push takes the target off
    an edge; None asks.
    """

    model: str
    target: str
    distance: Decimal | None
    touches: tuple[str, ...] = ()
    bash: bool | None = None
    ledge: bool | None = False

    def __post_init__(self) -> None:
        if self.distance is None:
            return
        if not (self.distance.is_finite() and 0 <= self.distance <= FARTHEST):
            raise ValueError(f"distance: expected 0 to {FARTHEST} inches, found {self.distance}")


@dataclass(frozen=True, slots=True)
class Fall:
    """What a fall does: automatic hits of a strength. None of its hits is critical.

    `saves` tells whether armour helps.
    """

    hits: int
    strength: int
    saves: bool = False

    def __post_init__(self) -> None:
        for key, value, least in (("hits", self.hits, 0), ("strength", self.strength, 1)):
            if not least <= value <= MOST:
                raise ValueError(f"{key}: expected {least} to {MOST}, found {value}")


@dataclass(frozen=True, slots=True)
class Break:
    """A model that panics or must flee, before the combats or after them."""

    model: str
    after_combat: bool = False


@dataclass(frozen=True, slots=True)
class Melee:
    """The set-up of a melee phase: who touches whom, who charges, who breaks.

    `active` is the player who chooses what the rules leave to the table. `contacts` are pairs of
    enemies in base contact before the charges. `fall` None asks when a model falls. `order` names
    models in the order in which they strike inside a strike group; those it does not name come after.
    """

    active: str
    models: tuple[Model, ...]
    contacts: tuple[tuple[str, str], ...] = ()
    charges: tuple[Charge, ...] = ()
    breaking: tuple[Break, ...] = ()
    profile: Profile = MORDHEIM
    criticals: CriticalChart = PRINTED_CRITICALS
    fall: Fall | None = None
    order: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        names = [model.name for model in self.models]
        for name in names:
            if names.count(name) > 1:
                raise ValueError(f"models: expected a name each, found {name!r} twice")
        players = tuple(dict.fromkeys(model.player for model in self.models))
        if len(players) < 2:
            raise ValueError(f"models: expected those of 2 players at least, found {len(players)}")
        if self.active not in players:
            raise ValueError(f"active: expected one of {', '.join(players)}, found {self.active!r}")
        by_name = {model.name: model for model in self.models}
        self._check_names(by_name)
        for one, other in self.contacts:
            _check_enemies("contacts", by_name[one], by_name[other])
        for at, charge in enumerate(self.charges):
            _check_enemies(f"charges.{at}.target", by_name[charge.model], by_name[charge.target])
            for met in charge.touches:
                _check_enemies(f"charges.{at}.touches", by_name[charge.model], by_name[met])

    def _check_names(self, known: dict[str, Model]) -> None:
        listed = {
            "contacts": [name for pair in self.contacts for name in pair],
            "charges": [
                name for charge in self.charges for name in (charge.model, charge.target, *charge.touches)
            ],
            "breaking": [entry.model for entry in self.breaking],
            "order": list(self.order),
        }
        for key, named in listed.items():
            for name in named:
                if name not in known:
                    raise ValueError(f"{key}: expected one of {', '.join(known)}, found {name!r}")
        for key in ("breaking", "order"):
            for name in listed[key]:
                if listed[key].count(name) > 1:
                    raise ValueError(f"{key}: expected each model once, found {name!r} twice")
        chargers = [charge.model for charge in self.charges]
        for name in chargers:
            if chargers.count(name) > 1:
                raise ValueError(f"charges: expected one charge a model, found two of {name!r}")


def _check_enemies(key: str, one: Model, other: Model) -> None:
    if one.name == other.name:
        raise ValueError(f"{key}: expected two models, found {one.name!r} against itself")
    if one.player == other.player:
        raise ValueError(f"{key}: expected enemies, found {one.name!r} and {other.name!r} of {one.player!r}")
    for model in (one, other):
        if model.status in (Status.OUT_OF_ACTION, Status.FLEEING):
            raise ValueError(f"{key}: expected models that fight, found {model.name!r} {model.status.words}")
