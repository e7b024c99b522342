"""Odds of an exchange from its results on: both passes and their damage, by the rules themselves.

Each piece of a pass is run once for every state of the two models that it can meet, and states that
are the same are counted together. Decisions that may still come are taken as in `assumed`.
"""

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from math import lcm
from typing import Any, TypeVar

from resolver.bushido.arithmetic import kept_damage_dice
from resolver.bushido.damage import damage_dice, damage_roll
from resolver.bushido.events import EndReason
from resolver.bushido.exchange import finish
from resolver.bushido.passes import end_pass, succeed
from resolver.bushido.result_odds import Joint, Result, joint_results, on_table
from resolver.bushido.side import Bout, Hit, Side, Success
from resolver.dice import Roll
from resolver.odds import Distribution, like_dice
from resolver.procedure import Choice, Procedure, Throw

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Ending:
    """Wounds suffered in the exchange and who is in play after it: the active model, then the other."""

    wounds: tuple[int, int]
    in_play: tuple[bool, bool]


Position = int
"""Number of a state of the bout in its `Course`, with all that changes from its results on."""


@dataclass(frozen=True, slots=True)
class Played:
    """How an exchange goes: its second pass, None where there is none, and how both models stand."""

    second: Distribution[Result | None]
    endings: Distribution[Ending]


def assumed(choice: Choice) -> str:
    """Return what odds take a player to decide who is not asked yet.

    No feat; an Assassin keeps the two highest dice; a special that the rules do not know makes a damage
    roll, halves no wounds and ends nothing.
    """
    if choice.purpose == "damage_dice":
        return choice.options[-1]
    return {"feat": "none", "special_damage_roll": "yes", "wounds": "0"}.get(choice.purpose, "no")


def settled(piece: Procedure[R], roll: Roll | None = None) -> R:
    """Run a piece of a procedure with assumed decisions and at most one roll; return its result."""
    answer: Roll | str | None = None
    try:
        while True:
            step = piece.send(answer)
            answer = None
            if isinstance(step, Throw):
                answer = roll
            elif isinstance(step, Choice):
                answer = assumed(step)
    except StopIteration as end:
        result: R = end.value
        return result


class Course:
    """Works out what becomes of a bout from its results on; the bout is used and left anywhere."""

    def __init__(self, bout: Bout) -> None:
        self.bout = bout
        self._states: list[tuple[Any, ...]] = []
        self._numbers: dict[Hashable, Position] = {}
        self._after: dict[Hashable, Distribution[tuple[Position, bool]]] = {}
        self._rolled: dict[Hashable, Distribution[Position]] = {}
        self._endings: dict[Position, Ending] = {}
        self._begin = self.position()

    def position(self) -> Position:
        """Return how the bout stands, as a number that is the same for the same state."""
        bout = self.bout
        state = bout.in_contact, _standing(bout.active), _standing(bout.other)
        number = self._numbers.setdefault(state, len(self._states))
        if number == len(self._states):
            self._states.append(state)
        return number

    def allocate(self, active: tuple[int, int], other: tuple[int, int]) -> None:
        """Begin again with these attack and defence dice; whether there are any is all that matters."""
        self._put_back(self._begin)
        for side, (attack, defence) in ((self.bout.active, active), (self.bout.other, other)):
            side.attack_allocated, side.defence_allocated = attack, defence

    def from_results(self, joint: Joint) -> Played:
        """Return how the exchange goes from its results, with the bout as it stands."""
        start = self.position()
        by_first: dict[Result, dict[Result, int]] = {}
        for (one, two), count in joint.items():
            by_first.setdefault(one, {})[two] = count
        reached = {one: self._pass_outcomes(1, start, one) for one in by_first}
        common = lcm(*(outcomes.total for outcomes in reached.values()))
        over: dict[Position, int] = {}
        goes_on: dict[Position, dict[Result, int]] = {}
        for one, seconds in by_first.items():
            scale = common // reached[one].total
            together = sum(seconds.values())
            for (position, ends), count in reached[one].counts.items():
                weight = count * scale
                if ends:
                    over[position] = over.get(position, 0) + weight * together
                    continue
                waiting = goes_on.setdefault(position, {})
                for two, times in seconds.items():
                    waiting[two] = waiting.get(two, 0) + weight * times
        return self._second_pass(over, goes_on)

    def from_damage(self) -> Played:
        """Return how the exchange goes from the damage roll that is waited for."""
        bout = self.bout
        success = bout.success
        assert success is not None
        left = success.levels[len(success.levels) - len(bout.levels_left) - 1 :]
        ((_, two),) = joint_results(bout, on_table(bout.active), on_table(bout.other))
        over: dict[Position, int] = {}
        goes_on: dict[Position, dict[Result, int]] = {}
        for (position, ends), count in self._damage(success, left, len(bout.passes)).counts.items():
            if ends:
                over[position] = count
            else:
                goes_on[position] = {two: count}
        return self._second_pass(over, goes_on)

    def _second_pass(
        self, over: dict[Position, int], goes_on: Mapping[Position, Mapping[Result, int]]
    ) -> Played:
        reached = {
            position: {two: self._pass_outcomes(2, position, two) for two in seconds}
            for position, seconds in goes_on.items()
        }
        common = lcm(*(outcomes.total for by_two in reached.values() for outcomes in by_two.values()))
        second: dict[Result | None, int] = {}
        finals: dict[Position, int] = {}
        if over:
            second[None] = sum(over.values())
            finals = {position: count * common for position, count in over.items()}
        for position, seconds in goes_on.items():
            for two, count in seconds.items():
                second[two] = second.get(two, 0) + count
                outcomes = reached[position][two]
                scale = count * (common // outcomes.total)
                for (after, _), times in outcomes.counts.items():
                    finals[after] = finals.get(after, 0) + times * scale
        endings = Distribution.of((self._ending(position), count) for position, count in finals.items())
        return Played(Distribution.of(second), endings)

    def _pass_outcomes(
        self, number: int, position: Position, result: Result
    ) -> Distribution[tuple[Position, bool]]:
        """Return how the bout may stand after a pass, and whether the exchange ends with it."""
        # Which kinds of dice there are at all decides what a success does, not how many; a successful
        # attack asks for attack dice alone, a successful defence for the dice of both that met.
        attacker = self.bout.first if number == 1 else self.bout.enemy(self.bout.first)
        defence_matters = not result.attack_succeeds and self.bout.enemy(attacker).defence_allocated > 0
        key = attacker.attack_allocated > 0, defence_matters, number, position, result
        found = self._after.get(key)
        if found is None:
            found = self._after[key] = self._work_out(number, position, result)
        return found

    def _work_out(
        self, number: int, position: Position, result: Result
    ) -> Distribution[tuple[Position, bool]]:
        self._put_back(position)
        bout = self.bout
        attacker = bout.first if number == 1 else bout.enemy(bout.first)
        success = settled(succeed(bout, attacker, bout.enemy(attacker), *result))
        if success is None:
            return Distribution.certain((self.position(), False))
        return self._damage(success, success.levels, number)

    def _damage(
        self, success: Success, levels: tuple[int, ...], number: int
    ) -> Distribution[tuple[Position, bool]]:
        """Return how the bout may stand after the damage rolls of a success from now on."""
        positions = Distribution.certain(self.position())
        for level in levels:
            positions = positions.then(partial(self.after_roll, success.hit, level))
        return positions.map(lambda before: self._end(success, before, number))

    def after_roll(self, hit: Hit, level: int, position: Position) -> Distribution[Position]:
        """Return how the bout may stand after one damage roll, as before where the target is gone."""
        self._put_back(position)
        if not hit.target.in_play:
            return Distribution.certain(position)
        key = hit.step, hit.attacker.name, hit.special, level, position
        found = self._rolled.get(key)
        if found is None:
            found = self._rolled[key] = Distribution.of(self._rolls(hit, level, position))
        return found

    def _rolls(self, hit: Hit, level: int, position: Position) -> Iterator[tuple[Position, int]]:
        for faces, count in damage_throws(hit).counts.items():
            self._put_back(position)
            settled(damage_roll(self.bout, hit, level), Roll((("damage", faces),)))
            yield self.position(), count

    def _end(self, success: Success, position: Position, number: int) -> tuple[Position, bool]:
        self._put_back(position)
        reason = settled(end_pass(self.bout, success))
        bout = self.bout
        may_go_on = number == 1 and reason is None and bout.enemy(bout.first).may_attack
        return self.position(), not may_go_on

    def _ending(self, position: Position) -> Ending:
        found = self._endings.get(position)
        if found is None:
            self._put_back(position)
            active, other = settled(finish(self.bout, EndReason.BOTH_ATTACKED)).sides
            found = Ending((active.wounds, other.wounds), (active.in_play, other.in_play))
            self._endings[position] = found
        return found

    def _put_back(self, position: Position) -> None:
        self.bout.in_contact, active, other = self._states[position]
        _stand(self.bout.active, active)
        _stand(self.bout.other, other)


def damage_throws(hit: Hit) -> Distribution[tuple[int, ...]]:
    """Return the damage throws of a hit, one for all that come to the same."""
    traits = hit.attacker.traits
    weak = traits.weak and not traits.assassin
    return _damage_throws(damage_dice(hit.attacker), weak, hit.effect.critical)


@lru_cache(maxsize=16)
def _damage_throws(count: int, weak: bool, faces_matter: bool) -> Distribution[tuple[int, ...]]:
    throws = like_dice(count)
    if faces_matter:
        return throws
    by_sum: dict[int, tuple[int, ...]] = {}
    return throws.map(lambda faces: by_sum.setdefault(sum(kept_damage_dice(faces, weak)), faces))


def _standing(side: Side) -> tuple[Hashable, ...]:
    return (
        side.wounds,
        side.wounds_left,
        side.in_play,
        side.may_attack,
        side.damage_rolls,
        side.counters,
        side.ki,
        frozenset(side.states),
        tuple(side.used),
        side.traits,
    )


def _stand(side: Side, standing: tuple[Any, ...]) -> None:
    (
        side.wounds,
        side.wounds_left,
        side.in_play,
        side.may_attack,
        side.damage_rolls,
        side.counters,
        side.ki,
        states,
        used,
        side.traits,
    ) = standing
    side.states, side.used = set(states), list(used)
