"""Pack the crops of labelled sets into one file, from which the face reader is trained.

    python -m models.faces.crops --set DIR --set DIR:2 ... --out work/crops.npz [--models-dir models]
    python -m models.faces.crops --set DIR ... --out work/held_out.npz --as-found

Sets without boxes around whole dice get them from the finder: a set of single dice takes the surest box,
a set with boxes of pips the box that holds them. A picture where that is not clear is left out.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated

import cv2
import numpy as np
import typer
from numpy.typing import NDArray

from models.faces.corrections import load_corrections
from models.faces.net import INPUT_PX, LABELS, MARGIN
from models.rendering.pictures.legible import LEAST_EVIDENCE
from models.sets import SetPicture, is_held_out, pictures_to_pack, weighted_set
from models.training.packed import Row, write_packed
from vision.dice.crop import crop, crop_square
from vision.dice.faces import FaceReader, open_faces
from vision.dice.places import centres_of, places_of
from vision.finding.finder import DieFinder
from vision.finding.overlap import overlap, share_covered
from vision.image import Frame
from vision.network import open_network
from vision.reading import Box
from vision.scoring.score import LabelledDie

PACKED_PX = 72
PACKED_MARGIN = MARGIN * PACKED_PX / INPUT_PX
"""Packed crops are wider than the network's by half, so that a batch can be turned, moved and scaled."""

TOP_PX = 24
"""Side of the packed map of the top face; it covers the same square as the crop."""

TOP_VIEW = ("nell_byler", "circles_gray", "cup_crops_gray", "d20_single", "numeral_d6_tray")
"""Sets seen from above: their crops may be turned any way without side faces coming to lie on top."""

FACE_CORNERS = 4

CROP_SETS = {"skovy_crops": 0.9, "casino_crops": 0.9, "cup_crops_gray": 0.5}
"""Sets whose pictures are crops of one die, and the part of such a picture that the die fills."""

HIDDEN_BELOW = 0.5
"""A die of which less is seen is refused even if its top face happens to be free."""

MISTAKEN = 0.12
"""Heat from which a place without a die is worth learning from: well below what the finder reports."""

SAME_DIE_OVERLAP = 0.4
"""Intersection over union from which a found box is that of a labelled die."""

TOUCHING = 0.1
"""Part of the smaller of two boxes up to which they have nothing to do with each other."""

MISPLACED = 0.4
"""A box that has less in common with every die holds two of them, or a part of one: it is to be dropped."""

UNKNOWN = (np.nan, np.nan)
"""Where nobody said how a die's top normal is seen."""

LEAST_PX = 11
"""Smaller dice show no pips that could be learned from."""


@dataclass(frozen=True, slots=True)
class LabelledCrop:
    """A place in a picture: its label, the die's value (0 where it has none), its top face where known.

    `normal` is where that face's normal is seen to point, None where nobody knows.
    """

    box: Box
    label: str
    value: int
    top: tuple[tuple[float, float], ...] | None
    normal: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Readers:
    """The last finder and face reader, which say where dice lie that a set does not say.

    `eager` is the same finder, taking more places for dice.
    """

    finder: DieFinder
    eager: DieFinder
    faces: FaceReader


def pack(
    sets: Annotated[list[str], typer.Option("--set", help="A labelled set, DIR or DIR:WEIGHT")],
    out: Annotated[Path, typer.Option(help="The packed file, .npz")],
    models_dir: Annotated[Path, typer.Option(help="Folder of the last models")] = Path("models"),
    seed: int = 11,
    as_found: Annotated[
        bool, typer.Option(help="Only held-out pictures, cut out where the finder finds: to calibrate on")
    ] = False,
    untrained: Annotated[
        bool, typer.Option(help="Nothing was trained on these sets: all their pictures are held out")
    ] = False,
) -> None:
    """Crop every die of the sets, and places without a die, and write them with their labels."""
    network = open_network(models_dir, "finder", threads=1)
    readers = Readers(
        finder=DieFinder(network), eager=DieFinder(network, MISTAKEN), faces=open_faces(models_dir, threads=1)
    )
    corrections = load_corrections()
    rng = random.Random(seed)

    def rows_of(frame: Frame, picture: SetPicture) -> Iterator[Row]:
        corrected = corrections.applied(picture)
        if as_found:
            shown = found_crops(frame, corrected, readers)
        else:
            shown = labelled_crops(frame, corrected, readers, rng)
        for one in shown:
            yield {
                "crops": crop(frame, one.box, PACKED_PX, PACKED_MARGIN),
                "tops": top_map(one),
                "top_known": one.top is not None,
                "places": top_place(one),
                "labels": LABELS.index(one.label),
                "values": one.value,
                "held_out": untrained or is_held_out(picture),
                "top_view": picture.path.parent.name in TOP_VIEW,
                "boxes": one.box,
                "centres": centres_of([one.box], frame.shape[1], frame.shape[0])[0],
                "normals": np.array(one.normal or UNKNOWN, np.float32),
            }

    pictures_of = partial(pictures_to_pack, as_found=as_found, untrained=untrained)
    write_packed(out, [weighted_set(one) for one in sets], LABELS, pictures_of, rows_of)


def labelled_crops(
    frame: Frame, picture: SetPicture, readers: Readers, rng: random.Random
) -> Iterator[LabelledCrop]:
    """Yield the dice of a picture, then places without a die."""
    found = [die.box for die in readers.finder.find(frame)]
    dice = [(box, die) for die in picture.dice if (box := whole_box(die, picture, found, frame)) is not None]
    for box, die in dice:
        label = label_of(die)
        # Who learns to guess what the pixels do not show is sure of too much.
        told = not label.isdigit() or die.evidence >= LEAST_EVIDENCE
        if max(box[2] - box[0], box[3] - box[1]) >= LEAST_PX and label and told:
            yield _crop_of(die, box, label, die.top or None)
    if len(dice) < len(picture.dice) or picture.box_of not in ("die", "pips"):
        return
    rendered = _is_rendered(picture)
    taken = [box for box, _ in dice]
    # What the finder takes for a die and is none teaches most; random places keep the rest of the table in.
    eager = [die.box for die in readers.eager.find(frame)]
    if rendered:
        mistaken = misplaced(eager, taken)[:10]
    else:
        mistaken = apart(eager, taken)[:10]
        mistaken = _without_dice(frame, mistaken, readers.faces)
    places = [random_place(frame, taken, rng) for _ in range(max(1, len(dice) // 6))]
    for box in mistaken + apart(places, taken):
        yield LabelledCrop(box, "no die", 0, () if rendered else None)


def found_crops(frame: Frame, picture: SetPicture, readers: Readers) -> Iterator[LabelledCrop]:
    """Yield what the running program would read: dice where the finder finds them, and its mistakes."""
    found = [die.box for die in readers.finder.find(frame)]
    dice = [(box, die) for die in picture.dice if (box := whole_box(die, picture, found, frame)) is not None]
    for box, die in dice:
        label = label_of(die)
        seen = max(found, key=partial(overlap, box), default=box)
        if picture.path.parent.name in CROP_SETS:
            seen = box
        # A find may be that of a neighbour, of which it shows more.
        shown = max((other for other, _ in dice), key=partial(overlap, seen))
        if label and shown == box and overlap(box, seen) >= SAME_DIE_OVERLAP:
            yield _crop_of(die, seen, label, None)
    if len(dice) < len(picture.dice) or picture.box_of not in ("die", "pips"):
        return
    taken = [box for box, _ in dice]
    if _is_rendered(picture):
        mistaken = misplaced(found, taken)
    else:
        mistaken = _without_dice(frame, apart(found, taken), readers.faces)
    for box in mistaken:
        yield LabelledCrop(box, "no die", 0, None)


def _crop_of(
    die: LabelledDie, box: Box, label: str, top: tuple[tuple[float, float], ...] | None
) -> LabelledCrop:
    cube = die.kind == "d6"
    return LabelledCrop(box, label, (die.value or 0) if cube else 0, top, die.normal if cube else None)


def _is_rendered(picture: SetPicture) -> bool:
    """Say whether a picture is drawn by the project's own code, which labels every die in it."""
    return not picture.dice or any(die.top for die in picture.dice)


def _without_dice(frame: Frame, boxes: list[Box], faces: FaceReader) -> list[Box]:
    """Return the boxes that the last face reader takes for no die too: photographs show unlabelled ones."""
    if not boxes:
        return []
    seen = faces.look(
        np.stack([crop(frame, box, faces.size_px, faces.margin) for box in boxes]),
        places_of(boxes, frame.shape[1], frame.shape[0]),
    )
    return [box for box, is_die in zip(boxes, faces.are_dice(seen), strict=True) if not is_die]


def top_map(one: LabelledCrop) -> NDArray[np.uint8]:
    """Return the share of the top face in each cell of the packed crop, (TOP_PX, TOP_PX) 0..255."""
    fine = np.zeros((4 * TOP_PX, 4 * TOP_PX), np.uint8)
    if one.top:
        left, top, side = crop_square(one.box, PACKED_MARGIN)
        corners = (np.array(one.top) - (left, top)) * (4 * TOP_PX / side)
        cv2.fillConvexPoly(fine, np.round(corners).astype(np.int32), 255)
    return np.asarray(cv2.resize(fine, (TOP_PX, TOP_PX), interpolation=cv2.INTER_AREA), dtype=np.uint8)


def top_place(one: LabelledCrop) -> NDArray[np.float32]:
    """Return where the top face lies in the packed crop, (2, 3), zeros where it has none or nobody knows.

    It maps the face, -1..1 along two of its edges, into the crop, -1..1 to the right and down.
    """
    if not one.top or len(one.top) != FACE_CORNERS:
        return np.zeros((2, 3), np.float32)
    left, top, side = crop_square(one.box, PACKED_MARGIN)
    corners = (np.array(one.top) - (left, top)) * (2 / side) - 1
    middle = corners.mean(axis=0)
    edges = (corners[1:3] + corners[2:4]) / 2 - middle
    return np.stack([*edges, middle], axis=1).astype(np.float32)


def label_of(die: LabelledDie) -> str:
    """Return the label a reader should give, empty where the set does not say."""
    if die.kind != "d6":
        return "unsupported"
    if die.cocked:
        return "cocked"
    if die.visible < HIDDEN_BELOW:
        return "hidden"
    return "" if die.value is None else str(die.value)


def whole_box(die: LabelledDie, picture: SetPicture, found: list[Box], frame: Frame) -> Box | None:
    """Return the box around the whole die, or None where neither label nor finder gives it."""
    if picture.box_of == "die":
        return die.box
    if die.box is not None:
        x, y = (die.box[0] + die.box[2]) / 2, (die.box[1] + die.box[3]) / 2
        around = [box for box in found if box[0] < x < box[2] and box[1] < y < box[3]]
        return around[0] if len(around) == 1 else None
    part = CROP_SETS.get(picture.path.parent.name)
    if part is not None:
        height, width = frame.shape[:2]
        edge_x, edge_y = width * (1 - part) / 2, height * (1 - part) / 2
        return (edge_x, edge_y, width - edge_x, height - edge_y)
    return found[0] if len(found) >= 1 and len(picture.dice) == 1 else None


def apart(boxes: list[Box], taken: list[Box]) -> list[Box]:
    """Return the boxes that hold next to nothing of those taken, nor lie in one."""
    return [box for box in boxes if all(share_covered(box, other) < TOUCHING for other in taken)]


def misplaced(boxes: list[Box], taken: list[Box]) -> list[Box]:
    """Return the boxes that hold no die taken as a whole and alone: beside, between or on a part of one."""
    return [box for box in boxes if all(overlap(box, other) < MISPLACED for other in taken)]


def random_place(frame: Frame, like: list[Box], rng: random.Random) -> Box:
    """Return a square anywhere in a picture, about as large as one of the boxes given."""
    height, width = frame.shape[:2]
    model = rng.choice(like) if like else (0.0, 0.0, 40.0, 40.0)
    side = max(model[2] - model[0], model[3] - model[1]) * rng.uniform(0.5, 1.5)
    x, y = rng.uniform(0, max(1.0, width - side)), rng.uniform(0, max(1.0, height - side))
    return (x, y, x + side, y + side)


if __name__ == "__main__":
    typer.run(pack)
