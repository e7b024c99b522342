"""Whose die is this? All dice of a picture against the groups of a table, together with the light.

A die's colours alone say little under another lamp. So the light is sought under which dice and table agree
best with what was calibrated; then each group may still look a little different as a whole; and what lies
between two groups, or far from all, belongs to none.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.colours.lab import as_lab
from vision.colours.like_names import may_be_called
from vision.colours.mixture import Mixture, mixture
from vision.colours.names import body_name, marks_name
from vision.colours.profiles import Profiles
from vision.colours.relight import (
    OTHER_LIGHT,
    LightSpread,
    Roots,
    labs_of,
    lights_from_dice,
    relit,
    roots,
    seen_roots,
    shown_light,
    table_mixture,
)
from vision.reading import Lab, SeenColours

GLOSS = 0.1
"""Light that a glossy face may mirror beside its own, where white is 1."""


@dataclass(frozen=True, slots=True)
class Spread:
    """How one group's dice differ: shares of their colour, and of `GLOSS` that is added to their light."""

    shade: float
    body_shade: float
    marks_shade: float
    body_gloss: float
    marks_gloss: float
    blur: float
    """Share of the way from marks to body that small marks are blurred."""
    floor: float
    """Whatever else, on the scale of roots."""
    body_faded: float = 0.0
    """Share of the way from body to grey, and of that from marks to grey, that cameras take colour away."""
    marks_faded: float = 0.0

    def covariance(self, mean: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the covariance (6, 6) of dice that look like `mean`, (6,), on average."""
        body, marks = mean * _BODY, mean * _MARKS
        # As roots, the light of a mirrored wall changes what is dark more than what is bright.
        mirrored = np.cbrt(np.maximum(mean, 0.0) ** 3 + GLOSS) - mean
        blurred = np.concatenate([np.zeros(3), mean[:3] - mean[3:]])
        grey = np.repeat(mean.reshape(2, 3).mean(axis=1), 3)
        parts = (
            (mean, self.shade),
            (body, self.body_shade),
            (marks, self.marks_shade),
            (mirrored * _BODY, self.body_gloss),
            (mirrored * _MARKS, self.marks_gloss),
            (blurred, self.blur),
            ((grey - mean) * _BODY, self.body_faded),
            ((grey - mean) * _MARKS, self.marks_faded),
        )
        return np.asarray(
            sum(np.outer(way, way) * share**2 for way, share in parts) + np.eye(6) * self.floor**2
        )


@dataclass(frozen=True, slots=True)
class Tolerance:
    """What may differ between profiles and play, learnt on rendered rolls that are used for nothing else."""

    search: Spread
    """While the light is sought: generous, for what it is not yet known."""
    die: Spread
    """From die to die of one group in one picture."""
    group: Spread
    """Of a whole group, from profile to picture, once the light is known."""
    light: LightSpread
    freedom: float = 4.0
    """Degrees of freedom of all these: the smaller, the less does a die far out surprise."""
    search_unknown: float = -14.0
    """How unlikely, as logarithm against a group's middle, a die must be to be of no group, in the search."""
    unknown: float = -9.5
    """The same once the light is known."""
    named: bool = False
    """Whether groups are known by the names of their colours alone: then a die that is called otherwise is of
    none of them, though it be nearest to one."""


CALIBRATED = Tolerance(
    search=Spread(0.13, 0.79, 0.091, 1.5, 1.0, 0.073, 0.12, body_faded=0.022, marks_faded=0.007),
    die=Spread(0.00043, 0.022, 0.026, 3.0, 0.26, 0.044, 0.021, body_faded=0.06, marks_faded=0.052),
    group=Spread(0.043, 0.017, 0.028, 0.18, 0.13, 0.067, 0.019, body_faded=0.1, marks_faded=0.15),
    light=OTHER_LIGHT,
    freedom=6.5,
    search_unknown=-12.1,
    unknown=-12.9,
)
BY_NAME = Tolerance(
    search=Spread(0.12, 0.12, 0.15, 1.0, 0.5, 0.25, 0.06),
    die=Spread(0.08, 0.06, 0.06, 0.8, 0.2, 0.15, 0.025),
    group=Spread(0.12, 0.12, 0.15, 0.6, 0.15, 0.2, 0.06),
    light=LightSpread(exposure=0.35, lamp=0.2, tint=0.05),
    named=True,
)

OWN_SPREAD = 0.32
"""Share of the differences between a group's calibrated dice that counts: a few dice overstate them."""

MOST_OWN_SPREAD = 0.16
"""What the calibrated dice of a group differ by beyond this is glare or shadow, not their colour.

A group that seemed to vary without bound would take in every die that fits no other.
"""

ROUNDS = 5
"""So often groups and their dice are fitted to each other."""

LEAST_CHANCE, MOST_UNKNOWN = 0.995, 0.15
"""Chance that the likeliest group must have among the groups, and the most that none of them may have: which
group it is and whether it is one are two questions."""

LIKELY_UNKNOWN, LEAST_POSSIBLE = 0.5, 0.05
"""A die that is less likely of no group than the first may be of each group that has the second chance."""

SURELY_UNKNOWN = 0.9
"""So may one that is less likely of none than this, where its face is beyond doubt."""

BODIES_ALIKE, LEAST_MARKED = 4.0, 0.2
"""Where bodies are nearer than this many spreads the marks must tell, and so must be seen: so much of the way
from body to marks that their group shows, or as much the other way where one of both pictures mirrors a lamp.
Blur takes the rest, and then a dark die looks like any other.
"""

LEAST_TINT, LEAST_TINTED = 0.5, 0.25
"""What a body mirrors hides how much lighter or darker its marks are, but not their tint: where that is so
much of the way from body to marks, so much of it is enough."""

STRONG_TINT = 0.15
"""Marks whose tint is so far from their body's, as roots, are seen where it is towards their group's: a group
that mirrored a lamp when it was learnt has hardly any tint of its own."""

LOST_DICE, LOST_SHARE = 4, 0.5
"""Where so many dice fit no group, and this share of all or more, the light was not found: no die is told."""

LEAST_LIGHTER = 15.0
"""By so much, in L*, marks must be lighter than their body to be so beyond doubt: gloss lightens bodies."""

COMPARED, LIKELIER_COMPARED = 1.5, 2.0
"""How much the odds of a comparison count beside measured colours, and what is added to these odds."""

LEAST_LEAD = 1.0
"""By so much, as a logarithm, a die's group must be likelier by comparison than any other where its colours
alone do not tell it. Where they do none may be likelier: pips of a die before it may have been measured."""

Compare = Callable[[NDArray[np.float64]], NDArray[np.float64]]
"""Given k pairs of colours, body and marks, (k, 2, 3) linear red, green, blue as the picture shows them, 1 is
white: the logarithms of the odds, (k, n), that each of its n dice has each of them."""

_BODY, _MARKS = np.repeat([1.0, 0.0], 3), np.repeat([0.0, 1.0], 3)


@dataclass(frozen=True, slots=True)
class Belonging:
    """Whose a die is: its group, or none and the groups that it may be of, if any.

    One that is `likelier_of_none` may be of these only where its face is beyond doubt.
    """

    group: str | None = None
    may_be: tuple[str, ...] = ()
    likelier_of_none: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class _Fit:
    """Dice (n, 6) under a light, what groups look like there, (k, 6), the chance of each group for each of
    the dice and of none in the last row (k + 1, n), and how likely the dice are so, as a logarithm.
    """

    dice: Roots
    means: Roots
    chances: NDArray[np.float64]
    score: float


class Groups:
    """The groups of one table, ready to be told from each other; holds no other state."""

    def __init__(self, profiles: Profiles, tolerance: Tolerance = CALIBRATED) -> None:
        dice = [roots(np.array(group.dice)).reshape(-1, 6) for group in profiles.groups]
        self._light = tolerance.light
        self._freedom, self._unknown = tolerance.freedom, tolerance.unknown
        self._names = tuple(group.name for group in profiles.groups)
        self._called = [(group.body, group.marks) for group in profiles.groups if tolerance.named]
        self._means = np.array([np.median(seen, axis=0) for seen in dice])
        self._lighter_marks = [_lighter_marks(mean) for mean in self._means]
        self._table = table_mixture(roots(np.array(profiles.table))) if profiles.table else None
        own = np.array([_own_spread(seen) for seen in dice])
        self._die = self._covariances(tolerance.die) + own
        self._group = self._covariances(tolerance.group)
        self._each, self._whole = np.linalg.inv(self._die), np.linalg.inv(self._group)
        search = self._covariances(tolerance.search) + own
        self._search = mixture(self._means, search, tolerance.freedom, tolerance.search_unknown)
        self._bodies = self.distances(slice(0, 3))
        apart = self._bodies + np.diag(np.full(len(self._means), np.inf))
        self._told_by_marks = apart.min(axis=1) < BODIES_ALIKE

    def of(
        self,
        seen: Sequence[SeenColours],
        unclear: Sequence[SeenColours] = (),
        compare: Compare | None = None,
    ) -> tuple[Belonging, ...]:
        """Return whose each die of one picture is; a die is of no group where it might be of two.

        After them come dice whose marks are `unclear`: they are of no group, and may be of any of their body.
        What can `compare` those that are not says more of them than their colours do.
        """
        if not seen:
            return (Belonging(),) * len(unclear)
        labs = np.array([[one.body, one.marks, one.around] for one in seen])
        colours = seen_roots(labs)
        dice, around = colours[:, :2].reshape(-1, 6), colours[:, 2]
        lights, likely = lights_from_dice(dice, around, self._search, self._table, self._light)
        fits = [self._fit(relit(dice, light)) for light in lights]
        # How well the groups fit at last tells two lights apart that the search finds much the same.
        best = int(np.argmax(likely + [fit.score for fit in fits]))
        light, fit = lights[best], fits[best]
        if compare is None:
            found = tuple(map(self._belonging, fit.chances.T, fit.dice))
        else:
            odds = compare(shown_light(relit(fit.means, -light).reshape(-1, 2, 3)))
            found = tuple(
                self._unless_another_compares(self._belonging(both, die), one, alone)
                for both, die, one, alone in zip(
                    _compared(fit.chances, odds).T, fit.dice, odds.T, fit.chances.T, strict=True
                )
            )
        if self._called:
            found = tuple(map(self._unless_called_otherwise, found, fit.dice, dice))
        lost = sum(one.group is None and (one.likelier_of_none or not one.may_be) for one in found)
        if lost >= max(LOST_DICE, LOST_SHARE * len(found)):
            return (Belonging(),) * (len(found) + len(unclear))
        bodies = relit(seen_roots(np.array([one.body for one in unclear]).reshape(-1, 3)), light)
        return (*found, *(self._by_body(body) for body in bodies))

    def distances(self, part: slice = slice(0, 6)) -> NDArray[np.float64]:
        """Return how far apart the groups are, (k, k), in units of their spread.

        `part` is what is compared: all six roots, the first three for bodies alone, the last for marks.
        """
        spread = self._die + self._group
        apart = np.zeros((len(self._means), len(self._means)))
        for one, two in np.ndindex(*apart.shape):
            way = (self._means[one] - self._means[two])[part]
            shared = ((spread[one] + spread[two]) / 2)[part, part]
            apart[one, two] = np.sqrt(way @ np.linalg.solve(shared, way))
        return apart

    def _belonging(self, chances: NDArray[np.float64], die: Roots) -> Belonging:
        best, unknown = int(np.argmax(chances[:-1])), chances[-1]
        if unknown >= SURELY_UNKNOWN:
            return Belonging()
        if not _tell(chances, best):
            possible = self._one_of(chances[:-1] >= LEAST_POSSIBLE)
            return replace(possible, likelier_of_none=bool(unknown >= LIKELY_UNKNOWN))
        way = self._means[best, 3:] - self._means[best, :3]
        if self._told_by_marks[best] and not _stand_out(die[3:] - die[:3], way):
            return self._one_of(self._bodies[best] < BODIES_ALIKE)
        return Belonging(self._names[best])

    def _unless_another_compares(
        self, belonging: Belonging, odds: NDArray[np.float64], by_colours: NDArray[np.float64]
    ) -> Belonging:
        """Return whose a die is, of no group where it may as well be of another by comparison, odds (k,).

        `by_colours` (k + 1,) are the chances by its colours alone.
        """
        if belonging.group is None:
            return belonging
        own = self._names.index(belonging.group)
        near = odds > odds[own] - (0.0 if _tell(by_colours, own) else LEAST_LEAD)
        near[own] = True
        return self._one_of(near) if near.sum() > 1 else belonging

    def _unless_called_otherwise(self, belonging: Belonging, die: Roots, seen: Roots) -> Belonging:
        """Return whose a die is without the groups that its colours, under the light or as seen, rule out.

        Those are groups whose names they have under neither, and groups whose marks are darker than their
        body where its own are lighter, or the other way round: no light changes that.
        """
        names = (_called(die), _called(seen))
        lighter = _lighter_marks(seen)

        def fits(group: int) -> bool:
            named = any(all(map(may_be_called, name, self._called[group])) for name in names)
            return named and lighter * np.sign(self._lighter_marks[group]) > -LEAST_LIGHTER

        own = belonging.group
        may_be = (name for name in belonging.may_be if fits(self._names.index(name)))
        left = own if own is not None and fits(self._names.index(own)) else None
        return replace(belonging, group=left, may_be=tuple(may_be))

    def _by_body(self, body: Roots) -> Belonging:
        off = body - self._means[:, :3]
        spread = (self._die + self._group)[:, :3, :3]
        squares = np.einsum("ki,ki->k", off, np.linalg.solve(spread, off[..., None])[..., 0])
        return self._one_of(squares < BODIES_ALIKE**2)

    def _one_of(self, possible: NDArray[np.bool_]) -> Belonging:
        return Belonging(may_be=tuple(name for name, may in zip(self._names, possible, strict=True) if may))

    def _fit(self, dice: Roots) -> _Fit:
        """Return how the groups fit dice (n, 6) under one light, each group moved towards its own."""
        each, whole = self._each, self._whole
        means, unsure = self._means, self._group
        for _ in range(ROUNDS):
            weight = self._fitted(means, unsure).weights(dice)
            unsure = np.linalg.inv(whole + weight.sum(axis=1)[:, None, None] * each)
            drawn = whole @ self._means[..., None] + each @ (weight @ dice)[..., None]
            means = (unsure @ drawn)[..., 0]
        off, fitted = means - self._means, self._fitted(means, unsure)
        moved = np.einsum("ka,kab,kb->", off, whole, off) / 2
        return _Fit(dice, means, fitted.shares(dice), float(fitted.log_density(dice).sum() - moved))

    def _fitted(self, means: NDArray[np.float64], unsure: NDArray[np.float64]) -> Mixture:
        return mixture(means, self._die + unsure, self._freedom, self._unknown, self._die + self._group)

    def _covariances(self, spread: Spread) -> NDArray[np.float64]:
        return np.array([spread.covariance(mean) for mean in self._means])


def _tell(chances: NDArray[np.float64], group: int) -> bool:
    """Say whether chances of groups and of none, (k + 1,), tell that a die is of a group."""
    unknown = chances[-1]
    return bool(unknown < MOST_UNKNOWN and chances[group] >= LEAST_CHANCE * (1 - unknown))


def _compared(chances: NDArray[np.float64], odds: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return chances of groups and of none, (k + 1, n), once comparisons, (k, n), are counted in."""
    told = chances.copy()
    told[:-1] *= np.exp(COMPARED * (odds + LIKELIER_COMPARED))
    return np.asarray(told / told.sum(axis=0))


def _stand_out(marks: Roots, way: Roots) -> bool:
    """Say whether marks stand out from their body as a group's do.

    Each is the way from body to marks, (3,).
    """
    if abs(marks @ way) >= LEAST_MARKED * (way @ way):
        return True
    tint, seen = way - way.mean(), marks - marks.mean()
    if tint @ tint >= LEAST_TINT**2 * (way @ way) and seen @ tint >= LEAST_TINTED * (tint @ tint):
        return True
    return bool(seen @ seen >= STRONG_TINT**2 and seen @ tint > 0)


def _lighter_marks(die: Roots) -> float:
    """Return by how much the marks of a die, (6,), are lighter than its body, in L*."""
    body, marks = _looks_of(die)
    return marks[0] - body[0]


def _called(die: Roots) -> tuple[str, str]:
    """Return what body and marks of a die, (6,), are called."""
    body, marks = _looks_of(die)
    return body_name(body, marks), marks_name(marks, body)


def _looks_of(die: Roots) -> tuple[Lab, Lab]:
    """Return body and marks of a die, (6,), no lighter than white."""
    body, marks = labs_of(np.minimum(die.reshape(2, 3), 1.0)).tolist()
    return as_lab(body), as_lab(marks)


def _own_spread(dice: Roots) -> NDArray[np.float64]:
    """Return the covariance (6, 6) that a group's calibrated dice add to what all dice have."""
    if len(dice) < 2:
        return np.zeros((6, 6))
    squares, axes = np.linalg.eigh(np.cov(dice.T) * OWN_SPREAD)
    return np.asarray(axes * np.clip(squares, 0.0, MOST_OWN_SPREAD**2) @ axes.T)
