"""How far the attacks on one target have come, and the harm that they will do, exactly."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from resolver.blightmeer.check import Strike, strike_of
from resolver.blightmeer.editions import Edition
from resolver.blightmeer.events import AttackRolled, DefenceChecked, TargetAttacked, WoundCauseDrawn
from resolver.blightmeer.fighter import Status
from resolver.blightmeer.harm import (
    NOTHING,
    Tally,
    add,
    attack_odds,
    harm_odds,
    harm_word,
    hit_odds,
    hit_tally,
    together,
)
from resolver.blightmeer.profile import Profile
from resolver.odds import Distribution
from resolver.procedure import Event


@dataclass(frozen=True, slots=True)
class Block:
    """The checks that are made against one target, and the draws of what caused an earlier wound."""

    attacked: TargetAttacked
    edition: Edition
    rolled: tuple[tuple[Profile, Strike, bool], ...]
    saved: tuple[bool, ...]
    removed: tuple[int, ...]

    def hits(self) -> tuple[tuple[Profile, int], ...]:
        """Return profile and injury value of each hit, in the order in which they are defended against."""
        places = {profile.group: place for place, profile in enumerate(self.attacked.profiles)}
        hits = [(profile, strike.value) for profile, strike, _ in self.rolled for _ in range(strike.hits)]
        return tuple(sorted(hits, key=lambda hit: (-hit[1], places[hit[0].group])))

    def pool(self) -> list[int]:
        """Return the injury values among which is drawn, once all checks are made."""
        values = [
            value
            for (_, value), saved in zip(self.hits(), self.saved, strict=True)
            if any(hit_tally(value, saved, self.edition))
        ]
        for place in self.removed:
            del values[place]
        return values

    def harm(self) -> Distribution[int]:
        """Return the harm that the target will have come to."""
        dazed = self.attacked.status is Status.DAZED
        removed = self._removed_tally()
        return self._tallies().then(lambda tally: harm_odds(tally, self.attacked.wounds, dazed, removed))

    def words(self) -> Distribution[str]:
        """Return the same in words."""
        dazed = self.attacked.status is Status.DAZED
        return self.harm().map(lambda harm: harm_word(harm, self.attacked.wounds, dazed)).reduced()

    def expected(self) -> Fraction:
        """Return the expected harm."""
        return self.harm().mean(lambda harm: harm)

    def _tallies(self) -> Distribution[Tally]:
        parts = []
        for place, (profile, value) in enumerate(self.hits()):
            if place < len(self.saved):
                known = hit_tally(value, self.saved[place], self.edition)
                parts.append(Distribution.certain(known))
            else:
                parts.append(hit_odds(profile, value, self.edition))
        for profile in self.attacked.profiles:
            mine = [(strike, extra) for one, strike, extra in self.rolled if one == profile]
            made = sum(not extra for _, extra in mine)
            given = sum(strike.gives_attack for strike, _ in mine) - sum(extra for _, extra in mine)
            parts += [attack_odds(profile, self.edition)] * (profile.attacks - made)
            parts += [attack_odds(profile, self.edition, extra=True)] * given
        return together(parts)

    def _removed_tally(self) -> Tally:
        gone = NOTHING
        values = replace(self, removed=()).pool() if self.removed else []
        for place in self.removed:
            gone = add(gone, hit_tally(values.pop(place), False, self.edition))
        return gone


def block_of(events: Sequence[Event], edition: Edition) -> Block:
    """Return it from the events since the attacks on a target began."""
    attacked, *others = events
    assert isinstance(attacked, TargetAttacked)
    profiles = {profile.group: profile for profile in attacked.profiles}
    rolled = tuple(
        (
            profiles[event.group],
            strike_of(profiles[event.group], event.kept, edition, event.extra),
            event.extra,
        )
        for event in others
        if isinstance(event, AttackRolled)
    )
    saved = tuple(event.saved for event in others if isinstance(event, DefenceChecked))
    removed = tuple(
        event.removed for event in others if isinstance(event, WoundCauseDrawn) and event.removed is not None
    )
    return Block(attacked, edition, rolled, saved, removed)
