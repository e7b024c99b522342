"""What a fall does. The draft's own rule is not known: the set-up or the players say it."""

from resolver.dice import Dice
from resolver.mordheim.arithmetic import NO_SAVE, d3
from resolver.mordheim.assault import AUTOMATIC, OTHER, Assault, Blow, Finish, InjuryKind, Target
from resolver.mordheim.events import Fell
from resolver.mordheim.fighter import MOST, Fall
from resolver.mordheim.needs import save_against, wound_needed
from resolver.mordheim.phase import Combatant, Hand, Phase
from resolver.mordheim.strike import resolve_attacks
from resolver.mordheim.weapons import Weapon
from resolver.procedure import Choice, Procedure, Throw, choose, throw

AS_IN_MORDHEIM = "D3 at a strength of the inches fallen"
THE_FALL = Hand(OTHER, Weapon("fall"), "fall")


def fall(phase: Phase, player: str, target: Combatant) -> Procedure[None]:
    """Resolve the fall of a model; `player` throws and answers for it."""
    does = phase.setup.fall
    if does is None:
        does = yield from _asked(player, target)
    yield Fell(2, target.name, does.hits, does.strength)
    if does.hits:
        assault = yield from _assault(phase, player, target, does)
        yield from resolve_attacks(phase, (assault,), 2)


def _asked(player: str, target: Combatant) -> Procedure[Fall]:
    reason = f"fall of {target.name}: how many hits, which strength?"
    hits = yield from choose(
        Choice("fall_hits", player, (AS_IN_MORDHEIM, *(str(number) for number in range(MOST + 1))), reason)
    )
    if hits == "0":
        return Fall(0, 1)
    strength = yield from choose(
        Choice("fall_strength", player, tuple(str(number) for number in range(1, MOST + 1)), reason)
    )
    if hits != AS_IN_MORDHEIM:
        return Fall(int(hits), int(strength))
    roll = yield from throw(
        Throw("fall_hits", player, (Dice(OTHER, 1, 1),), 1, f"fall of {target.name}: 1D6 for D3 hits")
    )
    (face,) = roll.faces(OTHER)
    return Fall(d3(face), int(strength))


def _assault(phase: Phase, player: str, target: Combatant, does: Fall) -> Procedure[Assault]:
    to_wound = yield from wound_needed(phase, player, target, THE_FALL.label, does.strength)
    save = NO_SAVE
    if does.saves:
        save = yield from save_against(phase, target, THE_FALL, does.strength)
    blow = Blow(OTHER, THE_FALL.label, does.hits, AUTOMATIC, to_wound, save, InjuryKind(), None, False)
    fallen = Target(
        name=target.name,
        player=target.player,
        status=target.status,
        wounds=target.model.wounds,
        wounds_left=target.wounds_left,
        helmet=target.model.helmet,
        parry_dice=0,
        finish=Finish.ROLL,
    )
    return Assault("the fall", player, fallen, (blow,))
