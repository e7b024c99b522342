"""The attack order of a combat: who engaged this turn first, then by Agility, ties by d20."""

from collections.abc import Sequence
from itertools import groupby

from resolver.blightmeer.arithmetic import SIDES
from resolver.blightmeer.combatant import Battle, Combatant
from resolver.blightmeer.editions import AgilityOrder
from resolver.blightmeer.events import OrderRolled, OrderSet, OrderTied
from resolver.dice import Dice
from resolver.procedure import Choice, Procedure, Throw, choose, throw


def attack_order(battle: Battle, group: Sequence[Combatant]) -> Procedure[tuple[Combatant, ...]]:
    """Determine the order in which the units of a combat attack."""
    # Dazed and Stunned units are left out.
    standing = [unit for unit in group if unit.status.attacks]
    engaged = [unit for unit in standing if unit.unit.engaged_this_turn]
    others = [unit for unit in standing if not unit.unit.engaged_this_turn]
    order: list[Combatant] = []
    for part in (engaged, others):
        order += yield from _by_agility(battle, part)
    yield OrderSet(
        tuple(unit.name for unit in order),
        tuple(unit.name for unit in order if unit.unit.engaged_this_turn),
        battle.edition.agility_order.value,
    )
    return tuple(order)


def _by_agility(battle: Battle, units: list[Combatant]) -> Procedure[list[Combatant]]:
    def agility(combatant: Combatant) -> int:
        return combatant.unit.agility

    highest_first = battle.edition.agility_order is AgilityOrder.HIGHEST_NUMBER
    ranked = sorted(units, key=agility, reverse=highest_first)
    order: list[Combatant] = []
    for _, tied in groupby(ranked, key=agility):
        order += yield from _untied(battle, list(tied))
    return order


def _untied(battle: Battle, tied: list[Combatant]) -> Procedure[list[Combatant]]:
    """Roll for units of one Agility until no two are equal; the higher die goes first."""
    one_player = len({unit.player for unit in tied}) == 1
    if len(tied) == 1 or (one_player and not battle.edition.own_ties_are_rolled):
        return tied
    dice: dict[str, int] = {}
    while len(set(dice.values())) < len(tied):
        yield OrderTied(tuple(unit.name for unit in tied), tied[0].unit.agility)
        for unit in tied:
            dice[unit.name] = yield from _order_die(unit)
        if battle.edition.only_tied_reroll:
            break
    order: list[Combatant] = []
    for face in sorted(set(dice.values()), reverse=True):
        order += yield from _untied(battle, [unit for unit in tied if dice[unit.name] == face])
    return order


def _order_die(unit: Combatant) -> Procedure[int]:
    roll = yield from throw(
        Throw(
            purpose="order",
            player=unit.player,
            dice=(Dice("order", 1, 1, SIDES),),
            total=1,
            reason=f"{unit.name}: throw 1 D20 for the attack order, Agility {unit.unit.agility} is tied",
        )
    )
    (face,) = roll.faces("order")
    yield OrderRolled(unit.name, face)
    return face


def next_attacker(battle: Battle, order: Sequence[Combatant]) -> Procedure[Combatant]:
    """Return who attacks now: the first that waits, or any of that player's units in a row with it."""
    row = _row(battle, order)
    if len(row) == 1:
        return row[0]
    names = {unit.name: unit for unit in row}
    player = row[0].player
    name = yield from choose(Choice("attacker", player, tuple(names), f"{player}: which unit attacks next?"))
    return names[name]


def _row(battle: Battle, order: Sequence[Combatant]) -> list[Combatant]:
    first, *others = battle.waiting
    row = [first]
    standing = others if battle.edition.row_of_those_left else order[order.index(first) + 1 :]
    for unit in standing:
        if unit.player != first.player:
            break
        if unit in others:
            row.append(unit)
    return row
