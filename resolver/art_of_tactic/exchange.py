"""The numbered steps of an Art of Tactic melee, turn after turn, as one procedure. No arithmetic."""

from collections.abc import Iterator

from resolver.art_of_tactic import combat
from resolver.art_of_tactic.ending import end_check, gain_honor, leave_before_combat
from resolver.art_of_tactic.events import (
    EndReason,
    MeleeOutcome,
    MeleeOver,
    OrderUnverified,
    PanickedUnknown,
    RetreatOrdered,
    TurnBegan,
    TurnOver,
    TurnReport,
)
from resolver.art_of_tactic.field import Field
from resolver.art_of_tactic.fighter import NOBODY, Melee, Morale
from resolver.art_of_tactic.fortitude import recovery_test, surprise_tests
from resolver.art_of_tactic.turns import following, retreating
from resolver.procedure import Choice, Event, MissingData, Procedure, choose


def melee(setup: Melee) -> Procedure[MeleeOutcome]:
    """Resolve a melee. Raises MissingData before the first throw when a card or an order lacks a number."""
    missing = tuple(setup.missing())
    if missing:
        raise MissingData("; ".join(missing))
    reports: list[TurnReport] = []
    while True:
        report = yield from turn(setup, len(reports) + 1)
        reports.append(report)
        setup = following(setup, report)
        if not any(unit.fights for unit in setup.units):
            reason = EndReason.NOBODY_ENGAGED
            break
        if setup.turns is not None and len(reports) == setup.turns:
            reason = EndReason.LAST_TURN
            break
        if setup.ask_retreat:
            setup = yield from _order_retreats(setup, len(reports) + 1)
    yield MeleeOver(reason)
    last = {unit.name: unit for report in reports for unit in report.units}
    return MeleeOutcome(reason, tuple(reports), tuple(last.values()))


def turn(setup: Melee, number: int) -> Procedure[TurnReport]:
    """Resolve one turn of a melee."""
    field = Field(setup)
    yield TurnBegan(
        number,
        setup.edition.title,
        tuple((attack.attacker.name, attack.target.name) for attack in field.attacks),
    )
    yield from _unverified_orders(field)
    combat.set_defense(field)
    # Step 1: before the fighting.
    yield from leave_before_combat(field)
    yield from surprise_tests(field)
    # Step 2: attack values, and the Defense they meet.
    yield from combat.fix_attack_values(field)
    yield from combat.fix_defense(field)
    # Steps 3 to 6: all attacks count before anybody falls.
    yield from combat.throw_attacks(field)
    yield from combat.count_all_hits(field)
    yield from combat.apply_damage(field)
    yield from combat.remove_casualties(field)
    if setup.edition.honor_before_tests:
        yield from gain_honor(field, 6, [unit for unit in field.units.values() if unit.destroyed])
    # Step 7: tests of those that lost models.
    yield from combat.casualty_tests(field)
    # Step 8: Honor Markers, flight, next opponent.
    yield from end_check(field)
    yield TurnOver(number)
    if setup.edition.engaged_units_recover:
        for unit in field.units.values():
            if unit.present and unit.next_enemies and unit.morale is not Morale.NORMAL:
                yield from recovery_test(field, unit)
    return TurnReport(
        number,
        tuple(field.report(unit) for unit in field.units.values()),
        tuple(army.name for army in field.armies.values() if army.staff_gone),
        tuple(army.name for army in field.armies.values() if army.staff_lost),
    )


def _unverified_orders(field: Field) -> Iterator[Event]:
    for unit in field.units.values():
        order = field.setup.orders.get(unit.order)
        if unit.engaged and order is not None and not order.verified:
            change = order.modifiers
            yield OrderUnverified(unit.name, unit.order, change.attack, change.defense, change.fortitude)
        if unit.engaged and unit.morale is Morale.PANICKED and field.edition.panicked is None:
            yield PanickedUnknown(1, unit.name)


def _order_retreats(setup: Melee, number: int) -> Procedure[Melee]:
    """Ask both players, in secret, who of theirs gets the Retreat order; then tell."""
    ordered: list[str] = []
    for army in setup.armies:
        engaged = [unit.name for unit in setup.units if unit.army == army.name and unit.fights]
        while engaged:
            name = yield from choose(
                Choice(
                    "retreat",
                    army.name,
                    (NOBODY, *engaged),
                    f"Turn {number}: which unit of {army.name} gets the Retreat order?",
                    hidden=True,
                )
            )
            if name == NOBODY:
                break
            ordered.append(name)
            engaged.remove(name)
    for name in ordered:
        yield RetreatOrdered(name)
    return retreating(setup, ordered)
