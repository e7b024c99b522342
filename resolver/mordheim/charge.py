"""Section 2: charges, and the Shield Bash on contact."""

from decimal import Decimal

from resolver.dice import Dice
from resolver.mordheim.arithmetic import BASH_DISTANCE_LEFT, bash_succeeds, charge_reach, may_bash
from resolver.mordheim.assault import OTHER
from resolver.mordheim.events import (
    BashRolled,
    Charged,
    ChargeDropped,
    ChargeFailed,
    Pushed,
    StatusChanged,
    StoppedAtEdge,
)
from resolver.mordheim.falling import fall
from resolver.mordheim.fighter import Charge, Status
from resolver.mordheim.phase import Combatant, PendingBash, Phase
from resolver.procedure import Choice, Procedure, Throw, choose, throw

PUSHES = tuple(f"{Decimal(half) / 2}" for half in range(5))
"""How far a target may be pushed, in inches: up to two."""


def charge_home(phase: Phase, charge: Charge) -> Procedure[None]:
    """Resolve one charge: whether it makes contact, and the bash on contact."""
    one, target = phase.combatants[charge.model], phase.combatants[charge.target]
    if not target.in_play:
        # A bash before this charge pushed it off an edge.
        yield ChargeDropped(2, one.name, target.name)
        return
    # Where no distance is given the players have moved it, and say how much of its charge was left.
    reach: int | None = None
    distance: str | None = None
    enough_left = True
    if charge.distance is not None:
        assert one.model.movement is not None
        assert one.model.initiative is not None
        reach = charge_reach(one.model.movement, one.model.initiative)
        distance = f"{charge.distance.normalize():f}"
        if charge.distance > reach:
            yield ChargeFailed(2, one.name, target.name, reach, distance)
            return
        enough_left = may_bash(reach, charge.distance)
    # Every model that reaches an enemy counts as charging, however many do.
    one.charging = True
    yield Charged(2, one.name, target.name, reach, distance, charge.touches)
    reached = True
    if one.model.boarding_shield and enough_left:
        reached = yield from _may_bash(phase, charge, one, target)
    for met in (*((charge.target,) if reached else ()), *charge.touches):
        phase.contacts.add(frozenset((one.name, met)))


def _may_bash(phase: Phase, charge: Charge, one: Combatant, target: Combatant) -> Procedure[bool]:
    """Return whether the charger ends in contact with its target, bash or none."""
    if charge.bash is None:
        left = f' with more than {BASH_DISTANCE_LEFT}" of the charge left' if charge.distance is None else ""
        reason = f"{one.name}: Shield Bash against {target.name}{left}?"
        answer = yield from choose(Choice("bash", one.player, ("yes", "no"), reason))
        if answer == "no":
            return True
    elif not charge.bash:
        return True
    phase.pending = PendingBash(one.name, target.name)
    mine = yield from _bash_die(one)
    phase.pending = PendingBash(one.name, target.name, mine)
    theirs = yield from _bash_die(target)
    phase.pending = None
    rolled = BashRolled(2, one.name, target.name, mine, theirs, bash_succeeds(mine, theirs))
    phase.bashes.append(rolled)
    yield rolled
    if not rolled.succeeds:
        # The charge goes on as any other, but the defender strikes first.
        one.lost_bash = True
        target.withstood_bash = True
        return True
    return (yield from _push(phase, charge, one, target))


def _bash_die(one: Combatant) -> Procedure[int]:
    roll = yield from throw(
        Throw("bash", one.player, (Dice(OTHER, 1, 1),), 1, f"shield bash: 1D6 for {one.name}")
    )
    (face,) = roll.faces(OTHER)
    return face


def _push(phase: Phase, charge: Charge, one: Combatant, target: Combatant) -> Procedure[bool]:
    inches = yield from choose(
        Choice("push", one.player, PUSHES, f"{one.name}: push {target.name} how far, in inches?")
    )
    falls = charge.ledge if inches != PUSHES[0] else False
    if falls is None:
        answer = yield from choose(
            Choice("ledge", one.player, ("yes", "no"), f"does the push take {target.name} off an edge?")
        )
        falls = answer == "yes"
    yield Pushed(2, target.name, one.name, inches, falls)
    if falls:
        return (yield from _falls(phase, one, target))
    if inches != PUSHES[0]:
        yield from _part_pushed(phase, one, target)
    # Down by the bash: who did it may finish it in the combat, unless the setting says otherwise.
    by = None if phase.profile.bash_victim_finishable else one.name
    if target.worsen(Status.KNOCKED_DOWN, by):
        yield StatusChanged(2, target.name, target.status)
    return True


def _part_pushed(phase: Phase, one: Combatant, target: Combatant) -> Procedure[None]:
    """Ask which of the other enemies the pushed model still touches."""
    for other in phase.touching(target):
        answer = yield from choose(
            Choice(
                "contact",
                one.player,
                ("yes", "no"),
                f"is {target.name} still in base contact with {other.name}?",
            )
        )
        if answer == "no":
            phase.contacts.remove(frozenset((target.name, other.name)))


def _falls(phase: Phase, one: Combatant, target: Combatant) -> Procedure[bool]:
    """Return whether the charger can still reach the model that fell."""
    phase.part(target.name)
    yield from fall(phase, one.player, target)
    if target.in_play:
        answer = yield from choose(
            Choice("reach", one.player, ("yes", "no"), f"can {one.name} still reach {target.name}?")
        )
        if answer == "yes":
            return True
    yield StoppedAtEdge(2, one.name, target.name)
    return False
