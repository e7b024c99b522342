"""What the Attack Value, the Defense and the Fortitude of a unit are made of."""

from collections.abc import Iterator

from resolver.art_of_tactic.arithmetic import Parts
from resolver.art_of_tactic.editions import CONTINUING, FLEE, Modifiers
from resolver.art_of_tactic.field import Field, UnitNow
from resolver.art_of_tactic.fighter import NO_MODIFIERS, Facing, Kind, Morale


def attack_parts(field: Field, unit: UnitNow, against: Kind, with_order: bool = True) -> Parts:
    """Return the parts of the Attack Value against infantry or cavalry, the card's first."""
    base = unit.unit.attack_against(against)
    assert base is not None  # a melee with a value missing does not begin
    changes = ((reason, change.attack) for reason, change in _changes(field, unit, with_order))
    return _parts((f"against {against.value}", base), changes)


def defense_parts(field: Field, unit: UnitNow) -> Parts:
    """Return the parts of the Defense, the card's first."""
    changes = ((reason, change.defense) for reason, change in _changes(field, unit))
    return _parts(("card", unit.unit.defense), changes)


def fortitude_parts(field: Field, unit: UnitNow, facing: Facing = Facing.FRONT) -> Parts:
    """Return the parts of the Fortitude in a test that an attack from this side causes, the card's first."""
    edition = field.edition
    fixed = [("casualties", -unit.casualties_total)]
    if unit.army.staff_lost:
        fixed.append(("General Staff lost", edition.staff_lost_fortitude))
    if facing is not Facing.FRONT:
        surprise = edition.flank_fortitude if facing is Facing.FLANK else edition.rear_fortitude
        fixed.append((f"attacked from the {facing.value}", surprise))
    changes = ((reason, change.fortitude) for reason, change in _changes(field, unit))
    return _parts(("card", unit.unit.fortitude), (*fixed, *changes))


def morale_modifiers(field: Field, unit: UnitNow) -> Modifiers:
    """Return what the morale of a unit does to its values."""
    edition = field.edition
    match unit.morale:
        case Morale.NORMAL:
            return NO_MODIFIERS
        case Morale.HESITANT:
            return edition.hesitant
        case Morale.SHAKEN:
            return edition.shaken
        case Morale.PANICKED:
            return edition.shaken if edition.panicked is None else edition.panicked


def order_modifiers(field: Field, unit: UnitNow) -> Modifiers:
    """Return what the order of a unit does to its values; a melee that goes on has none."""
    if unit.order == CONTINUING:
        return NO_MODIFIERS
    if unit.order == FLEE and unit.morale.breaking and not field.edition.flee_adds_to_morale:
        return NO_MODIFIERS
    return field.setup.orders[unit.order].modifiers


def _changes(field: Field, unit: UnitNow, with_order: bool = True) -> Iterator[tuple[str, Modifiers]]:
    edition = field.edition
    if with_order:
        yield f"order {unit.order}", order_modifiers(field, unit)
    if unit.honor:
        yield "Honor Marker", edition.honor
    yield unit.morale.value.capitalize(), morale_modifiers(field, unit)
    if unit.unit.commander or unit.unit.general_staff:
        yield "Commander", edition.commander
    if unit.staff_near:
        yield "General Staff near", edition.staff_near
    yield "terrain", unit.unit.terrain
    yield "other", unit.unit.other


def _parts(base: tuple[str, int], changes: Iterator[tuple[str, int]] | Parts) -> Parts:
    return (base, *((reason, number) for reason, number in changes if number))
