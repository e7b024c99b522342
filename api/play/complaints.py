"""What is wrong with dice that were thrown, in words for the players: which die, where, why, what to do."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from api.play.palette import NUMERALS, PIPS, Colours, Palette
from resolver.dice import Dice
from resolver.procedure import Throw
from vision.reading import DieReading, Problem, TableReading

REMEDIES: Mapping[str, str] = {
    Problem.GLARE: "please keep the lamp off it",
    Problem.BLUR: "please let it lie still, or focus the camera",
    Problem.TOO_SMALL: "please move the camera nearer",
    Problem.COCKED: "please re-roll it",
    Problem.HIDDEN: "please take away what covers it",
    Problem.CUT_OFF: "please re-roll it inside the picture",
    Problem.OUTSIDE: "please re-roll it inside the tray",
}
"""What helps against each problem of a die."""

ANYTHING_ELSE = "please re-roll it, or enter the roll by hand"


class Complaints:
    """Words what is wrong with the dice of one reading for one throw; `groups` are the throw's by colours."""

    def __init__(
        self, reading: TableReading, throw: Throw, palette: Palette, groups: Mapping[Colours, Dice]
    ) -> None:
        self._reading = reading
        self._throw = throw
        self._palette = palette
        self._groups = groups

    def concerns(self, colours: Colours) -> bool:
        """Whether the throw asks for dice of these colours."""
        return colours in self._groups

    def counts(self, thrown: Sequence[DieReading]) -> tuple[str, ...]:
        """Say which colours have too few or too many dice, unread ones counted."""
        seen = Counter(self._palette.colours_of(die) for die in thrown)
        wrong = []
        for colours, dice in self._groups.items():
            if not dice.least <= seen[colours] <= dice.most:
                expected = f"{dice.most}" if dice.least == dice.most else f"{dice.least} to {dice.most}"
                words = self._palette.words(colours, dice.most, _marked(dice))
                wrong.append(f"{expected} {words} expected, {seen[colours]} seen")
        if not wrong and seen.total() != self._throw.total:
            kinds = ", ".join(
                f"{seen[colours]} {self._palette.words(colours, seen[colours], _marked(dice))}"
                for colours, dice in self._groups.items()
            )
            noun = "die" if self._throw.total == 1 else "dice"
            wrong.append(f"{self._throw.total} {noun} expected, {seen.total()} seen: {kinds}")
        return tuple(wrong)

    def die(self, die: DieReading) -> str | None:
        """Say what is wrong with a die by itself: another kind than expected, or unread. None if nothing."""
        colours = self._palette.colours_of(die)
        dice = None if colours is None else self._groups.get(colours)
        expected = None if dice is None else f"d{dice.sides}"
        if expected is not None and die.kind != expected and _kind_is_seen(die):
            return f"{self.which(die)}: a {die.kind}, a {expected} is expected, please throw a {expected}"
        if die.face is None:
            return f"{self.which(die)}: {die.problem}, {_remedy(die, expected)}"
        if expected is None:
            return f"{self.which(die)}: belongs to nobody at this table, please take it away"
        return None

    def outside(self, dice: Iterable[DieReading]) -> tuple[str, ...]:
        """Say which dice lie outside."""
        return tuple(f"{self.which(die)}: {Problem.OUTSIDE}, {_remedy(die, None)}" for die in dice)

    def lying(self, dice: Iterable[DieReading]) -> tuple[str, ...]:
        """Say which dice count no more, because they lie there from a roll that was accepted."""
        return tuple(
            f"{self.which(die)}: lies there from an earlier roll, please throw it again" for die in dice
        )

    def too_many_again(self, dice: Sequence[DieReading]) -> str:
        """Say that more dice were thrown again than may be, and which have changed."""
        most = self._throw.may_change
        names = ", ".join(map(self.which, dice))
        return f"at most {most} {'die' if most == 1 else 'dice'} may change, {len(dice)} did: {names}"

    def not_again(self, die: DieReading, faces: Sequence[int]) -> str:
        """Say that a die of another group has changed, which showed one of these faces."""
        allowed = " and ".join(
            self._palette.words(colours, 2, _marked(dice)) for colours, dice in self._groups.items()
        )
        showed = " or ".join(map(str, sorted(set(faces))))
        return (
            f"{self.which(die)}: has changed, only {allowed} may be thrown again, "
            f"please turn it back to {showed}"
        )

    def which(self, die: DieReading) -> str:
        """Return which die it is and where."""
        return self._palette.which(die, self._reading)


def _kind_is_seen(die: DieReading) -> bool:
    """Say whether a die was seen to be of its kind; one that nothing was made out of counts as a d6."""
    return die.face is not None or die.kind != "d6" or die.numerals


def _marked(dice: Dice) -> str:
    """Return what the marks of such dice are called; six-sided ones mostly have pips."""
    return PIPS if dice.sides == 6 else NUMERALS


def _remedy(die: DieReading, expected: str | None) -> str:
    if die.problem == Problem.UNSUPPORTED and expected is not None:
        return f"please throw a {expected}, or enter the roll by hand"
    return REMEDIES.get(die.problem or "", ANYTHING_ELSE)
