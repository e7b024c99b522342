"""Steps 2 to 7: every attack is thrown before any model falls, then all losses come off together."""

from collections.abc import Iterator

from resolver.art_of_tactic.arithmetic import (
    SIDES,
    attack_dice,
    batches,
    count_hits,
    damage,
    defense_left,
    shared_damage,
    value,
    within_die,
)
from resolver.art_of_tactic.events import (
    AttackThrown,
    AttackValueFixed,
    BatchRead,
    CasualtiesRemoved,
    DamageDone,
    DefenseFixed,
    Destroyed,
    Faces,
    FortitudeReason,
    HitsCounted,
)
from resolver.art_of_tactic.field import Attack, Field, UnitNow
from resolver.art_of_tactic.fortitude import fortitude_test, staff_lost
from resolver.art_of_tactic.modifiers import attack_parts, defense_parts
from resolver.dice import Dice
from resolver.procedure import Event, Procedure, Throw, throw


def set_defense(field: Field) -> None:
    """Work out the Defense of all units, less what hits used up before in this turn."""
    for unit in field.units.values():
        unit.defense_parts = defense_parts(field, unit)
        unit.defense = defense_left(unit.defense_parts, unit.unit.defense_spent)


def fix_defense(field: Field) -> Iterator[Event]:
    """Work the Defense out anew, as step 1 may have changed morale; tell that of units that are attacked."""
    for unit in field.units.values():
        spent = unit.unit.defense_spent
        if unit.in_play and field.edition.defense_follows_morale and not spent:
            unit.defense_parts = defense_parts(field, unit)
            unit.defense = defense_left(unit.defense_parts, spent)
        if any(attack.dice for attack in field.attacks_on(unit)):
            yield DefenseFixed(2, unit.name, unit.defense_parts, spent, unit.defense)


def fix_attack_values(field: Field) -> Iterator[Event]:
    """Step 2, for all attacks before the first throw; one that is not made has no dice."""
    for attack in field.attacks:
        attacker, target = attack.attacker, attack.target
        if not (attacker.present and target.present):
            continue
        if attacker.put_to_flight and not field.edition.fights_after_flight:
            continue
        attack.parts = attack_parts(field, attacker, target.unit.kind)
        attack.attack_value = value(attack.parts)
        if field.edition.attack_value_within_die:
            attack.attack_value = within_die(attack.attack_value)
        attack.dice = attack_dice(attacker.models, attacker.unit.dice_per_model)
        yield AttackValueFixed(2, attacker.name, target.name, attack.parts, attack.attack_value, attack.dice)


def throw_attacks(field: Field) -> Procedure[None]:
    """Step 3: the dice of all attacks, with the models from the start of the turn."""
    for attack in field.attacks:
        if attack.dice:
            yield from _throw_attack(field, attack)


def _throw_attack(field: Field, attack: Attack) -> Procedure[None]:
    attacker, target = attack.attacker, attack.target
    # Whom the dice are thrown at tells two attacks of one unit apart.
    thrown = f"{attacker.name} at {target.name}" if len(field.attacks_by(attacker)) > 1 else attacker.name
    sizes = batches(attack.dice, attacker.army.dice)
    faces: Faces = ()
    for size in sizes:
        read = f" ({len(faces)} of {attack.dice} read)" if len(sizes) > 1 else ""
        roll = yield from throw(
            Throw(
                purpose="attack",
                player=attacker.army.name,
                dice=(Dice("attack", size, size, SIDES),),
                total=size,
                reason=f"attack: {size}D{SIDES} {thrown}, hits on {attack.attack_value} or less{read}",
                goes_on=bool(faces),
            )
        )
        faces = tuple(sorted((*faces, *roll.faces("attack"))))
        if len(sizes) > 1:
            yield BatchRead(3, attacker.name, target.name, roll.faces("attack"), len(faces), attack.dice)
    attack.faces = faces
    yield AttackThrown(3, attacker.name, target.name, faces)


def count_all_hits(field: Field) -> Iterator[Event]:
    """Step 4."""
    for attack in field.attacks:
        if attack.faces is not None:
            attack.hits = count_hits(attack.faces, attack.attack_value)
            yield HitsCounted(4, attack.attacker.name, attack.target.name, attack.attack_value, attack.hits)


def apply_damage(field: Field) -> Iterator[Event]:
    """Step 5: what the hits of all attackers of a unit do to it."""
    for unit in field.units.values():
        thrown = _thrown_at(field, unit)
        if not thrown:
            continue
        hits = sum(attack.hits for attack in thrown)
        done = damage(hits, unit.defense, unit.models)
        unit.absorbed, unit.casualties, unit.defense = done.absorbed, done.casualties, done.defense_left
        yield DamageDone(5, unit.name, hits, done.absorbed, done.defense_left, done.casualties, done.lost)


def remove_casualties(field: Field) -> Procedure[None]:
    """Step 6: the losses of both sides together; then units without their General Staff test."""
    for unit in field.units.values():
        if unit.casualties:
            unit.models -= unit.casualties
            unit.casualties_total += unit.casualties
            yield CasualtiesRemoved(6, unit.name, unit.casualties, unit.models)
    gone = [unit for unit in field.units.values() if unit.models == 0]
    for unit in gone:
        unit.destroyed = True
        yield Destroyed(6, unit.name)
    for unit in gone:
        if unit.unit.general_staff:
            yield from staff_lost(field, unit, 6)


def casualty_tests(field: Field) -> Procedure[None]:
    """Step 7: units that lost models and still exist test."""
    for unit in tuple(field.units.values()):
        if not unit.casualties:
            continue
        for enemy in _who_hurt(field, unit):
            if unit.in_play:
                yield from fortitude_test(field, unit, 7, FortitudeReason.CASUALTIES, enemy)


def _who_hurt(field: Field, unit: UnitNow) -> tuple[str, ...]:
    """Return the enemies that each cause a test, "" for all of them together."""
    if field.edition.one_casualty_test:
        return ("",)
    thrown = _thrown_at(field, unit)
    # The losses are off already: what each attacker did is worked out as it was before them.
    before = unit.models + unit.casualties
    shares = shared_damage([attack.hits for attack in thrown], unit.defense + unit.absorbed, before)
    return tuple(
        attack.attacker.name for attack, share in zip(thrown, shares, strict=True) if share.casualties
    )


def _thrown_at(field: Field, unit: UnitNow) -> tuple[Attack, ...]:
    return tuple(attack for attack in field.attacks_on(unit) if attack.faces is not None)
