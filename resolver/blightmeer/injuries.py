"""What comes of hits that got through: wounds, which of them caused which, injury, leaving the board."""

from collections.abc import Iterator, Sequence

from resolver.blightmeer.arithmetic import SIDES, Injury, drawn, injury_of, numbers, wounds_counted
from resolver.blightmeer.combatant import Battle, Combatant
from resolver.blightmeer.editions import InjuryPool
from resolver.blightmeer.events import (
    DroppedFromOrder,
    ImprovementDraw,
    Injured,
    Removed,
    StatusChanged,
    Unharmed,
    WoundCauseDrawn,
    WoundsLost,
)
from resolver.blightmeer.fighter import Status
from resolver.blightmeer.strikes import Hit
from resolver.dice import Dice
from resolver.procedure import Event, Procedure, Throw, throw


def wound(
    battle: Battle, attacker: Combatant, target: Combatant, passed: Sequence[Hit], through: Sequence[Hit]
) -> Procedure[None]:
    """Take wounds off a unit that stands, and injure it when they run out."""
    if not through:
        yield Unharmed(target.name)
        return
    wounds = wounds_counted(target.wounds)
    if len(through) < wounds:
        target.wounds = wounds - len(through)
        yield WoundsLost(target.name, len(through), target.wounds)
        return
    left = min(target.wounds, 1) if battle.edition.last_wound_stays else 0
    if target.wounds > left:
        lost, target.wounds = target.wounds - left, left
        yield WoundsLost(target.name, lost, left)
    # One attack a wound above the last is taken away: it caused that wound, not the injury.
    pool = list(passed if battle.edition.injury_pool is InjuryPool.PASSED else through)
    for _ in range(wounds - 1):
        del pool[(yield from _draw(attacker, target, pool))]
    value = max(hit.value for hit in pool)
    injury = injury_of(value)
    yield Injured(target.name, value, injury)
    if injury is Injury.INCAPACITATED:
        yield from incapacitate(battle, attacker, target)
    else:
        yield from _change(battle, target, Status(injury.value))


def incapacitate(battle: Battle, attacker: Combatant, target: Combatant) -> Iterator[Event]:
    """Take a unit off the board; its enemy draws one card."""
    yield from _change(battle, target, Status.INCAPACITATED)
    yield Removed(target.name)
    yield ImprovementDraw(attacker.name, attacker.player)


def _change(battle: Battle, target: Combatant, status: Status) -> Iterator[Event]:
    before, target.status = target.status, status
    yield StatusChanged(target.name, before, status)
    if target in battle.waiting:
        battle.waiting.remove(target)
        yield DroppedFromOrder(target.name)


def _draw(attacker: Combatant, target: Combatant, pool: Sequence[Hit]) -> Procedure[int]:
    """Draw one of the hits by d20, thrown again while it points at none."""
    values = tuple(hit.value for hit in pool)
    numbered = ", ".join(
        f"{faces}: {value}" for faces, value in zip(numbers(len(values)), values, strict=True)
    )
    place = None
    while place is None:
        roll = yield from throw(
            Throw(
                purpose="random",
                player=attacker.player,
                dice=(Dice("random", 1, 1, SIDES),),
                total=1,
                reason=f"{target.name}: throw 1 D20, which attack caused an earlier wound? ({numbered})",
            )
        )
        (face,) = roll.faces("random")
        place = drawn(face, len(values))
        yield WoundCauseDrawn(target.name, face, values, place)
    return place
