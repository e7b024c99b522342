"""Pack the crops of labelled sets into one file, from which the numeral reader is trained.

    python -m models.numerals.crops --set DIR --set DIR:2 ... --out work/numerals.npz [--models-dir models]
    python -m models.numerals.crops --set DIR ... --out work/held_out.npz --as-found
    python -m models.numerals.crops --set DIR ... --out work/numbers.npz --numbers-alone

As `models.faces.crops` does for pips: a set of single dice without boxes takes them from the finder.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from models.faces.crops import (
    HIDDEN_BELOW,
    MISTAKEN,
    SAME_DIE_OVERLAP,
    TOP_VIEW,
    apart,
    misplaced,
    random_place,
    whole_box,
)
from models.numerals.net import FACES, INPUT_PX, LABELS, MARGIN, REFUSED
from models.numerals.place import Place, number_place
from models.rendering.pictures.numeral_legible import LEAST_EVIDENCE
from models.sets import SetPicture, is_held_out, pictures_to_pack, weighted_set
from models.training.packed import Row, write_packed
from vision.dice.crop import crop, crop_square
from vision.dice.faces import FaceReader, open_faces, stack
from vision.dice.places import centres_of, places_of
from vision.dice.problems import reaches_edge
from vision.finding.finder import DieFinder
from vision.finding.overlap import overlap
from vision.image import Frame
from vision.network import open_network
from vision.reading import Box
from vision.scoring.score import LabelledDie

PACKED_PX = 144
PACKED_MARGIN = MARGIN * PACKED_PX / INPUT_PX
"""Packed crops are wider than the network's by half, so that a batch can be turned, moved and scaled."""

LEAST_PX = 18
"""Smaller dice show no numerals that could be learned from."""

NO_PLACE: Place = np.zeros((2, 3))


@dataclass(frozen=True, slots=True)
class NumeralCrop:
    """A place in a picture, its label, and the die there, if any."""

    box: Box
    label: str
    die: LabelledDie | None

    @property
    def clear(self) -> bool:
        """Whether the pixels show the value at all; where they do not, only the kind is to be learned."""
        return self.die is None or self.die.evidence >= LEAST_EVIDENCE

    @property
    def value(self) -> int:
        """The label of its number, counted from 1, also where the die leans; 0 where it has none to read."""
        number = "" if self.die is None else f"{self.die.kind} {self.die.value}"
        return LABELS.index(number) + 1 if number in LABELS else 0

    def place(self) -> Place:
        """Return where the number lies in the packed crop; zeros where nobody knows."""
        if self.die is None or self.die.up is None or not self.die.top or not self.label.startswith("d"):
            return NO_PLACE
        left, top, side = crop_square(self.box, PACKED_MARGIN)
        place = number_place(self.die.top, self.die.up, (left, top), side)
        return NO_PLACE if place is None else place


def pack(
    sets: Annotated[list[str], typer.Option("--set", help="A labelled set, DIR or DIR:WEIGHT")],
    out: Annotated[Path, typer.Option(help="The packed file, .npz")],
    models_dir: Annotated[Path, typer.Option(help="Folder of the finder and the reader of pips")] = Path(
        "models"
    ),
    most: Annotated[int, typer.Option(help="Pictures of each set, spread evenly; 0 for all")] = 0,
    seed: int = 12,
    as_found: Annotated[
        bool, typer.Option(help="Only held-out pictures, cut out where the finder finds: to calibrate on")
    ] = False,
    untrained: Annotated[
        bool, typer.Option(help="Nothing was trained on these sets: all their pictures are held out")
    ] = False,
    numbers_alone: Annotated[
        bool, typer.Option(help="Only dice with a number whose place is known: many scenes of them")
    ] = False,
) -> None:
    """Crop every die of the sets, and places without a die, and write them with their labels."""
    network = open_network(models_dir, "finder", threads=1)
    finder, eager = DieFinder(network), DieFinder(network, MISTAKEN)
    faces = open_faces(models_dir, threads=1)
    rng = random.Random(seed)

    def pictures_of(folder: Path) -> list[SetPicture]:
        pictures = pictures_to_pack(folder, as_found=as_found, untrained=untrained)
        return pictures[:: max(1, len(pictures) // most)] if most else pictures

    def rows_of(frame: Frame, picture: SetPicture) -> Iterator[Row]:
        if numbers_alone:
            shown = numbered_crops(picture)
        elif as_found:
            shown = iter(handed_on(frame, list(found_crops(frame, picture, finder)), faces))
        else:
            shown = labelled_crops(frame, picture, finder, eager, rng)
        for one in shown:
            yield {
                "crops": crop(frame, one.box, PACKED_PX, PACKED_MARGIN),
                "places": one.place().astype(np.float32),
                "centres": centres_of([one.box], frame.shape[1], frame.shape[0])[0],
                "labels": LABELS.index(one.label),
                "values": one.value,
                "held_out": untrained or is_held_out(picture),
                "top_view": picture.path.parent.name in TOP_VIEW,
                "clear": one.clear,
            }

    write_packed(out, [weighted_set(one) for one in sets], LABELS, pictures_of, rows_of)


def labelled_crops(
    frame: Frame, picture: SetPicture, finder: DieFinder, eager: DieFinder, rng: random.Random
) -> Iterator[NumeralCrop]:
    """Yield the dice of a picture, then places without a die."""
    dice = _dice(frame, picture, finder)
    for box, die in dice:
        label = label_of(die)
        if max(box[2] - box[0], box[3] - box[1]) >= LEAST_PX and label:
            yield NumeralCrop(box, label, die)
    if len(dice) < len(picture.dice):
        return
    taken = [box for box, _ in dice]
    mistaken = misplaced([die.box for die in eager.find(frame)], taken)[:6]
    places = apart([random_place(frame, taken, rng) for _ in range(max(1, len(dice) // 6))], taken)
    for box in mistaken + places:
        yield NumeralCrop(box, "no die", None)


def numbered_crops(picture: SetPicture) -> Iterator[NumeralCrop]:
    """Yield the dice of a rendered picture whose number lies where its label says."""
    for die in picture.dice:
        label = label_of(die)
        if die.box is not None and label in LABELS[:FACES] and die.up is not None and die.top:
            yield NumeralCrop(die.box, label, die)


def found_crops(frame: Frame, picture: SetPicture, finder: DieFinder) -> Iterator[NumeralCrop]:
    """Yield what the running program would read: dice where the finder finds them, and its mistakes."""
    found = [die.box for die in finder.find(frame)]
    dice = _dice(frame, picture, finder)
    taken = [box for box, _ in dice]
    for box, die in dice:
        label = label_of(die)
        seen = max(found, key=partial(overlap, box), default=box)
        # A find may be that of a neighbour, of which it shows more; one at the edge is refused anyway.
        if reaches_edge(frame, seen):
            continue
        if label and max(taken, key=partial(overlap, seen)) == box and overlap(box, seen) >= SAME_DIE_OVERLAP:
            yield NumeralCrop(seen, label, die)
    if len(dice) == len(picture.dice):
        for box in misplaced(found, taken):
            yield NumeralCrop(box, "no die", None)


def handed_on(frame: Frame, found: list[NumeralCrop], faces: FaceReader) -> list[NumeralCrop]:
    """Return the finds that the reader of pips leaves to that of numerals: hardly a die with pips or none."""
    boxes = [one.box for one in found]
    seen = faces.look(
        stack([crop(frame, box, faces.size_px, faces.margin) for box in boxes]),
        places_of(boxes, frame.shape[1], frame.shape[0]),
    )
    are_dice = faces.are_dice(seen)
    return [found[index] for index in faces.others(seen) if are_dice[index]]


def label_of(die: LabelledDie) -> str:
    """Return the label a reader should give, empty where the set does not say."""
    if die.kind in REFUSED:
        return die.kind
    if die.cocked:
        return "cocked"
    if die.visible < HIDDEN_BELOW:
        return "hidden"
    if die.kind == "d6":
        return "pips"
    return "" if die.value is None else f"{die.kind} {die.value}"


def _dice(frame: Frame, picture: SetPicture, finder: DieFinder) -> list[tuple[Box, LabelledDie]]:
    found = [die.box for die in finder.find(frame)]
    return [(box, die) for die in picture.dice if (box := whole_box(die, picture, found, frame)) is not None]


if __name__ == "__main__":
    typer.run(pack)
