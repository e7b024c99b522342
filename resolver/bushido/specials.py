"""What the special attacks and defences of the rules do; costs are printed on cards, not here."""

from dataclasses import dataclass
from enum import Enum

from resolver.bushido.fighter import Kind


class Mover(Enum):
    """Whom a special moves, seen from the model that used it."""

    SELF = "self"
    ENEMY = "enemy"
    BOTH = "both"


@dataclass(frozen=True, slots=True)
class Move:
    """A movement a special causes; `inches` None where it is as far as the players measure."""

    who: Mover
    inches: int | None
    keeps_contact: bool


@dataclass(frozen=True, slots=True)
class Effect:
    """What happens when a special works: on the enemy of its owner unless said otherwise.

    `damage_roll` and `halved` speak of the attack's own roll, for a defence of a roll against the
    Attacker. `counterstrike` makes that roll at two levels less, if the Attacker allocated attack dice.
    """

    damage_roll: bool = True
    halved: bool = False
    damage: int = 0
    combo: bool = False
    critical: bool = False
    stuns: bool = False
    prone: bool = False
    held: bool = False
    counterstrike: bool = False
    move: Move | None = None
    ends_exchange: bool = False


_PUSHED = Move(Mover.ENEMY, None, keeps_contact=False)
_STEPPED = Move(Mover.SELF, None, keeps_contact=False)
_DRAGGED = Move(Mover.BOTH, None, keeps_contact=True)
_THROWN = Move(Mover.ENEMY, 2, keeps_contact=False)

EFFECTS = {
    "Combo Attack": Effect(combo=True),
    "Critical Attack": Effect(critical=True),
    "Powerful Attack": Effect(damage=3),
    "Stun Attack": Effect(stuns=True),
    "Sweep Attack": Effect(prone=True, halved=True),
    "Slam Attack": Effect(prone=True, halved=True, move=Move(Mover.ENEMY, 3, keeps_contact=False)),
    "Throw Attack": Effect(prone=True, halved=True, move=_THROWN),
    "Forceback Attack": Effect(halved=True, move=Move(Mover.BOTH, 1, keeps_contact=True)),
    "Push Attack": Effect(damage_roll=False, move=_PUSHED),
    "Sidestep Attack": Effect(damage_roll=False, move=_STEPPED),
    "Drag Attack": Effect(damage_roll=False, move=_DRAGGED),
    "Grapple Attack": Effect(damage_roll=False, held=True),
    "Counterstrike Defence": Effect(counterstrike=True),
    "Push Defence": Effect(damage_roll=False, move=_PUSHED),
    "Sidestep Defence": Effect(damage_roll=False, move=_STEPPED),
    "Drag Defence": Effect(damage_roll=False, move=_DRAGGED),
    "Forceback Defence": Effect(damage_roll=False, move=_DRAGGED),
    "Sweep Defence": Effect(damage_roll=False, prone=True),
    "Throw Defence": Effect(damage_roll=False, prone=True, move=_THROWN),
    "Grapple Defence": Effect(damage_roll=False, held=True),
}


def known_effect(name: str) -> Effect | None:
    """Return what a special of the rules does, None for one that only a card describes."""
    return _BY_KEY.get(key_of(name))


def special_kind(name: str) -> Kind | None:
    """Return whether a name is that of an attack or of a defence, None where it says neither."""
    last = name.rpartition(" ")[2].lower()
    return next((kind for kind in Kind if kind.value == last), None)


def title_of(key: str) -> str:
    """Return a special's name from its key in a table file: `sidestep_defence` is Sidestep Defence."""
    return key if " " in key else " ".join(word.capitalize() for word in key.split("_"))


def key_of(name: str) -> str:
    """Return the key of a special in a table file."""
    return "_".join(name.lower().split())


_BY_KEY = {key_of(name): effect for name, effect in EFFECTS.items()}
