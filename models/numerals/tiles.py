"""Draw the numbers of a d20 as die makers do, in hundreds of fonts, and pack them to learn to read from.

    python -m models.numerals.tiles --out work/tiles.npz --of-each-font 4

A scene shows a dozen dice in a second of rendering; `models.numerals.pictures` makes a thousand pictures
of one number each from these tiles in the same time. What light and lens do to a whole die only scenes teach.
"""

import itertools
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import cv2
import numpy as np
import typer
from numpy.typing import NDArray
from rich.progress import track

from models.rendering.dice.fonts import fonts_for
from models.rendering.dice.lettering import Lettering, number_tile, sample_lettering
from models.rendering.dice.numeral_solids import face_frame

TILE_PX = 64
"""Side of a packed tile: twice as fine as the reader sees a number."""

NUMBERS = range(1, 21)
SEED = 17


def pack(
    out: Annotated[Path, typer.Option(help="The packed file, .npz")],
    of_each_font: Annotated[int, typer.Option(help="Designs drawn in each font")] = 4,
) -> None:
    """Draw all numbers of every design: tiles (designs, 20, 64, 64) uint8, 0 body to 255 mark."""
    fonts = (*fonts_for("training"), *fonts_for("varied"))
    rng = np.random.default_rng(SEED)
    designs = []
    for font, _ in track(list(itertools.product(fonts, range(of_each_font))), "Numbers"):
        # How far a number is slanted is chosen for each picture of it.
        designs.append(tiles_of(replace(sample_lettering(rng, [font], always_marked=True), slant=0.0)))
    np.savez(out, tiles=np.array(designs))


def tiles_of(lettering: Lettering) -> NDArray[np.uint8]:
    """Return the numbers of one design, (20, 64, 64), upright on the faces of a d20: 0 body to 255 mark."""
    frame = face_frame("d20", 0, 0)
    corners, middle = frame.corners / frame.half, frame.middle / frame.half
    tiles = [number_tile(lettering, str(number), corners, middle) for number in NUMBERS]
    small = [cv2.resize(tile, (TILE_PX, TILE_PX), interpolation=cv2.INTER_AREA) for tile in tiles]
    return (np.array(small) * 255).round().astype(np.uint8)


if __name__ == "__main__":
    typer.run(pack)
