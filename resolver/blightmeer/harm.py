"""How much harm attacks do, exactly: distributions over all dice that are still to be thrown.

Harm counts steps towards leaving the board: one for each wound lost, of which the last is Dazed, one
more for Stunned, and for Incapacitated another.
"""

from collections.abc import Iterable
from functools import lru_cache
from math import comb

from resolver.blightmeer.arithmetic import INCAPACITATED_FROM, SIDES, STUNNED_FROM, Injury, Keep, injury_of
from resolver.blightmeer.check import strike_of
from resolver.blightmeer.editions import Edition, InjuryPool
from resolver.blightmeer.profile import Profile
from resolver.odds import Distribution, die

Tally = tuple[int, int, int, int]
"""Attacks that may injure, by the injury they would cause (Dazed, Stunned, Incapacitated), and how many
got through."""

NOTHING: Tally = (0, 0, 0, 0)
_PLACES = {Injury.DAZED: 0, Injury.STUNNED: 1, Injury.INCAPACITATED: 2}
_VALUES = {
    Injury.DAZED: STUNNED_FROM - 1,
    Injury.STUNNED: INCAPACITATED_FROM - 1,
    Injury.INCAPACITATED: INCAPACITATED_FROM,
}


def representative(value: int) -> int:
    """Return the one injury value that stands for all that cause the same injury."""
    return _VALUES[injury_of(value)]


def check_odds(keep: Keep) -> Distribution[int]:
    """Return the natural values of a check."""
    if keep is Keep.ONE:
        return die(SIDES)
    return die(SIDES).combine(die(SIDES), min if keep is Keep.LOWER else max)


def hit_tally(value: int, saved: bool, edition: Edition) -> Tally:
    """Return what a passed attack adds, whose Defence Check came out like this."""
    if saved and edition.injury_pool is InjuryPool.UNSAVED:
        return NOTHING
    place = _PLACES[injury_of(value)]
    return (int(place == 0), int(place == 1), int(place == 2), int(not saved))


def hit_odds(profile: Profile, value: int, edition: Edition) -> Distribution[Tally]:
    """Return what a passed attack adds before its Defence Check."""
    saves = check_odds(profile.defence_keep).map(lambda face: face >= profile.defence_least)
    return saves.map(lambda saved: hit_tally(value, saved, edition))


@lru_cache(maxsize=1024)
def attack_odds(profile: Profile, edition: Edition, extra: bool = False) -> Distribution[Tally]:
    """Return what an attack adds before it is rolled, with those that it may give."""
    # Faces that cause the same injury are one case.
    cases = check_odds(profile.melee_keep).map(
        lambda natural: (
            (strike := strike_of(profile, natural, edition, extra)).hits,
            representative(strike.value),
            strike.gives_attack,
        )
    )

    def adds(case: tuple[int, int, bool]) -> Distribution[Tally]:
        hits, value, gives_attack = case
        parts = [hit_odds(profile, value, edition)] * hits
        if gives_attack:
            parts.append(attack_odds(profile, edition, extra=True))
        return together(parts)

    return cases.then(adds).reduced()


def together(parts: Iterable[Distribution[Tally]]) -> Distribution[Tally]:
    """Return what independent attacks add up to."""
    added = Distribution.certain(NOTHING)
    for part in parts:
        added = added.combine(part, add)
    return added


def add(one: Tally, other: Tally) -> Tally:
    """Return both tallies together."""
    return (one[0] + other[0], one[1] + other[1], one[2] + other[2], one[3] + other[3])


def harm_odds(tally: Tally, wounds: int, dazed: bool, removed: Tally = NOTHING) -> Distribution[int]:
    """Return the harm of attacks whose checks are made, to a unit with so many wounds.

    `removed` are those that the d20 has drawn already.
    """
    through = tally[3]
    if dazed:
        return Distribution.certain(wounds + 2 if through else 0)
    if through < wounds:
        return Distribution.certain(through)
    light, middle, heavy = (mine - gone for mine, gone in zip(tally[:3], removed[:3], strict=True))
    drawn_already = sum(removed[:3])
    candidates = light + middle + heavy
    left = candidates - (wounds - 1 - drawn_already)
    # Of all ways in which `left` attacks stay, those without the worse ones.
    only_light, without_heavy = comb(light, left), comb(light + middle, left)
    return Distribution.of(
        (
            (wounds, only_light),
            (wounds + 1, without_heavy - only_light),
            (wounds + 2, comb(candidates, left) - without_heavy),
        )
    )


def harm_word(harm: int, wounds: int, dazed: bool) -> str:
    """Return harm in the words of the game."""
    if harm >= wounds:
        return tuple(_PLACES)[harm - wounds].value
    if harm == 0:
        return "still dazed" if dazed else "unharmed"
    return "1 wound left" if wounds - harm == 1 else f"{wounds - harm} wounds left"
