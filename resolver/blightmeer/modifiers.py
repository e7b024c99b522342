"""How the statistics of two units and a weapon become what each check needs."""

from resolver.blightmeer.arithmetic import SIDES, Keep, defence_after, keep_of, least_face, melee_needed
from resolver.blightmeer.combatant import Combatant
from resolver.blightmeer.editions import Critical, Edition
from resolver.blightmeer.equipment import UNARMED, Weapon
from resolver.blightmeer.fighter import Status
from resolver.blightmeer.profile import Profile


def profile_of(
    attacker: Combatant, target: Combatant, weapon: Weapon, group: str, attacks: int, edition: Edition
) -> Profile:
    """Return the numbers of these attacks as both units stand now."""
    unit, enemy = attacker.unit, target.unit
    needed = melee_needed(unit.melee, weapon.melee)
    least = least_face(needed, edition.natural_20_succeeds, edition.always_fails_up_to)
    critical_on = min((skill.critical_on for skill in unit.skills), default=SIDES)
    if edition.critical is Critical.TWO_ATTACKS:
        # A critical attack becomes two that have passed, whatever was needed.
        least = min(least, critical_on)
    defence = defence_after(
        enemy.defence, (piece.defence for piece in enemy.armour), edition.modifiers_improve_dash
    )
    pierce = unit.pierce + weapon.pierce + sum(skill.pierce for skill in unit.skills)
    return Profile(
        weapon=weapon.name,
        group=group,
        attacks=attacks,
        melee=unit.melee,
        melee_modifier=weapon.melee,
        melee_needed=needed,
        melee_least=least,
        melee_keep=_melee_keep(attacker, target, weapon, edition),
        critical_on=critical_on,
        injury=unit.injury + weapon.injury + sum(skill.injury for skill in unit.skills),
        defence_needed=None if defence is None else defence + pierce,
        defence_least=SIDES + 1
        if defence is None
        else least_face(defence + pierce, edition.natural_20_succeeds, edition.always_fails_up_to),
        defence_keep=_defence_keep(target, edition),
    )


def _melee_keep(attacker: Combatant, target: Combatant, weapon: Weapon, edition: Edition) -> Keep:
    unit = attacker.unit
    advantages = len(unit.melee_advantage)
    advantages += target.status is Status.DAZED
    advantages += weapon.advantage_against in target.unit.kinds
    disadvantages = len(unit.melee_disadvantage)
    disadvantages += attacker.status is Status.STAGGERED
    disadvantages += weapon == UNARMED and edition.unarmed_disadvantage
    return keep_of(advantages, disadvantages, edition.both_always_cancel)


def _defence_keep(target: Combatant, edition: Edition) -> Keep:
    unit = target.unit
    disadvantages = len(unit.defence_disadvantage) + (target.status is Status.STAGGERED)
    return keep_of(len(unit.defence_advantage), disadvantages, edition.both_always_cancel)
