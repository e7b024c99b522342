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


def joint_results(bout: Bout, active: Hand, other: Hand) -> Joint:
    """Return how often both passes are decided in each way, from what both models' dice come to."""
    first, second = (active, other) if bout.first is bout.active else (other, active)
    first_is_active = bout.first is bout.active
    # Attack of one and defence of the other meet in each pass; only ties tie the two passes together,
    # by the dice that the model with initiative has more than its enemy in both.
    opening = _met(bout.edition, first.attack, second.defence, first_is_active, 1)
    answer = _met(bout.edition, second.attack, first.defence, not first_is_active, -1)
    counts: dict[tuple[Result, Result], int] = {}
    for (one, more), count in opening.items():
        for (two, also_more), times in answer.items():
            dice = more + also_more
            sign = (dice > 0) - (dice < 0)
            pair = one[sign + 1], two[1 - sign]
            counts[pair] = counts.get(pair, 0) + count * times
    return counts


_ByDice = tuple[Result, Result, Result]


def _met(
    edition: Edition,
    attack: Distribution[tuple[int, int]],
    defence: Distribution[tuple[int, int]],
    attacker_is_active: bool,
    sign: int,
) -> dict[tuple[_ByDice, int], int]:
    met: dict[tuple[_ByDice, int], int] = {}
    for (attacked, attack_dice), count in attack.counts.items():
        for (defended, defence_dice), times in defence.counts.items():
            by_dice = _by_dice(attacked, defended, attacker_is_active, edition.zero_attack_can_hit)
            more = sign * (attack_dice - defence_dice)
            key = by_dice, more
            met[key] = met.get(key, 0) + count * times
    return met


@lru_cache(maxsize=16384)
def _by_dice(attack: int, defence: int, attacker_is_active: bool, zero_can_hit: bool) -> _ByDice:
    """Return how a pass is decided where its attacker has fewer dice left, as many, more."""
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
