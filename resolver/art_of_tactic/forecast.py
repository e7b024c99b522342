"""What becomes of a unit in the turn under way, over all throws to come, counted exactly.

The procedure itself is run with one roll for each result that makes a difference, weighted with the
number of throws that give it; no rule is written here a second time. Throws that cannot touch the unit
are fixed. Decisions to come are taken in favour of the unit, else as first offered.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from math import prod

from resolver.art_of_tactic import events as e
from resolver.art_of_tactic.arithmetic import SIDES, count_hits, damage
from resolver.art_of_tactic.exchange import melee
from resolver.art_of_tactic.fighter import Melee, Morale
from resolver.dice import Roll
from resolver.odds import Distribution, TooManyDice, convolve, mixture, successes
from resolver.procedure import Answer, Event, Throw, replay

MOST_PLANS = 2_000
"""Ways to hit one unit that are followed at most; only tests for each attacker need more than its models."""

Plan = Mapping[tuple[str, str], int]
"""Hits still to come of each attack, by attacker and target."""


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of a unit by the end of a turn."""

    casualties: int
    morale: Morale
    honor_lost: bool = False
    put_to_flight: bool = False
    destroyed: bool = False
    surrendered: bool = False


@dataclass(frozen=True, slots=True)
class OpenAttack:
    """An attack of this turn that is not thrown to its end; `hits` are those of the dice read so far."""

    attacker: str
    target: str
    attack_value: int
    dice: int
    hits: int

    @property
    def chance(self) -> Distribution[int]:
        """The hits of the dice to come."""
        return successes(self.dice, favourable(self.attack_value), SIDES)


def favourable(needed: int) -> int:
    """Return how many faces are equal or under a number."""
    return min(SIDES, max(0, needed))


def this_turn(happened: Sequence[Event]) -> tuple[Event, ...]:
    """Return the events since the last turn began."""
    began = max(place for place, event in enumerate(happened) if isinstance(event, e.TurnBegan))
    return tuple(happened[began:])


def open_attacks(turn: Sequence[Event]) -> tuple[OpenAttack, ...]:
    """Return the attacks whose dice are not all read, in the order of their throws."""
    done = {(event.name, event.target) for event in turn if isinstance(event, e.AttackThrown)}
    read: dict[tuple[str, str], e.Faces] = {}
    for event in turn:
        if isinstance(event, e.BatchRead):
            key = event.name, event.target
            read[key] = (*read.get(key, ()), *event.faces)
    found = []
    for event in turn:
        if isinstance(event, e.AttackValueFixed) and (event.name, event.target) not in done:
            faces = read.get((event.name, event.target), ())
            hits = count_hits(faces, event.attack_value)
            left = event.dice - len(faces)
            found.append(OpenAttack(event.name, event.target, event.attack_value, left, hits))
    return tuple(found)


def fates(setup: Melee, answers: Sequence[Answer], name: str) -> Distribution[Fate]:
    """Return what becomes of a unit by the end of the turn that the answers have come to.

    Raises TooManyDice where tests for each attacker leave more than MOST_PLANS ways to follow.
    """
    return _fates(_Forecast(setup, name, _touching(setup, name)), tuple(answers), {})


@dataclass(frozen=True, slots=True)
class _Forecast:
    setup: Melee
    name: str
    touching: frozenset[str]


def _touching(setup: Melee, name: str) -> frozenset[str]:
    """Return the units whose losses and tests can change what becomes of this one."""
    units = {unit.name: unit for unit in setup.units}
    found: set[str] = set()
    waiting = [name]
    while waiting:
        unit = units[waiting.pop()]
        if unit.name in found:
            continue
        found.add(unit.name)
        waiting += [one.name for one in units.values() if one.army == unit.army and one.general_staff]
        if setup.edition.honor_before_tests:
            # A marker for an enemy destroyed helps in this turn's tests; whom it fights may change.
            waiting += [one.name for one in units.values() if one.army != unit.army]
    return frozenset(found)


def _fates(forecast: _Forecast, answers: tuple[Answer, ...], plan: Plan) -> Distribution[Fate]:
    progress = replay(partial(melee, forecast.setup), answers)
    waiting = progress.waiting_for
    turn = this_turn(progress.events)
    if waiting is None or any(isinstance(event, e.TurnOver) for event in turn):
        return Distribution.certain(_fate(forecast, progress.events))
    if not isinstance(waiting, Throw):
        option = forecast.name if forecast.name in waiting.options else waiting.options[0]
        return _fates(forecast, (*answers, option), plan)
    if waiting.purpose == "fortitude":
        due = next(event for event in reversed(turn) if isinstance(event, e.FortitudeDue))
        passing = favourable(due.fortitude)
        if due.step > 1 and due.name not in forecast.touching:
            return _fates(forecast, (*answers, _test(1)), plan)
        return mixture(
            (_fates(forecast, (*answers, _test(face)), plan), weight)
            for face, weight in ((1, passing), (SIDES, SIDES - passing))
            if weight
        )
    attack = open_attacks(turn)[0]
    if attack.target not in forecast.touching:
        return _fates(forecast, (*answers, _attack(0, waiting.total)), plan)
    if (attack.attacker, attack.target) not in plan:
        return mixture(
            (_fates(forecast, answers, {**plan, **hits}), weight)
            for hits, weight in _plans(forecast, progress.events, attack.target)
        )
    key = attack.attacker, attack.target
    now = min(plan[key], waiting.total)
    return _fates(forecast, (*answers, _attack(now, waiting.total)), {**plan, key: plan[key] - now})


def _test(face: int) -> Roll:
    return Roll.of({"fortitude": (face,)})


def _attack(hits: int, dice: int) -> Roll:
    """Return dice of which so many hit: ones do wherever anything does, twenties only where all do."""
    return Roll.of({"attack": (1,) * hits + (SIDES,) * (dice - hits)})


def _plans(forecast: _Forecast, happened: Sequence[Event], target: str) -> Iterator[tuple[Plan, int]]:
    """Yield what the dice still to come at a unit may do, with the number of throws that do it."""
    turn = this_turn(happened)
    coming = [attack for attack in open_attacks(turn) if attack.target == target]
    if not forecast.setup.edition.one_casualty_test:
        yield from _plans_by_attacker(coming)
        return
    fixed = next(event for event in turn if isinstance(event, e.DefenseFixed) and event.name == target)
    models = _models(forecast, happened, target)
    known = sum(attack.hits for attack in coming) + sum(
        count_hits(thrown.faces, value.attack_value)
        for thrown in turn
        if isinstance(thrown, e.AttackThrown) and thrown.target == target
        for value in turn
        if isinstance(value, e.AttackValueFixed) and (value.name, value.target) == (thrown.name, target)
    )
    chance = Distribution.certain(0)
    for attack in coming:
        chance = convolve(chance, attack.chance)
    # Hits that cost the same models lead to the same: the fewest of them stand for all.
    least: dict[int, int] = {}
    weight: dict[int, int] = {}
    for hits, count in sorted(chance.counts.items()):
        casualties = damage(known + hits, fixed.defense, models).casualties
        least.setdefault(casualties, hits)
        weight[casualties] = weight.get(casualties, 0) + count
    for casualties, hits in least.items():
        yield dict(_spread(hits, coming)), weight[casualties]


def _spread(hits: int, coming: Sequence[OpenAttack]) -> Iterator[tuple[tuple[str, str], int]]:
    """Yield so many hits given to the attacks, as many as each can have; those that always hit first."""
    sure = sum(attack.dice for attack in coming if favourable(attack.attack_value) == SIDES)
    chance = hits - sure
    for attack in coming:
        faces = favourable(attack.attack_value)
        if faces == SIDES:
            given = attack.dice
        else:
            given = min(chance, attack.dice) if faces else 0
            chance -= given
        yield (attack.attacker, attack.target), given


def _plans_by_attacker(coming: Sequence[OpenAttack]) -> Iterator[tuple[Plan, int]]:
    keys = [(attack.attacker, attack.target) for attack in coming]
    chances = [tuple(attack.chance.counts.items()) for attack in coming]
    found = prod(len(chance) for chance in chances)
    if found > MOST_PLANS:
        raise TooManyDice(f"expected at most {MOST_PLANS} ways to hit one unit, found {found}")
    for results in product(*chances):
        yield dict(zip(keys, (hits for hits, _ in results), strict=True)), prod(ways for _, ways in results)


def _models(forecast: _Forecast, happened: Sequence[Event], name: str) -> int:
    for event in reversed(happened):
        if isinstance(event, e.CasualtiesRemoved) and event.name == name:
            return event.models_left
    return next(unit.models for unit in forecast.setup.units if unit.name == name)


def _fate(forecast: _Forecast, happened: Sequence[Event]) -> Fate:
    name = forecast.name
    mine = [event for event in happened if getattr(event, "name", None) == name]
    turn = [event for event in this_turn(happened) if getattr(event, "name", None) == name]
    morale = next(unit.morale for unit in forecast.setup.units if unit.name == name)
    for event in mine:
        if isinstance(event, e.MoraleChanged):
            morale = event.after
    return Fate(
        casualties=sum(event.casualties for event in turn if isinstance(event, e.CasualtiesRemoved)),
        morale=morale,
        honor_lost=any(isinstance(event, e.HonorLost) for event in turn),
        put_to_flight=any(isinstance(event, e.PutToFlight) for event in turn),
        destroyed=any(isinstance(event, e.Destroyed) for event in turn),
        surrendered=any(isinstance(event, e.Surrendered) for event in turn),
    )
