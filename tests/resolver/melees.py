"""Small Art of Tactic melees for the tests, and what they lead to."""

from collections.abc import Sequence
from functools import partial
from typing import Any, TypeVar

from resolver.art_of_tactic.events import MeleeOutcome, UnitReport
from resolver.art_of_tactic.exchange import melee
from resolver.art_of_tactic.fighter import Army, Facing, Kind, Melee, Morale, Unit
from resolver.dice import Roll
from resolver.procedure import Answer, Event, Progress, Throw, replay

E = TypeVar("E", bound=Event)

ARMIES = (Army("T"), Army("U"))
_WORDS = {"kind": Kind, "morale": Morale, "facing": Facing}


def unit(name: str, army: str, **fields: Any) -> Unit:
    """Return an infantry unit of one model with one die, Fortitude 10, that hits nobody."""
    given = {
        "kind": Kind.INFANTRY,
        "models": 1,
        "dice_per_model": 1,
        "defense": 0,
        "fortitude": 10,
        "attack_vs_infantry": 0,
        "attack_vs_cavalry": 0,
        **fields,
    }
    for key, word in _WORDS.items():
        if isinstance(given.get(key), str):
            given[key] = word(given[key])
    for key in ("fights", "zone_of_control"):
        given[key] = tuple(given.get(key, ()))
    return Unit(name, army, **given)


def one_turn(*units: Unit, **fields: Any) -> Melee:
    return Melee(**{"armies": ARMIES, "units": units, "turns": 1, **fields})


def play(setup: Melee, *answers: Sequence[int] | str) -> Progress[MeleeOutcome]:
    """Answer in order: faces for what is thrown, words for what is chosen."""
    made: list[Answer] = []
    for answer in answers:
        waiting = replay(partial(melee, setup), made).waiting_for
        if isinstance(answer, str):
            made.append(answer)
        else:
            assert isinstance(waiting, Throw), f"nobody throws {answer}, waiting for {waiting}"
            made.append(Roll.of({waiting.dice[0].group: tuple(answer)}))
    return replay(partial(melee, setup), made)


def finished(setup: Melee, *answers: Sequence[int] | str) -> MeleeOutcome:
    progress = play(setup, *answers)
    assert progress.outcome is not None, f"still waiting for {progress.waiting_for}"
    return progress.outcome


def reports(outcome: MeleeOutcome) -> dict[str, UnitReport]:
    return {report.name: report for report in outcome.units}


def of_type(progress: Progress[MeleeOutcome], kind: type[E]) -> list[E]:
    return [event for event in progress.events if isinstance(event, kind)]
