"""What happened in plain words, whatever the system: each system's story tells its own events."""

from collections.abc import Mapping
from typing import Protocol

from resolver.art_of_tactic import story as art_of_tactic
from resolver.blightmeer import story as blightmeer
from resolver.bushido import story as bushido
from resolver.evening import Changed, EveningOutcome, ExchangeResolved, TurnBegan
from resolver.mordheim import story as mordheim
from resolver.procedure import Event, Outcome


class Story(Protocol):
    """The module `story` of a system."""

    def sentence(self, event: Event) -> str:
        """Return what happened as a sentence for the players."""

    def standing(self, outcome: Outcome) -> tuple[str, ...]:
        """Return a sentence a model or unit on how it stands in the end."""


_STORIES: Mapping[str, Story] = {
    "resolver.art_of_tactic.events": art_of_tactic,
    "resolver.blightmeer.events": blightmeer,
    "resolver.bushido.events": bushido,
    "resolver.mordheim.events": mordheim,
}
"""The story of each module of events."""


def sentence(event: Event) -> str:
    """Return what happened as a sentence for the players."""
    match event:
        case ExchangeResolved():
            how = " ".join(standing(event.outcome))
            return f"Exchange {event.exchange}, turn {event.turn}: {how}"
        case TurnBegan():
            return f"Turn {event.turn} begins."
        case Changed():
            return f"{event.name}: {event.what}."
        case _:
            return _STORIES[type(event).__module__].sentence(event)


def told(event: Event) -> str:
    """Return the line of the log for an event: step number, where it has one, and sentence."""
    step = getattr(event, "step", None)
    return sentence(event) if step is None else f"{step}. {sentence(event)}"


def standing(outcome: Outcome) -> tuple[str, ...]:
    """Return a sentence a model or unit on how it stands in the end."""
    if isinstance(outcome, EveningOutcome):
        return outcome.standing
    return _STORIES[type(outcome).__module__].standing(outcome)
