"""What the other finds of a picture say of one: dice of one throw lie on one table, and are much of a size.

A crop alone does not tell printed pips, or half a domino, from a die seen from straight above.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

MOST_UNLIKE = 1.0
"""As logarithm: a find three times as large as the others is as strange as one that is larger still."""

LEAST_STANDS = -4.0
"""As logarithm: so much likelier may it be that a find is no flat die."""


@dataclass(frozen=True, slots=True)
class Company:
    """How much the others count, in logarithms of the odds that a find shows the face of a die.

    `bias` where they tell how it stands, `stands` for each unit of that, `unlike` for each of its size.
    """

    bias: float
    stands: float
    unlike: float

    def says(self, stands: Floats, unlike: Floats) -> Floats:
        """Return what the others add to the odds of each find, (N,); 0 where `stands` is not known."""
        known = self.bias + self.stands * stands.clip(LEAST_STANDS) + self.unlike * unlike
        return np.where(np.isnan(stands), np.float32(0), known).astype(np.float32)


def unlike_sizes(sides: Floats, dice: Floats) -> Floats:
    """Return how unlike those of the others the sizes of finds are, (N,), as logarithms without their sign.

    `dice` (N,) is how likely each shows the face of a die, and so how much its size counts.
    """
    logs, others = np.log(sides), dice.sum() - dice
    middle = ((dice * logs).sum() - dice * logs) / np.maximum(others, 1e-6)
    return np.asarray(np.abs(logs - middle).clip(max=MOST_UNLIKE), np.float32)
