"""Step 8: who gains Honor, who leaves, whom everybody else fights next turn."""

from collections.abc import Sequence

from resolver.art_of_tactic.arithmetic import value
from resolver.art_of_tactic.editions import RETREAT
from resolver.art_of_tactic.events import (
    EngagesNext,
    Freed,
    HonorGained,
    HonorHeld,
    Left,
    MeleeContinues,
    Move,
    Pursues,
)
from resolver.art_of_tactic.field import Attack, Field, UnitNow
from resolver.art_of_tactic.fighter import Morale
from resolver.art_of_tactic.modifiers import attack_parts
from resolver.procedure import Choice, Event, Procedure, choose


def leave_before_combat(field: Field) -> Procedure[None]:
    """Have units with the Retreat order leave before the fighting, where the edition says so."""
    if field.edition.retreating_unit_fights:
        return
    for unit in field.units.values():
        if unit.engaged and unit.order == RETREAT:
            unit.left = Move.RETREAT
            unit.engaged = False
            yield Left(1, unit.name, Move.RETREAT)


def gain_honor(field: Field, step: int, lost: Sequence[UnitNow]) -> Procedure[None]:
    """Give the marker for each destroyed or surrendered unit to the survivors that beat it."""
    for enemy in lost:
        winners = [attack.attacker for attack in field.attacks_on(enemy) if _beat(field, attack)]
        if len(winners) > 1 and not field.edition.honor_to_every_winner:
            chosen = yield from choose(
                Choice(
                    "honor",
                    winners[0].army.name,
                    tuple(unit.name for unit in winners),
                    f"Which unit gains the Honor Marker for {enemy.name}?",
                )
            )
            winners = [unit for unit in winners if unit.name == chosen]
        for unit in winners:
            if unit.honor:
                yield HonorHeld(step, unit.name, enemy.name)
            else:
                unit.honor = 1
                yield HonorGained(step, unit.name, enemy.name)


def _beat(field: Field, attack: Attack) -> bool:
    winner = attack.attacker
    if not winner.present or (winner.put_to_flight and not field.edition.honor_to_fleeing_winner):
        return False
    # Who surrenders before the fighting has been attacked without dice.
    return attack.faces is not None or attack.target.surrendered


def end_check(field: Field) -> Procedure[None]:
    """Step 8: Honor Markers, flight, next opponent."""
    lost = [unit for unit in field.units.values() if not unit.in_play]
    if field.edition.honor_before_tests:
        lost = [unit for unit in lost if unit.surrendered]
    yield from gain_honor(field, 8, lost)
    yield from _retreat_step(field)
    here = [unit for unit in field.units.values() if unit.present]
    for unit in here:
        if field.attacks_by(unit):
            yield from _next_of_attacker(field, unit)
    # Those whom a winner turns to fight back, and so do those whose own enemy is gone.
    for unit in here:
        attackers = [other for other in here if unit.name in other.next_enemies]
        if attackers and not unit.next_enemies:
            yield from _engage_strongest(field, unit, attackers)
    for unit in here:
        if unit.engaged and not unit.next_enemies:
            yield _pursues_or_is_free(field, unit)


def _retreat_step(field: Field) -> Procedure[None]:
    leaving = [unit for unit in field.units.values() if unit.present and _must_leave(unit)]
    for unit in leaving:
        if _stays_for_next_enemy(field, unit):
            continue
        if unit.put_to_flight:
            unit.left = Move.PANIC if unit.morale is Morale.PANICKED else Move.FLEE
        else:
            unit.left = Move.RETREAT
        yield Left(8, unit.name, unit.left)


def _must_leave(unit: UnitNow) -> bool:
    return unit.put_to_flight or (unit.engaged and unit.order == RETREAT)


def _stays_for_next_enemy(field: Field, unit: UnitNow) -> bool:
    """Whether a unit that is Put to Flight has beaten its enemy and another one is there."""
    if field.edition.flight_before_next_enemy or not unit.put_to_flight:
        return False
    attacks = field.attacks_by(unit)
    beaten = bool(attacks) and all(_is_beaten(attack.target) for attack in attacks)
    return beaten and bool(_in_reach(field, unit))


def _is_beaten(unit: UnitNow) -> bool:
    return unit.put_to_flight or not unit.in_play


def _next_of_attacker(field: Field, unit: UnitNow) -> Procedure[None]:
    """Decide whom a unit that fought this turn fights in the next one."""
    targets = [attack.target for attack in field.attacks_by(unit)]
    staying = [target for target in targets if target.present and not _is_beaten(target)]
    if staying:
        unit.next_enemies = tuple(target.name for target in staying)
        for target in staying:
            yield MeleeContinues(8, unit.name, target.name)
        return
    # From a retreat nobody is turned to, but who attacks this unit keeps it in the melee.
    if field.edition.retreat_frees_winner and not any(_is_beaten(target) for target in targets):
        return
    candidates = _in_reach(field, unit)
    if candidates:
        yield from _engage_strongest(field, unit, candidates)


def _pursues_or_is_free(field: Field, unit: UnitNow) -> Event:
    """Return what becomes of a unit without a next enemy."""
    targets = [attack.target for attack in field.attacks_by(unit)]
    for target in targets:
        fled = target.in_play and (target.put_to_flight or not field.edition.retreat_frees_winner)
        if fled or (not target.in_play and field.edition.pursue_after_destruction):
            return Pursues(8, unit.name, target.name)
    return Freed(8, unit.name)


def _in_reach(field: Field, unit: UnitNow) -> list[UnitNow]:
    """Return the enemies in a unit's zone of control that stay; who attacks it stands in it."""
    attackers = [attack.attacker.name for attack in field.attacks_on(unit)]
    names = dict.fromkeys((*attackers, *unit.unit.zone_of_control))
    enemies = (field.units[name] for name in names)
    return [enemy for enemy in enemies if enemy.present and not _must_leave(enemy)]


def _engage_strongest(field: Field, unit: UnitNow, candidates: Sequence[UnitNow]) -> Procedure[None]:
    with_order = field.edition.orders_count_for_strongest
    considered = tuple(
        (enemy.name, value(attack_parts(field, enemy, unit.unit.kind, with_order))) for enemy in candidates
    )
    most = max(total for _, total in considered)
    strongest = tuple(name for name, total in considered if total == most)
    enemy = strongest[0]
    if len(strongest) > 1:
        enemy = yield from choose(
            Choice(
                "next_enemy",
                unit.army.name,
                strongest,
                f"{unit.name} must turn to one of the strongest enemies: which?",
            )
        )
    unit.next_enemies = (enemy,)
    yield EngagesNext(8, unit.name, enemy, considered)
