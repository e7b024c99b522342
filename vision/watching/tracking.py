"""Which die is which, from one rest of a table to the next. Knows no throws that are awaited, and no players.

Three things tell: where dice lie, what they look like, and where the picture has changed at all. A die in
whose place no pixel changed is the same die with the same face, whatever a new reading says. One that lies a
little elsewhere with the same colours and face was pushed: a die that was thrown comes to rest so near its
former place, on the same face, once in many hundred throws, and then the game waits rather than going on
wrongly.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from vision.dice.problems import UNCLEAR
from vision.finding.overlap import overlap, share_covered
from vision.reading import Box, DieReading, Lab, Problem, TableReading
from vision.watching.moment import Moment

SAME_PLACE_OVERLAP = 0.5
"""Boxes that share more of their joint area hold the same die; one pushed by half its side shares 0.33."""

WITHIN = 0.8
"""A box of which another one covers so much holds the same die, too: beside a hand a box may be too large."""

UNMOVED_OVERLAP = 0.8
"""What the boxes of a die share at least while nobody touches it, the finder's unrest included."""

NUDGE_SIDES = 1.5
"""A die that was pushed lies at most so many of its sides from where it lay, middle to middle."""

ALIKE_BODY, ALIKE_MARKS, LIGHTNESS_WEIGHT = 28.0, 45.0, 0.5
"""Distances in L*a*b* within which two looks at one die stay, a shadow over it included: that is mostly
lightness, which counts less. Red and green dice are 90 apart, red and black ones 65; marks are small, and
vary more."""


class Places(Protocol):
    """What the pictures say of places, boxes in pixels of a frame so wide."""

    def is_covered(self, box: Box, frame_width: int) -> bool:
        """True where a hand was in front of the table while it was read."""

    def is_veiled(self, box: Box, frame_width: int) -> bool:
        """True where a hand, or its shadow, was over the table: what is not seen there may lie there yet."""

    def is_touched(self, box: Box, frame_width: int) -> bool:
        """True where something has changed since the reading before."""


@dataclass(frozen=True, slots=True)
class LyingDie:
    """A die with its id: as handed out last, and the face it was read with last, if ever.

    `face_holds` until something changes in its place without its being read again.
    """

    shown: DieReading
    face: int | None
    face_holds: bool


@dataclass(frozen=True, slots=True)
class Lying:
    """All dice that lie on the table; begin with `Lying()`."""

    dice: tuple[LyingDie, ...] = ()
    next_id: int = 1
    read_before: bool = False

    def has_one_at(self, box: Box) -> bool:
        """True where one of the dice lies."""
        return any(_same_place(die.shown.box, box) for die in self.dice)


@dataclass(frozen=True, slots=True)
class Followed:
    """What one more reading says: the dice that lie there, the reading to hand out, and the moment it makes.

    The moment is SETTLED, NUDGED, LIFTED, or KNOWN when there is nothing to hand out.
    """

    lying: Lying
    reading: TableReading
    moment: Moment
    hidden: bool
    """True when a hand is over a die of it: more will be known once it is gone."""


def follow(before: Lying, reading: TableReading, places: Places) -> Followed:
    """Return a reading with its dice known again, or as new ones."""
    width = reading.width
    seen = [
        replace(die, face=None, problem=Problem.HIDDEN) if places.is_covered(die.box, width) else die
        for die in reading.dice
    ]
    known = dict(_known_again(before.dice, seen, places, width))
    now: list[LyingDie] = []
    next_id = before.next_id
    out: list[DieReading] = []
    for index, die in enumerate(seen):
        covered = places.is_covered(die.box, width)
        if index in known:
            now.append(_seen_again(known[index], die, covered, places.is_touched(die.box, width)))
        elif covered:
            out.append(die)  # In a hand, or just under it: no die of the table until it is seen without.
        else:
            now.append(LyingDie(replace(die, id=next_id), die.face, face_holds=True))
            next_id += 1
    found_again = {die.shown.id for die in known.values()}
    for old in before.dice:
        box = old.shown.box
        if old.shown.id in found_again:
            continue
        if places.is_veiled(box, width):
            now.append(replace(old, shown=replace(old.shown, face=None, problem=Problem.HIDDEN)))
        elif (
            not places.is_touched(box, width)
            and not any(_same_place(box, die.box) for die in seen)
            and not _may_be_none(old)
        ):
            now.append(old)  # Nothing has changed there: the finder has missed it, it has not gone.
    lying = Lying(tuple(now), next_id, read_before=True)
    dice = tuple(sorted([*out, *(die.shown for die in now)], key=lambda die: die.box))
    handed_out = replace(reading, dice=dice, problems=reading.problems if not dice else ())
    moment = _moment(before, lying, places, width)
    hidden = any(die.problem == Problem.HIDDEN and places.is_veiled(die.box, width) for die in dice)
    if moment is Moment.KNOWN:
        return Followed(_as_shown_before(before, lying), handed_out, moment, hidden)
    return Followed(lying, handed_out, moment, hidden)


def _moment(before: Lying, now: Lying, places: Places, width: int) -> Moment:
    """Return what has become of the dice; those under a hand say nothing yet."""
    was = {die.shown.id: die for die in before.dice}
    seen = [
        die
        for die in now.dice
        if die.shown.problem != Problem.HIDDEN or not places.is_veiled(die.shown.box, width)
    ]
    known = [(was[die.shown.id], die) for die in seen if die.shown.id in was]
    if not before.read_before or len(known) < len(seen) or any(_tells_more(*pair) for pair in known):
        return Moment.SETTLED
    still_there = {die.shown.id for die in now.dice}
    if gone := [die for die in before.dice if die.shown.id not in still_there]:
        # What is gone though nothing has changed was no die.
        taken_up = any(places.is_touched(die.shown.box, width) for die in gone)
        return Moment.LIFTED if taken_up else Moment.SETTLED
    if any(old.shown.face is None and die.shown.face is not None for old, die in known):
        return Moment.SETTLED
    if any(overlap(old.shown.box, die.shown.box) < UNMOVED_OVERLAP for old, die in known):
        return Moment.NUDGED
    return Moment.KNOWN


def _may_be_none(die: LyingDie) -> bool:
    """True for what was never read and may be no die at all, but a shadow or a pattern of the table."""
    return die.face is None and die.shown.problem in UNCLEAR


def _tells_more(was: LyingDie, now: LyingDie) -> bool:
    """True when a die is read as it never was, no longer read, or belongs to a group at last.

    One that a hand has only covered comes back as what it was.
    """
    return (now.shown.face is None) != (was.shown.face is None and was.face is None) or (
        was.shown.group is None and now.shown.group is not None
    )


def _as_shown_before(before: Lying, now: Lying) -> Lying:
    """Return the dice as they were handed out last, for nothing of this reading is handed out."""
    was = {die.shown.id: die.shown for die in before.dice}
    return replace(now, dice=tuple(replace(die, shown=was[die.shown.id]) for die in now.dice))


def _seen_again(old: LyingDie, die: DieReading, covered: bool, touched: bool) -> LyingDie:
    """Return a die that lay there before, as it is to be shown now."""
    now = replace(die, id=old.shown.id)
    if covered:
        return replace(old, shown=now)
    if touched:
        return LyingDie(now, die.face or old.face, face_holds=die.face is not None)
    in_place = replace(now, box=old.shown.box)
    if old.face is None or not old.face_holds:
        return LyingDie(in_place, die.face or old.face, die.face is not None or old.face_holds)
    if die.face is not None and die.face != old.face:
        # One of two readings of the same pixels is false, and nothing says which.
        return replace(old, shown=replace(in_place, face=None, problem=Problem.UNSURE))
    if old.shown.face is not None and old.shown.group is not None:
        return old
    return LyingDie(in_place if die.face is not None else old.shown, old.face, face_holds=True)


def _known_again(
    before: Sequence[LyingDie], seen: Sequence[DieReading], places: Places, width: int
) -> Iterator[tuple[int, LyingDie]]:
    """Yield which of the dice seen, by index, are which of those that lay there; the nearest first."""
    old_left, new_left = set(range(len(before))), set(range(len(seen)))
    pairs = [
        (nearness, i, j)
        for i, old in enumerate(before)
        for j, die in enumerate(seen)
        if (nearness := _how_near(old, die, places, width)) is not None
    ]
    for _, i, j in sorted(pairs, reverse=True):
        if i in old_left and j in new_left:
            old_left.discard(i)
            new_left.discard(j)
            yield j, before[i]


def _how_near(old: LyingDie, die: DieReading, places: Places, width: int) -> float | None:
    """Return how well a die seen is one that lay there, the more the better; None when it is another."""
    shared = overlap(old.shown.box, die.box)
    if _same_place(old.shown.box, die.box):
        untouched = not places.is_touched(die.box, width)
        if (untouched and old.face_holds) or places.is_covered(die.box, width):
            return 1 + shared
        could_be = die.face is None or old.face is None or die.face == old.face
        return 1 + shared if could_be and _alike(old.shown, die) else None
    sides = _distance(old.shown.box, die.box) / _side(die.box)
    if sides > NUDGE_SIDES or not places.is_touched(old.shown.box, width):
        return None
    return -sides if die.face is not None and die.face == old.face and _alike(old.shown, die) else None


def _same_place(one: Box, other: Box) -> bool:
    return overlap(one, other) > SAME_PLACE_OVERLAP or share_covered(one, other) > WITHIN


def _alike(one: DieReading, other: DieReading) -> bool:
    """True for looks at dice of the same colours, as far as that can be told under changing light."""
    if one.colours is None or other.colours is None:
        return (one.body, one.marks) == (other.body, other.marks)
    return (
        _apart(one.colours.body, other.colours.body) <= ALIKE_BODY
        and _apart(one.colours.marks, other.colours.marks) <= ALIKE_MARKS
    )


def _apart(one: Lab, other: Lab) -> float:
    lightness, a, b = (first - second for first, second in zip(one, other, strict=True))
    return float(((LIGHTNESS_WEIGHT * lightness) ** 2 + a * a + b * b) ** 0.5)


def _side(box: Box) -> float:
    return max(box[2] - box[0], box[3] - box[1])


def _distance(one: Box, other: Box) -> float:
    """Return how far apart the middles of two boxes are, in pixels."""
    x, y = (one[i] + one[i + 2] - other[i] - other[i + 2] for i in (0, 1))
    return float((x * x + y * y) ** 0.5 / 2)
