"""What one Melee Check comes to: passed or not, critical or not, as how many attacks it counts."""

from dataclasses import dataclass

from resolver.blightmeer.arithmetic import SIDES
from resolver.blightmeer.editions import Critical, Edition
from resolver.blightmeer.profile import Profile


@dataclass(frozen=True, slots=True)
class Strike:
    """A Melee Check: `value` is its injury value, `hits` the passed attacks it counts as.

    `gives_attack` says that one more attack is made because of it.
    """

    passed: bool
    critical: bool
    value: int
    hits: int
    gives_attack: bool


def strike_of(profile: Profile, natural: int, edition: Edition, extra: bool) -> Strike:
    """Return what a natural value comes to; an `extra` attack is one that a critical hit gave."""
    passed = natural >= profile.melee_least
    value = natural + profile.injury
    if edition.critical is Critical.EXTRA_ATTACK:
        critical = passed and not extra and value >= profile.critical_on
        return Strike(passed, critical, value, int(passed), critical)
    critical = natural >= profile.critical_on
    if critical and edition.critical_counts_as_20:
        value = SIDES + profile.injury
    return Strike(passed, critical, value, 2 if critical else int(passed), False)
