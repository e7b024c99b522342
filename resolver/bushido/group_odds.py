"""Odds of melee dice before they are thrown: what the attack and the defence dice of a model come to.

Rights to throw dice again are used by a fixed policy where they are not asked for yet: of its own dice
a model throws those again that show less than 4, the lowest first, attack dice before defence dice; of
the enemy's dice those that show more than 3, the highest first. The mean of a die is 3.5.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb, lcm

from resolver.bushido.arithmetic import group_result, usable_dice, without_highest
from resolver.bushido.events import Faces
from resolver.bushido.rerolls import Group, Right
from resolver.bushido.side import Side
from resolver.odds import MOST_COMBINATIONS, Distribution, TooManyDice, like_dice

Counted = tuple[int, int]
"""The result of a group of dice, and how many of its dice count in ties."""


@dataclass(frozen=True, slots=True)
class Hand:
    """What the dice of one model come to: attack and defence, independent of each other."""

    attack: Distribution[Counted]
    defence: Distribution[Counted]


Hands = tuple[tuple[int, Hand], ...]
"""Hands and how often each is held; one alone where no right is shared by attack and defence dice."""


@lru_cache(maxsize=512)
def alike(count: int, taken: int = 0) -> Distribution[Faces]:
    """Return the throws of `count` dice, one for all that come to the same.

    They come to the same when they have as many dice that are not 1s, and the same highest die after the
    `taken` highest are taken away. Counted by order statistics: 99 dice are no more work than nine.
    """
    return Distribution.of(_alike(count, taken))


def _alike(count: int, taken: int) -> Iterator[tuple[Faces, int]]:
    for usable in range(count + 1):
        ones = (1,) * (count - usable)
        ways = comb(count, usable)
        if usable <= taken:
            yield ones + (6,) * usable, ways * 5**usable
            continue
        below = 0
        for top in range(2, 7):
            up_to = sum(
                comb(usable, above) * (6 - top) ** above * (top - 1) ** (usable - above)
                for above in range(taken + 1)
            )
            yield ones + (2,) * (usable - taken - 1) + (top,) + (6,) * taken, ways * (up_to - below)
            below = up_to


def thrown_again(faces: Faces, right: Right) -> tuple[Faces, int]:
    """Return the dice that stay and the number thrown again by the policy, of one group's sorted dice."""
    if right.by is right.owner:
        again = min(right.dice, bisect_left(faces, 4))
        return faces[again:], again
    again = min(right.dice, len(faces) - bisect_left(faces, 4))
    return faces[: len(faces) - again], again


@dataclass(frozen=True, slots=True)
class Thrown:
    """Dice of a model on their way to results: what of step 7 is still to come for them."""

    side: Side
    enemy: Side
    rights: tuple[Right, ...]
    removals: bool = True
    added: tuple[int, int] = (0, 0)

    def unseen(self, group: Group, count: int) -> Distribution[Faces]:
        """Return what `count` dice of a group may show, one throw for all that come to the same."""
        if any(group in right.groups for right in self.rights):
            return like_dice(count)
        return alike(count, self._taken(group))

    def hands(self, attack: Distribution[Faces], defence: Distribution[Faces]) -> Hands:
        """Return what the dice come to after the re-rolls, removals and additions that remain.

        Raises TooManyDice.
        """
        held = [(Fraction(1), attack, defence)]
        for right in self.rights:
            held = [after for before in held for after in _use(right, *before)]
        common = lcm(*(weight.denominator for weight, _, _ in held))
        return tuple(
            (
                weight.numerator * (common // weight.denominator),
                Hand(self._counted("attack", attack), self._counted("defence", defence)),
            )
            for weight, attack, defence in held
        )

    def _taken(self, group: Group) -> int:
        if not self.removals:
            return 0
        if group == "defence":
            return self.enemy.traits.unblockable
        return 1 if self.enemy.traits.impenetrable_defence else 0

    def _counted(self, group: Group, faces: Distribution[Faces]) -> Distribution[Counted]:
        side, traits = self.side, self.side.traits
        modifier = side.attack_modifier() if group == "attack" else side.defence_modifier(self.enemy)
        taken, added = self._taken(group), self.added[group == "defence"]
        # Dice of a model count in ties all together, so those taken away before count with either group.
        before = side.removed if group == "attack" else ()

        def come_to(thrown: Faces, more: Faces) -> Counted:
            stay, gone = without_highest(thrown, taken)
            stay += more
            counting = stay + gone + before if side.edition.removed_dice_count_for_ties else stay
            result = group_result(stay, modifier, traits.kata, side.edition.kata_ones_carry_modifiers)
            return result, len(usable_dice(counting, traits.kata))

        return faces.combine(alike(added), come_to)


def _use(
    right: Right, weight: Fraction, attack: Distribution[Faces], defence: Distribution[Faces]
) -> Iterator[tuple[Fraction, Distribution[Faces], Distribution[Faces]]]:
    """Yield the dice after a right was used, apart by how many attack dice a right on all dice took."""
    if right.groups == ("attack",):
        yield weight, reroll(attack, right), defence
    elif right.groups == ("defence",):
        yield weight, attack, reroll(defence, right)
    else:
        for again in range(min(right.dice, _dice(attack)) + 1):
            of_these = [faces for faces in attack.counts if thrown_again(faces, right)[1] == again]
            if not of_these:
                continue
            part = Distribution.of((faces, attack.counts[faces]) for faces in of_these)
            left = Right(right.trait, right.by, right.owner, ("defence",), right.dice - again)
            yield weight * Fraction(part.total, attack.total), reroll(part, right), reroll(defence, left)


def _dice(faces: Distribution[Faces]) -> int:
    return len(next(iter(faces.counts)))


def reroll(faces: Distribution[Faces], right: Right) -> Distribution[Faces]:
    """Return what a group shows after a right on it was used by the policy. Raises TooManyDice."""
    most = min(right.dice, _dice(faces))
    fresh = comb(most + 5, 5)
    if len(faces.counts) * fresh > MOST_COMBINATIONS:
        raise TooManyDice(
            f"expected at most {MOST_COMBINATIONS} combinations, found {len(faces.counts) * fresh} of "
            f"{right.by.name}'s {right.trait}"
        )

    # Throws that leave the same dice lying are thrown again as one.
    lying: dict[tuple[Faces, int], int] = {}
    for shown, count in faces.counts.items():
        left = thrown_again(shown, right)
        lying[left] = lying.get(left, 0) + count

    def cases() -> Iterator[tuple[Faces, int]]:
        for (stay, again), count in lying.items():
            scale = count * 6 ** (most - again)
            for shown, times in like_dice(again).counts.items():
                yield tuple(sorted(stay + shown)), scale * times

    return Distribution.of(cases())


def fresh_dice(stay: Sequence[int], again: int) -> Distribution[Faces]:
    """Return what a group shows when `again` dice are thrown beside those that stay."""
    return like_dice(again).map(lambda fresh: tuple(sorted((*stay, *fresh))))


def ways_to_reroll(before: dict[Group, Faces], most: int) -> Iterator[dict[Group, Faces]]:
    """Yield every choice of at most `most` dice to throw again, dice that show the same being alike."""
    shown = [(group, face, faces.count(face)) for group, faces in before.items() for face in sorted({*faces})]
    for taken in _taken(tuple(times for _, _, times in shown), most):
        choice: dict[Group, Faces] = {}
        for (group, face, _), times in zip(shown, taken, strict=True):
            choice[group] = choice.get(group, ()) + (face,) * times
        yield choice


def _taken(times: tuple[int, ...], most: int) -> Iterator[tuple[int, ...]]:
    """Yield how many of each may be taken, `most` of all together."""
    if not times:
        yield ()
        return
    for first in range(min(times[0], most) + 1):
        for rest in _taken(times[1:], most - first):
            yield (first, *rest)
