"""Odds of the comparisons of both passes, from what the dice of both models come to."""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from resolver.bushido.arithmetic import compare
from resolver.bushido.editions import Edition
from resolver.bushido.group_odds import Hand
from resolver.bushido.side import Bout, Side
from resolver.odds import Distribution


class Result(NamedTuple):
    """How a pass is decided: whether the attack succeeds, and the success level of who wins."""

    attack_succeeds: bool
    level: int


Joint = Mapping[tuple[Result, Result], int]
"""How often both passes are decided in each way, the second as if it always took place."""


_ByDice = tuple[Result, Result, Result]
"""How a pass is decided where its attacker has fewer dice left than the defender, as many, more."""
_ByMore = dict[int, int]
"""How often the model with initiative has so many dice more than its enemy in a pass."""


def joint_results(bout: Bout, active: Hand, other: Hand) -> Joint:
    """Return how often both passes are decided in each way, from what both models' dice come to."""
    first, second = (active, other) if bout.first is bout.active else (other, active)
    first_is_active = bout.first is bout.active
    # Attack of one and defence of the other meet in each pass; only ties tie the two passes together,
    # by the dice that the model with initiative has more than its enemy in both.
    opening = _met(bout.edition, first.attack, second.defence, first_is_active, 1)
    answer = _met(bout.edition, second.attack, first.defence, not first_is_active, -1)
    answer_totals = {two: sum(by_more.values()) for two, by_more in answer.items()}
    counts: dict[tuple[Result, Result], int] = {}
    for one, by_more in opening.items():
        total, tied = sum(by_more.values()), one[0] != one[2]
        for two, also_by_more in answer.items():
            if tied or two[0] != two[2]:
                fewer, equal, more = _signs(by_more, also_by_more)
                signs = [(one[0], two[2], fewer), (one[1], two[1], equal), (one[2], two[0], more)]
            else:
                signs = [(one[0], two[0], total * answer_totals[two])]
            for opened, answered, count in signs:
                if count:
                    pair = opened, answered
                    counts[pair] = counts.get(pair, 0) + count
    return counts


def _signs(by_more: _ByMore, also_by_more: _ByMore) -> tuple[int, int, int]:
    """Return how often two numbers add up to less than 0, to 0 and to more."""
    fewer = equal = more = 0
    for dice, count in by_more.items():
        for also, times in also_by_more.items():
            if dice + also < 0:
                fewer += count * times
            elif dice + also > 0:
                more += count * times
            else:
                equal += count * times
    return fewer, equal, more


def _met(
    edition: Edition,
    attack: Distribution[tuple[int, int]],
    defence: Distribution[tuple[int, int]],
    attacker_is_active: bool,
    sign: int,
) -> dict[_ByDice, _ByMore]:
    met: dict[_ByDice, _ByMore] = {}
    defences = _by_result(defence)
    for attacked, attack_dice in _by_result(attack):
        for defended, defence_dice in defences:
            by_dice = _by_dice(attacked, defended, attacker_is_active, edition.zero_attack_can_hit)
            by_more = met.setdefault(by_dice, {})
            for mine, count in attack_dice:
                for theirs, times in defence_dice:
                    more = sign * (mine - theirs)
                    by_more[more] = by_more.get(more, 0) + count * times
    return met


def _by_result(group: Distribution[tuple[int, int]]) -> list[tuple[int, list[tuple[int, int]]]]:
    """Return the results of a group of dice, each with how often it counts how many dice."""
    found: dict[int, list[tuple[int, int]]] = {}
    for (result, dice), count in group.counts.items():
        found.setdefault(result, []).append((dice, count))
    return list(found.items())


@lru_cache(maxsize=16384)
def _by_dice(attack: int, defence: int, attacker_is_active: bool, zero_can_hit: bool) -> _ByDice:
    """Return how a pass of these results is decided."""
    found = (
        compare(attack, defence, attacker, defender, attacker_is_active, zero_can_hit)
        for attacker, defender in ((0, 1), (0, 0), (1, 0))
    )
    fewer, equal, more = (Result(result.attack_succeeds, result.success_level) for result in found)
    return fewer, equal, more


def on_table(side: Side) -> Hand:
    """Return what the dice of a model have come to, as a hand that is sure."""
    return Hand(
        Distribution.certain((side.attack_result, side.dice_left)),
        Distribution.certain((side.defence_result, 0)),
    )
