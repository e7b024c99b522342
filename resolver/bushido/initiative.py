"""Step 3: who attacks first, and why."""

from dataclasses import dataclass

from resolver.bushido.fighter import State, Traits


@dataclass(frozen=True, slots=True)
class Contender:
    """What decides the initiative of a model: its traits with this weapon, its states, where it began."""

    name: str
    traits: Traits
    states: frozenset[State]
    in_contact_at_start: bool

    @property
    def forced_second(self) -> str | None:
        """The state that makes the model second whatever its traits, None where there is none."""
        for state in (State.PRONE, State.SURPRISED):
            if state in self.states:
                return f"{state.value}".capitalize()
        return None


@dataclass(frozen=True, slots=True)
class Initiative:
    """Whether the activating model has the initiative, and the reason for the players."""

    active_has_it: bool
    reason: str


def asks_for_contact(model: Contender, enemy: Contender) -> bool:
    """Whether the initiative may hang on where a model was: it has Reach, and nothing that beats Reach."""
    if model.forced_second or enemy.forced_second or _quick(model) != _quick(enemy):
        return False
    return model.traits.reach and not _cancelled(model)


def initiative(active: Contender, other: Contender, contested_to_active: bool = True) -> Initiative:
    """Return who has the initiative by states and traits alone."""
    contested = active if contested_to_active else other
    if active.forced_second or other.forced_second:
        if active.forced_second and other.forced_second:
            return Initiative(
                contested_to_active,
                f"{active.name} is {active.forced_second} and {other.name} is {other.forced_second}, "
                f"so it falls to {contested.name}",
            )
        second, first = (active, other) if active.forced_second else (other, active)
        return Initiative(first is active, f"{second.name} is {second.forced_second} and always second")
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
