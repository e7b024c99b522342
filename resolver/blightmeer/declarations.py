"""What is declared before the first roll: how many attacks, with which weapon, against whom."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from resolver.blightmeer.arithmetic import attacks_made
from resolver.blightmeer.combatant import Combatant
from resolver.blightmeer.equipment import Weapon
from resolver.blightmeer.events import AttacksCounted, AttacksDeclared
from resolver.procedure import Choice, Procedure, choose

GROUPS = ("attack", "second")
"""Dice groups of the first and of the second weapon."""


@dataclass(frozen=True, slots=True)
class Declared:
    """The attacks on one target: weapon, dice group and number."""

    target: Combatant
    attacks: tuple[tuple[Weapon, str, int], ...]


def declare(attacker: Combatant, targets: Sequence[Combatant]) -> Procedure[tuple[Declared, ...]]:
    """Split a unit's attacks amongst its weapons, each of which makes one, and amongst valid targets."""
    weapons = attacker.unit.weapons
    parts = tuple(_parts(attacker))
    total = attacks_made((number for _, number in parts), len(weapons))
    yield AttacksCounted(attacker.name, total, parts)
    counts = yield from _by_weapon(attacker, total)
    at: dict[str, Counter[str]] = {target.name: Counter() for target in targets}
    for weapon, group, count in zip(weapons, GROUPS, counts, strict=False):
        for number in range(1, count + 1):
            name = yield from _target(attacker, targets, f"attack {number} of {count} with {weapon.name}")
            at[name][group] += 1
    declared = tuple(
        Declared(
            target,
            tuple(
                (weapon, group, at[target.name][group])
                for weapon, group in zip(weapons, GROUPS, strict=False)
                if at[target.name][group]
            ),
        )
        for target in targets
        if at[target.name]
    )
    for one in declared:
        named = tuple((weapon.name, count) for weapon, _, count in one.attacks)
        yield AttacksDeclared(attacker.name, one.target.name, named)
    return declared


def _parts(attacker: Combatant) -> Iterator[tuple[str, int]]:
    unit = attacker.unit
    yield "statistic", unit.attacks
    if len(unit.weapons) > 1:
        yield "dual wielding", 1
    for weapon in unit.weapons:
        bonus = weapon.attacks + (weapon.engage_attacks if unit.engaged_this_turn else 0)
        if bonus:
            yield weapon.name, bonus
    for skill in unit.skills:
        if skill.attacks:
            yield skill.name, skill.attacks


def _by_weapon(attacker: Combatant, total: int) -> Procedure[tuple[int, ...]]:
    weapons = attacker.unit.weapons
    if len(weapons) == 1:
        return (total,)
    first, second = weapons
    splits = {
        f"{count} {first.name} + {total - count} {second.name}": (count, total - count)
        for count in range(total - 1, 0, -1)
    }
    option = next(iter(splits))
    # With two weapons alike, which of them makes an attack changes nothing.
    if len(splits) > 1 and first != second:
        option = yield from choose(
            Choice(
                "split",
                attacker.player,
                tuple(splits),
                f"{attacker.name}: {total} attacks with which weapon?",
            )
        )
    return splits[option]


def _target(attacker: Combatant, targets: Sequence[Combatant], which: str) -> Procedure[str]:
    if len(targets) == 1:
        return targets[0].name
    names = tuple(target.name for target in targets)
    return (
        yield from choose(Choice("target", attacker.player, names, f"{attacker.name}: {which} against whom?"))
    )
