"""Which dice of a reading a group's colours are learnt from."""

from collections import Counter
from collections.abc import Sequence

from vision.reading import DieReading, Problem

NOT_WHOLE = (Problem.UNSUPPORTED, Problem.OUTSIDE, Problem.CUT_OFF, Problem.HIDDEN)
"""What is refused so shows too little of a die to learn its colours from."""


class UnusableGroupError(ValueError):
    """A group that cannot be learnt; the message says which and why."""


def whole_dice(name: str, dice: Sequence[DieReading]) -> list[DieReading]:
    """Return the dice that show enough of themselves. Raises UnusableGroupError where none does."""
    whole = [die for die in dice if die.problem not in NOT_WHOLE]
    if not whole:
        raise UnusableGroupError(f"{name}: expected a picture of its dice alone, found no die in it")
    return whole


def colour_words(dice: Sequence[DieReading]) -> tuple[str, str]:
    """Return the commonest names of body and marks together."""
    return Counter((die.body, die.marks) for die in dice).most_common(1)[0][0]
