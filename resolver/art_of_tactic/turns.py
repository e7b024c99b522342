"""From one turn of a melee to the next: the set-up that follows from how a turn ended."""

from collections.abc import Collection
from dataclasses import replace

from resolver.art_of_tactic.editions import CONTINUING, RETREAT
from resolver.art_of_tactic.events import TurnReport, UnitReport
from resolver.art_of_tactic.fighter import Facing, Melee, Unit


def following(setup: Melee, report: TurnReport) -> Melee:
    """Return the set-up of the turn after `report`: who is gone is out, Defense is back at its base.

    Nobody has an order: units in melee get none, and one that a winner turns to fights without. All
    face their enemy, or its flank where the edition lets that go on.
    """
    reports = {unit.name: unit for unit in report.units}
    stays = {name for name, unit in reports.items() if unit.in_play and unit.left is None}
    first, second = setup.armies
    return replace(
        setup,
        armies=(
            replace(first, staff_lost=first.name in report.staff_lost),
            replace(second, staff_lost=second.name in report.staff_lost),
        ),
        units=tuple(
            _carried(setup, unit, reports[unit.name], stays, unit.army in report.staff_gone)
            for unit in setup.units
            if unit.name in stays
        ),
    )


def _carried(setup: Melee, unit: Unit, report: UnitReport, stays: Collection[str], staff_gone: bool) -> Unit:
    same_enemy = report.next_enemies == report.targets
    goes_on = same_enemy and setup.edition.flank_counts_when_continuing
    return replace(
        unit,
        models=report.models_left,
        casualties=report.casualties_total,
        morale=report.morale,
        honor=report.honor,
        order=CONTINUING,
        staff_near=unit.staff_near and not staff_gone,
        fights=report.next_enemies,
        facing=unit.facing if goes_on else Facing.FRONT,
        zone_of_control=tuple(name for name in unit.zone_of_control if name in stays),
        defense_spent=0,
    )


def retreating(setup: Melee, names: Collection[str]) -> Melee:
    """Return the set-up with the Retreat order for these units."""
    return replace(
        setup,
        units=tuple(replace(unit, order=RETREAT) if unit.name in names else unit for unit in setup.units),
    )
