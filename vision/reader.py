"""A picture in, the dice on its table out: find, crop, read, name the colours; refuse rather than guess."""

from dataclasses import replace
from pathlib import Path
from time import perf_counter

from vision.area import Area
from vision.colour import inner_part, light_of, measure_colours, names_of
from vision.crop import crop
from vision.faces import FaceReader, FaceReading, open_faces, stack
from vision.finder import DieFinder, FoundDie, open_finder
from vision.image import Frame
from vision.problems import problem_of, without_doubtful
from vision.reading import Box, DieReading, Problem, SeenColours, TableReading
from vision.tray import outside_tray

MODELS_DIR = Path(__file__).resolve().parents[1] / "models"
"""Weights and cards beside the packages, in a checkout and in an installation alike."""


class TableReader:
    """Reads tables; holds two networks and no other state, so every frame is read by itself.

    Dice count inside `area`; where none is given, inside the tray if one is seen, else anywhere.
    """

    def __init__(self, finder: DieFinder, faces: FaceReader, area: Area | None = None) -> None:
        self._finder = finder
        self._faces = faces
        self._area = area

    def read(self, frame: Frame) -> TableReading:
        """Return the dice of a picture, left to right; `ms` is the time of this call."""
        began = perf_counter()
        found = self._finder.find(frame)
        crops = [crop(frame, die.box, self._faces.size_px, self._faces.margin) for die in found]
        readings = self._faces.read(stack(crops))
        seen = [
            (die, view, reading)
            for die, view, reading in zip(found, crops, readings, strict=True)
            if self._faces.is_die(reading)
        ]
        views = [view for _, view, _ in seen]
        inners = [inner_part(view, self._faces.margin) for view in views]
        colours = measure_colours(views, self._faces.margin)
        names = names_of(colours, light_of(inners))
        boxes = [die.box for die, _, _ in seen]
        dice = self._within(
            frame,
            without_doubtful(
                [
                    _die_reading(frame, die, inner, reading, boxes, seen_colours, name)
                    for (die, _, reading), inner, seen_colours, name in zip(
                        seen, inners, colours, names, strict=True
                    )
                ]
            ),
        )
        height, width = frame.shape[:2]
        return TableReading(
            width=width,
            height=height,
            ms=(perf_counter() - began) * 1000,
            dice=tuple(sorted(dice, key=lambda die: die.box)),
            problems=() if dice else ("no dice found",),
        )

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


def _die_reading(
    frame: Frame,
    die: FoundDie,
    inner: Frame,
    reading: FaceReading,
    others: list[Box],
    colours: SeenColours,
    names: tuple[str, str],
) -> DieReading:
    problem = problem_of(frame, die.box, inner, reading, others)
    return DieReading(
        kind="d6",
        face=reading.face if problem is None else None,
        confidence=reading.confidence,
        box=die.box,
        body=names[0],
        marks=names[1],
        problem=problem,
        colours=colours,
    )


def open_reader(models_dir: Path | None = None, threads: int = 1, area: Area | None = None) -> TableReader:
    """Open both models of a folder, the packaged ones by default, for so many threads.

    Raises:
        ModelError: a file is missing, unreadable or altered; file, expected and found hash are named.
    """
    folder = MODELS_DIR if models_dir is None else models_dir
    return TableReader(open_finder(folder, threads), open_faces(folder, threads), area)
