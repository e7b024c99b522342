"""A picture in, the dice on its table out: find, crop, read, name the colours; refuse rather than guess."""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter

import numpy as np

from vision.by_colours import FacesByColours
from vision.colours.colour import ColourMeter, open_colour_meter
from vision.colours.light import light_of, names_of
from vision.dice.crop import crop, inner_part, view_of
from vision.dice.faces import FaceReader, FaceReading, FacesSeen, Probabilities, open_faces, stack
from vision.dice.motion_blur import is_moved
from vision.dice.numerals import NumeralReader, open_numerals
from vision.dice.places import centres_of, places_of
from vision.dice.problems import (
    is_burnt_out,
    problem_of,
    reaches_edge,
    without_doubtful,
    without_moved,
)
from vision.dice.surroundings import Surroundings, open_surroundings
from vision.finding.area import Area
from vision.finding.box_corrector import BoxCorrector, open_box_corrector
from vision.finding.finder import SAME_FROM_AFAR, DieFinder, open_finder
from vision.finding.overlap import longer_side, middle_side, share_covered
from vision.finding.seen_twice import without_twice_seen, without_unsure_twice_seen
from vision.finding.tray import outside_tray
from vision.image import Frame, Mask
from vision.reading import NOTHING_FOUND, Box, DieReading, Problem, TableReading
from vision.watching.evidence import DieLook, Look, any_moved, joined, show_the_same
from vision.watching.leaning import leans_sooner

MODELS_DIR = Path(__file__).resolve().parents[1] / "models"
"""Weights and cards beside the packages, in a checkout and in an installation alike."""

MOST_LOOKS = 6
"""So many frames of one rest are joined; further ones show no more than the noise of these."""

MOST_FAINT = 16
"""So many places that are faintly like a die are looked at: three on most tables, more on a page of print."""

HOLDS_DICE, HOLDS_DICE_PX = 1.5, 60.0
"""A find that shows no face and is so many times as large as the middle die that does may be a cup with dice
in it, or a die with its shadow; where no die shows one, it is from so many pixels on."""

MOST_CUPS = 3
"""So many finds are looked into, the largest first: a page of print has fifty."""


@dataclass(frozen=True, slots=True, eq=False)
class _Judged:
    """What is made of the finds of one picture: `shown` are the places of those that are dice.

    `numerals` is what the reader of numerals says of those that it was asked about, by their places.
    """

    seen: FacesSeen
    numerals: Mapping[int, Probabilities]
    shown: Sequence[int]


class TableReader:
    """Reads tables; holds the networks and no other state.

    Every die is shown to the reader of pips, and so is what is faintly like one, which counts only where its
    face is read beyond doubt. A die is shown to it once more in a better box where that reads no face, to the
    reader of numerals where there may be no pips, and with an even body where it has pips and still no face.
    What lies around is looked at where a face of pips is read, though there may be no die, and where a number
    is read on a square face, as tiles and keys have one; else what has a number is a die.
    What is dropped by all of that, though it seemed to show a face, has no say about how the others lie.
    Dice count inside `area`; where none is given, inside the tray if one is seen, else anywhere.
    """

    def __init__(
        self,
        finder: DieFinder,
        corrector: BoxCorrector,
        faces: FaceReader,
        surroundings: Surroundings,
        numerals: NumeralReader,
        meter: ColourMeter,
        area: Area | None = None,
    ) -> None:
        self._finder = finder
        self._corrector = corrector
        self._faces = faces
        self._surroundings = surroundings
        self._numerals = numerals
        self._meter = meter
        self._by_colours = FacesByColours(faces, surroundings)
        self._area = area

    def read(self, frame: Frame) -> TableReading:
        """Return the dice of a picture, left to right; `ms` is the time of this call."""
        return self.reading([self.look(frame)])

    def look(self, frame: Frame, news: Mask | None = None) -> Look:
        """Return what one frame shows of each die, to be joined with what others show.

        `news` is where the table has changed since no die lay on it, None where nobody knows.
        """
        began = perf_counter()
        found, faint = self._finder.look(frame, news)
        boxes = [die.box for die in found] + self._faint_faces(frame, [one.box for one in faint[:MOST_FAINT]])
        crops, seen = self._seen(frame, boxes)
        faceless = {index: boxes[index] for index in self._faces.faceless(seen)}
        better = self._corrector.corrected(frame, boxes, self._faces.unread(seen, faceless))
        better = self._off_the_edge(frame, better, seen)
        if better != boxes:
            boxes = better
            crops, seen = self._seen(frame, boxes)
        faint_boxes = set(boxes[len(found) :])
        opened = self._opened(frame, faceless, boxes, seen)
        if opened != boxes:
            boxes = opened
            crops, seen = self._seen(frame, boxes)
        judged = self._judged(frame, boxes, faint_boxes, crops, seen)
        # What passed for a face told the others how the camera stands.
        misleading = self._faces.with_face(seen).difference(judged.shown)
        if misleading:
            boxes = [box for index, box in enumerate(boxes) if index not in misleading]
            crops, seen = self._seen(frame, boxes)
            judged = self._judged(frame, boxes, faint_boxes, crops, seen)
        seen, numerals, shown = judged.seen, judged.numerals, judged.shown
        views = [view_of(crops[index], self._faces.margin) for index in shown]
        colours = self._meter.measure(views)
        light = light_of([inner_part(view) for view in views])
        dice = tuple(
            DieLook(
                boxes[index],
                view,
                seen.probabilities[index],
                float(seen.stands[index]),
                float(seen.company[index]),
                seen.tops[index],
                measured,
                numerals.get(index),
            )
            for index, view, measured in zip(shown, views, colours, strict=True)
        )
        return Look(frame, dice, light, (perf_counter() - began) * 1000)

    def _judged(
        self,
        frame: Frame,
        boxes: Sequence[Box],
        faint: Container[Box],
        crops: Sequence[Frame],
        seen: FacesSeen,
    ) -> _Judged:
        """Return what all readers together make of the finds in these boxes, and which of them are dice.

        What is `faint`ly like a die is one only where its face is read beyond doubt.
        """
        numerals = self._numeral_rows(frame, boxes, seen)
        seen = self._faces.evened(seen, crops, self._to_even(seen, crops, numerals))
        hardly = {index for index, box in enumerate(boxes) if box in faint}
        doubtful = self._faces.doubtful(seen, hardly)
        odds = self._surroundings.odds(frame, [boxes[index] for index in doubtful])
        seen = self._faces.doubted(seen, doubtful, odds)
        numbers = {
            i: one for i, row in numerals.items() if (one := self._numerals.number_of(row)) is not None
        }
        square = [index for index, one in numbers.items() if one.kind == "d6"]
        printed = self._surroundings.printed(frame, [boxes[index] for index in square])
        tiles = {index for index, one in zip(square, printed, strict=True) if one}
        dropped = hardly.difference(self._faces.surely_read(seen)) if hardly else hardly
        shown = [
            index
            for index, is_die in enumerate(self._faces.are_dice(seen))
            if (is_die or index in numbers)
            and index not in dropped
            and index not in tiles
            and (index not in numerals or self._numerals.is_die(numerals[index]))
        ]
        return _Judged(seen, numerals, shown)

    def reading(self, looks: Sequence[Look]) -> TableReading:
        """Return the dice of a table at rest, left to right, from one look at it or several.

        `ms` is the time of all looks and this call.
        """
        began = perf_counter()
        frame, seen = looks[-1].frame, joined(looks)
        names = names_of([die.colours for die in seen], looks[-1].light)
        boxes = [die.box for die in seen]
        readings = self._face_readings(seen, watched=len(looks) > 1)
        single = [
            self._die_reading(frame, die, reading, boxes, name)
            for die, reading, name in zip(seen, readings, names, strict=True)
        ]
        moved = is_moved(stack([inner_part(die.view) for die in seen]), middle_side(boxes))
        told = without_moved(single) if moved else single
        once = without_unsure_twice_seen(without_twice_seen(without_doubtful(told)))
        dice = self._within(frame, once)
        if not moved:
            dice = self._by_colours.told(frame, dice, self._unread(seen, single))
        height, width = frame.shape[:2]
        return TableReading(
            width=width,
            height=height,
            ms=sum(look.ms for look in looks) + (perf_counter() - began) * 1000,
            dice=tuple(sorted(dice, key=lambda die: die.box)),
            problems=() if dice else NOTHING_FOUND,
        )

    def looks(self) -> "TableLooks":
        """Return where to collect the looks of one rest."""
        return TableLooks(self)

    def _faint_faces(self, frame: Frame, faint: Sequence[Box]) -> list[Box]:
        """Return which of the places that are faintly like a die show a face at a first look."""
        crops = [crop(frame, box, self._faces.size_px, self._faces.margin) for box in faint]
        return [faint[index] for index in self._faces.shown_by_faint(stack(crops))]

    def _off_the_edge(self, frame: Frame, boxes: list[Box], seen: FacesSeen) -> list[Box]:
        """Return boxes of finds, better ones of read dice that only seem to be cut by the picture's edge."""
        at_edge = [index for index, box in enumerate(boxes) if reaches_edge(frame, box)]
        if not at_edge:
            return boxes
        readings = self._faces.readings(seen)
        at_edge = [index for index in at_edge if readings[index].face]
        better = self._corrector.corrected(frame, boxes, at_edge)
        return [old if reaches_edge(frame, new) else new for old, new in zip(boxes, better, strict=True)]

    def _seen(self, frame: Frame, boxes: Sequence[Box]) -> tuple[list[Frame], FacesSeen]:
        """Return the crops of finds, and what the reader of pips says of them together."""
        crops = [crop(frame, box, self._faces.size_px, self._faces.margin) for box in boxes]
        return crops, self._faces.look(stack(crops), places_of(boxes, frame.shape[1], frame.shape[0]))

    def _to_even(
        self, seen: FacesSeen, crops: Sequence[Frame], numerals: Mapping[int, Probabilities]
    ) -> list[int]:
        """Return which finds may be read once their bodies are even: unread dice with pips, not burnt out."""
        faceless = [i for i, one in enumerate(self._faces.readings(seen)) if one.face is None]
        return [
            index
            for index in self._faces.unread(seen, faceless)
            if (index not in numerals or self._numerals.reading_of(numerals[index]) is None)
            and not is_burnt_out(inner_part(view_of(crops[index], self._faces.margin)))
        ]

    def _opened(
        self, frame: Frame, faceless: Mapping[int, Box], boxes: list[Box], seen: FacesSeen
    ) -> list[Box]:
        """Return the boxes of all finds, dice that are read within one that is no die itself in its place.

        `faceless` are the boxes of those that showed no face as they were found: a better box of a cup is
        that of a part of it.
        """
        if not faceless:
            return boxes
        readings = self._faces.readings(seen)
        read = [box for box, one in zip(boxes, readings, strict=True) if one.face is not None]
        least = HOLDS_DICE * middle_side(read) or HOLDS_DICE_PX
        opened = list(boxes)
        large = [
            index
            for index, box in faceless.items()
            if readings[index].face is None and longer_side(box) >= least
        ]
        for index in sorted(large, key=lambda index: -longer_side(faceless[index]))[:MOST_CUPS]:
            others = [box for place, box in enumerate(boxes) if place != index]
            within = [
                die.box
                for die in self._finder.find_within(frame, faceless[index])
                if all(share_covered(die.box, other) < SAME_FROM_AFAR for other in others)
            ]
            _, shown = self._seen(frame, within)
            if any(one.face is not None for one in self._faces.readings(shown)):
                opened.remove(boxes[index])
                opened += within
        return opened

    def _numeral_rows(self, frame: Frame, boxes: Sequence[Box], seen: FacesSeen) -> dict[int, Probabilities]:
        """Return what the numeral reader says of the dice without pips, by their place among the boxes."""
        asked = self._faces.others(seen)
        shown = [boxes[index] for index in asked]
        crops = [crop(frame, box, self._numerals.size_px, self._numerals.margin) for box in shown]
        centres = centres_of(shown, frame.shape[1], frame.shape[0])
        return dict(zip(asked, self._numerals.probabilities(stack(crops), centres), strict=True))

    def _face_readings(self, dice: Sequence[DieLook], watched: bool) -> list[FaceReading]:
        """Return what is read of each die: by the reader of numerals, where that takes it for its own."""
        if not dice:
            return []
        seen = faces_seen(dice)
        sooner = leans_sooner([die.box for die in dice], seen.tops) if watched else 0.0
        pips = self._faces.readings(seen, sooner)
        numerals = [None if die.numerals is None else self._numerals.reading_of(die.numerals) for die in dice]
        return [one if other is None else other for one, other in zip(pips, numerals, strict=True)]

    def _die_reading(
        self,
        frame: Frame,
        die: DieLook,
        reading: FaceReading,
        others: list[Box],
        names: tuple[str, str],
    ) -> DieReading:
        inner = inner_part(die.view)
        problem = problem_of(frame, die.box, inner, reading, others)
        return DieReading(
            kind=reading.kind,
            face=reading.face if problem is None else None,
            confidence=reading.confidence,
            box=die.box,
            body=names[0],
            marks=names[1],
            problem=problem,
            colours=die.colours,
            numerals=reading.numerals,
        )

    def _unread(self, seen: Sequence[DieLook], dice: Sequence[DieReading]) -> dict[Box, bool]:
        """Return where dice lie that are refused for themselves, and whether they surely are dice.

        What was refused for its company, as half of a page of print, is none of them.
        """
        if not seen:
            return {}
        surely = self._faces.surely_dice(faces_seen(seen))
        return {die.box: is_die for die, is_die in zip(dice, surely, strict=True) if die.problem is not None}

    def _within(self, frame: Frame, dice: list[DieReading]) -> list[DieReading]:
        """Return the dice with those refused that lie outside the area, or the tray."""
        boxes = [die.box for die in dice]
        if self._area is None:
            outside = outside_tray(frame, boxes)
        else:
            outside = tuple(not self._area.holds(box) for box in boxes)
        return [
            replace(die, face=None, problem=Problem.OUTSIDE) if out else die
            for die, out in zip(dice, outside, strict=True)
        ]


def faces_seen(dice: Sequence[DieLook]) -> FacesSeen:
    """Return what the reader of pips saw of the dice of one table, one at least."""
    return FacesSeen(
        np.stack([die.probabilities for die in dice]),
        np.array([die.stands for die in dice], np.float32),
        np.array([die.company for die in dice], np.float32),
        np.stack([die.tops for die in dice]),
    )


class TableLooks:
    """Looks at one rest of a table, the latest few of them kept; mutable."""

    def __init__(self, reader: TableReader) -> None:
        self._reader = reader
        self._looks: list[Look] = []

    def __len__(self) -> int:
        return len(self._looks)

    def add(self, frame: Frame, news: Mask | None = None) -> None:
        """Look at one more frame; when a die lies elsewhere than before, all earlier looks are forgotten."""
        looks = [*self._looks[1 - MOST_LOOKS :], self._reader.look(frame, news)]
        self._looks = looks[-1:] if any_moved(looks) else looks

    def agree(self) -> bool:
        """True when every look shows the same dice, whatever it reads of them."""
        return show_the_same(self._looks)

    def reading(self) -> TableReading:
        """Return what all looks say together; there must be one."""
        return self._reader.reading(self._looks)


def open_reader(
    models_dir: Path | None = None,
    threads: int = 1,
    area: Area | None = None,
    faces: FaceReader | None = None,
) -> TableReader:
    """Open the models of a folder, the packaged ones by default, for so many threads.

    `faces` is another reader of pips than that folder's.

    Raises:
        ModelError: a file is missing, unreadable or altered; file, expected and found hash are named.
    """
    folder = MODELS_DIR if models_dir is None else models_dir
    return TableReader(
        open_finder(folder, threads),
        open_box_corrector(folder, threads),
        faces or open_faces(folder, threads),
        open_surroundings(folder, threads),
        open_numerals(folder, threads),
        open_colour_meter(folder, threads),
        area,
    )
