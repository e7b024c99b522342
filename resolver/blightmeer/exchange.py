"""A whole melee phase as one procedure: its combats, their order, each unit's attacks. No arithmetic."""

from collections.abc import Sequence

from resolver.blightmeer.attacks import make_attacks
from resolver.blightmeer.combatant import Battle
from resolver.blightmeer.combats import combats
from resolver.blightmeer.events import CombatBegan, CombatOver, Names, Outcome, PhaseBegan, PhaseOver
from resolver.blightmeer.fighter import Phase
from resolver.blightmeer.order import attack_order, next_attacker
from resolver.procedure import Choice, Procedure, choose


def melee_phase(setup: Phase) -> Procedure[Outcome]:
    """Resolve every combat that holds a unit of the current player; other combats wait for other phases."""
    battle = Battle(setup)
    open_combats = [group for group in combats(battle.combatants, battle.touching) if _own(battle, group)]
    yield PhaseBegan(setup.current, setup.edition.title, tuple(open_combats))
    while open_combats:
        group = yield from _next_combat(battle, open_combats)
        open_combats.remove(group)
        yield from _combat(battle, group)
    yield PhaseOver(setup.current)
    return Outcome(
        orders=tuple(battle.orders),
        attacks=tuple(battle.attacks),
        units=tuple(combatant.outcome() for combatant in battle.combatants.values()),
    )


def _own(battle: Battle, group: Names) -> Names:
    """Return the units of the current player in a combat, also Dazed and Stunned ones."""
    return tuple(name for name in group if battle.combatants[name].player == battle.setup.current)


def _next_combat(battle: Battle, open_combats: Sequence[Names]) -> Procedure[Names]:
    """Let the current player pick any engaged unit; its whole combat comes next."""
    if len(open_combats) == 1:
        return open_combats[0]
    by_unit = {name: group for group in open_combats for name in _own(battle, group)}
    player = battle.setup.current
    name = yield from choose(
        Choice("combat", player, tuple(by_unit), f"{player}: the combat of which unit comes next?")
    )
    return by_unit[name]


def _combat(battle: Battle, group: Names) -> Procedure[None]:
    yield CombatBegan(group)
    # First the attack order, which leaves Dazed and Stunned units out.
    order = yield from attack_order(battle, [battle.combatants[name] for name in group])
    battle.orders.append(tuple(unit.name for unit in order))
    battle.waiting = list(order)
    # Then each unit in it makes all its attacks; who is injured before that drops out.
    while battle.waiting:
        attacker = yield from next_attacker(battle, order)
        battle.waiting.remove(attacker)
        yield from make_attacks(battle, attacker)
    yield CombatOver(group)
