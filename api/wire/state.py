"""What the API's description says of the state of a table; the referee makes it."""

from typing import Literal

from pydantic import ConfigDict, JsonValue, with_config
from typing_extensions import TypedDict

from api.play.roster import Fighting


class GroupOut(TypedDict):
    """Dice that a player throws as a group, and how they are told from others."""

    player: str
    group: str
    body: str
    marks: str


class ModelOut(TypedDict):
    """A model or unit as the table began with it.

    `name` is what events call it, `model` what its player does. `left` are its wounds, or its models where it
    `counts` those. `states` are words such as "knocked down".
    """

    name: str
    player: str
    model: str
    left: int
    counts: Literal["wounds", "models"]
    states: list[str]


@with_config(ConfigDict(extra="allow"))
class StateOut(TypedDict):
    """How a table stands; `seq` is the number of the last message that this includes.

    `paused` says that dice do not count now, `evening` that further exchanges follow the first one.
    `waiting_for` is the throw or choice that is awaited, null when nothing is. `reading` is what lies on the
    table, as the message `reading` tells it. `events` and `outcome` are what the rules made of the answers.
    """

    table: str
    seq: int
    title: str
    system: str
    players: list[str]
    groups: list[GroupOut]
    models: list[ModelOut]
    moment: str
    paused: bool
    evening: bool
    waiting_for: dict[str, JsonValue] | None
    reading: dict[str, JsonValue] | None
    answers: int
    events: list[dict[str, JsonValue]]
    outcome: dict[str, JsonValue] | None


def model_out(one: Fighting) -> ModelOut:
    """Return a model or unit as it stands."""
    return {
        "name": one.name,
        "player": one.player,
        "model": one.model,
        "left": one.left,
        "counts": one.counts,
        "states": list(one.states),
    }
