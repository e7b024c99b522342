"""What an attack needs to hit, wound and be saved: from the charts, or from the players."""

from resolver.mordheim.arithmetic import (
    IMPOSSIBLE,
    NO_SAVE,
    SIX,
    is_too_strong_to_parry,
    kept_in_range,
    save_needed,
)
from resolver.mordheim.assault import AUTOMATIC, Blow, Finish, InjuryKind, Target
from resolver.mordheim.fighter import Status
from resolver.mordheim.phase import Combatant, Hand, Phase
from resolver.mordheim.weapons import Weapon
from resolver.procedure import Choice, Procedure, choose


def hit_strength(attacker: Combatant, weapon: Weapon) -> int | None:
    """Return the strength of a hit, at least 1; None where the set-up gives the model none."""
    own = attacker.model.strength
    if own is None:
        return None
    bonus = weapon.strength if attacker.model.first_round or not weapon.heavy else 0
    return max(1, own + bonus + (weapon.charge_strength if attacker.charging else 0))


def target_of(phase: Phase, attacker: Combatant, other: Combatant, parries: bool = True) -> Target:
    """Return a target as an attacker finds it."""
    return Target(
        name=other.name,
        player=other.player,
        status=other.status,
        wounds=other.model.wounds,
        wounds_left=other.wounds_left,
        helmet=other.model.helmet,
        parry_dice=_parry_dice(phase, other) if parries else 0,
        finish=_finish(phase, attacker, other),
    )


def _parry_dice(phase: Phase, other: Combatant) -> int:
    if not phase.profile.allow_parry or other.parry_used or not other.stands:
        return 0
    by_weapon = any(weapon.parry for weapon in other.model.weapons)
    # Two swords give no second try, a sword with a buckler does.
    return by_weapon + other.model.buckler


def _finish(phase: Phase, attacker: Combatant, other: Combatant) -> Finish:
    if not phase.profile.downed_auto_out or attacker.name in other.downed_by:
        return Finish.ROLL
    if other.status is Status.STUNNED:
        return Finish.OUTRIGHT
    return Finish.BY_WOUND if other.status is Status.KNOCKED_DOWN else Finish.ROLL


def blow_of(phase: Phase, attacker: Combatant, other: Combatant, hand: Hand, attacks: int) -> Procedure[Blow]:
    """Return attacks with a weapon on a target and all they need; a number without a chart is asked for."""
    to_hit = yield from _to_hit(phase, attacker, other)
    return (yield from _blow(phase, attacker, other, hand, attacks, to_hit))


def automatic_blow(phase: Phase, attacker: Combatant, other: Combatant, hand: Hand) -> Procedure[Blow]:
    """Return one hit that needs no roll."""
    return (yield from _blow(phase, attacker, other, hand, 1, AUTOMATIC))


def _blow(
    phase: Phase, attacker: Combatant, other: Combatant, hand: Hand, attacks: int, to_hit: int
) -> Procedure[Blow]:
    weapon = hand.weapon
    strength = hit_strength(attacker, weapon)
    to_wound = yield from wound_needed(phase, attacker.player, other, hand.label, strength)
    save = yield from save_against(phase, other, hand, strength)
    own = other.model.strength
    return Blow(
        hand=hand.group,
        weapon=hand.label,
        attacks=attacks,
        to_hit=to_hit,
        to_wound=to_wound,
        save=save,
        injury=InjuryKind(1 if weapon.multi_wound else 0, weapon.concussion),
        criticals=weapon.criticals or phase.setup.criticals,
        can_be_parried=strength is None or own is None or not is_too_strong_to_parry(strength, own),
    )


def _to_hit(phase: Phase, attacker: Combatant, other: Combatant) -> Procedure[int]:
    mine, theirs = attacker.model.weapon_skill, other.model.weapon_skill
    defenceless = theirs == 0 and phase.profile.charts.to_hit is not None
    if defenceless or (phase.profile.downed_auto_out and other.is_down):
        return AUTOMATIC
    needed = None if mine is None or theirs is None else phase.profile.charts.hit(mine, theirs)
    if needed is None:
        what = f"for {attacker.name} against {other.name}"
        return (yield from _ask(phase, attacker.player, "to-hit", what, ("automatic", AUTOMATIC)))
    return kept_in_range(needed, attacker.model.hit_bonus)


def wound_needed(
    phase: Phase, player: str, other: Combatant, weapon: str, strength: int | None
) -> Procedure[int]:
    """Return the face needed to wound; `player` is asked where no chart tells it."""
    toughness = other.model.toughness
    needed = None
    if strength is not None and toughness is not None:
        needed = phase.profile.charts.wound(strength, toughness)
    if needed is None:
        needed = yield from _ask(
            phase, player, "to-wound", f"for the {weapon} against {other.name}", ("impossible", IMPOSSIBLE)
        )
    return needed


def save_against(phase: Phase, other: Combatant, hand: Hand, strength: int | None) -> Procedure[int]:
    """Return the face needed to save against a hit; the target's player is asked where no chart tells it."""
    model = other.model
    if model.save_needed is not None:
        return model.save_needed
    modifier = None if strength is None else phase.profile.charts.save_modifier(strength)
    if modifier is None:
        return (
            yield from _ask(
                phase, other.player, "save", f"for {other.name} against the {hand.label}", ("none", NO_SAVE)
            )
        )
    weapon = hand.weapon
    return save_needed(model.armour, model.shield, weapon.enemy_save_bonus, modifier - weapon.save_mod)


def _ask(phase: Phase, player: str, chart: str, what: str, last: tuple[str, int]) -> Procedure[int]:
    numbers = {f"{needed}+": needed for needed in range(2, SIX + 1)}
    numbers[last[0]] = last[1]
    answer = yield from choose(
        Choice(
            f"{chart.replace('-', '_')}_needed",
            player,
            tuple(numbers),
            f"no {chart} chart loaded for profile {phase.profile.name!r}: give the number needed {what}",
        )
    )
    return numbers[answer]
