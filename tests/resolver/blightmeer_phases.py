"""Small Blightmeer phases for the tests: Hild of Ann against Grok of Bob, and more where needed."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeVar

from hypothesis import strategies as st

from resolver.blightmeer.armoury import WEAPONS
from resolver.blightmeer.editions import NOVEMBER_2025, Edition
from resolver.blightmeer.equipment import Weapon
from resolver.blightmeer.events import Outcome
from resolver.blightmeer.exchange import melee_phase
from resolver.blightmeer.fighter import Phase, Unit
from resolver.dice import Roll
from resolver.procedure import Answer, Choice, Event, Procedure, Progress, Throw, replay
from tests.resolver.exchanges import any_roll, run_through

E = TypeVar("E", bound=Event)

# Whole phases need more random numbers than Hypothesis likes to draw, so it draws their seed.
SEEDS = st.integers(0, 2**32 - 1)


def weapon(key: str, edition: Edition = NOVEMBER_2025) -> Weapon:
    return WEAPONS[edition.id][key]


def hild(**fields: Any) -> Unit:
    """Return a unit of Ann that goes first: Melee 13, Defence 17, Agility 15."""
    given = {"melee": 13, "defence": 17, "agility": 15, "weapons": (weapon("dagger"),), **fields}
    return Unit("Hild", "Ann", **given)


def grok(name: str = "Grok", **fields: Any) -> Unit:
    """Return a unit of Bob that goes last: Melee 13, Defence 17, Agility 5."""
    given = {"melee": 13, "defence": 17, "agility": 5, "weapons": (weapon("dagger"),), **fields}
    return Unit(name, "Bob", **given)


def duel(attacker: Unit, target: Unit, edition: Edition = NOVEMBER_2025) -> Phase:
    return Phase(attacker.player, (attacker, target), ((attacker.name, target.name),), edition)


def begin(setup: Phase) -> Callable[[], Procedure[Outcome]]:
    return partial(melee_phase, setup)


def go(setup: Phase, *answers: Answer) -> Progress[Outcome]:
    return replay(begin(setup), answers)


def attack(*faces: int) -> Roll:
    return Roll.of({"attack": faces})


def defence(*faces: int) -> Roll:
    return Roll.of({"defence": faces})


def order(face: int) -> Roll:
    return Roll.of({"order": (face,)})


def drawing(face: int) -> Roll:
    return Roll.of({"random": (face,)})


def events_of(progress: Progress[Outcome], kind: type[E]) -> list[E]:
    return [event for event in progress.events if isinstance(event, kind)]


def awaited_throw(progress: Progress[Outcome]) -> Throw:
    assert isinstance(progress.waiting_for, Throw), progress.waiting_for
    return progress.waiting_for


def awaited_choice(progress: Progress[Outcome]) -> Choice:
    assert isinstance(progress.waiting_for, Choice), progress.waiting_for
    return progress.waiting_for


def some_way_through(setup: Phase, chance: Any) -> tuple[Answer, ...]:
    """Return answers drawn from `chance` that lead to the outcome."""

    def answer(asked: Throw | Choice) -> Answer:
        return chance.choice(asked.options) if isinstance(asked, Choice) else any_roll(asked, chance)

    return run_through(begin(setup), answer)


def answers_of(given: Sequence[Any]) -> tuple[Answer, ...]:
    """Return answers written as in the vectors: faces by group, or an option."""
    return tuple(entry if isinstance(entry, str) else Roll.of(entry) for entry in given)
