"""How well readings agree with a labelled set. Knows neither pictures nor models."""

import json
import math
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from statistics import median

from vision.reading import Box, DieReading

SAME_DIE = 0.6
"""A reading belongs to a label whose centre is nearer than this share of the label's longer side."""

SAME_DIE_AROUND_PIPS = 1.6
"""The same where the label's box holds the pips alone and may be a single pip."""

LEAST_SIDE_PX = 12.0
"""Smaller label boxes count as this large, so that a pixel of difference does not part them."""


FACES = {"d6": 6, "d6n": 6, "d20": 20}
"""How many faces dice have that may be read; others are numbered in several ways."""


class LabelsError(ValueError):
    """A folder without usable labels.jsonl; the message names file and line."""


@dataclass(frozen=True, slots=True)
class LabelledDie:
    """The truth about a die; `value` is None where only its place is known.

    Rendered sets also say whether it is `cocked`, which share of it is `visible`, where the corners of its
    `top` face lie in the picture, which way `up` is for the number on it, where its `normal` is seen to point
    (right and down, 1 long), and how much `evidence` of its value the pixels hold; none of these is scored.
    """

    kind: str
    value: int | None
    box: Box | None
    cocked: bool = False
    visible: float = 1.0
    top: tuple[tuple[float, float], ...] = ()
    up: tuple[float, float] | None = None
    normal: tuple[float, float] | None = None
    evidence: float = 1.0


@dataclass(frozen=True, slots=True)
class Counted:
    """Which labelled dice are scored: those of these kinds and values, any where None is given."""

    kinds: Collection[str] | None = None
    values: Collection[int] | None = None

    def __contains__(self, die: LabelledDie) -> bool:
        of_kind = self.kinds is None or die.kind in self.kinds
        return of_kind and (self.values is None or die.value in self.values)


EVERY_DIE = Counted()


@dataclass(frozen=True, slots=True)
class LabelledPicture:
    """The truth about a picture; `box_of` says whether boxes are around die, top face or pips.

    Pictures of one `scene` show the same dice at the same table.
    """

    file: str
    box_of: str | None
    dice: tuple[LabelledDie, ...]
    scene: str = ""


@dataclass(frozen=True, slots=True)
class Tally:
    """Dice of one picture. A refused die is neither right nor wrong; `extra` readings have no die."""

    dice: int
    right: int
    refused: int
    missed: int
    wrong: int
    extra: int

    @property
    def honest(self) -> bool:
        """Nothing false was accepted."""
        return self.wrong == 0 and self.extra == 0

    @property
    def exact(self) -> bool:
        """Every die was read, rightly, and nothing else."""
        return self.honest and self.right == self.dice


class Verdict(Enum):
    """How one die was read; EXTRA is an accepted face where no die is."""

    RIGHT = "right"
    WRONG = "wrong"
    EXTRA = "extra"
    MISSED = "missed"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Judged:
    """A die of a picture and its reading: `label` is None for an extra one, `reading` for a missed one."""

    verdict: Verdict
    label: LabelledDie | None
    reading: DieReading | None


@dataclass(frozen=True, slots=True)
class SetScore:
    """A whole set: shares of pictures (exact, never_wrong) and of dice (right, refused, missed), and counts.

    `false_per_accepted` is the share of wrong and extra faces among all accepted ones; `ms` the median time.
    """

    set: str
    pictures: int
    unread: int
    dice: int
    exact: float
    right: float
    refused: float
    missed: float
    wrong: int
    extra: int
    false_per_accepted: float
    never_wrong: float
    ms: float | None


def load_labels(folder: Path) -> tuple[LabelledPicture, ...]:
    """Return the pictures of FOLDER/labels.jsonl; of two lines for one file the later counts.

    Raises:
        LabelsError: the file is missing, or a line is no label.
    """
    path = folder / "labels.jsonl"
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as err:
        raise LabelsError(f"{path}: expected the labels of a set, in its folder: {err.strerror}") from err
    pictures: dict[str, LabelledPicture] = {}
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                picture = _labelled_picture(line)
            except (ValueError, KeyError, TypeError, AttributeError) as err:
                raise LabelsError(f"{path}:{number}: not the label of a picture: {_words(err)}") from err
            pictures[picture.file] = picture
    if not pictures:
        raise LabelsError(f"{path}: expected a line a picture, found none")
    return tuple(pictures.values())


def _words(err: Exception) -> str:
    """Return in words what is wrong with a label."""
    if isinstance(err, KeyError):
        return f"expected {err.args[0]!r}, found none"
    if isinstance(err, json.JSONDecodeError):
        return f"expected JSON, found none at character {err.pos + 1}"
    return str(err)


def score_picture(
    truth: LabelledPicture, readings: Sequence[DieReading], counted: Counted = EVERY_DIE
) -> Tally:
    """Return how the readings of one picture agree with it.

    Dice are matched by place where all labels have boxes, else faces are compared as a multiset.
    Where dice have places, readings of labelled dice that are not `counted` are ignored.
    """
    if has_places(truth):
        return _tally(judge(truth, readings, counted))
    return _score_by_faces([die for die in truth.dice if die in counted], readings)


def has_places(truth: LabelledPicture) -> bool:
    """Say whether the dice of a picture can be matched by place; on an empty table there are none."""
    return bool(truth.dice) and all(die.box is not None for die in truth.dice)


def judge(
    truth: LabelledPicture, readings: Sequence[DieReading], counted: Counted = EVERY_DIE
) -> tuple[Judged, ...]:
    """Return every labelled die of a picture whose labels have boxes, and then every extra reading.

    A refused reading where no die is stands for nothing and is left out.
    """
    match = _nearest_pairs(truth, readings)
    judged = []
    for index, die in enumerate(truth.dice):
        if die in counted:
            reading = readings[match[index]] if index in match else None
            judged.append(Judged(_verdict(die, reading), die, reading))
    matched = set(match.values())
    judged += [
        Judged(Verdict.EXTRA, None, reading)
        for index, reading in enumerate(readings)
        if index not in matched and reading.face is not None
    ]
    return tuple(judged)


def score_set(name: str, tallies: Sequence[Tally], unread: int, ms: Iterable[float] = ()) -> SetScore:
    """Return the score of a set from its pictures' tallies, `unread` pictures standing beside them."""
    pictures, dice = max(1, len(tallies)), max(1, sum(tally.dice for tally in tallies))
    right = sum(tally.right for tally in tallies)
    wrong = sum(tally.wrong for tally in tallies)
    extra = sum(tally.extra for tally in tallies)
    times = list(ms)
    return SetScore(
        set=name,
        pictures=len(tallies),
        unread=unread,
        dice=sum(tally.dice for tally in tallies),
        exact=round(sum(tally.exact for tally in tallies) / pictures, 4),
        right=round(right / dice, 4),
        refused=round(sum(tally.refused for tally in tallies) / dice, 4),
        missed=round(sum(tally.missed for tally in tallies) / dice, 4),
        wrong=wrong,
        extra=extra,
        false_per_accepted=round((wrong + extra) / max(1, right + wrong + extra), 4),
        never_wrong=round(sum(tally.honest for tally in tallies) / pictures, 4),
        ms=round(median(times), 1) if times else None,
    )


def _labelled_picture(line: str) -> LabelledPicture:
    stated = json.loads(line)
    dice = tuple(
        LabelledDie(
            kind=str(die["kind"]),
            value=None if die["value"] is None else _value(str(die["kind"]), int(die["value"])),
            box=None if die.get("box") is None else _box(die["box"]),
            cocked=bool(die.get("cocked", False)),
            visible=float(die.get("visible", 1.0)),
            top=tuple((float(x), float(y)) for x, y in die.get("top") or ()),
            up=_direction(die.get("up")),
            normal=_direction(die.get("normal")),
            evidence=float(die.get("evidence", 1.0)),
        )
        for die in stated["dice"]
    )
    return LabelledPicture(str(stated["file"]), stated.get("box_of"), dice, str(stated.get("scene", "")))


def _value(kind: str, value: int) -> int:
    """Return a value that a die of this kind shows. Raises ValueError for others."""
    if kind in FACES and not 1 <= value <= FACES[kind]:
        raise ValueError(f"expected a {kind} to show 1 to {FACES[kind]}, found {value}")
    return value


def _direction(stated: Sequence[float] | None) -> tuple[float, float] | None:
    return None if stated is None else (float(stated[0]), float(stated[1]))


def _box(stated: Sequence[float]) -> Box:
    x0, y0, x1, y1 = stated
    return float(x0), float(y0), float(x1), float(y1)


def _tally(judged: Sequence[Judged]) -> Tally:
    counts = Counter(one.verdict for one in judged)
    return Tally(
        dice=len(judged) - counts[Verdict.EXTRA],
        right=counts[Verdict.RIGHT],
        refused=counts[Verdict.REFUSED],
        missed=counts[Verdict.MISSED],
        wrong=counts[Verdict.WRONG],
        extra=counts[Verdict.EXTRA],
    )


def _verdict(die: LabelledDie, reading: DieReading | None) -> Verdict:
    if reading is None:
        return Verdict.MISSED
    if reading.face is None:
        return Verdict.REFUSED
    # Where only the place is known, any face counts: the label cannot contradict it.
    return Verdict.RIGHT if die.value is None or reading.face == die.value else Verdict.WRONG


def _nearest_pairs(truth: LabelledPicture, readings: Sequence[DieReading]) -> dict[int, int]:
    """Return label index -> reading index, the nearest pairs first, each label and reading once."""
    limit = SAME_DIE_AROUND_PIPS if truth.box_of == "pips" else SAME_DIE
    pairs = []
    for index, die in enumerate(truth.dice):
        assert die.box is not None
        x0, y0, x1, y1 = die.box
        side = max(x1 - x0, y1 - y0, LEAST_SIDE_PX)
        for other, reading in enumerate(readings):
            left, top, right, bottom = reading.box
            dx, dy = (left + right) / 2 - (x0 + x1) / 2, (top + bottom) / 2 - (y0 + y1) / 2
            distance = math.sqrt(dx * dx + dy * dy) / side
            if distance < limit:
                pairs.append((distance, index, other))
    match: dict[int, int] = {}
    for _, index, other in sorted(pairs):
        if index not in match and other not in match.values():
            match[index] = other
    return match


def _score_by_faces(dice: Sequence[LabelledDie], readings: Sequence[DieReading]) -> Tally:
    wanted = Counter(die.value for die in dice)
    accepted: Counter[int | None] = Counter(die.face for die in readings if die.face is not None)
    refused = len(readings) - accepted.total()
    right = (wanted & accepted).total()
    not_right = len(dice) - right
    wrong = min(not_right, accepted.total() - right)
    return Tally(
        dice=len(dice),
        right=right,
        refused=min(refused, not_right - wrong),
        missed=max(0, not_right - wrong - refused),
        wrong=wrong,
        extra=accepted.total() - right - wrong,
    )
