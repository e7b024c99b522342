"""Whose die is this? All dice of a picture against the groups of a table, together with the light.

A die's colours alone say little under another lamp. So lights are sought under which dice and table agree
with what was calibrated; under each, every group may still look a little different as a whole, and any die
may mirror the room in its top face. What lies between two groups, or far from all, belongs to none; so does
what is of one group under one light and of another under another, both likely.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.die_points import BODY, MARKS, SHADED, SIZE, die_points
from vision.image import Frame
from vision.looks import LiveReader, Looks
from vision.mixture import Mixture, mixture
from vision.profiles import Profiles
from vision.reading import Problem, SeenColours, TableReading
from vision.relight import Roots, light_scores, lights_from_dice, relit, roots, table_mixture
from vision.tolerance import CALIBRATED, Spread, Tolerance

OWN_SPREAD = 0.5
"""Share of the differences between a group's calibrated dice that counts: a few dice overstate them."""

MOST_OWN_SPREAD = 0.16
"""What the calibrated dice of a group differ by beyond this is glare or shadow, not their colour.

A group that seemed to vary without bound would take in every die that fits no other.
"""

FREEDOM = 4.0
SEARCH_UNKNOWN, UNKNOWN = -20.0, -16.0
"""How unlikely, as logarithm against a group's middle, a die must be to be of no group."""

MIRROR, MIRROR_MARKS, MIRROR_TONE, MIRROR_CHANCE = 0.35, 0.1, 0.1, 0.1
"""How much body and marks of a top face that mirrors the room differ, how coloured that is, and how often it
happens."""

ROUNDS = 5
"""So often groups and their dice are fitted to each other."""

LIGHT_TRUST = 0.2
"""What the evidence for a light counts: dice of one group are wrong together, and so count for less."""

LEAST_CHANCE = 0.97
"""Chance of the likeliest group below which a die belongs to none."""

BODIES_ALIKE, LEAST_MARKED = 4.0, 0.2
"""Where bodies are nearer than this many spreads the marks must tell, and so must be seen: so much of the way
from body to marks that their group shows. Blur takes the rest, and then a dark die looks like any other.
"""

COLOURED_MARKS = 0.15
"""Marks that have more colour than this must show it: mirrored light makes all marks pale alike."""

LOST_DICE, LOST_SHARE = 4, 0.5
"""Where so many dice fit no group, and this share of all or more, the light was not found: no die is told."""

TOO_LITTLE_SEEN = (Problem.BLUR, Problem.HIDDEN, Problem.CUT_OFF, Problem.UNSUPPORTED)
"""Dice refused so show another's pips, or none: their group would be a guess."""


@dataclass(frozen=True, slots=True, eq=False)
class Explained:
    """Dice of a picture under one light."""

    chances: NDArray[np.float64]
    """(k + 1, n): of each group for each die, and of none in the last row."""
    evidence: float
    """Logarithm of how well the groups explain the dice."""


class Groups:
    """The groups of one table, ready to be told from each other; holds no other state."""

    def __init__(self, profiles: Profiles, tolerance: Tolerance = CALIBRATED) -> None:
        dice = [die_points(group.dice) for group in profiles.groups]
        self._light = tolerance.light
        self._names = tuple(group.name for group in profiles.groups)
        self._means = np.array([np.median(seen, axis=0) for seen in dice])
        self._table = table_mixture(roots(np.array(profiles.table))) if profiles.table else None
        own = np.array([_own_spread(seen) for seen in dice])
        self._die = self._covariances(tolerance.die) + own
        # The middle of a few dice is as uncertain as a die, by their number.
        few = self._die / np.array([len(seen) for seen in dice])[:, None, None]
        self._group = self._covariances(tolerance.group) + few
        # Every group is there twice: as it is, and with a top face that mirrors.
        self._clouds = np.concatenate([self._die, self._covariances(_mirroring(tolerance.die)) + own])
        self._inverses = np.linalg.inv(self._clouds), np.linalg.inv(self._group)
        search = self._covariances(tolerance.search) + own
        mirroring = self._covariances(_mirroring(tolerance.search)) + own
        self._search = self._mixed(self._means, np.concatenate([search, mirroring]), SEARCH_UNKNOWN, search)
        bodies = self.distances(BODY) + np.diag(np.full(len(self._means), np.inf))
        self._told_by_marks = bodies.min(axis=1) < BODIES_ALIKE

    def of(self, seen: Sequence[SeenColours]) -> tuple[str | None, ...]:
        """Return the group of each die of one picture, None where it is of none or might be of two."""
        if not seen:
            return ()
        dice = die_points((one.body, one.marks, one.shaded) for one in seen)
        around = roots(np.array([one.around for one in seen]))
        lights = lights_from_dice(dice, around, self._search, self._table, self._light)
        explained = [self._explained(relit(dice, light)) for light in lights]
        scores = np.array([one.evidence for one in explained])
        scores += light_scores(lights, around, self._table, self._light)
        shares = np.exp((scores - scores.max()) * LIGHT_TRUST)
        chances = np.average([one.chances for one in explained], axis=0, weights=shares)
        dice = relit(dice, lights[np.argmax(shares)])
        found = tuple(self._named(some, die) for some, die in zip(chances.T, dice, strict=True))
        lost = found.count(None)
        return (None,) * len(found) if lost >= max(LOST_DICE, LOST_SHARE * len(found)) else found

    def distances(self, part: slice = slice(0, SIZE)) -> NDArray[np.float64]:
        """Return how far apart the groups are, (k, k), in units of their spread.

        `part` is what is compared: all nine roots, or those of bodies or marks alone.
        """
        spread = self._die + self._group
        apart = np.zeros((len(self._means), len(self._means)))
        for one, two in np.ndindex(*apart.shape):
            way = (self._means[one] - self._means[two])[part]
            shared = ((spread[one] + spread[two]) / 2)[part, part]
            apart[one, two] = np.sqrt(way @ np.linalg.solve(shared, way))
        return apart

    def _named(self, chances: NDArray[np.float64], die: Roots) -> str | None:
        best = int(np.argmax(chances))
        if best == len(self._names) or chances[best] < LEAST_CHANCE:
            return None
        if self._told_by_marks[best] and not _shows_marks(die, self._means[best]):
            return None
        return self._names[best]

    def _explained(self, dice: Roots) -> Explained:
        """Return what the groups make of dice under one light, each group as a whole fitted to its dice."""
        each, whole = self._inverses
        count = len(self._means)
        means, unsure = self._means, self._group
        for _ in range(ROUNDS):
            weight = self._fitted(means, unsure).weights(dice)
            stiff = (weight.sum(axis=1)[:, None, None] * each).reshape(2, count, SIZE, SIZE).sum(axis=0)
            pull = (each @ (weight @ dice)[..., None]).reshape(2, count, SIZE, 1).sum(axis=0)
            unsure = np.linalg.inv(whole + stiff)
            means = (unsure @ (whole @ self._means[..., None] + pull))[..., 0]
        fitted = self._fitted(means, unsure)
        shares, moved = fitted.shares(dice), means - self._means
        return Explained(
            chances=np.concatenate([shares[:count] + shares[count:-1], shares[-1:]]),
            evidence=float(
                fitted.log_density(dice).sum() - np.einsum("ka,kab,kb->", moved, whole, moved) / 2
            ),
        )

    def _fitted(self, means: NDArray[np.float64], unsure: NDArray[np.float64]) -> Mixture:
        clouds = self._clouds + np.concatenate([unsure, unsure])
        return self._mixed(means, clouds, UNKNOWN, self._die + self._group)

    def _mixed(
        self,
        means: NDArray[np.float64],
        clouds: NDArray[np.float64],
        unknown: float,
        yardstick: NDArray[np.float64],
    ) -> Mixture:
        """Return the mixture of groups (k, 9), clouds (2k, 9, 9) as they are and then mirroring."""
        mixed = mixture(np.concatenate([means, means]), clouds, FREEDOM, unknown, yardstick)
        often = np.repeat([1 - MIRROR_CHANCE, MIRROR_CHANCE], len(means))
        return replace(mixed, log_height=mixed.log_height + np.log(often))

    def _covariances(self, spread: Spread) -> NDArray[np.float64]:
        return np.array([spread.covariance(mean) for mean in self._means])


def _mirroring(spread: Spread) -> Spread:
    return replace(spread, mirror=MIRROR, mirror_marks=MIRROR_MARKS, mirror_tone=MIRROR_TONE)


def _shows_marks(die: Roots, group: Roots) -> bool:
    """Say whether the marks of a die, (9,), show enough of a group's, and of their colour if any."""
    seen, way = _marked(die), _marked(group)
    colour = way - way.mean()
    ways = [way, colour] if np.linalg.norm(colour) > COLOURED_MARKS else [way]
    return all(bool(seen @ one >= LEAST_MARKED * (one @ one)) for one in ways)


def _marked(die: Roots) -> Roots:
    """Return the way from body to marks, (3,), from where the body mirrors least."""
    return die[MARKS] - np.minimum(die[BODY], die[SHADED])


class GroupingReader:
    """A reader that also says which group each die belongs to."""

    def __init__(self, reader: LiveReader, groups: Groups) -> None:
        self._reader = reader
        self._groups = groups

    def read(self, frame: Frame) -> TableReading:
        """Return the reading with `group` of each die, None where it belongs to none."""
        return grouped(self._reader.read(frame), self._groups)

    def looks(self) -> "GroupingLooks":
        """Return where to collect the looks of one rest."""
        return GroupingLooks(self._reader.looks(), self._groups)


class GroupingLooks:
    """Looks whose reading says which group each die belongs to, by its colours in all of them; mutable."""

    def __init__(self, looks: Looks, groups: Groups) -> None:
        self._looks = looks
        self._groups = groups

    def __len__(self) -> int:
        return len(self._looks)

    def add(self, frame: Frame) -> None:
        """Look at one more frame."""
        self._looks.add(frame)

    def reading(self) -> TableReading:
        """Return the joined reading with `group` of each die."""
        return grouped(self._looks.reading(), self._groups)


def grouped(reading: TableReading, groups: Groups) -> TableReading:
    """Return a reading whose dice have their group; those that show too little have none."""
    seen = {
        index: die.colours
        for index, die in enumerate(reading.dice)
        if die.colours is not None and die.problem not in TOO_LITTLE_SEEN
    }
    found = dict(zip(seen, groups.of(list(seen.values())), strict=True))
    dice = tuple(replace(die, group=found.get(index)) for index, die in enumerate(reading.dice))
    return replace(reading, dice=dice)


def _own_spread(dice: Roots) -> NDArray[np.float64]:
    """Return the covariance (9, 9) that a group's calibrated dice add to what all dice have."""
    if len(dice) < 2:
        return np.zeros((SIZE, SIZE))
    squares, axes = np.linalg.eigh(np.cov(dice.T) * OWN_SPREAD)
    return np.asarray(axes * np.clip(squares, 0.0, MOST_OWN_SPREAD**2) @ axes.T)
