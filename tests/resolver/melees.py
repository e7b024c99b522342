"""Small Art of Tactic melees for the tests, and what they lead to."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

from resolver.art_of_tactic.editions import ART_OF_TACTIC, CONTINUING, Edition, Modifiers
from resolver.art_of_tactic.events import MeleeOutcome, UnitReport
from resolver.art_of_tactic.exchange import melee
from resolver.art_of_tactic.fighter import Army, Facing, Kind, Melee, Morale, Unit
from resolver.dice import Roll
from resolver.procedure import Answer, Event, Progress, Throw
from resolver.procedure import replay as replayed
from tests.resolver import art_of_tactic_plain as plain

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
        waiting = replayed(partial(melee, setup), made).waiting_for
        if isinstance(answer, str):
            made.append(answer)
        else:
            assert isinstance(waiting, Throw), f"nobody throws {answer}, waiting for {waiting}"
            made.append(Roll.of({waiting.dice[0].group: tuple(answer)}))
    return replayed(partial(melee, setup), made)


def finished(setup: Melee, *answers: Sequence[int] | str) -> MeleeOutcome:
    progress = play(setup, *answers)
    assert progress.outcome is not None, f"still waiting for {progress.waiting_for}"
    return progress.outcome


def reports(outcome: MeleeOutcome) -> dict[str, UnitReport]:
    return {report.name: report for report in outcome.units}


def of_type(progress: Progress[MeleeOutcome], kind: type[E]) -> list[E]:
    return [event for event in progress.events if isinstance(event, kind)]


ORDERS_GIVEN = (
    "continuing",
    "continuing",
    "assault",
    "defend",
    "retreat",
    "move_and_fire",
    "fire_and_retreat",
)


def some_melee(chance: Any, edition: Edition = ART_OF_TACTIC, turns: int = 1) -> Melee:
    """Return a melee of two to six units, everybody on the one side facing somebody on the other."""
    sides = {army: [f"{army}{number}" for number in range(chance.randint(1, 3))] for army in ("T", "U")}
    lost = [army for army in sides if chance.random() < 0.1]
    units = []
    for army, enemies in (("T", sides["U"]), ("U", sides["T"])):
        staff_lost = army in lost
        for number, name in enumerate(sides[army]):
            morale = chance.choice([*Morale, Morale.NORMAL, Morale.HESITANT])
            fought = tuple(chance.sample(enemies, 1)) if number == 0 or chance.random() < 0.8 else ()
            units.append(
                unit(
                    name,
                    army,
                    kind=chance.choice(list(Kind)),
                    models=chance.randint(1, 5),
                    dice_per_model=chance.randint(1, 3),
                    defense=chance.randint(0, 3),
                    fortitude=chance.randint(0, 18),
                    attack_vs_infantry=chance.randint(0, 22),
                    attack_vs_cavalry=chance.randint(0, 22),
                    casualties=chance.randint(0, 2),
                    morale=morale,
                    honor=chance.randint(0, 1),
                    order=CONTINUING if morale.breaking else chance.choice(ORDERS_GIVEN),
                    commander=chance.random() < 0.2,
                    general_staff=not staff_lost and number == 0 and chance.random() < 0.3,
                    staff_near=not staff_lost and chance.random() < 0.3,
                    fights=fought,
                    facing=chance.choice(list(Facing)),
                    zone_of_control=tuple(chance.sample(enemies, chance.randint(0, len(enemies)))),
                    defense_spent=chance.choice((0, 0, 0, 1)),
                    terrain=Modifiers(*(chance.randint(-2, 2) for _ in range(3))),
                )
            )
    armies = (
        Army("T", chance.choice((None, 3, 5)), "T" in lost),
        Army("U", chance.choice((None, 4)), "U" in lost),
    )
    return Melee(armies, tuple(_facing_somebody(units)), edition, turns)


def _facing_somebody(units: list[Unit]) -> Iterator[Unit]:
    """Yield the units; one that is attacked without facing anybody turns to its first attacker."""
    for one in units:
        attackers = [other.name for other in units if one.name in other.fights]
        yield one if one.fights or not attackers else replace(one, fights=(attackers[0],))


def by_hand(setup: Melee) -> list[plain.Plain]:
    """Return the units as the plain rules have them."""
    armies = {army.name: {"staff_lost": army.staff_lost} for army in setup.armies}
    return [
        {
            "name": unit.name,
            "army": armies[unit.army],
            "kind": unit.kind.value,
            "vs": {"infantry": unit.attack_vs_infantry, "cavalry": unit.attack_vs_cavalry},
            "models": unit.models,
            "defense": unit.defense,
            "spent": unit.defense_spent,
            "fortitude": unit.fortitude,
            "lost": unit.casualties,
            "morale": plain.LEVELS.index(unit.morale.value),
            "honor": unit.honor,
            "order": unit.order,
            "order_given": unit.order,
            "side": unit.facing.value,
            "commander": unit.commander,
            "staff": unit.general_staff,
            "staff_near": unit.staff_near,
            "terrain": (unit.terrain.attack, unit.terrain.defense, unit.terrain.fortitude),
            "flight": False,
            "dead": False,
            "surrendered": False,
        }
        for unit in setup.units
    ]
