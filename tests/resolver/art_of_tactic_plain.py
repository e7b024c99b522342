"""A second Art of Tactic, written from the rules as plainly as possible, to compare the first one with.

One turn under the default readings. Units are dictionaries, dice come from two functions; it shares no
line with the resolver.
"""

from collections.abc import Callable
from typing import Any

LEVELS = ["normal", "hesitant", "shaken", "panicked"]
ATTACK = [0, -2, -3, -3]
DEFENSE = [0, -1, -2, -2]
FORTITUDE = [0, -1, -2, -2]
ORDERS = {
    "continuing": (0, 0, 0),
    "assault": (2, 0, 0),
    "defend": (0, 1, 1),
    "retreat": (-1, -1, -1),
    "move_and_fire": (-1, 0, 0),
    "fire_and_retreat": (-2, -1, -1),
    "all_around_defense": (-2, 1, -1),
    "flee": (-3, -2, -2),
}

Plain = dict[str, Any]


def order_of(unit: Plain) -> tuple[int, int, int]:
    if unit["order"] == "flee" and unit["morale"] >= 2:
        return (0, 0, 0)
    return ORDERS[unit["order"]]


def near(unit: Plain) -> bool:
    return bool(unit["staff_near"]) and not unit["army"]["staff_lost"]


def attack_value(unit: Plain, enemy: Plain, with_order: bool = True) -> int:
    total = unit["vs"][enemy["kind"]] + unit["honor"] + ATTACK[unit["morale"]] + unit["terrain"][0]
    if with_order:
        total += order_of(unit)[0]
    if near(unit):
        total += 2
    return int(total)


def defense_value(unit: Plain) -> int:
    total = unit["defense"] + order_of(unit)[1] + DEFENSE[unit["morale"]] + unit["terrain"][1]
    if near(unit):
        total += 1
    return max(0, max(0, int(total)) - int(unit["spent"]))


def fortitude_value(unit: Plain, side: str) -> int:
    total = unit["fortitude"] - unit["lost"] + order_of(unit)[2] + FORTITUDE[unit["morale"]]
    total += 2 * unit["honor"] + unit["terrain"][2]
    if unit["commander"] or unit["staff"]:
        total += 3
    if near(unit):
        total += 4
    if unit["army"]["staff_lost"]:
        total -= 2
    return int(total) - {"front": 0, "flank": 3, "rear": 5}[side]


def turn(
    units: list[Plain],
    targets: dict[str, str],
    attack_dice: Callable[[str], list[int]],
    test_die: Callable[[str, str, str], int],
) -> None:
    """Fight one turn; the units say afterwards how they stand."""
    by_name = {unit["name"]: unit for unit in units}
    engaged = set(targets) | set(targets.values())

    def gone(unit: Plain) -> bool:
        return bool(unit["dead"] or unit["surrendered"])

    def test(unit: Plain, why: str, enemy: str, side: str) -> None:
        needed = fortitude_value(unit, side)
        if needed > 0 and test_die(unit["name"], why, enemy) <= needed:
            return
        if unit["honor"]:
            unit["honor"] = 0
            return
        if unit["morale"] == 3:
            unit["surrendered"] = True
            if unit["staff"]:
                lose_staff(unit)
            return
        if unit["morale"] in (1, 2) and unit["name"] in engaged:
            unit["flight"] = True
        unit["morale"] += 1
        if unit["morale"] >= 2:
            unit["order"] = "flee"

    def lose_staff(staff: Plain) -> None:
        staff["army"]["staff_lost"] = True
        for unit in units:
            if unit["army"] is staff["army"] and not gone(unit):
                test(unit, "staff_lost", "", "front")

    for unit in units:
        unit["defense_now"] = defense_value(unit)
    # Flank and rear first.
    for unit in units:
        for enemy in units:
            surprises = enemy["order_given"] != "continuing" and enemy["side"] != "front"
            if (
                targets.get(enemy["name"]) == unit["name"]
                and surprises
                and not gone(unit)
                and not gone(enemy)
            ):
                test(unit, "flank", enemy["name"], enemy["side"])
    # Everybody attacks with the models from before.
    hits = dict.fromkeys(by_name, 0)
    thrown = set()
    values = {}
    for name, target in targets.items():
        if not gone(by_name[name]) and not gone(by_name[target]):
            values[name] = attack_value(by_name[name], by_name[target])
    for unit in units:
        if unit["spent"] == 0:
            unit["defense_now"] = defense_value(unit)
    for name, value in values.items():
        thrown.add(name)
        for face in attack_dice(name):
            if face <= value:
                hits[targets[name]] += 1
    hurt = []
    for unit in units:
        for _ in range(hits[unit["name"]]):
            if unit["defense_now"] > 0:
                unit["defense_now"] -= 1
            elif unit["models"] > 0:
                unit["models"] -= 1
                unit["lost"] += 1
                if unit not in hurt:
                    hurt.append(unit)
    for unit in units:
        unit["dead"] = unit["models"] == 0
    for unit in units:
        if unit["dead"] and unit["staff"]:
            lose_staff(unit)
    for unit in hurt:
        if not gone(unit):
            test(unit, "casualties", "", "front")
    # Honor, flight.
    for name, target in targets.items():
        beaten = by_name[target]["dead"] and name in thrown
        if (beaten or by_name[target]["surrendered"]) and not gone(by_name[name]):
            by_name[name]["honor"] = 1
    for unit in units:
        unit["away"] = unit["flight"] or (unit["order"] == "retreat" and unit["name"] in engaged)
