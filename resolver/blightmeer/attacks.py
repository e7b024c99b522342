"""A unit's attacks: declared all at once, then resolved target by target."""

from collections.abc import Sequence

from resolver.blightmeer.arithmetic import wounds_counted
from resolver.blightmeer.combatant import Battle, Combatant
from resolver.blightmeer.declarations import Declared, declare
from resolver.blightmeer.events import AttacksWasted, NothingToAttack, TargetAttacked, Unharmed
from resolver.blightmeer.fighter import Status
from resolver.blightmeer.injuries import incapacitate, wound
from resolver.blightmeer.modifiers import profile_of
from resolver.blightmeer.saves import defend, record
from resolver.blightmeer.strikes import hits_of, strike
from resolver.procedure import Choice, Procedure, choose


def make_attacks(battle: Battle, attacker: Combatant) -> Procedure[None]:
    """Declare and resolve all attacks of one unit."""
    targets = battle.valid_targets(attacker)
    if not targets:
        yield NothingToAttack(attacker.name)
        return
    declared = list((yield from declare(attacker, targets)))
    while declared:
        chosen = yield from _next_target(attacker, declared)
        declared.remove(chosen)
        if chosen.target.status is Status.STUNNED:
            yield from _finish_stunned(battle, attacker, chosen)
        else:
            yield from _attack(battle, attacker, chosen)


def _next_target(attacker: Combatant, declared: Sequence[Declared]) -> Procedure[Declared]:
    if len(declared) == 1:
        return declared[0]
    by_name = {one.target.name: one for one in declared}
    name = yield from choose(
        Choice("target_order", attacker.player, tuple(by_name), f"{attacker.name}: whose attacks come first?")
    )
    return by_name[name]


def _attack(battle: Battle, attacker: Combatant, declared: Declared) -> Procedure[None]:
    target = declared.target
    profiles = tuple(
        profile_of(attacker, target, weapon, group, count, battle.edition)
        for weapon, group, count in declared.attacks
    )
    yield TargetAttacked(attacker.name, target.name, target.status, wounds_counted(target.wounds), profiles)
    rolled = yield from strike(attacker, target, profiles, battle.edition)
    battle.attacks += [record(one.event, one.strike.value) for one in rolled if not one.strike.passed]
    hits = hits_of(profiles, rolled)
    through = yield from defend(battle, target, hits)
    if target.status is not Status.DAZED:
        yield from wound(battle, attacker, target, hits, through)
    elif through:
        yield from incapacitate(battle, attacker, target)
    else:
        yield Unharmed(target.name)


def _finish_stunned(battle: Battle, attacker: Combatant, declared: Declared) -> Procedure[None]:
    target = declared.target
    # One attack is spent, without a check; any others against this target do nothing.
    wasted = sum(count for _, _, count in declared.attacks) - 1
    if wasted:
        yield AttacksWasted(attacker.name, target.name, wasted)
    yield TargetAttacked(attacker.name, target.name, target.status, wounds_counted(target.wounds), ())
    yield from incapacitate(battle, attacker, target)
