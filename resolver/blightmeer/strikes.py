"""Melee Checks: the dice of all attacks on one target, and what critical ones add."""

from collections.abc import Sequence
from dataclasses import dataclass

from resolver.blightmeer.arithmetic import SIDES, Keep, kept
from resolver.blightmeer.combatant import Battle, Combatant
from resolver.blightmeer.editions import Critical
from resolver.blightmeer.events import AttackRolled, Faces
from resolver.blightmeer.profile import Profile
from resolver.dice import Dice
from resolver.procedure import Procedure, Throw, throw


@dataclass(frozen=True, slots=True)
class Hit:
    """A passed attack, or one of the two that a critical one counts as; `value` is its injury value."""

    profile: Profile
    rolled: AttackRolled
    value: int


def strike(
    battle: Battle, attacker: Combatant, target: Combatant, profiles: Sequence[Profile]
) -> Procedure[tuple[tuple[Hit, ...], tuple[AttackRolled, ...]]]:
    """Roll all attacks. Returns the hits, highest injury value first, and the attacks that failed."""
    two_attacks = battle.edition.critical is Critical.TWO_ATTACKS
    hits: list[Hit] = []
    failed: list[AttackRolled] = []
    extra: list[tuple[Profile, int]] = []
    wanted = [(profile, profile.attacks) for profile in profiles]
    for is_extra in (False, True):
        dice = yield from _thrown(attacker, target, wanted, is_extra)
        for profile, faces in dice:
            rolled = _attack(battle, attacker, target, profile, faces, is_extra)
            yield rolled
            if not rolled.passed:
                failed.append(rolled)
                continue
            times = 2 if rolled.critical and two_attacks else 1
            hits += [Hit(profile, rolled, rolled.injury_value)] * times
            if rolled.critical and not two_attacks:
                extra.append((profile, 1))
        wanted = _together(extra)
        if not wanted:
            break
    # The sort is stable: equal values stay in the order in which they were declared.
    hits.sort(key=lambda hit: -hit.value)
    return tuple(hits), tuple(failed)


def _together(extra: list[tuple[Profile, int]]) -> list[tuple[Profile, int]]:
    counts: dict[str, int] = {}
    for profile, number in extra:
        counts[profile.group] = counts.get(profile.group, 0) + number
    by_group = {profile.group: profile for profile, _ in extra}
    return [(by_group[group], count) for group, count in counts.items()]


def _attack(
    battle: Battle, attacker: Combatant, target: Combatant, profile: Profile, dice: Faces, extra: bool
) -> AttackRolled:
    natural = kept(dice, profile.melee_keep)
    passed = natural >= profile.melee_least
    value = natural + profile.injury
    if battle.edition.critical is Critical.TWO_ATTACKS:
        critical = natural >= profile.critical_on
        if critical and battle.edition.critical_counts_as_20:
            value = SIDES + profile.injury
    else:
        critical = passed and not extra and value >= profile.critical_on
    return AttackRolled(
        attacker=attacker.name,
        target=target.name,
        weapon=profile.weapon,
        dice=dice,
        kept=natural,
        needed=profile.melee_needed,
        passed=passed,
        critical=critical,
        injury_value=value,
        extra=extra,
    )


def _thrown(
    attacker: Combatant, target: Combatant, wanted: Sequence[tuple[Profile, int]], extra: bool
) -> Procedure[tuple[tuple[Profile, Faces], ...]]:
    """Throw the dice of so many attacks: single dice all at once, pairs attack by attack.

    Pairs cannot be told apart in a heap.
    """
    singles = [(profile, count) for profile, count in wanted if profile.melee_keep is Keep.ONE]
    heap = None
    if singles:
        heap = yield from throw(_heap(attacker, target, singles, extra))
    thrown: list[tuple[Profile, Faces]] = []
    for profile, count in wanted:
        if heap is not None and profile.melee_keep is Keep.ONE:
            faces = sorted(heap.faces(profile.group), reverse=True)
            thrown += [(profile, (face,)) for face in faces]
            continue
        for number in range(1, count + 1):
            roll = yield from throw(_pair(attacker, target, profile, number, count, extra))
            thrown.append((profile, tuple(sorted(roll.faces(profile.group)))))
    return tuple(thrown)


def _heap(
    attacker: Combatant, target: Combatant, singles: Sequence[tuple[Profile, int]], extra: bool
) -> Throw:
    parts = " + ".join(f"{count} D20 for {profile.weapon}" for profile, count in singles)
    more = "for critical hits " if extra else ""
    return Throw(
        purpose="melee",
        player=attacker.player,
        dice=tuple(Dice(profile.group, count, count, SIDES) for profile, count in singles),
        total=sum(count for _, count in singles),
        reason=f"{attacker.name} attacks {target.name}: throw {more}{parts}",
    )


def _pair(
    attacker: Combatant, target: Combatant, profile: Profile, number: int, count: int, extra: bool
) -> Throw:
    which = "for a critical hit" if extra else f"for attack {number} of {count}"
    counts = "higher" if profile.melee_keep is Keep.HIGHER else "lower"
    return Throw(
        purpose="melee",
        player=attacker.player,
        dice=(Dice(profile.group, 2, 2, SIDES),),
        total=2,
        reason=f"{attacker.name} attacks {target.name}: throw 2 D20 {which} with {profile.weapon}, "
        f"the {counts} one counts",
    )
