"""Who fights at a table and how they stand, whatever its system: models or units with their player."""

from dataclasses import dataclass
from typing import Literal

from resolver.art_of_tactic.fighter import Morale
from resolver.art_of_tactic.fighter import Unit as ArtOfTacticUnit
from resolver.art_of_tactic.muster import Muster as ArtOfTactic
from resolver.blightmeer.fighter import Status as BlightmeerStatus
from resolver.blightmeer.fighter import Unit as BlightmeerUnit
from resolver.blightmeer.muster import Muster as Blightmeer
from resolver.bushido.fighter import Exchange, Fighter, State
from resolver.bushido.muster import Muster as Bushido
from resolver.evening import Muster
from resolver.mordheim.fighter import Model
from resolver.mordheim.fighter import Status as MordheimStatus
from resolver.mordheim.muster import Muster as Mordheim
from resolver.procedure import Event

LAST_STAND, HONOR = "last stand", "honor"


@dataclass(frozen=True, slots=True)
class Fighting:
    """A model or unit as it stands.

    `name` is what events call it, `model` what its player does: events of Bushido name the model that fights
    by its player. `left` are its wounds, or its models where it `counts` those. `states` are words such as
    "knocked down", none for one that stands as it should.
    """

    name: str
    player: str
    model: str
    left: int
    counts: Literal["wounds", "models"] = "wounds"
    states: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Mustered(Event):
    """How everybody in play stands between two exchanges of an evening, and how the next one names them."""

    models: tuple[Fighting, ...]


def roster(muster: Muster) -> tuple[Fighting, ...]:
    """Return all models in play, in the order of the set-up."""
    match muster:
        case Bushido():
            return tuple(_bushido(one, muster.meeting) for one in muster.models)
        case Mordheim():
            return tuple(_mordheim(one) for one in muster.models)
        case Blightmeer():
            return tuple(_blightmeer(one) for one in muster.phase.units)
        case ArtOfTactic():
            return tuple(_art_of_tactic(one) for one in muster.melee_next.units)
        case _:
            raise TypeError(f"no roster for {type(muster).__name__}")


def _bushido(one: Fighter, meeting: Exchange) -> Fighting:
    title = one.model or one.name
    fighting = {(other.name, other.model) for other in (meeting.active, meeting.other)}
    states = [_words(state.value) for state in State if state in one.states]
    if one.wounds_left == 0:
        states.append(LAST_STAND)
    name = one.name if (one.name, one.model) in fighting else f"{title} of {one.name}"
    return Fighting(name, one.name, title, one.wounds_left, states=tuple(states))


def _mordheim(one: Model) -> Fighting:
    left = one.wounds if one.wounds_left is None else one.wounds_left
    states = () if one.status is MordheimStatus.STANDING else (_words(one.status.value),)
    return Fighting(one.name, one.player, one.name, left, states=states)


def _blightmeer(one: BlightmeerUnit) -> Fighting:
    states = () if one.status is BlightmeerStatus.OK else (one.status.value,)
    return Fighting(one.name, one.player, one.name, one.wounds, states=states)


def _art_of_tactic(one: ArtOfTacticUnit) -> Fighting:
    morale = () if one.morale is Morale.NORMAL else (one.morale.value,)
    states = (*morale, HONOR) if one.honor else morale
    return Fighting(one.name, one.army, one.name, one.models, "models", states)


def _words(name: str) -> str:
    return name.replace("_", " ")
