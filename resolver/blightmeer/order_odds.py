"""Who of tied units attacks first, exactly, while their d20s are thrown one after the other."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb, lcm, perm

from resolver.blightmeer.arithmetic import SIDES
from resolver.blightmeer.editions import Edition
from resolver.blightmeer.events import OrderRolled, OrderTied
from resolver.odds import Distribution
from resolver.procedure import Event


@dataclass(frozen=True, slots=True)
class Tie:
    """Units that throw for their places in the attack order, and what lies there already."""

    units: tuple[str, ...]
    thrown: tuple[tuple[str, int], ...]
    only_tied_reroll: bool

    def first(self) -> Distribution[str]:
        """Return who goes first."""
        return first_of(self.units, dict(self.thrown), self.only_tied_reroll)


def tie_of(events: Sequence[Event], edition: Edition) -> Tie:
    """Return it from the events since the last tie."""
    tied, *others = events
    assert isinstance(tied, OrderTied)
    thrown = tuple((event.unit, event.die) for event in others if isinstance(event, OrderRolled))
    return Tie(tied.units, thrown, edition.only_tied_reroll)


def first_of(tied: Sequence[str], thrown: Mapping[str, int], only_tied_reroll: bool) -> Distribution[str]:
    """Return who of the tied goes first; `thrown` are the dice that already lie there."""
    unknown = [name for name in tied if name not in thrown]
    shares = _first_in_ties(thrown, len(unknown)) if only_tied_reroll else _first_of_all(thrown, len(unknown))
    exact: dict[str, Fraction] = {name: shares.get(name, Fraction(0)) for name in thrown}
    left = 1 - sum(exact.values(), Fraction(0))
    exact.update((name, left / len(unknown)) for name in unknown)
    whole = lcm(*(share.denominator for share in exact.values()))
    return Distribution.of((name, int(share * whole)) for name, share in exact.items())


def _first_in_ties(thrown: Mapping[str, int], unknown: int) -> dict[str, Fraction]:
    """Return the shares of those who have thrown: the highest die, and among equal ones all alike."""
    if not thrown:
        return {}
    highest = max(thrown.values())
    top = [name for name, face in thrown.items() if face == highest]
    share = sum(
        (
            # So many others reach the same face and the rest fall short of it.
            Fraction(comb(unknown, reach) * (highest - 1) ** (unknown - reach), len(top) + reach)
            for reach in range(unknown + 1)
        ),
        Fraction(0),
    )
    return dict.fromkeys(top, share / SIDES**unknown)


def _first_of_all(thrown: Mapping[str, int], unknown: int) -> dict[str, Fraction]:
    """Return the shares of those who have thrown where any tie has all throw again."""
    units = len(thrown) + unknown
    if any(times > 1 for times in Counter(thrown.values()).values()):
        return dict.fromkeys(thrown, Fraction(1, units))
    ways = SIDES**unknown
    no_tie = Fraction(perm(SIDES - len(thrown), unknown), ways)
    shares = dict.fromkeys(thrown, (1 - no_tie) / units)
    if thrown:
        leader = max(thrown, key=lambda name: thrown[name])
        below = thrown[leader] - len(thrown)
        shares[leader] += Fraction(perm(below, unknown), ways)
    return shares
