"""What the camera read: dice with faces or the reason why not. Knows no rules and no players."""

from dataclasses import dataclass

Box = tuple[float, float, float, float]
"""x0, y0, x1, y1 in pixels of the picture as given, origin top left, around the whole visible die."""


@dataclass(frozen=True, slots=True)
class DieReading:
    """One die: `face` is None when it was refused, and then `problem` says why."""

    kind: str
    face: int | None
    confidence: float
    box: Box
    body: str
    marks: str
    group: str | None = None
    problem: str | None = None


@dataclass(frozen=True, slots=True)
class TableReading:
    """All dice of one picture; `problems` concern the picture as a whole; `ms` from decode to answer."""

    width: int
    height: int
    ms: float
    dice: tuple[DieReading, ...]
    problems: tuple[str, ...] = ()
