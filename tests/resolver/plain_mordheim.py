"""A second implementation of one model's attacks on another, as plain as it goes, to compare with.

It shares nothing with the resolver: charts are written out, and dice come from a function.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

HIT = """
4 4 5 5 5 5 5 5 5 5
3 4 4 4 5 5 5 5 5 5
3 3 4 4 4 4 5 5 5 5
3 3 3 4 4 4 4 4 5 5
3 3 3 3 4 4 4 4 4 4
3 3 3 3 3 4 4 4 4 4
3 3 3 3 3 3 4 4 4 4
3 3 3 3 3 3 3 4 4 4
3 3 3 3 3 3 3 3 4 4
3 3 3 3 3 3 3 3 3 4
"""
WOUND = """
4 5 6 6 - - - - - -
3 4 5 6 6 - - - - -
2 3 4 5 6 6 - - - -
2 2 3 4 5 6 6 - - -
2 2 2 3 4 5 6 6 - -
2 2 2 2 3 4 5 6 6 -
2 2 2 2 2 3 4 5 6 6
2 2 2 2 2 2 3 4 5 6
2 2 2 2 2 2 2 3 4 5
2 2 2 2 2 2 2 2 3 4
"""
MINUS = {1: 0, 2: 0, 3: 0, 4: 1, 5: 2, 6: 3, 7: 4, 8: 5, 9: 6, 10: 6, 11: 6, 12: 6}


def rows(chart: str) -> list[list[int]]:
    return [[99 if cell == "-" else int(cell) for cell in line.split()] for line in chart.split("\n") if line]


@dataclass
class PlainWeapon:
    strength: int = 0
    axe: int = 0
    gift: int = 0
    club: bool = False
    plus_one: bool = False
    dice: int = 1


@dataclass
class PlainTarget:
    skill: int
    strength: int
    toughness: int
    armour: int | None
    shield: bool
    helmet: bool
    parries: int
    status: str
    wounds: int
    left: int


@dataclass
class PlainAttacker:
    skill: int
    strength: int
    weapons: list[PlainWeapon] = field(default_factory=list)


Throw = Callable[[str], int]


def attack(one: PlainAttacker, at: PlainTarget, throw: Throw) -> tuple[str, int]:
    """Return status and Wounds left; `throw` gives the next die of a purpose."""
    if at.status == "stunned":
        return out(at, 1)
    lying = at.status == "knocked_down"

    hits: list[tuple[int, int]] = []
    for number, weapon in enumerate(one.weapons):
        for _ in range(weapon.dice):
            if lying or at.skill == 0:
                hits.append((number, 0))
            else:
                face = throw(f"to_hit {number}")
                if face >= rows(HIT)[one.skill - 1][at.skill - 1]:
                    hits.append((number, face))

    if at.parries and not lying and hits and at.skill > 0:
        best = max(face for _, face in hits)
        able = [
            hit
            for hit in hits
            if hit[1] == best and one.strength + one.weapons[hit[0]].strength < 2 * at.strength
        ]
        if best < 6 and able:
            for _ in range(at.parries):
                if throw("parry") > best:
                    # The test's player parries the main weapon first.
                    hits.remove(min(able))
                    break

    wounds: list[int] = []
    sixes: list[int] = []
    for number, _ in sorted(hits):
        weapon = one.weapons[number]
        needed = rows(WOUND)[min(10, max(1, one.strength + weapon.strength)) - 1][at.toughness - 1]
        if needed == 99:
            continue
        face = throw(f"to_wound {number}")
        if face >= needed:
            wounds.append(number)
            if face == 6 and needed < 6:
                sixes.append(number)

    injuries: list[tuple[bool, int]] = []
    if sixes:
        row = throw("critical")
        weapon = one.weapons[min(sixes)]
        wounds.remove(min(sixes))
        bonus = (2 if row >= 5 else 0) + (1 if weapon.plus_one else 0)
        injuries += [(weapon.club, bonus)] * 2

    for number in wounds:
        weapon = one.weapons[number]
        save = 7 if at.armour is None else at.armour
        save += (
            MINUS[max(1, one.strength + weapon.strength)] + weapon.axe - weapon.gift - (1 if at.shield else 0)
        )
        if save < 2:
            save = 2
        if save > 6 or throw("save") < save:
            injuries.append((weapon.club, 1 if weapon.plus_one else 0))

    if lying:
        return out(at, len(injuries))
    outs = 0
    worst = "standing"
    # Dice that count alike are thrown together, the first kind first.
    for club, bonus in sorted(injuries, key=injuries.index):
        number = throw("injury") + bonus
        if number >= 5:
            outs += 1
        elif number >= 3 or (club and number >= 2):
            worst = "stunned"
        elif worst == "standing":
            worst = "knocked_down"
    status, left = out(at, outs)
    if status == "out_of_action":
        return status, left
    if worst == "stunned" and at.helmet and throw("helmet") >= 4:
        worst = "knocked_down"
    return worst, left


def out(at: PlainTarget, results: int) -> tuple[str, int]:
    """Each result costs a Wound of a model with several, until none is left."""
    left = at.left
    for _ in range(results):
        if at.wounds == 1 or left == 0:
            return "out_of_action", left
        left -= 1
    return at.status, left
