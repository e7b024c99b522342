"""Exact odds of a Bushido exchange before each throw, and luck after it, as players are told them.

What odds assume stands in `exchange_odds`.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from resolver.bushido.course_odds import Ending
from resolver.bushido.exchange_odds import Case, ExchangeOdds, exchange_odds
from resolver.bushido.fighter import Exchange
from resolver.bushido.result_odds import Result
from resolver.odds import Distribution, Odds
from resolver.procedure import Answer


def next_odds(setup: Exchange, answers: Sequence[Answer]) -> tuple[Odds, ...]:
    """Return what players are told before a throw: both passes, wounds, and who is removed."""
    told: list[Odds] = []
    for case, odds in exchange_odds(setup, answers).items():
        given = told_case(case, odds.names)
        told += [Odds(about, outcomes, given) for about, outcomes in _told_odds(odds)]
        if setup.wound_table is None:
            continue
        told += [Odds(about, outcomes, given) for about, outcomes in _told_endings(odds)]
    return tuple(told)


def told_case(case: Case, names: tuple[str, str]) -> str:
    """Return a case in words: each model's attack+defence dice, and what is thrown again."""
    told = [f"{name} {attack}+{defence}" for name, (attack, defence) in zip(names, case.splits, strict=True)]
    if case.again is not None:
        told.append("again " + ("none" if not case.again else " and ".join(map(_told_faces, case.again))))
    return ", ".join(told)


def _told_faces(part: tuple[str, tuple[int, ...]]) -> str:
    group, faces = part
    return f"{group} {' '.join(map(str, faces))}"


def _told_odds(odds: ExchangeOdds) -> Iterator[tuple[str, Distribution[str]]]:
    defender = odds.names[1] if odds.attacker == odds.names[0] else odds.names[0]
    yield f"{odds.attacker} attacks", _ordered(odds.first, partial(_told_result, odds.attacker, defender))
    yield f"{defender} attacks", _ordered(odds.second, partial(_told_result, defender, odds.attacker))


def _ordered(
    results: Distribution[Result] | Distribution[Result | None], told: Callable[[Result | None], str]
) -> Distribution[str]:
    """Return results in words, the highest success of the attack first, no pass at all last."""

    def place(result: Result | None) -> int:
        if result is None:
            return 1000
        return -result.level - 1 if result.attack_succeeds else result.level

    pairs = sorted(results.counts.items(), key=lambda pair: place(pair[0]))
    return Distribution.of((told(result), count) for result, count in pairs)


def _told_result(attacker: str, defender: str, result: Result | None) -> str:
    if result is None:
        return "no second pass"
    if result.attack_succeeds:
        return f"{attacker} succeeds at level {result.level}"
    return f"{defender} defends at level {result.level}"


def _told_endings(odds: ExchangeOdds) -> Iterator[tuple[str, Distribution[int] | Distribution[str]]]:
    for place, name in enumerate(odds.names):
        wounds = odds.endings.map(partial(_wounds, place))
        yield f"wounds of {name}", Distribution.of(sorted(wounds.counts.items()))
        yield f"{name} is removed", odds.endings.map(partial(_removed, place))


def _wounds(place: int, ending: Ending) -> int:
    return ending.wounds[place]


def _removed(place: int, ending: Ending) -> str:
    return "no" if ending.in_play[place] else "yes"
