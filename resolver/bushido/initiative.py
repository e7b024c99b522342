"""Step 3: who attacks first, and why."""

from collections.abc import Set
from typing import NamedTuple, Protocol

from resolver.bushido.fighter import State, Traits


class Contender(Protocol):
    """What decides the initiative of a model: its traits with this weapon, its states, where it began."""

    @property
    def name(self) -> str:
        """Name of its player."""

    @property
    def traits(self) -> Traits:
        """Traits of the model and of the weapon in use."""

    @property
    def states(self) -> Set[State]:
        """States it is in."""

    @property
    def in_contact_at_start(self) -> bool:
        """Whether it was in base contact with any enemy when the activation began."""


def forced_second(model: Contender) -> str | None:
    """Return the state that makes a model second whatever its traits, None where there is none."""
    if model.states:
        for state in (State.PRONE, State.SURPRISED):
            if state in model.states:
                return str(state.value).capitalize()
    return None


class Initiative(NamedTuple):
    """Whether the activating model has the initiative, and the reason for the players."""

    active_has_it: bool
    reason: str


def asks_for_contact(model: Contender, enemy: Contender) -> bool:
    """Whether the initiative may hang on where a model was: it has Reach, and nothing that beats Reach."""
    if not model.traits.reach or _cancelled(model):
        return False
    return not (forced_second(model) or forced_second(enemy)) and _quick(model) == _quick(enemy)


def initiative(active: Contender, other: Contender, contested_to_active: bool = True) -> Initiative:
    """Return who has the initiative by states and traits alone."""
    contested = active if contested_to_active else other
    active_second, other_second = forced_second(active), forced_second(other)
    if active_second and other_second:
        return Initiative(
            contested_to_active,
            f"{active.name} is {active_second} and {other.name} is {other_second}, "
            f"so it falls to {contested.name}",
        )
    if active_second:
        return Initiative(False, f"{active.name} is {active_second} and always second")
    if other_second:
        return Initiative(True, f"{other.name} is {other_second} and always second")
    # Lightning Reflexes comes before Reach; Slow, with neither, only hinders the activating model.
    tied = None
    for trait, has in (("Lightning Reflexes", _quick), ("Reach", _reaches)):
        if has(active) != has(other):
            first = active if has(active) else other
            return Initiative(first is active, f"{first.name} has {trait}")
        if has(active) and tied is None:
            tied = trait
    if tied is None and _slow(active):
        if not _slow(other):
            return Initiative(False, f"{active.name} is Slow and activating")
        tied = "Slow"
    if tied is not None:
        return Initiative(contested_to_active, f"both have {tied}, so it falls to {contested.name}")
    return Initiative(True, f"{active.name} is activating")


def _cancelled(model: Contender) -> bool:
    """Whether Slow meets Lightning Reflexes or Reach on one model, which then ignores all of them."""
    return model.traits.slow and (model.traits.lightning_reflexes or model.traits.reach)


def _quick(model: Contender) -> bool:
    return model.traits.lightning_reflexes and not _cancelled(model)


def _reaches(model: Contender) -> bool:
    return model.traits.reach and not model.in_contact_at_start and not _cancelled(model)


def _slow(model: Contender) -> bool:
    return model.traits.slow and not _cancelled(model)
