"""How far dice of one group may differ from each other, and from what was calibrated."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.die_points import BODY, MARKS, SHADED, SIZE
from vision.relight import OTHER_LIGHT, LightSpread


@dataclass(frozen=True, slots=True)
class Spread:
    """How one group's dice differ: shares of their colour, and of white where gloss is added to it."""

    shade: float
    body_shade: float
    marks_shade: float
    body_gloss: float
    marks_gloss: float
    blur: float
    """Share of the way from marks to body that small marks are blurred."""
    floor: float
    """Whatever else, on the scale of roots."""
    shaded_shade: float = 0.15
    shaded_floor: float = 0.05
    mirror: float = 0.0
    """Of white on the body, where the top face mirrors the room, and on its marks."""
    mirror_marks: float = 0.0
    mirror_tone: float = 0.0
    """What is mirrored is not always white."""

    def covariance(self, mean: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the covariance (9, 9) of dice that look like `mean`, (9,), on average."""
        blurred = np.zeros(SIZE)
        blurred[MARKS] = mean[BODY] - mean[MARKS]
        ways = (
            (mean, self.shade),
            (mean * _ON_BODY, self.body_shade),
            (mean * _ON_MARKS, self.marks_shade),
            (mean * _ON_SHADED, self.shaded_shade),
            (_ON_BODY, self.body_gloss),
            (_ON_MARKS, self.marks_gloss),
            (blurred, self.blur),
            (_ON_BODY, self.mirror),
            (_ON_MARKS, self.mirror_marks),
        )
        alone = self.floor**2 + self.shaded_floor**2 * _ON_SHADED + self.mirror_tone**2 * _ON_BODY
        return np.asarray(sum(np.outer(way, way) * share**2 for way, share in ways) + np.diag(alone))


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


CALIBRATED = Tolerance(
    search=Spread(0.10, 0.08, 0.10, 0.06, 0.05, 0.25, 0.045),
    die=Spread(0.07, 0.05, 0.05, 0.045, 0.03, 0.15, 0.025),
    group=Spread(0.06, 0.05, 0.05, 0.05, 0.05, 0.15, 0.025),
    light=OTHER_LIGHT,
)
BY_NAME = Tolerance(
    search=Spread(0.12, 0.12, 0.15, 0.08, 0.06, 0.25, 0.06),
    die=Spread(0.08, 0.06, 0.06, 0.045, 0.03, 0.15, 0.025),
    group=Spread(0.12, 0.12, 0.15, 0.07, 0.05, 0.2, 0.06),
    light=LightSpread(exposure=0.35, lamp=0.2, tint=0.05),
)


def _on(part: slice) -> NDArray[np.float64]:
    """Return white on one part of a die, nothing on the others."""
    white = np.zeros(SIZE)
    white[part] = 1.0
    return white


_ON_BODY, _ON_MARKS, _ON_SHADED = _on(BODY), _on(MARKS), _on(SHADED)
