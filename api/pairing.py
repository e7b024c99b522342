"""The dice in a picture and the awaited throw, brought together by colour: a roll, or why there is none.

The only place where camera and rules meet. Every die in the picture must be accounted for: it belongs to
this throw, lies there from an accepted one, or is another player's. What is left over refuses the roll.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from api.tables import DiceGroup
from resolver.dice import Dice, Roll
from resolver.procedure import Throw
from vision.named_groups import group_name
from vision.overlap import overlap
from vision.reading import Box, DieReading, Problem, TableReading

Colours = tuple[str, str]
"""Names of body and mark colour."""

SAME_PLACE_OVERLAP = 0.5
"""Boxes that share more of their joint area hold the same die; one nudged by half its side shares 0.33."""


@dataclass(frozen=True, slots=True)
class Paired:
    """A roll that has the dice asked for, and the dice it was read from."""

    roll: Roll
    dice: tuple[DieReading, ...]


@dataclass(frozen=True, slots=True)
class Unpaired:
    """Dice that do not answer the throw; the reasons are sentences without a full stop."""

    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NothingThrown:
    """None of the awaited dice has been thrown yet; there is nothing to complain about."""


class Palette:
    """Whose die is this? The groups of one table by their colours, and words for them.

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

    def words(self, colours: Colours, count: int = 1) -> str:
        """Return `red die`, or `black dice with red pips` where the body alone is not enough."""
        body, marks = colours
        noun = "die" if count == 1 else "dice"
        alike = [one for one in self._colours if one[0] == body and one != colours]
        return f"{body} {noun} with {marks} pips" if alike else f"{body} {noun}"


def pair(
    reading: TableReading, throw: Throw, palette: Palette, lying: Sequence[DieReading]
) -> Paired | Unpaired | NothingThrown:
    """Return the roll that a settled picture gives for a throw; `lying` dice were accepted before.

    A re-roll reads its groups again as a whole, and counts as thrown once one of their dice has changed.
    Dice outside the tray are no dice of this throw; where one is missing they are named.
    """
    outside = [die for die in reading.dice if die.problem == Problem.OUTSIDE and not lies_still(die, lying)]
    reading = replace(reading, dice=tuple(die for die in reading.dice if die.problem != Problem.OUTSIDE))
    groups: dict[Colours, Dice] = {}
    for dice in throw.dice:
        colours = palette.colours_for(throw.player, dice.group)
        if colours is None:
            return Unpaired((f"no colours are set up for {throw.player}'s {dice.group} dice",))
        groups[colours] = dice
    fresh = [die for die in reading.dice if not lies_still(die, lying)]
    strange = [die for die in fresh if palette.colours_of(die) is None]
    if not strange and not any(palette.colours_of(die) in groups for die in fresh):
        return NothingThrown()
    counted = reading.dice if throw.before is not None else fresh
    thrown = [die for die in counted if palette.colours_of(die) in groups]
    wrong_counts = _wrong_counts(thrown, throw, groups, palette)
    reasons = (
        *reading.problems,
        *wrong_counts,
        *(f"{_which(die, reading, palette)} lies outside" for die in outside if wrong_counts),
        *(
            f"{_which(die, reading, palette)} is unread: {die.problem}"
            for die in (*thrown, *strange)
            if die.face is None
        ),
        *_wrong_kinds(thrown, reading, groups, palette),
        *(
            f"{_which(die, reading, palette)} belongs to nobody at this table"
            for die in strange
            if die.face is not None
        ),
    )
    if reasons:
        return Unpaired(reasons)
    faces: dict[str, list[int]] = {dice.group: [] for dice in throw.dice}
    for die in thrown:
        colours = palette.colours_of(die)
        assert colours is not None
        assert die.face is not None
        faces[groups[colours].group].append(die.face)
    return Paired(Roll.of(faces), tuple(thrown))


def lies_still(die: DieReading, lying: Sequence[DieReading]) -> bool:
    """True for a die that lies where an accepted one lay; a face unread then or now could be the same."""
    return any(
        overlap(die.box, other.box) > SAME_PLACE_OVERLAP
        and die.body == other.body
        and (die.face == other.face or None in (die.face, other.face))
        for other in lying
    )


def place(box: Box, width: int, height: int) -> str:
    """Return where in a picture of this size a box lies, such as `at the upper left` or `in the middle`."""
    column = ("left", "", "right")[min(2, int(3 * (box[0] + box[2]) / 2 / width))]
    row = ("upper", "", "lower")[min(2, int(3 * (box[1] + box[3]) / 2 / height))]
    if row and column:
        return f"at the {row} {column}"
    if row:
        return "at the top" if row == "upper" else "at the bottom"
    return f"at the {column}" if column else "in the middle"


def _wrong_counts(
    thrown: Sequence[DieReading], throw: Throw, groups: dict[Colours, Dice], palette: Palette
) -> tuple[str, ...]:
    """Say which colours have too few or too many dice, unread ones counted."""
    seen = Counter(palette.colours_of(die) for die in thrown)
    wrong = []
    for colours, dice in groups.items():
        if not dice.least <= seen[colours] <= dice.most:
            expected = f"{dice.most}" if dice.least == dice.most else f"{dice.least} to {dice.most}"
            wrong.append(f"{expected} {palette.words(colours, dice.most)} expected, {seen[colours]} seen")
    if not wrong and seen.total() != throw.total:
        kinds = ", ".join(f"{seen[colours]} {palette.words(colours, seen[colours])}" for colours in groups)
        noun = "die" if throw.total == 1 else "dice"
        wrong.append(f"{throw.total} {noun} expected, {seen.total()} seen: {kinds}")
    return tuple(wrong)


def _wrong_kinds(
    thrown: Sequence[DieReading], reading: TableReading, groups: dict[Colours, Dice], palette: Palette
) -> tuple[str, ...]:
    wrong = []
    for die in thrown:
        colours = palette.colours_of(die)
        assert colours is not None
        expected = f"d{groups[colours].sides}"
        if die.kind != expected:
            wrong.append(f"{_which(die, reading, palette)} is a {die.kind}, expected a {expected}")
    return tuple(wrong)


def _which(die: DieReading, reading: TableReading, palette: Palette) -> str:
    """Return `a black die with red pips at the left`."""
    colours = palette.colours_of(die)
    words = palette.words(colours) if colours else f"{die.body} die with {die.marks} pips"
    article = "an" if words[0] in "aeiou" else "a"
    return f"{article} {words} {place(die.box, reading.width, reading.height)}"
