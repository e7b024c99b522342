"""Whose die is this? The groups of one table by their colours, and words for dice."""

from collections.abc import Mapping, Sequence

from api.tables import DiceGroup
from resolver.procedure import Throw
from vision.colours.named_groups import group_name
from vision.reading import Box, DieReading, TableReading

Colours = tuple[str, str]
"""Names of body and mark colour."""

PIPS, NUMERALS = "pips", "numerals"
"""What the marks of a die are called."""


class Palette:
    """The groups of dice that are set up at one table.

    `profiled` gives the set-up's colours for the calibrated groups that readings name. Without it two views
    of a die decide: the names of its own colours, and the group that fits it best beside the other dice of
    the picture, called by its colours. Where both say something they must agree.
    """

    def __init__(self, groups: Sequence[DiceGroup], profiled: Mapping[str, Colours] | None = None) -> None:
        self._groups = tuple(groups)
        self._profiled = profiled
        self._colours = tuple(dict.fromkeys((group.body, group.marks) for group in groups))
        self._by_group = {group_name(*colours): colours for colours in self._colours}

    def colours_of(self, die: DieReading) -> Colours | None:
        """Return the set-up's colours for a die, None when no group has them or two might."""
        if self._profiled is not None:
            return None if die.group is None else self._profiled.get(die.group)
        named = self._by_names(die)
        fitting = None if die.group is None else self._by_group.get(die.group)
        if fitting is None:
            return named
        if named is None:
            half_right = die.body == fitting[0] or die.marks == fitting[1]
            return fitting if half_right else None
        return named if named == fitting else None

    def _by_names(self, die: DieReading) -> Colours | None:
        """Return the set-up's colours that the names of a die's own colours tell.

        Marks may be misjudged where the body alone already tells: glare greys white pips first. A die that
        has a group's colours the other way round may be one of either, a black die with large red pips or a
        red one in shadow, and is none.
        """
        if (die.body, die.marks) in self._colours:
            return die.body, die.marks
        if (die.marks, die.body) in self._colours:
            return None
        same_body = [colours for colours in self._colours if colours[0] == die.body]
        return same_body[0] if len(same_body) == 1 else None

    def colours_for(self, player: str, group: str) -> Colours | None:
        """Return the colours in which a player throws a group, None where the set-up names none."""
        for one in self._groups:
            if (one.player, one.group) == (player, group):
                return one.body, one.marks
        return None

    def thrown(self, throw: Throw, dice: Sequence[DieReading]) -> tuple[DieReading, ...]:
        """Return those of the dice that have the colours of a throw's groups."""
        asked = {self.colours_for(throw.player, group.group) for group in throw.dice} - {None}
        return tuple(die for die in dice if self.colours_of(die) in asked)

    def owner(self, die: DieReading, awaited: Throw | None) -> DiceGroup | None:
        """Return the group of this die's colours; of several, the one that is awaited, else the first."""
        colours = self.colours_of(die)
        owners = [group for group in self._groups if (group.body, group.marks) == colours]
        asked = [(awaited.player, dice.group) for dice in awaited.dice] if awaited else []
        return next(
            (one for one in owners if (one.player, one.group) in asked), owners[0] if owners else None
        )

    def words(self, colours: Colours, count: int = 1, marked: str = PIPS) -> str:
        """Return `red die`, or `black dice with red pips` where the body alone is not enough."""
        body, marks = colours
        noun = "die" if count == 1 else "dice"
        alike = [one for one in self._colours if one[0] == body and one != colours]
        return f"{body} {noun} with {marks} {marked}" if alike else f"{body} {noun}"

    def which(self, die: DieReading, reading: TableReading) -> str:
        """Return `black die with red pips at the left`: what a die is called and where it lies."""
        colours = self.colours_of(die)
        marked = NUMERALS if die.numerals else PIPS
        words = self.words(colours, 1, marked) if colours else f"{die.body} die with {die.marks} {marked}"
        return f"{words} {place(die.box, reading.width, reading.height)}"


def place(box: Box, width: int, height: int) -> str:
    """Return where in a picture of this size a box lies, such as `at the upper left` or `in the middle`."""
    column = ("left", "", "right")[min(2, int(3 * (box[0] + box[2]) / 2 / width))]
    row = ("upper", "", "lower")[min(2, int(3 * (box[1] + box[3]) / 2 / height))]
    if row and column:
        return f"at the {row} {column}"
    if row:
        return "at the top" if row == "upper" else "at the bottom"
    return f"at the {column}" if column else "in the middle"
