"""Fortitude Tests: who takes one, and what a failure does to morale, Honor, order and flight."""

from collections.abc import Iterator

from resolver.art_of_tactic.arithmetic import SIDES, passed, value
from resolver.art_of_tactic.editions import CONTINUING, FLEE
from resolver.art_of_tactic.events import (
    FortitudeDue,
    FortitudeReason,
    FortitudeTested,
    HonorLost,
    MoraleChanged,
    OrderDropped,
    PanickedUnknown,
    PutToFlight,
    StaffLost,
    Surrendered,
)
from resolver.art_of_tactic.field import Attack, Field, UnitNow
from resolver.art_of_tactic.fighter import Facing, Morale
from resolver.art_of_tactic.modifiers import fortitude_parts
from resolver.dice import Dice
from resolver.procedure import Event, Procedure, Throw, throw

WORSE_FROM = (Facing.FRONT, Facing.FLANK, Facing.REAR)
"""The sides a unit can be attacked from, the best first."""


def surprise_tests(field: Field) -> Procedure[None]:
    """Step 1: units attacked from flank or rear test before the fighting."""
    for unit in tuple(field.units.values()):
        for attack in _surprises(field, unit):
            # An earlier test may have had either of them surrender.
            if unit.present and attack.attacker.present:
                yield from fortitude_test(
                    field, unit, 1, FortitudeReason.FLANK, attack.attacker.name, field.facing(attack)
                )


def _surprises(field: Field, unit: UnitNow) -> tuple[Attack, ...]:
    surprises = [attack for attack in field.attacks_on(unit) if field.facing(attack) is not Facing.FRONT]
    if not field.edition.test_each_flank_attacker and surprises:
        surprises = [max(surprises, key=lambda attack: WORSE_FROM.index(field.facing(attack)))]
    return tuple(surprises)


def fortitude_test(
    field: Field,
    unit: UnitNow,
    step: int,
    reason: FortitudeReason,
    enemy: str = "",
    facing: Facing = Facing.FRONT,
) -> Procedure[None]:
    """Have a unit take a Fortitude Test and bear what a failure does."""
    tested = yield from _tested(field, unit, step, reason, enemy, facing)
    if not tested.passed:
        yield from _fail(field, unit, step)


def cause(due: FortitudeDue) -> str:
    """Return in words why a unit takes a Fortitude Test, which tells two tests of one unit apart."""
    match due.reason:
        case FortitudeReason.FLANK:
            return f"attacked by {due.enemy} from the {due.facing.value}"
        case FortitudeReason.CASUALTIES:
            return f"casualties from {due.enemy}" if due.enemy else "casualties"
        case FortitudeReason.STAFF_LOST:
            return "General Staff lost"
        case FortitudeReason.RECOVERY:
            return "Morale Phase"


def recovery_test(field: Field, unit: UnitNow) -> Procedure[None]:
    """Have a unit test to improve its morale by a level; a failure changes nothing."""
    tested = yield from _tested(field, unit, 8, FortitudeReason.RECOVERY, "", Facing.FRONT)
    if tested.passed:
        before, unit.morale = unit.morale, unit.morale.better
        yield MoraleChanged(8, unit.name, before, unit.morale)


def _tested(
    field: Field, unit: UnitNow, step: int, reason: FortitudeReason, enemy: str, facing: Facing
) -> Procedure[FortitudeTested]:
    parts = fortitude_parts(field, unit, facing)
    fortitude = value(parts)
    due = FortitudeDue(step, unit.name, reason, enemy, facing, parts, fortitude)
    yield due
    face = None
    if fortitude > 0 or field.edition.roll_hopeless_tests:
        before = " before combat" if reason is FortitudeReason.FLANK else ""
        roll = yield from throw(
            Throw(
                purpose="fortitude",
                player=unit.army.name,
                dice=(Dice("fortitude", 1, 1, SIDES),),
                total=1,
                reason=f"fortitude{before}: 1D{SIDES} {unit.name}, needs {fortitude} or less ({cause(due)})",
            )
        )
        face = roll.faces("fortitude")[0]
    went_well = face is not None and passed(face, fortitude)
    tested = FortitudeTested(step, unit.name, reason, fortitude, face, went_well)
    unit.tests.append(tested)
    yield tested
    return tested


def _fail(field: Field, unit: UnitNow, step: int) -> Procedure[None]:
    edition = field.edition
    before = unit.morale
    kept_by_honor = unit.honor > 0
    if kept_by_honor:
        unit.honor = 0
        yield HonorLost(step, unit.name)
    elif before.worse is None:
        unit.surrendered = True
        yield Surrendered(step, unit.name, unit.models)
        if unit.unit.general_staff:
            unit.army.staff_gone = True
            if edition.surrendered_staff_is_lost:
                yield from staff_lost(field, unit, step)
        return
    else:
        yield from _worsen(field, unit, step, before.worse)
    if kept_by_honor and edition.honor_prevents_flight:
        return
    level = before if edition.flight_by_level_before else unit.morale
    may_flee = level in (Morale.HESITANT, Morale.SHAKEN)
    if may_flee and unit.engaged and not unit.put_to_flight:
        unit.put_to_flight = True
        yield PutToFlight(step, unit.name)


def _worsen(field: Field, unit: UnitNow, step: int, after: Morale) -> Iterator[Event]:
    yield MoraleChanged(step, unit.name, unit.morale, after)
    unit.morale = after
    if after is Morale.PANICKED and field.edition.panicked is None:
        yield PanickedUnknown(step, unit.name)
    if after.breaking and field.edition.shaken_drops_order and unit.order != FLEE:
        if unit.order != CONTINUING:
            yield OrderDropped(step, unit.name, unit.order)
        unit.order = FLEE


def staff_lost(field: Field, staff: UnitNow, step: int) -> Procedure[None]:
    """Have every unit of an army test, as its General Staff is gone for the rest of the game."""
    staff.army.staff_gone = staff.army.staff_lost = True
    yield StaffLost(step, staff.army.name, staff.name)
    for unit in tuple(field.units.values()):
        if unit.army is staff.army and unit.in_play:
            yield from fortitude_test(field, unit, step, FortitudeReason.STAFF_LOST)
