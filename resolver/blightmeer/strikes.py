"""Melee Checks: the dice of all attacks on one target, and the hits they make."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from resolver.blightmeer.arithmetic import SIDES, Keep, kept
from resolver.blightmeer.check import Strike, strike_of
from resolver.blightmeer.combatant import Combatant
from resolver.blightmeer.editions import Edition
from resolver.blightmeer.events import AttackRolled, Faces
from resolver.blightmeer.profile import Profile
from resolver.dice import Dice
from resolver.procedure import Procedure, Throw, throw


@dataclass(frozen=True, slots=True)
class Rolled:
    """An attack that was rolled: its weapon's profile and what the check came to."""

    profile: Profile
    strike: Strike
    event: AttackRolled


@dataclass(frozen=True, slots=True)
class Hit:
    """A passed attack, or one of the two that a critical one counts as; `value` is its injury value."""

    profile: Profile
    value: int
    event: AttackRolled


def hits_of(profiles: Sequence[Profile], rolled: Sequence[Rolled]) -> tuple[Hit, ...]:
    """Return all hits, highest injury value first, equal ones in the order in which they were declared."""
    hits = [Hit(one.profile, one.strike.value, one.event) for one in rolled for _ in range(one.strike.hits)]
    places = {profile.group: place for place, profile in enumerate(profiles)}
    return tuple(sorted(hits, key=lambda hit: (-hit.value, places[hit.profile.group])))


def strike(
    attacker: Combatant, target: Combatant, profiles: Sequence[Profile], edition: Edition
) -> Procedure[tuple[Rolled, ...]]:
    """Roll all attacks, then those that critical hits give, which give no others."""
    wanted = [(profile, profile.attacks) for profile in profiles]
    rolled = yield from _roll(attacker, target, wanted, edition, extra=False)
    given = [
        (profile, sum(one.profile == profile and one.strike.gives_attack for one in rolled))
        for profile in profiles
    ]
    wanted = [(profile, count) for profile, count in given if count]
    return rolled + (yield from _roll(attacker, target, wanted, edition, extra=True))


def _roll(
    attacker: Combatant,
    target: Combatant,
    wanted: Sequence[tuple[Profile, int]],
    edition: Edition,
    *,
    extra: bool,
) -> Procedure[tuple[Rolled, ...]]:
    """Throw the dice of so many attacks: single dice all at once, pairs attack by attack.

    Pairs cannot be told apart in a heap.
    """
    rolled: list[Rolled] = []

    def tell(profile: Profile, dice: Faces) -> Iterator[AttackRolled]:
        natural = kept(dice, profile.melee_keep)
        strike = strike_of(profile, natural, edition, extra)
        event = AttackRolled(
            attacker=attacker.name,
            target=target.name,
            weapon=profile.weapon,
            group=profile.group,
            dice=dice,
            kept=natural,
            needed=profile.melee_needed,
            passed=strike.passed,
            critical=strike.critical,
            injury_value=strike.value,
            extra=extra,
        )
        rolled.append(Rolled(profile, strike, event))
        yield event

    singles = [(profile, count) for profile, count in wanted if profile.melee_keep is Keep.ONE]
    if singles:
        heap = yield from throw(_heap(attacker, target, singles, extra))
        for profile, _ in singles:
            for face in sorted(heap.faces(profile.group), reverse=True):
                yield from tell(profile, (face,))
    for profile, count in wanted:
        if profile.melee_keep is not Keep.ONE:
            for number in range(1, count + 1):
                roll = yield from throw(_pair(attacker, target, profile, number, count, extra))
                yield from tell(profile, tuple(sorted(roll.faces(profile.group))))
    return tuple(rolled)


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
