"""What went wrong in a labelled picture, die by die, worst first. Draws nothing."""

from collections.abc import Sequence
from dataclasses import dataclass

from vision.reading import Box, DieReading
from vision.scoring.score import (
    EVERY_DIE,
    Counted,
    Judged,
    LabelledDie,
    LabelledPicture,
    Verdict,
    has_places,
    judge,
    score_picture,
)

WORST_FIRST = (Verdict.WRONG, Verdict.EXTRA, Verdict.MISSED, Verdict.REFUSED)
"""A false face spoils a game unseen, a missing die is seen, a refused one says so itself."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A die, or a whole picture where labels have no boxes.

    `place` is what to look at, None for the whole picture; `boxes` are the readings in it, each with what
    is to be written beside it.
    """

    verdict: Verdict
    file: str
    truth: str
    read: str
    confidence: float
    place: Box | None
    of_picture: bool
    boxes: tuple[tuple[Box, str], ...]


def mistakes_in(
    truth: LabelledPicture, readings: Sequence[DieReading], counted: Counted = EVERY_DIE
) -> tuple[Mistake, ...]:
    """Return every die of a picture that was not read rightly; one in all where dice have no boxes."""
    if has_places(truth):
        judged = judge(truth, readings, counted)
        return tuple(_of_die(truth.file, one) for one in judged if one.verdict is not Verdict.RIGHT)
    if not truth.dice:
        return tuple(
            _of_die(truth.file, Judged(Verdict.EXTRA, None, reading))
            for reading in readings
            if reading.face is not None
        )
    return _of_picture(truth, readings, counted)


def worst_first(mistakes: Sequence[Mistake]) -> list[Mistake]:
    """Return them by verdict, the surest falsehoods and the nearly accepted before the others."""
    return sorted(mistakes, key=lambda one: (WORST_FIRST.index(one.verdict), -one.confidence))


def _of_die(file: str, judged: Judged) -> Mistake:
    label, reading = judged.label, judged.reading
    boxes = tuple(one.box for one in (label, reading) if one is not None and one.box is not None)
    return Mistake(
        verdict=judged.verdict,
        file=file,
        truth="no die" if label is None else _truth(label),
        read="nothing" if reading is None else _read(reading),
        confidence=0.0 if reading is None else reading.confidence,
        place=_around(boxes),
        of_picture=False,
        boxes=() if reading is None else ((reading.box, ""),),
    )


def _of_picture(
    truth: LabelledPicture, readings: Sequence[DieReading], counted: Counted
) -> tuple[Mistake, ...]:
    tally = score_picture(truth, readings, counted)
    if tally.exact:
        return ()
    counts = {
        Verdict.WRONG: tally.wrong,
        Verdict.EXTRA: tally.extra,
        Verdict.MISSED: tally.missed,
        Verdict.REFUSED: tally.refused,
    }
    wanted = [die for die in truth.dice if die in counted]
    return (
        Mistake(
            verdict=next(verdict for verdict in WORST_FIRST if counts[verdict]),
            file=truth.file,
            truth=" ".join(sorted(_truth(die) for die in wanted)) or "no die",
            read=" ".join(sorted(_mark(die) for die in readings)) or "nothing",
            confidence=max((die.confidence for die in readings), default=0.0),
            # A die that was missed may lie anywhere.
            place=None if tally.missed or not readings else _around([die.box for die in readings]),
            of_picture=True,
            boxes=tuple((die.box, _mark(die)) for die in readings),
        ),
    )


def _truth(die: LabelledDie) -> str:
    """Return `4`, `d20 17` or `4 cocked, 35% seen`."""
    value = "?" if die.value is None else str(die.value)
    notes = ["cocked"] * die.cocked + [f"{die.visible:.0%} seen"] * (die.visible < 1)
    return " ".join(["" if die.kind == "d6" else f"{die.kind} ", value, ", ".join(notes)]).strip()


def _read(die: DieReading) -> str:
    return die.problem or "?" if die.face is None else str(die.face)


def _mark(die: DieReading) -> str:
    return "?" if die.face is None else str(die.face)


def _around(boxes: Sequence[Box]) -> Box:
    """Return the smallest box around others."""
    left, top, right, bottom = zip(*boxes, strict=True)
    return min(left), min(top), max(right), max(bottom)
