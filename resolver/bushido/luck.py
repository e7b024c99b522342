"""How lucky a throw of a Bushido exchange was: the exact share of throws that would have been worse.

Melee dice are scored by the results they come to, before re-rolls and dice that cards add. A re-roll is
scored by what the results come to with the dice that were thrown again; those that show the same as
before cannot be told from dice left lying, and count as such. Damage dice are scored by their sum.
"""

from collections import Counter
from collections.abc import Sequence
from functools import partial

from resolver.bushido.arithmetic import kept_damage_dice
from resolver.bushido.damage import damage_dice
from resolver.bushido.events import DiceRerolled, Faces
from resolver.bushido.exchange import fight
from resolver.bushido.exchange_odds import GROUPS, table_faces
from resolver.bushido.fighter import Exchange
from resolver.bushido.group_odds import Thrown, fresh_dice
from resolver.bushido.rerolls import Group
from resolver.bushido.side import Bout, Side
from resolver.dice import Roll
from resolver.odds import Distribution, Luck, ThrowLuck, like_dice, luck
from resolver.procedure import Answer, Throw, replay

RESULTS = "attack and defence result added up"
ENEMY_RESULTS = "the enemy's attack and defence result, the lower the better"
DAMAGE = "sum of the damage dice that count"


def last_luck(setup: Exchange, answers: Sequence[Answer]) -> ThrowLuck | None:
    """Return how lucky the last answer was, None where it was no throw of dice.

    Raises what `replay` raises for a refused answer.
    """
    after = replay(partial(fight, Bout(setup)), answers)
    bout = Bout(setup)
    asked = replay(partial(fight, bout), answers[:-1]).waiting_for if answers else None
    if not isinstance(asked, Throw):
        return None
    roll = answers[-1]
    assert isinstance(roll, Roll)
    side = bout.active if asked.player == bout.active.name else bout.other
    if asked.purpose == "damage":
        return ThrowLuck(side.name, DAMAGE, _damage_luck(side, _sorted(roll.faces("damage"), ())))
    parts = [_parted(side, group, asked, roll) for group in GROUPS]
    if not any(fresh for _, fresh in parts):
        return None
    dice = Thrown(side, bout.enemy(side), (), removals=asked.purpose != "added")
    possible = _added_up(
        dice,
        [
            fresh_dice(lying, len(fresh)) if lying else dice.unseen(group, len(fresh))
            for group, (lying, fresh) in zip(GROUPS, parts, strict=True)
        ],
    )
    (seen,) = _added_up(dice, [Distribution.certain(_sorted(*part)) for part in parts]).counts
    if asked.before is not None:
        (*_, reroll) = (event for event in after.events if isinstance(event, DiceRerolled))
        if reroll.by != side.name:
            return ThrowLuck(reroll.by, ENEMY_RESULTS, luck(possible, seen, int.__neg__))
    return ThrowLuck(side.name, RESULTS, luck(possible, seen, int))


def _parted(side: Side, group: Group, asked: Throw, roll: Roll) -> tuple[Faces, Faces]:
    """Return the dice of a group that lie there, and those that the roll has thrown."""
    table = table_faces(side, group)
    if group not in (dice.group for dice in asked.dice):
        return table, ()
    seen = roll.faces(group)
    if asked.before is None:
        return table, seen
    lying = Counter(table) & Counter(seen)
    return tuple(lying.elements()), tuple((Counter(seen) - lying).elements())


def _sorted(lying: Faces, fresh: Faces) -> Faces:
    return tuple(sorted(lying + fresh))


def _added_up(dice: Thrown, faces: list[Distribution[Faces]]) -> Distribution[int]:
    """Return the sum of the results that dice come to."""
    ((_, hand),) = dice.hands(*faces)
    return hand.attack.combine(hand.defence, lambda attack, defence: attack[0] + defence[0])


def _damage_luck(side: Side, faces: Faces) -> Luck:
    weak = side.traits.weak and not side.traits.assassin
    return luck(like_dice(damage_dice(side)), faces, lambda shown: sum(kept_damage_dice(shown, weak)))
