"""Who fights at a table, whatever its system: models or units with their player."""

from dataclasses import dataclass
from typing import assert_never

from resolver.art_of_tactic.fighter import Melee as ArtOfTactic
from resolver.blightmeer.fighter import Phase as Blightmeer
from resolver.bushido.fighter import Exchange as Bushido
from resolver.mordheim.fighter import Melee as Mordheim


@dataclass(frozen=True, slots=True)
class Fighting:
    """A model or unit as events name it, its player, and how many wounds or models it begins with."""

    name: str
    player: str
    left: int


def roster(setup: object) -> tuple[Fighting, ...]:
    """Return all models of a set-up, in its order."""
    assert isinstance(setup, Bushido | Mordheim | Blightmeer | ArtOfTactic)
    match setup:
        case Bushido():
            # Events name a model by its player.
            return tuple(Fighting(one.name, one.name, one.wounds_left) for one in (setup.active, setup.other))
        case Mordheim():
            return tuple(
                Fighting(one.name, one.player, one.wounds if one.wounds_left is None else one.wounds_left)
                for one in setup.models
            )
        case Blightmeer():
            return tuple(Fighting(one.name, one.player, one.wounds) for one in setup.units)
        case ArtOfTactic():
            return tuple(Fighting(one.name, one.army, one.models - one.casualties) for one in setup.units)
        case unknown:
            assert_never(unknown)
