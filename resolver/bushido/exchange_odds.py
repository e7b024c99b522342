"""Odds of a whole exchange at the throw that is waited for, for every allocation and every re-roll.

What is assumed: rights to throw dice again that are not asked for yet are used by the policy of
`group_odds`; for the one that is asked for, each choice of dice has odds of its own. Other decisions
still to come are those of `course_odds.assumed`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from resolver.bushido.course_odds import Course, Ending, settled
from resolver.bushido.events import DiceRerolled, Faces
from resolver.bushido.exchange import fight
from resolver.bushido.feats import use_feats
from resolver.bushido.fighter import Exchange
from resolver.bushido.group_odds import Hands, Thrown, fresh_dice, ways_to_reroll
from resolver.bushido.rerolls import Group, Right, rights
from resolver.bushido.result_odds import Joint, Result, joint_results
from resolver.bushido.side import Bout, Side
from resolver.odds import Distribution, TooManyDice, mixture
from resolver.procedure import Answer, Event, Throw, replay

MOST_CASES = 300
"""Ways to split or to throw again that odds are worked out for: 16 dice against 16."""

Split = tuple[int, int]
"""Attack and defence dice of one model."""


@dataclass(frozen=True, slots=True)
class Case:
    """What odds hold for: both splits, the active model's first, and dice that are thrown again.

    `again` is None where no re-roll is asked for, otherwise faces by group, empty for no dice.
    """

    splits: tuple[Split, Split]
    again: tuple[tuple[Group, Faces], ...] | None = None


@dataclass(frozen=True, slots=True)
class ExchangeOdds:
    """How both passes are decided, the second None where there is none, and how both models stand.

    `names` are the active model and the other, in the order of `Ending`; the first pass is `attacker`'s.
    """

    names: tuple[str, str]
    attacker: str
    first: Distribution[Result]
    second: Distribution[Result | None]
    endings: Distribution[Ending]


def exchange_odds(setup: Exchange, answers: Sequence[Answer] = ()) -> dict[Case, ExchangeOdds]:
    """Return the odds of an exchange at the throw that the answers lead to, for each case of it.

    Empty where no throw is waited for. Raises TooManyDice, and for refused answers what `replay` does.
    """
    bout = Bout(setup)
    progress = replay(partial(fight, bout), answers)
    asked = progress.waiting_for
    if not isinstance(asked, Throw):
        return {}
    if asked.purpose == "damage":
        return {_as_thrown(bout): _damage_odds(bout)}
    cases = {"melee": _melee_cases, "reroll": _reroll_cases, "added": _added_cases}[asked.purpose]
    course = Course(bout)
    odds: dict[Case, ExchangeOdds] = {}
    for case, active, other in cases(bout, progress.events, asked):
        if len(odds) == MOST_CASES:
            raise TooManyDice(f"{asked.player}: expected at most {MOST_CASES} ways to decide, found more")
        course.allocate(*case.splits)
        odds[case] = _odds(course, active, other)
    return odds


def _odds(course: Course, active: Hands, other: Hands) -> ExchangeOdds:
    bout = course.bout
    joint = _joint(bout, active, other)
    first: dict[Result, int] = {}
    for (one, _), count in joint.items():
        first[one] = first.get(one, 0) + count
    played = course.from_results(joint)
    return ExchangeOdds(
        (bout.active.name, bout.other.name),
        bout.first.name,
        Distribution.of(first),
        played.second,
        played.endings,
    )


def _joint(bout: Bout, active: Hands, other: Hands) -> Joint:
    if len(active) == len(other) == 1:
        return joint_results(bout, active[0][1], other[0][1])
    return mixture(
        (Distribution.of(joint_results(bout, mine, theirs)), weight * times)
        for weight, mine in active
        for times, theirs in other
    ).counts


def _damage_odds(bout: Bout) -> ExchangeOdds:
    passes = [Result(compared.attack_succeeds, compared.success_level) for compared in bout.passes]
    played = Course(bout).from_damage()
    second: Distribution[Result | None] = played.second
    if len(passes) == 2:
        second = Distribution.of(((passes[1], 1),))
    return ExchangeOdds(
        (bout.active.name, bout.other.name),
        bout.first.name,
        Distribution.certain(passes[0]),
        second,
        played.endings,
    )


Cases = Iterator[tuple[Case, Hands, Hands]]


def _melee_cases(bout: Bout, _: tuple[Event, ...], asked: Throw) -> Cases:
    thrown = _thrown(bout, _all_rights(bout))
    held = [
        dict(_splits(dice, seen=dice.side is bout.active and asked.player != dice.side.name))
        for dice in thrown
    ]
    if len(held[0]) * len(held[1]) > MOST_CASES:
        thrower = bout.active if bout.active.name == asked.player else bout.other
        raise TooManyDice(
            f"{asked.player}: expected at most {MOST_CASES} pairs of splits, found "
            f"{len(held[0]) * len(held[1])}; decide {thrower.fighter.key}.attack_dice"
        )
    for mine, active in held[0].items():
        for theirs, other in held[1].items():
            yield Case((mine, theirs)), active, other


def _splits(dice: Thrown, seen: bool) -> Iterator[tuple[Split, Hands]]:
    side = dice.side
    if seen:
        yield (len(side.attack), len(side.defence)), _on_table(dice)
        return
    for attack in range(side.allocation.most, side.allocation.least - 1, -1):
        defence = side.rolled - attack
        unseen = dice.unseen("attack", attack), dice.unseen("defence", defence)
        yield (attack, defence), dice.hands(*unseen)


def _reroll_cases(bout: Bout, events: tuple[Event, ...], asked: Throw) -> Cases:
    done = {(event.by, event.trait) for event in events if isinstance(event, DiceRerolled)}
    left = [right for right in _all_rights(bout) if (right.by.name, right.trait) not in done]
    current = next(right for right in left if any(table_faces(right.owner, group) for group in right.groups))
    thrown = _thrown(bout, tuple(left[left.index(current) + 1 :]))
    before: dict[Group, Faces] = {group: table_faces(current.owner, group) for group in current.groups}
    for choice in ways_to_reroll(before, asked.may_change):
        held = [
            dice.hands(
                *(
                    _with_again(table_faces(dice.side, group), choice.get(group, ()))
                    if dice.side is current.owner
                    else Distribution.certain(table_faces(dice.side, group))
                    for group in GROUPS
                )
            )
            for dice in thrown
        ]
        again = tuple((group, faces) for group, faces in choice.items() if faces)
        yield Case(_as_thrown(bout).splits, again), held[0], held[1]


def _added_cases(bout: Bout, _: tuple[Event, ...], asked: Throw) -> Cases:
    sides = bout.without_initiative_first()
    waiting = [(side, group) for side in sides for group in GROUPS if _added(side)[group]]
    now = next(
        place
        for place, (side, group) in enumerate(waiting)
        if (side.name, group) == (asked.player, asked.dice[0].group)
    )
    left = waiting[now:]
    held = []
    for side in (bout.active, bout.other):
        attack, defence = (_added(side)[group] if (side, group) in left else 0 for group in GROUPS)
        held.append(_on_table(Thrown(side, bout.enemy(side), (), False, (attack, defence))))
    yield _as_thrown(bout), held[0], held[1]


GROUPS: tuple[Group, Group] = ("attack", "defence")


def _thrown(bout: Bout, left: tuple[Right, ...]) -> list[Thrown]:
    return [
        Thrown(
            side,
            bout.enemy(side),
            tuple(right for right in left if right.owner is side),
            True,
            (_added(side)["attack"], _added(side)["defence"]),
        )
        for side in (bout.active, bout.other)
    ]


def _added(side: Side) -> dict[Group, int]:
    return {"attack": side.traits.added_attack_dice, "defence": side.traits.added_defence_dice}


def _all_rights(bout: Bout) -> tuple[Right, ...]:
    """Return all rights to throw dice again in their order, with those of feats decided beforehand."""
    found: list[Right] = []
    for side in bout.without_initiative_first():
        settled(use_feats(bout, side, 7))
        found += rights(side, bout.enemy(side))
    return tuple(found)


def _on_table(dice: Thrown) -> Hands:
    return dice.hands(Distribution.certain(dice.side.attack), Distribution.certain(dice.side.defence))


def _with_again(faces: Faces, again: Faces) -> Distribution[Faces]:
    stay = list(faces)
    for face in again:
        stay.remove(face)
    return fresh_dice(stay, len(again))


def table_faces(side: Side, group: Group) -> Faces:
    """Return the dice of a group as they lie on the table."""
    return side.attack if group == "attack" else side.defence


def _as_thrown(bout: Bout) -> Case:
    active, other = ((side.attack_allocated, side.defence_allocated) for side in (bout.active, bout.other))
    return Case((active, other))
