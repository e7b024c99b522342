"""Labels of the training photographs that were looked at and found wrong.

`corrections.jsonl` has one line a die: `{"set", "file", "at", "labelled", "shows"}`, with `at` a point inside
its box and `shows` the face seen there, or null where no one could say: such a die is left out.
"""

import json
from dataclasses import dataclass, replace
from pathlib import Path

from models.sets import SetPicture
from vision.scoring.score import LabelledDie

FILE = Path(__file__).with_name("corrections.jsonl")


@dataclass(frozen=True, slots=True)
class Correction:
    """One wrong label: the die around `at`, in pixels of the picture, shows another face."""

    at: tuple[float, float]
    labelled: int
    shows: int | None


@dataclass(frozen=True, slots=True)
class Corrections:
    """The corrections of all sets, by set and file."""

    by_picture: dict[tuple[str, str], tuple[Correction, ...]]

    def applied(self, picture: SetPicture) -> SetPicture:
        """Return the picture with its wrong labels put right or taken out."""
        known = self.by_picture.get((picture.path.parent.name, picture.path.name), ())
        if not known:
            return picture
        dice = tuple(right for die in picture.dice if (right := _corrected(die, known)) is not None)
        return replace(picture, dice=dice)


def load_corrections() -> Corrections:
    """Return the corrections that lie beside this file."""
    by_picture: dict[tuple[str, str], tuple[Correction, ...]] = {}
    for line in FILE.read_text(encoding="utf-8").splitlines():
        stated = json.loads(line)
        x, y = stated["at"]
        picture = (stated["set"], stated["file"])
        correction = Correction((float(x), float(y)), stated["labelled"], stated["shows"])
        by_picture[picture] = (*by_picture.get(picture, ()), correction)
    return Corrections(by_picture)


def _corrected(die: LabelledDie, known: tuple[Correction, ...]) -> LabelledDie | None:
    for one in known:
        x, y = one.at
        inside = die.box is None or (die.box[0] <= x <= die.box[2] and die.box[1] <= y <= die.box[3])
        if inside and die.value == one.labelled:
            return None if one.shows is None else replace(die, value=one.shows)
    return die
