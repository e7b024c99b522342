"""What the camera read: dice with faces or the reason why not. Knows no rules and no players."""

from dataclasses import dataclass
from enum import StrEnum

Box = tuple[float, float, float, float]
"""x0, y0, x1, y1 in pixels of the picture as given, origin top left, around the whole visible die."""


class Problem(StrEnum):
    """Why a die was refused, in the words that players see."""

    GLARE = "glare"
    BLUR = "blur"
    TOO_SMALL = "too small"
    COCKED = "cocked"
    HIDDEN = "hidden"
    CUT_OFF = "cut off"
    UNSUPPORTED = "unsupported"
    UNSURE = "unsure"
    OUTSIDE = "outside"


Lab = tuple[float, float, float]
"""CIE L* (0..100, above where brighter than white), a* and b* for the white of D65."""


@dataclass(frozen=True, slots=True)
class SeenColours:
    """Colours of a die in the light of its picture, as they would look if the die mirrored nothing."""

    body: Lab
    marks: Lab
    around: Lab
    """What lies around the die: the table, mostly."""
    error: float
    """How far off the body may be: a root mean square, on the scale of cube roots of light."""


@dataclass(frozen=True, slots=True)
class DieReading:
    """One die: `face` is None when it was refused, and then `problem` says why.

    `group` is None for a die that belongs to no group, or might belong to two; without profiles always.
    """

    kind: str
    face: int | None
    confidence: float
    box: Box
    body: str
    marks: str
    group: str | None = None
    problem: str | None = None
    colours: SeenColours | None = None
    id: int | None = None
    """Of a watched table: the same number for the same die as long as it lies, and never used again.

    A die that was pushed a little or covered for a while keeps it; one that was thrown, turned or taken up
    has a new one. None in a single photograph.
    """
    numerals: bool = False
    """Whether its faces carry numerals; else they carry pips."""
    may_be: tuple[str, ...] = ()
    """Groups that a die without one may be of, by its colours: who knows what is thrown may know which."""

    @property
    def shows_pips(self) -> bool:
        """Whether a face of pips is read."""
        return self.face is not None and not self.numerals


NOTHING_FOUND = ("no dice found",)
"""Problems of a picture without dice."""


@dataclass(frozen=True, slots=True)
class TableReading:
    """All dice of one picture; `problems` concern the picture as a whole; `ms` from decode to answer."""

    width: int
    height: int
    ms: float
    dice: tuple[DieReading, ...]
    problems: tuple[str, ...] = ()
