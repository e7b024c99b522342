"""Step 12: damage rolls and what they trigger."""

from collections.abc import Iterator
from itertools import combinations

from resolver.bushido.arithmetic import armour_left, combo_levels, kept_damage_dice, suffered_wounds
from resolver.bushido.events import (
    CriticalHit,
    DamageRolled,
    Faces,
    LastStand,
    Markers,
    NoDamageRoll,
    Removed,
    Wounded,
    WoundTableMissing,
)
from resolver.bushido.fighter import State
from resolver.bushido.side import Bout, Hit, Reasons, Side
from resolver.bushido.wound_table import clamped, wounds
from resolver.dice import Dice
from resolver.procedure import Choice, Event, Procedure, Throw, choose, throw

CHARGE_DAMAGE = 2
MARKER_TRAITS = ("poison", "bleed", "fire", "disease")


def damage_levels(hit: Hit, success_level: int) -> Procedure[tuple[int, ...]]:
    """Return the success levels of the damage rolls of a success, telling why where there are none."""
    refusal = _no_damage_reason(hit)
    if refusal is not None:
        yield NoDamageRoll(hit.step, hit.attacker.name, refusal)
        return ()
    return combo_levels(success_level) if hit.effect.combo else (success_level,)


def damage_rolls(bout: Bout, hit: Hit, levels: tuple[int, ...]) -> Procedure[None]:
    """Make the damage rolls of a success one after the other, while the target is in play."""
    for number, level in enumerate(levels, 1):
        bout.levels_left = levels[number:]
        if hit.target.in_play:
            yield from damage_roll(bout, hit, level)


def _no_damage_reason(hit: Hit) -> str | None:
    weapon = hit.attacker.weapon
    if not hit.effect.damage_roll:
        return f"{hit.special} makes no damage roll"
    if hit.attacker.traits.entangling:
        return f"the {weapon.name} entangles and does no damage"
    if weapon.strength is None:
        return f"the {weapon.name} has strength Sp and does no damage of the normal kind"
    return None


def damage_roll(bout: Bout, hit: Hit, success_level: int) -> Procedure[None]:
    """Make one damage roll: dice, wounds, and what they trigger."""
    attacker, target = hit.attacker, hit.target
    dice = yield from _throw_damage(hit, success_level)
    if attacker.traits.assassin:
        kept = yield from _picked(attacker, dice)
    else:
        kept = kept_damage_dice(dice, attacker.traits.weak)
    modifiers = _modifiers(bout, hit)
    attacker.damage_rolls += 1
    added_up = sum(kept)
    for _, number in modifiers:
        added_up += number
    total = clamped(added_up)
    raw: int | None
    if bout.setup.wound_table is not None:
        raw = wounds(bout.setup.wound_table, total, success_level, bout.edition.last_column_for_more)
    else:
        raw = yield from _wounds_told(bout, hit, success_level, total)
    suffered = None
    if raw is not None:
        suffered = suffered_wounds(
            raw,
            halved=hit.effect.halved,
            tough=target.traits.tough,
            sharp=attacker.traits.sharp,
            durable=target.traits.durable,
            negative_tough_needs_wound=bout.edition.negative_tough_needs_wound,
        )
    rolled = DamageRolled(
        hit.step,
        attacker.name,
        target.name,
        success_level,
        dice,
        kept,
        modifiers,
        added_up,
        total,
        raw,
        suffered,
    )
    bout.damage.append(rolled)
    yield rolled
    if suffered:
        yield from _mark(hit, suffered)
    if hit.effect.critical:
        yield from _critical(hit, dice if bout.edition.critical_reads_all_dice else kept)
    if suffered and target.in_play:
        yield from _markers(hit)


def damage_dice(attacker: Side) -> int:
    """Return how many dice a damage roll of a side is thrown with."""
    traits = attacker.traits
    return 3 if traits.assassin or traits.strong != traits.weak else 2


def _throw_damage(hit: Hit, success_level: int) -> Procedure[Faces]:
    name = hit.attacker.name
    count = damage_dice(hit.attacker)
    roll = yield from throw(
        Throw(
            "damage",
            name,
            (Dice("damage", count, count),),
            count,
            f"{name}: throw {count} damage dice against {hit.target.name}, success level {success_level}",
        )
    )
    return roll.faces("damage")


def _picked(attacker: Side, dice: Faces) -> Procedure[Faces]:
    """Let an Assassin, who is Strong or Weak no more, pick any two dice."""
    pairs = {f"{low}+{high}": (low, high) for low, high in combinations(sorted(dice), 2)}
    option = next(iter(pairs))
    if len(pairs) > 1:
        option = yield from choose(
            Choice("damage_dice", attacker.name, tuple(pairs), f"{attacker.name}: which two dice count?")
        )
    return pairs[option]


def _modifiers(bout: Bout, hit: Hit) -> Reasons:
    attacker, target = hit.attacker, hit.target
    found: list[tuple[str, int]] = []
    if attacker.weapon.strength:
        found.append(("strength", attacker.weapon.strength))
    if attacker.charging and (attacker.damage_rolls == 0 or bout.edition.charge_adds_to_every_roll):
        found.append(("charge", CHARGE_DAMAGE))
    if hit.effect.damage:
        found.append((hit.special, hit.effect.damage))
    if attacker.traits.vengeance:
        found.append(("Vengeance", 1))
    if target.states and State.DEATH_SENTENCE in target.states:
        found.append(("Death Sentence", 1))
    found += [(feat.name, feat.damage) for feat in attacker.used if feat.damage]
    armour = armour_left(target.traits.armour, attacker.traits.pierce)
    if armour:
        found.append(("armour", -armour))
    return tuple(found)


def _critical(hit: Hit, dice: Faces) -> Iterator[Event]:
    equal = [face for face in dice if dice.count(face) > 1]
    if not equal:
        return
    yield CriticalHit(hit.step, hit.attacker.name, hit.target.name, max(equal))
    if hit.target.in_play:
        hit.target.in_play = False
        yield Removed(hit.step, hit.target.name)


def _markers(hit: Hit) -> Iterator[Event]:
    for trait in MARKER_TRAITS:
        amount = getattr(hit.attacker.traits, trait)
        if amount:
            yield Markers(hit.step, hit.target.name, trait.capitalize(), amount)


def _wounds_told(bout: Bout, hit: Hit, success_level: int, total: int) -> Procedure[int | None]:
    """Without a table the players look up the wounds, and tell them where they are asked for."""
    yield WoundTableMissing(hit.step, hit.target.name, success_level, total)
    if not bout.setup.ask_wounds:
        return None
    # No printed cell goes more than three above its success level.
    options = tuple(str(number) for number in range(success_level + 4))
    answer = yield from choose(
        Choice(
            "wounds",
            hit.attacker.name,
            options,
            f"wounds for success level {success_level} and total {total} in your rulebook?",
        )
    )
    return int(answer)


def _mark(hit: Hit, suffered: int) -> Iterator[Event]:
    target = hit.target
    had_wounds = target.wounds_left > 0
    target.wounds += suffered
    target.wounds_left = max(0, target.wounds_left - suffered)
    yield Wounded(hit.step, target.name, suffered, target.wounds_left)
    if target.wounds_left > 0:
        return
    if not target.traits.last_stand:
        target.in_play = False
        yield Removed(hit.step, target.name)
    elif had_wounds:
        yield LastStand(hit.step, target.name)
