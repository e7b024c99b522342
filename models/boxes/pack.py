"""Pack the surroundings of the dice of rendered sets into one file, from which the box corrector learns.

    python -m models.boxes.pack --set DIR --set DIR ... --out work/boxes.npz

With each die's own box goes the one in which the finder sees it.
"""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Annotated

import cv2
import numpy as np
import typer
from numpy.typing import NDArray

from models.sets import SetPicture, is_held_out, set_pictures, weighted_set
from models.training.packed import Row, write_packed
from vision.finding.finder import GREY, open_finder
from vision.finding.overlap import longer_side, overlap
from vision.image import Frame
from vision.reading import Box

PACKED_PX, REACH = 128, 4.0
"""Side of what is packed around a die, and how many of the die's longer sides that is."""

LEAST_VISIBLE, LEAST_PX = 0.6, 13.0
"""Of dice that are packed."""

LEAST_SHARE = 0.2
"""A find that shares less with a die is not about it."""

COARSER = 0.6
"""Where a picture is shrunk to less it is averaged first; a warp alone would drop pixels."""

LABELS = ("die",)
NOWHERE = np.full(4, np.nan, np.float32)


def pack(
    sets: Annotated[list[str], typer.Option("--set", help="A rendered set")],
    out: Annotated[Path, typer.Option(help="The packed file, .npz")],
    models_dir: Annotated[Path, typer.Option(help="Folder of the finder")] = Path("models"),
    most: Annotated[int, typer.Option(help="Pictures of each set, spread evenly; 0 for all")] = 0,
) -> None:
    """Write the surroundings of every die that is seen for the most part."""
    finder = open_finder(models_dir, threads=1)

    def pictures_of(folder: Path) -> list[SetPicture]:
        pictures = set_pictures(folder)
        return pictures[:: max(1, len(pictures) // most)] if most else pictures

    def rows_of(frame: Frame, picture: SetPicture) -> Iterator[Row]:
        dice = [die.box for die in picture.dice if die.box is not None]
        found = [one.box for one in finder.find(frame)]
        for die in picture.dice:
            if die.box is None or die.visible < LEAST_VISIBLE or longer_side(die.box) < LEAST_PX:
                continue
            square = square_around(die.box)
            seen = find_about(die.box, found, dice)
            yield {
                "crops": surroundings(frame, square),
                "true": within(die.box, square),
                "found": NOWHERE if seen is None else within(seen, square),
                "held_out": is_held_out(picture),
                "labels": 0,
            }

    write_packed(out, [weighted_set(one) for one in sets], LABELS, pictures_of, rows_of)


def surroundings(frame: Frame, square: tuple[float, float, float]) -> Frame:
    """Return a square of a picture, (PACKED_PX, PACKED_PX, 3); grey where that ends."""
    x, y, side = square
    scale, left, top = PACKED_PX / side, 0, 0
    if scale < COARSER:
        height, width = frame.shape[:2]
        left, top = max(0, int(x - side / 2)), max(0, int(y - side / 2))
        right, bottom = min(width, int(x + side / 2) + 1), min(height, int(y + side / 2) + 1)
        part = frame[top:bottom, left:right]
        smaller = cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        frame, before = np.asarray(smaller, np.uint8), scale
    else:
        before = 1.0
    own, middle = scale / before, PACKED_PX / 2
    matrix = np.array(
        [[own, 0, middle - (x - left) * scale], [0, own, middle - (y - top) * scale]], dtype=np.float64
    )
    size = (PACKED_PX, PACKED_PX)
    return np.asarray(cv2.warpAffine(frame, matrix, size, flags=cv2.INTER_LINEAR, borderValue=GREY), np.uint8)


def find_about(box: Box, found: list[Box], dice: list[Box]) -> Box | None:
    """Return the find about a die, None where there is none, or it shows more of another die."""
    seen = max(found, key=partial(overlap, box), default=box)
    if not found or overlap(box, seen) < LEAST_SHARE or max(dice, key=partial(overlap, seen)) != box:
        return None
    return seen


def square_around(box: Box) -> tuple[float, float, float]:
    """Return the middle, right and down, and the side of what is packed around a die."""
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2, REACH * longer_side(box)


def within(box: Box, square: tuple[float, float, float]) -> NDArray[np.float32]:
    """Return a box as it lies in a square, -1..1."""
    x, y, side = square
    return np.asarray((np.array(box) - (x, y, x, y)) * (2 / side), np.float32)


if __name__ == "__main__":
    typer.run(pack)
