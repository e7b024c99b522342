"""Step 1 of a combat: who strikes when."""

from enum import Enum

from resolver.dice import Dice
from resolver.mordheim.assault import OTHER
from resolver.mordheim.events import OrderFixed, OrderRolled
from resolver.mordheim.phase import Combatant, PendingOrder, Phase
from resolver.mordheim.weapons import StrikeFirst
from resolver.procedure import Choice, Procedure, Throw, choose, throw


class StrikeGroup(Enum):
    """Groups of models that strike one after the other."""

    FIRST = "chargers and others who strike first"
    WEAPON_FIRST = "weapons that strike first"
    NORMAL = "others"
    LAST = "weapons that strike last"
    STOOD_UP = "stood up this turn"


def strike_group(phase: Phase, one: Combatant) -> StrikeGroup:
    """Return the strike group of a model."""
    by_charge = (one.charging or one.withstood_bash) and not one.lost_bash
    weapons_first = phase.profile.weapon_order_first
    if by_charge and not weapons_first:
        return StrikeGroup.FIRST
    if one.model.stood_up_this_turn:
        return StrikeGroup.STOOD_UP
    if any(weapon.strike_last for weapon in one.model.weapons):
        return StrikeGroup.LAST
    if by_charge:
        return StrikeGroup.FIRST
    # Whoever lost the bash strikes after the defender, whatever its weapon.
    if not one.lost_bash and _strikes_first(one):
        return StrikeGroup.FIRST if weapons_first else StrikeGroup.WEAPON_FIRST
    return StrikeGroup.NORMAL


def _strikes_first(one: Combatant) -> bool:
    allowed = {StrikeFirst.ALWAYS}
    if one.model.first_round:
        allowed.add(StrikeFirst.FIRST_ROUND)
    return any(weapon.strike_first in allowed for weapon in one.model.weapons)


def strike_order(phase: Phase, names: tuple[str, ...]) -> Procedure[tuple[str, ...]]:
    """Return the models of one combat in the order in which they strike."""
    combatants = [phase.combatants[name] for name in names]
    ordered: list[tuple[str, tuple[str, ...]]] = []
    for group in StrikeGroup:
        members = [one for one in combatants if strike_group(phase, one) is group]
        if members:
            inside = yield from _inside_group(phase, members)
            ordered.append((group.value, inside))
    yield OrderFixed(3, tuple(ordered))
    return tuple(name for _, inside in ordered for name in inside)


def _inside_group(phase: Phase, members: list[Combatant]) -> Procedure[tuple[str, ...]]:
    given = phase.setup.order
    named = sorted((one.name for one in members if one.name in given), key=given.index)
    others = [one for one in members if one.name not in given]
    if phase.profile.order_by_initiative:
        return (*named, *(yield from _by_initiative(phase, others)))
    return (*named, *(yield from _asked(phase, others)))


def _by_initiative(phase: Phase, members: list[Combatant]) -> Procedure[tuple[str, ...]]:
    order: list[str] = []
    for initiative in sorted({_initiative(one) for one in members}, reverse=True):
        order += yield from _untied(phase, [one for one in members if _initiative(one) == initiative])
    return tuple(order)


def _initiative(one: Combatant) -> int:
    assert one.model.initiative is not None
    return one.model.initiative


def _untied(phase: Phase, tied: list[Combatant]) -> Procedure[tuple[str, ...]]:
    """Return tied models by one die each, highest first; those whose dice tie throw again."""
    if len(tied) < 2:
        return tuple(one.name for one in tied)
    faces: dict[str, int] = {}
    names = tuple(one.name for one in tied)
    for one in tied:
        phase.pending = PendingOrder(names, tuple(faces.values()))
        roll = yield from throw(
            Throw("order", one.player, (Dice(OTHER, 1, 1),), 1, f"roll for order: 1D6 for {one.name}")
        )
        (faces[one.name],) = roll.faces(OTHER)
    phase.pending = None
    yield OrderRolled(3, tuple(faces), tuple(faces.values()))
    order: list[str] = []
    for face in sorted(set(faces.values()), reverse=True):
        order += yield from _untied(phase, [one for one in tied if faces[one.name] == face])
    return tuple(order)


def _asked(phase: Phase, members: list[Combatant]) -> Procedure[tuple[str, ...]]:
    """Return models in the order that the players give, for the profile has no rule."""
    left = [one.name for one in members]
    order: list[str] = []
    while len(left) > 1:
        name = yield from choose(
            Choice(
                "order",
                phase.setup.active,
                tuple(left),
                f"no order inside a strike group in profile {phase.profile.name!r}: who strikes next?",
            )
        )
        left.remove(name)
        order.append(name)
    return (*order, *left)
