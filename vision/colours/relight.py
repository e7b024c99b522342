"""The light between two pictures of the same dice: gains of red, green and blue, found with who is who.

Colours here are cube roots of linear light, (..., 3) red, green, blue: the scale on which CIE L*a*b* counts,
where other light or exposure multiplies. A die is (6,), body then marks. Light is the logarithm of gains.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.colours.lab import lab_of, linear_of
from vision.colours.mixture import Mixture, mixture

Roots = NDArray[np.float64]
"""(..., 3) cube roots of linear red, green, blue; or (..., 6), body then marks."""

Log = NDArray[np.float64]
"""(h, 3) logarithms of gains on roots, one row a supposition."""

_OVERALL = np.ones(3) / np.sqrt(3)
# Lamps from 2,500 to 10,000 kelvin: red against blue, green going a third of the way with red.
_LAMPS = np.array([0.5, 0.16, -0.5]) - 0.16 / 3
_LAMPS = _LAMPS / np.linalg.norm(_LAMPS)
_TINT = np.cross(_OVERALL, _LAMPS)


@dataclass(frozen=True, slots=True)
class LightSpread:
    """How far light may be from that of another picture, standard deviations of logarithms of roots."""

    exposure: float
    lamp: float
    """From warm to cold: lamps and daylight differ much along this line."""
    tint: float
    """From green to magenta: they differ little across it."""

    def stiffness(self) -> NDArray[np.float64]:
        """Return the inverse covariance (3, 3) of the logarithms."""
        axes = ((_OVERALL, self.exposure), (_LAMPS, self.lamp), (_TINT, self.tint))
        return np.asarray(sum(np.outer(axis, axis) / spread**2 for axis, spread in axes))


OTHER_LIGHT = LightSpread(exposure=0.5, lamp=0.22, tint=0.05)
"""From calibration to play: another lamp, hour, white balance, exposure."""

SAME_LIGHT = LightSpread(exposure=0.25, lamp=0.04, tint=0.03)
"""From one picture of a calibration to the next: what an automatic camera changes by itself."""

TABLE_SHADE, TABLE_TONE, TABLE_FLOOR = 0.22, 0.05, 0.035
"""How a table's colour varies around dice: in shadow, between places, and with noise."""

TABLE_FREEDOM, TABLE_UNKNOWN = 4.0, -8.0
TABLE_WEIGHT = 2.0
"""All dice stand on one table, so what lies around them counts as this many observations, however many."""

TABLE_COLOURS, TABLE_FAR = 4, 0.12
"""A print or a checked cloth has several colours; those nearer than this are one."""

EXPOSURES = (-0.8, -0.5, -0.25, 0.0, 0.25, 0.5, 0.8)
TABLE_EXPOSURES = (-0.35, -0.15, 0.0, 0.18, 0.37)
"""Where the search for the light begins, on top of no change and of the table's own."""

KEPT, STEPS, LONGEST_STEP, FARTHEST = 12, 4, 0.3, 2.0
"""So many beginnings are followed, for so many steps of Newton's method, none longer than this."""

SAME_LOG = 0.05
"""Lights of which no gain differs by more, as a logarithm, are one."""

SHOULDER, LEAST_LEFT = 0.8, 0.15
"""Light above which cameras flatten what they store instead of cutting it off; and the least share of what is
above that is believed to be left: a channel that is burnt out may have been of any brightness."""

DARK = 0.03
"""Roots below this are noise: too little to divide by."""


def roots(labs: NDArray[np.float64]) -> Roots:
    """Return the roots (..., 3) of colours in L*a*b*."""
    return np.asarray(np.cbrt(linear_of(labs)))


def labs_of(colours: Roots) -> NDArray[np.float64]:
    """Return the L*a*b* (..., 3) of roots (..., 3)."""
    return lab_of(colours**3)


def seen_roots(labs: NDArray[np.float64]) -> Roots:
    """Return the roots (..., 3) of colours in L*a*b* as a picture shows them.

    Those that its camera flattened are brought back to what they were.
    """
    light = linear_of(labs)
    left = np.clip((1 - light) / (1 - SHOULDER), LEAST_LEFT, 1.0)
    return np.asarray(np.cbrt(np.minimum(light, SHOULDER) - (1 - SHOULDER) * np.log(left)))


def shown_light(colours: Roots) -> NDArray[np.float64]:
    """Return the linear light of roots (..., 3) as a picture shows it: what `seen_roots` brought back."""
    light = np.maximum(colours, 0.0) ** 3
    flattened = 1 - (1 - SHOULDER) * np.exp((SHOULDER - light) / (1 - SHOULDER))
    return np.asarray(np.where(light > SHOULDER, flattened, light))


def table_mixture(colours: Roots) -> Mixture:
    """Return the colours of a table, (k, 3), as it may be seen around dice."""
    shade = TABLE_SHADE**2 * colours[:, :, None] * colours[:, None, :]
    tone = ((TABLE_TONE * colours) ** 2 + TABLE_FLOOR**2)[:, :, None] * np.eye(3)
    mixed = mixture(colours, shade + tone, TABLE_FREEDOM, TABLE_UNKNOWN)
    return Mixture(
        mixed.means, mixed.whitening, mixed.log_height - np.log(len(colours)), mixed.freedom, mixed.unknown
    )


def table_colours(around: Roots) -> Roots:
    """Return the few colours (k, 3) that what lies around dice, (n, 3), has, the commonest first."""
    found: list[Roots] = []
    rest = around
    while len(rest) and len(found) < TABLE_COLOURS:
        near = np.linalg.norm(rest[:, None] - rest[None], axis=2) < TABLE_FAR
        chosen = near[np.argmax(near.sum(axis=1))]
        found.append(np.median(rest[chosen], axis=0))
        rest = rest[~chosen]
    return np.array(found).reshape(-1, 3)


def light_from_table(around: Roots, table: Mixture, spread: LightSpread) -> NDArray[np.float64]:
    """Return the logarithms of gains (3,) that bring what lies around dice to the table's own light."""
    light = np.array(EXPOSURES)[:, None] * _OVERALL
    stiffness = spread.stiffness()
    for _ in range(STEPS):
        force, give = _pulled(light, around, table, TABLE_WEIGHT / len(around))
        light = _stepped(light, force - light @ stiffness, give + stiffness)
    score = _scored(light, around, table, TABLE_WEIGHT / len(around))
    return np.asarray(light[np.argmax(score - _cost(light, stiffness))])


def lights_from_dice(
    dice: Roots, around: Roots, groups: Mixture, table: Mixture | None, spread: LightSpread
) -> tuple[Log, NDArray[np.float64]]:
    """Return the likeliest lights (h, 3), as logarithms of the gains that bring dice (n, 6), n > 0, to the
    groups' own, and how likely lamp and table make each, (h,), as logarithms.

    Dice and what lies around them, (n, 3), are explained together: who belongs to which group is not given,
    and dice of none are passed over. `table` None says that nothing is known of it.
    """
    stiffness = spread.stiffness()
    weight = TABLE_WEIGHT / len(around)

    def without_dice(light: Log) -> NDArray[np.float64]:
        cost = -_cost(light, stiffness)
        return cost if table is None else cost + _scored(light, around, table, weight)

    light = _beginnings(dice, around, groups, table)
    score = without_dice(light) + _scored(light, dice, groups, 1.0)
    light = light[np.argsort(-score)[:KEPT]]
    for _ in range(STEPS):
        force, give = _pulled(light, dice, groups, 1.0)
        if table is not None:
            more_force, more_give = _pulled(light, around, table, weight)
            force, give = force + more_force, give + more_give
        light = _stepped(light, force - light @ stiffness, give + stiffness)
    light = _unlike(light)
    return light, without_dice(light)


def relit(points: Roots, light: NDArray[np.float64]) -> Roots:
    """Return points (..., 3) or (..., 6) under another light, (3,)."""
    return np.asarray(points * np.exp(np.tile(light, points.shape[-1] // 3)))


def _beginnings(dice: Roots, around: Roots, groups: Mixture, table: Mixture | None) -> Log:
    """Return suppositions: plain exposures, the table's light, and any die being of any group."""
    begun = [np.array(EXPOSURES)[:, None] * _OVERALL]
    if table is not None:
        seen = np.median(around, axis=0)
        ratios = np.log((seen * table.means + DARK**2) / (seen * seen + DARK**2))
        begun.append((ratios[:, None] + np.array(TABLE_EXPOSURES)[None, :, None]).reshape(-1, 3))
    seen_pairs, known_pairs = dice.reshape(-1, 1, 2, 3), groups.means.reshape(1, -1, 2, 3)
    agreeing = (seen_pairs * known_pairs).sum(axis=2) + DARK**2
    begun.append(np.log(agreeing / ((seen_pairs**2).sum(axis=2) + DARK**2)).reshape(-1, 3))
    return np.asarray(np.clip(np.concatenate(begun), -FARTHEST, FARTHEST))


def _unlike(light: Log) -> Log:
    """Return lights (h, 3) without those that are another one over again."""
    same = np.abs(light[:, None] - light).max(axis=2) < SAME_LOG
    return np.asarray(light[same.argmax(axis=1) == np.arange(len(light))])


def _scored(light: Log, points: Roots, known: Mixture, weight: float) -> NDArray[np.float64]:
    """Return how well each supposition about the light explains the points, (h,)."""
    total = known.log_density(_moved(light, points).reshape(-1, points.shape[1]))
    return np.asarray(total.reshape(len(light), -1).sum(axis=1) * weight)


def _pulled(
    light: Log, points: Roots, known: Mixture, weight: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return force (h, 3) and stiffness (h, 3, 3) of the points on each supposition about the light."""
    count, size = points.shape
    parts = size // 3
    moved = _moved(light, points)
    force, give = known.pulls(moved.reshape(-1, size))
    force = force.reshape(moved.shape) * moved
    give = give.reshape(*moved.shape, size) * moved[..., :, None] * moved[..., None, :]
    return (
        force.reshape(len(light), count * parts, 3).sum(axis=1) * weight,
        give.reshape(len(light), count, parts, 3, parts, 3).sum(axis=(1, 2, 4)) * weight,
    )


def _moved(light: Log, points: Roots) -> NDArray[np.float64]:
    """Return the points (n, d) under each of the lights, (h, n, d)."""
    gains = np.exp(light)
    return np.asarray(points * np.concatenate([gains] * (points.shape[1] // 3), axis=1)[:, None])


def _stepped(light: Log, force: NDArray[np.float64], give: NDArray[np.float64]) -> Log:
    step = np.linalg.solve(give, force[..., None])[..., 0]
    step = np.clip(step, -LONGEST_STEP, LONGEST_STEP)
    return np.asarray(np.clip(light + step, -FARTHEST, FARTHEST))


def _cost(light: Log, stiffness: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(np.einsum("ha,ab,hb->h", light, stiffness, light) / 2)
