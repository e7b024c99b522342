"""What a player writes down before a Bushido exchange: models, weapons, traits, feats, decisions.

All values are frozen; what changes during the exchange lives in the procedure.
"""

from dataclasses import dataclass, field, fields
from enum import Enum

from resolver.bushido.editions import VAULT, Edition
from resolver.bushido.wound_table import PRINTED, WoundTable


class State(Enum):
    """A state or circumstance of a model that the melee asks about."""

    # Members are one object each; the hash that Enum defines is Python code, asked thirty times a replay.
    __hash__ = object.__hash__

    EXHAUSTED = "exhausted"
    PRONE = "prone"
    BLIND = "blind"
    STUNNED = "stunned"
    FRIGHTENED = "frightened"
    HELD = "held"
    SURPRISED = "surprised"
    RAN = "ran"
    STAND_UP = "stand_up"
    BERSERK = "berserk"
    DISENGAGING = "disengaging"
    DEATH_SENTENCE = "death_sentence"


PREVENTABLE = ("moved", "prone", "held", "stunned")
"""What a model can be immune to."""


MOST_OF_A_TRAIT = 99
"""No card comes near; a number beyond is a slip of the pen. Tough alone may be negative."""


class Kind(Enum):
    """Whether a special works when its owner's attack or its owner's defence succeeds."""

    ATTACK = "attack"
    DEFENCE = "defence"


@dataclass(frozen=True, slots=True)
class Traits:
    """Traits of a model or of its weapon, in the words of the card; a number is the X of the trait.

    `vengeance`, `coordinated_attack` and `assassin` are given when their condition holds in this
    exchange. `insignificant` changes nothing here: it counts where the model assists. The four marker
    traits are written as on the card, such as "1/2". `immune_to` names what cannot happen to the
    model: "moved", "prone", "held", "stunned".
    """

    aggressive: bool = False
    defensive: bool = False
    steadfast: bool = False
    endurance: bool = False
    indomitable: int = 0
    insignificant: bool = False
    brutal: int = 0
    parry: int = 0
    kata: bool = False
    dodge: int = 0
    feint: int = 0
    prowess_melee: int = 0
    prowess_attack: int = 0
    prowess_defence: int = 0
    unblockable: int = 0
    impenetrable_defence: bool = False
    added_attack_dice: int = 0
    added_defence_dice: int = 0
    armour: int = 0
    pierce: int = 0
    tough: int = 0
    sharp: int = 0
    durable: bool = False
    strong: bool = False
    weak: bool = False
    assassin: bool = False
    lightning_reflexes: bool = False
    reach: bool = False
    slow: bool = False
    tireless: bool = False
    last_stand: bool = False
    vengeance: bool = False
    coordinated_attack: bool = False
    chain_weapon: int = 0
    split_attack: bool = False
    immovable: bool = False
    entangling: bool = False
    poison: str = ""
    bleed: str = ""
    fire: str = ""
    disease: str = ""
    immune_to: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for name in _NUMBERS:
            least = -MOST_OF_A_TRAIT if name == "tough" else 0
            if not least <= getattr(self, name) <= MOST_OF_A_TRAIT:
                found = getattr(self, name)
                raise ValueError(f"{name}: expected {least} to {MOST_OF_A_TRAIT}, found {found}")
        for what in self.immune_to:
            if what not in PREVENTABLE:
                raise ValueError(f"immune_to: expected out of {', '.join(PREVENTABLE)}, found {what!r}")

    @property
    def reroll(self) -> bool:
        """Whether any of these gives a right to throw dice again."""
        rights = (self.dodge, self.feint, self.prowess_melee, self.prowess_attack, self.prowess_defence)
        return any(rights)

    def __add__(self, other: "Traits") -> "Traits":
        """Return both together: the numbers of one trait add up, a trait had twice is had once."""
        if other is NO_TRAITS:
            return self
        if self is NO_TRAITS:
            return other
        mine = {name: getattr(self, name) for name in _TRAITS}
        for name in _TRAITS:
            extra = getattr(other, name)
            if isinstance(extra, bool | str):
                mine[name] = mine[name] or extra
            else:
                mine[name] += extra
        return Traits(**mine)


_TRAITS = tuple(entry.name for entry in fields(Traits))
_NUMBERS = tuple(entry.name for entry in fields(Traits) if entry.type is int)
NO_TRAITS = Traits()


@dataclass(frozen=True, slots=True)
class Special:
    """A special attack or defence of a weapon.

    `cost` is the number of dice printed on the card, None where the set-up does not give it. `damage_roll`,
    `halved` and `ends_exchange` describe a special that the rules here do not know; None asks the players
    when it works. `where` is its key in a table file.
    """

    name: str
    kind: Kind
    cost: int | None = None
    damage_roll: bool | None = None
    halved: bool | None = None
    ends_exchange: bool | None = None
    where: str = ""

    def __post_init__(self) -> None:
        if self.cost is not None and self.cost < 0:
            raise ValueError(f"cost: expected at least 0, found {self.cost}")


@dataclass(frozen=True, slots=True)
class Weapon:
    """A melee weapon; `strength` None is the printed Sp: no damage roll of the normal kind."""

    name: str
    strength: int | None = 0
    traits: Traits = NO_TRAITS
    specials: tuple[Special, ...] = ()


UNARMED = Weapon("unarmed")


class FeatKind(Enum):
    """When a Ki feat may be declared at all: instants by anybody, active ones by the active player."""

    INSTANT = "instant"
    ACTIVE = "active"


FEAT_STEPS = (3, 4, 5, 7, 11)
"""Steps of an exchange in which Ki feats are declared; in 7 only those that give re-rolls."""


@dataclass(frozen=True, slots=True)
class Feat:
    """A Ki feat as far as it touches the exchange; it is declared in `step` 3, 4, 5, 7 or 11.

    Step 3 changes the initiative. Step 5 changes the cost of specials by `special_cost` or gives
    `special`. `gains` are traits for the rest of the exchange: re-rolls where it is declared in step 7.
    `dice` and `enemy_dice` change the pools (step 4), `damage` the damage rolls.
    """

    name: str
    step: int
    kind: FeatKind = FeatKind.INSTANT
    ki: int = 0
    gains: Traits = NO_TRAITS
    dice: int = 0
    enemy_dice: int = 0
    damage: int = 0
    special_cost: int = 0
    special: Special | None = None

    def __post_init__(self) -> None:
        if self.step not in FEAT_STEPS:
            steps = ", ".join(str(step) for step in FEAT_STEPS)
            raise ValueError(f"step: expected one of {steps}, found {self.step}")
        # What would come too late to do anything is a mistake of the set-up, not a feat without effect.
        for keys, last in ((("dice", "enemy_dice"), 4), (("special_cost", "special"), 5)):
            for key in keys:
                if getattr(self, key) and self.step > last:
                    raise ValueError(f"{key}: expected a step up to {last}, found {self.step}")
        if self.step == 7 and not self.gains.reroll:
            raise ValueError("gains: expected a re-roll for a feat of step 7, found none")


@dataclass(frozen=True, slots=True)
class Decisions:
    """Decisions made before the exchange, so that nobody is asked; None asks where there is a choice.

    `special` and `feats` take names; "none" and an empty tuple decide against any. `attack_dice` fixes
    the allocation, the remaining dice are defence. What other answers leave no room for is asked as well.
    """

    weapon: str | None = None
    boosts: int | None = None
    special: str | None = None
    feats: tuple[str, ...] | None = None
    attack_dice: int | None = None


@dataclass(frozen=True, slots=True)
class Fighter:
    """One model in the exchange; `name` is how its player is called in prompts.

    `melee_pool` None is the printed "-". `wounds_left` counts boxes not marked. `assisting_enemies`
    are enemies in base contact that fight nobody else; `insignificant_assisting` of them cannot
    assist. `additional_exchanges` counts the further exchanges of a Split Attack. `bonus_dice` are
    any other dice that cards give or take. `charging` are traits of a Charging Bonus.
    `in_contact_at_start` None asks whether it was in base contact with any enemy when the activation
    began, where that decides whether its Reach works. `ki_each_turn` comes with each turn of an evening.
    `where` is its key in a table file.
    """

    name: str
    melee_pool: int | None
    wounds_left: int
    model: str = ""
    ki: int = 0
    melee_boost_cost: int | None = None
    counters: int = 2
    in_contact_at_start: bool | None = None
    states: frozenset[State] = frozenset()
    assisting_enemies: int = 0
    insignificant_assisting: int = 0
    additional_exchanges: int = 0
    bonus_dice: int = 0
    weapons: tuple[Weapon, ...] = (UNARMED,)
    traits: Traits = NO_TRAITS
    charging: Traits = NO_TRAITS
    feats: tuple[Feat, ...] = ()
    decisions: Decisions = field(default_factory=Decisions)
    ki_each_turn: int = 0
    where: str = ""

    @property
    def key(self) -> str:
        """Where a table file has this model, or would have it."""
        return self.where or f"players.{self.name}"


@dataclass(frozen=True, slots=True)
class Exchange:
    """The set-up of one exchange: `active` is the activating model, `other` its enemy.

    `still_in_contact` None asks before the roll. `initiative` overrides who has it, by name.
    `ask_allocation` has both players decide the split in secret before the roll instead of showing it
    with their dice. Without a `wound_table` the success levels are told and the wounds left to the
    players; `ask_wounds` then asks for the number they read.
    """

    active: Fighter
    other: Fighter
    edition: Edition = VAULT
    charge: bool = False
    still_in_contact: bool | None = True
    initiative: str | None = None
    ask_allocation: bool = False
    wound_table: WoundTable | None = PRINTED
    ask_wounds: bool = False

    def __post_init__(self) -> None:
        if self.active.name == self.other.name:
            raise ValueError(f"expected two names, found {self.active.name!r} twice")
        names = (self.active.name, self.other.name)
        if self.initiative is not None and self.initiative not in names:
            raise ValueError(f"initiative: expected {' or '.join(names)}, found {self.initiative!r}")
