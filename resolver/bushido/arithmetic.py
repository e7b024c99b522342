"""The numbers of a Bushido exchange: pools, results, comparisons, damage. Plain values in and out."""

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

MOST_SUPPORTS = 2
"""Dice that support the highest one, each adding 1."""


def boosted_statistic(base: int, boosts: int) -> int:
    """Return the melee pool statistic with its boosts: at most twice the base, 1 for a base of 0."""
    return min(base + boosts, most_statistic(base))


def most_statistic(base: int) -> int:
    """Return the highest value that boosts can give a statistic."""
    return max(1, 2 * base)


def deficit(raw: int, enemy_raw: int) -> int:
    """Return the dice that both sides gain until both have at least one."""
    return max(0, 1 - raw, 1 - enemy_raw)


class AttackRange(NamedTuple):
    """The fewest and the most of `rolled` dice that may be attack dice; the others are defence."""

    least: int
    most: int


def attack_range(rolled: int, attack_at_least_defence: bool, defence_at_least_attack: bool) -> AttackRange:
    """Return the legal allocations of `rolled` dice under the limit that holds, if any."""
    least = (rolled + 1) // 2 if attack_at_least_defence else 0
    most = rolled // 2 if defence_at_least_attack else rolled
    return AttackRange(least, most)


def usable_dice(faces: Sequence[int], kata: bool = False) -> tuple[int, ...]:
    """Return the dice that count: all but the 1s, which only a Kata model keeps."""
    if kata or 1 not in faces:
        return tuple(faces)
    return tuple([face for face in faces if face != 1])


def group_result(
    faces: Sequence[int], modifier: int = 0, kata: bool = False, ones_carry_modifier: bool = False
) -> int:
    """Return the attack or defence result: highest die, supports, modifier; 0 without a usable die.

    The modifier needs a die that is not a 1, unless `ones_carry_modifier` and a Kata model keeps its 1s.
    """
    usable = usable_dice(faces, kata)
    if not usable:
        return 0
    highest = max(usable)
    carried = modifier if ones_carry_modifier or highest > 1 else 0
    return highest + min(MOST_SUPPORTS, len(usable) - 1) + carried


class DecidedBy(Enum):
    """What decided a comparison: the results, the dice left, the active player, or an attack of 0."""

    MARGIN = "margin"
    DICE = "dice"
    ACTIVE = "active"
    ZERO_ATTACK = "zero_attack"


class Comparison(NamedTuple):
    """Whether the attack succeeded, by how many levels, and what decided it."""

    attack_succeeds: bool
    success_level: int
    by: DecidedBy


def compare(
    attack: int,
    defence: int,
    attacker_dice: int,
    defender_dice: int,
    attacker_is_active: bool,
    zero_attack_can_hit: bool = True,
) -> Comparison:
    """Compare an attack with a defence; ties go to more dice left, then to the active player."""
    if attack != defence:
        return Comparison(attack > defence, abs(attack - defence), DecidedBy.MARGIN)
    if attack == 0 and not zero_attack_can_hit:
        return Comparison(False, 0, DecidedBy.ZERO_ATTACK)
    if attacker_dice != defender_dice:
        return Comparison(attacker_dice > defender_dice, 0, DecidedBy.DICE)
    return Comparison(attacker_is_active, 0, DecidedBy.ACTIVE)


def without_highest(faces: Sequence[int], count: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the dice that stay and the `count` highest, which are taken away."""
    ordered = sorted(faces)
    stay = max(0, len(ordered) - count)
    return tuple(ordered[:stay]), tuple(ordered[stay:])


def kept_damage_dice(faces: Sequence[int], weak: bool) -> tuple[int, int]:
    """Return the two damage dice that count: the highest two, for a Weak attack the lowest two."""
    ordered = sorted(faces)
    first, second = ordered[:2] if weak else ordered[-2:]
    return first, second


def armour_left(armour: int, pierce: int) -> int:
    """Return what Armour takes off the damage total after Pierce."""
    return max(0, armour - pierce)


def combo_levels(success_level: int) -> tuple[int, ...]:
    """Return the success levels of a Combo Attack's damage rolls: two lower each time, at least two rolls."""
    if success_level < 2:
        return success_level, 0
    return tuple(range(success_level, -1, -2))


def suffered_wounds(
    raw: int,
    halved: bool = False,
    tough: int = 0,
    sharp: int = 0,
    durable: bool = False,
    negative_tough_needs_wound: bool = True,
) -> int:
    """Return the wounds that are marked, from the table's: halved, then Tough against Sharp, then Durable."""
    wounds = raw // 2 if halved else raw
    if tough < 0:
        if wounds > 0 or not negative_tough_needs_wound:
            wounds -= tough
    else:
        wounds = max(0, wounds - max(0, tough - sharp))
    return min(1, wounds) if durable else wounds
