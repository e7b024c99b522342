"""The sections of a melee phase as one procedure. No arithmetic, no dice of its own."""

from resolver.mordheim.breaking import break_away
from resolver.mordheim.charge import charge_home
from resolver.mordheim.checks import check
from resolver.mordheim.declarations import declare, open_targets
from resolver.mordheim.events import CombatBegan, DoesNotStrike, MeleeBegan, Outcome
from resolver.mordheim.fighter import Melee
from resolver.mordheim.order import strike_order
from resolver.mordheim.phase import Combatant, Phase
from resolver.mordheim.strike import resolve_attacks
from resolver.procedure import Choice, Procedure, choose


def exchange(setup: Melee) -> Procedure[Outcome]:
    """Resolve one melee phase. Raises MissingData or ChoiceRejected for a set-up that is not allowed."""
    return (yield from resolve(Phase(setup)))


def resolve(phase: Phase) -> Procedure[Outcome]:
    """Resolve a melee phase that can be looked into while dice are waited for."""
    setup = phase.setup
    check(setup)
    yield MeleeBegan(1, setup.active, setup.profile.title)
    # Section 2: charges, in the order in which they were declared.
    for charge in setup.charges:
        yield from charge_home(phase, charge)
    # Section 7: whoever breaks moves away at once.
    for entry in setup.breaking:
        if not entry.after_combat:
            yield from break_away(phase, entry.model)
    # Section 3: combats one after the other, in the order the players choose.
    waiting = phase.combats()
    while waiting:
        combat = yield from _next_combat(phase, waiting)
        waiting = tuple(other for other in waiting if other != combat)
        yield from _fight(phase, combat)
    for entry in setup.breaking:
        if entry.after_combat:
            yield from break_away(phase, entry.model)
    return phase.outcome()


def _next_combat(phase: Phase, waiting: tuple[tuple[str, ...], ...]) -> Procedure[tuple[str, ...]]:
    if len(waiting) == 1:
        return waiting[0]
    named = {", ".join(combat): combat for combat in waiting}
    answer = yield from choose(
        Choice("combat", phase.setup.active, tuple(named), "which combat is resolved next?")
    )
    return named[answer]


def _fight(phase: Phase, combat: tuple[str, ...]) -> Procedure[None]:
    yield CombatBegan(3, combat)
    for name in combat:
        one = phase.combatants[name]
        if not one.stands:
            yield DoesNotStrike(3, name, f"it is {one.status.words}")
    # Step 1: the strike order of those who stand.
    order = yield from strike_order(phase, tuple(name for name in combat if phase.combatants[name].stands))
    phase.orders.append(order)
    # Steps 2 to 5: one model is finished before the next begins.
    for name in order:
        yield from _strike(phase, phase.combatants[name])


def _strike(phase: Phase, one: Combatant) -> Procedure[None]:
    if not one.stands:
        yield DoesNotStrike(3, one.name, f"it is {one.status.words}")
        return
    if not open_targets(phase, one):
        yield DoesNotStrike(3, one.name, "no enemy is left in base contact")
        return
    assaults = yield from declare(phase, one)
    if not assaults:
        yield DoesNotStrike(3, one.name, "it has no attacks")
        return
    yield from resolve_attacks(phase, assaults, 3)
