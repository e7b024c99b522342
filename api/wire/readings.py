"""How readings are sent to programs; apart from the rest, so that a photograph is read without the rules."""

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from vision.reading import DieReading, TableReading


class DieOut(TypedDict):
    """A die of a photograph: `face` is null when it was refused, and then `problem` says why.

    `box` is x0, y0, x1, y1 in pixels of the picture, around the whole die; `confidence` is 0 to 1. Only dice
    with numerals have `marks_kind`.
    """

    kind: str
    face: int | None
    confidence: float
    box: list[float]
    body: str
    marks: str
    group: str | None
    problem: str | None
    marks_kind: NotRequired[Literal["numerals"]]


class LiveDieOut(DieOut):
    """A die of a watched table, which keeps its `id` while it lies."""

    id: int | None


class SeenOut(TypedDict):
    """A picture's size in pixels, the milliseconds that reading it took, and problems of it as a whole."""

    width: int
    height: int
    ms: float
    problems: list[str]


class ReadingOut(SeenOut):
    """What was seen in a picture."""

    dice: list[DieOut]


class LiveReadingOut(SeenOut):
    """What was seen of a watched table."""

    dice: list[LiveDieOut]


class PictureOut(ReadingOut):
    """What was seen in a picture of this name."""

    path: str


def reading_out(reading: TableReading) -> ReadingOut:
    """Return what was seen in a frame, boxes in its pixels."""
    return {
        "width": reading.width,
        "height": reading.height,
        "ms": round(reading.ms, 2),
        "dice": [die_out(die) for die in reading.dice],
        "problems": list(reading.problems),
    }


def live_reading_out(reading: TableReading) -> LiveReadingOut:
    """Return what was seen of a watched table: as `reading_out` does, each die with its `id` besides."""
    return {**reading_out(reading), "dice": [live_die_out(die) for die in reading.dice]}


def picture_out(path: str, reading: TableReading) -> PictureOut:
    """Return what was seen in a picture of this name."""
    return {"path": path, **reading_out(reading)}


def die_out(die: DieReading) -> DieOut:
    """Return a die of a photograph."""
    out: DieOut = {
        "kind": die.kind,
        "face": die.face,
        "confidence": round(die.confidence, 4),
        "box": [round(edge, 1) for edge in die.box],
        "body": die.body,
        "marks": die.marks,
        "group": die.group,
        "problem": die.problem,
    }
    if die.numerals:
        out["marks_kind"] = "numerals"
    return out


def live_die_out(die: DieReading) -> LiveDieOut:
    """Return a die of a watched table, with its `id`."""
    return {**die_out(die), "id": die.id}
