"""The numbers of an Art of Tactic melee: dice, hits, damage, tests. Plain values in and out."""

from collections.abc import Sequence
from dataclasses import dataclass

SIDES = 20
"""Every die of this game is a d20, and everything is thrown to be equal or under."""

Parts = tuple[tuple[str, int], ...]
"""What a value is made of: reasons and their numbers."""


def attack_dice(models: int, dice_per_model: int) -> int:
    """Return the dice a unit attacks with."""
    return models * dice_per_model


def batches(total: int, available: int | None) -> tuple[int, ...]:
    """Return how many dice to throw each time where only `available` lie ready; None is enough of them."""
    if available is None or total <= available:
        return (total,)
    full, rest = divmod(total, available)
    return (available,) * full + ((rest,) if rest else ())


def value(parts: Parts) -> int:
    """Return the sum of a breakdown; it may leave 1 to 20."""
    return sum(number for _, number in parts)


def within_die(attack_value: int) -> int:
    """Return an attack value brought into 1 to 20."""
    return min(SIDES, max(1, attack_value))


def defense_left(parts: Parts, spent: int) -> int:
    """Return the Defense of a breakdown less what hits of this turn have used up, never below 0."""
    return max(0, max(0, value(parts)) - spent)


def count_hits(faces: Sequence[int], attack_value: int) -> int:
    """Return the dice that show the attack value or less."""
    return sum(face <= attack_value for face in faces)


@dataclass(frozen=True, slots=True)
class Damage:
    """What hits do to a unit; `lost` are hits beyond its last model."""

    absorbed: int
    casualties: int
    lost: int
    defense_left: int


def damage(hits: int, defense: int, models: int) -> Damage:
    """Return the damage of `hits`: Defense takes them first, each further one removes a model."""
    absorbed = min(hits, defense)
    casualties = min(models, hits - absorbed)
    return Damage(absorbed, casualties, hits - absorbed - casualties, defense - absorbed)


def shared_damage(hits: Sequence[int], defense: int, models: int) -> tuple[Damage, ...]:
    """Return the damage of several attackers one after the other; together it is that of the sum."""
    done = []
    for each in hits:
        one = damage(each, defense, models)
        defense, models = one.defense_left, models - one.casualties
        done.append(one)
    return tuple(done)


def passed(face: int, fortitude: int) -> bool:
    """Whether a die passes a Fortitude Test."""
    return face <= fortitude
