"""Section 7: a model breaks from combat, and each standing opponent has one automatic hit."""

from dataclasses import replace

from resolver.mordheim.assault import Assault, Finish
from resolver.mordheim.declarations import choose_hand
from resolver.mordheim.events import BreakBegan, BreakOver
from resolver.mordheim.fighter import Status
from resolver.mordheim.needs import automatic_blow, target_of
from resolver.mordheim.phase import Phase
from resolver.mordheim.strike import resolve_attacks
from resolver.procedure import Procedure


def break_away(phase: Phase, name: str) -> Procedure[None]:
    """Resolve one model's breaking; one that is down or gone by then does not move."""
    one = phase.combatants[name]
    if not one.stands:
        yield BreakOver(7, name, moves=False)
        return
    opponents = tuple(other for other in phase.touching(one) if other.stands)
    yield BreakBegan(7, name, tuple(other.name for other in opponents))
    for other in opponents:
        if not one.in_play:
            break
        hand = yield from choose_hand(other, f"strikes {name}, who breaks")
        blow = yield from automatic_blow(phase, other, one, hand)
        target = target_of(phase, other, one, parries=False)
        if phase.profile.breaking_hits_together:
            # All strike as it turns, when it still stood.
            target = replace(target, finish=Finish.ROLL)
        blows = () if target.finish is Finish.OUTRIGHT else (blow,)
        yield from resolve_attacks(phase, (Assault(other.name, other.player, target, blows),), 7)
    moves = one.stands
    if moves:
        one.status = Status.FLEEING
        phase.part(name)
    yield BreakOver(7, name, moves)
