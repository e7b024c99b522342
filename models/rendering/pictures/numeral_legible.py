"""Whether pixels still show which number lies on top: `legible`'s observer, for dice with numerals.

He knows the die's outline, its numerals' font and size and their place on each face, and nothing of which
number is up nor which corner its head points to.
"""

from dataclasses import replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from models.rendering.dice.die import FACE_FRAMES, Design, Die, top_face, top_frame
from models.rendering.dice.lettering import Tile, number_tile
from models.rendering.dice.marks import SQUARE
from models.rendering.dice.numeral_die import (
    NumeralDesign,
    NumeralDie,
    frame_of_face,
    numeral_tile,
    top_index,
)
from models.rendering.dice.numeral_solids import face_frame, solid_of
from models.rendering.pictures.exposure import Frame
from models.rendering.pictures.legible import is_legible
from models.rendering.scenes.camera import Camera, project

FACE_PX = 48
"""Side of the top face's tile once it is laid flat."""

BLURS_PX = (0.0, 0.8, 1.5, 2.5)
"""How far, in pixels of the tile, lens and pixels may have blurred the numeral: he takes what fits best."""

FACE_SHARE = 0.86
"""Of the way to the face's edges, what he looks at: beyond it edges are round."""

LEAST_EVIDENCE = 0.4
"""How much better than any other number the true one must explain the pixels, as in `legible`.

Chosen by looking at 300 rendered dice beside their figures: of those below a person reads half at most, of
those above nearly all.
"""


def shows_its_value(frame: Frame, camera: Camera, die: Die | NumeralDie) -> bool:
    """Say whether a die's top pips or number can be told from the picture, of the camera's size."""
    if isinstance(die, Die) and die.design.lettering is None:
        return is_legible(frame, camera, die)
    return is_numeral_legible(frame, camera, die)


def is_numeral_legible(frame: Frame, camera: Camera, die: Die | NumeralDie) -> bool:
    """Say whether the top number of a d20 or d6n can be told from the picture, of the camera's size."""
    return numeral_evidence(frame, camera, die) >= LEAST_EVIDENCE


def numeral_evidence(frame: Frame, camera: Camera, die: Die | NumeralDie) -> float:
    """Return how much the pixels speak for the true number: below 0 where another one fits them better."""
    inside = _inside(die.design)
    seen = []
    for corners in _tiles_mm(die):
        flat = _laid_flat(frame, camera, corners)[inside]
        seen += [*flat.T, flat.mean(axis=1)]
    looks = _unit(np.stack(seen), inside)
    explained = {
        number: float(np.square(looks @ templates.T).max())
        for number, templates in _templates(die.design).items()
    }
    true = explained.pop(top_face(die) if isinstance(die, Die) else die.design.numbers[top_index(die)])
    return (true - max(explained.values())) / max(1 - true, 1e-6)


def _tiles_mm(die: Die | NumeralDie) -> list[NDArray[np.float64]]:
    """Return the corners (4, 3), u = v = -1 first, of the top face's tile in each way a numeral may stand."""
    frames = []
    if isinstance(die, Die):
        normal, u_axis, v_axis = (np.array(axis) for axis in FACE_FRAMES[top_frame(die)])
        for angle in np.arange(4) * np.pi / 2:
            up = np.cos(angle) * v_axis - np.sin(angle) * u_axis
            frames.append((0.5 * normal, 0.5 * np.cross(up, normal), 0.5 * up))
    else:
        kind, top = die.design.kind, top_index(die)
        for corner in range(len(solid_of(kind).faces[top])):
            frame = face_frame(kind, top, corner)
            frames.append((frame.foot, frame.half * frame.right, frame.half * frame.up))
    return [tile_corners_mm(die, *frame) for frame in frames]


def tile_corners_mm(
    die: Die | NumeralDie, foot: NDArray[np.float64], right: NDArray[np.float64], up: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the corners (4, 3), u = v = -1 first, of a tile on a die, table frame.

    Its middle and its half sides, (3,) each, are in the die's frame and in shares of its size.
    """
    corners = np.stack([foot - right - up, foot + right - up, foot + right + up, foot - right + up])
    turned = corners * die.design.size_mm @ np.array(die.rotation).T
    return np.asarray(turned + np.array(die.position))


@lru_cache(maxsize=256)
def _templates(design: Design | NumeralDesign) -> dict[int, NDArray[np.float64]]:
    """Return each number of a die, upright and with all its ink, as unit vectors of what `_inside` has.

    One row (blurs, pixels) for each of `BLURS_PX`.
    """
    inside = _inside(design)
    if isinstance(design, Design):
        if design.lettering is None:
            raise ValueError("only numerals of a known lettering are looked for")
        lettering = replace(design.lettering, worn=0.0)
        tiles = {value: number_tile(lettering, str(value), SQUARE, np.zeros(2)) for value in range(1, 7)}
    else:
        whole = replace(design, lettering=replace(design.lettering, worn=0.0))
        tiles = {number: numeral_tile(whole, 0, number) for number in design.numbers}
    return {number: _unit(_blurred(tile)[:, inside], inside) for number, tile in tiles.items()}


def _blurred(tile: Tile) -> NDArray[np.float32]:
    """Return a tile in the observer's size as each of `BLURS_PX` leaves it: (blurs, FACE_PX, FACE_PX)."""
    small = cv2.resize(tile, (FACE_PX, FACE_PX), interpolation=cv2.INTER_AREA)
    blurred = [cv2.GaussianBlur(small, (0, 0), sigma) if sigma else small for sigma in BLURS_PX]
    return np.asarray(np.stack(blurred), np.float32)


@lru_cache(maxsize=256)
def _inside(design: Design | NumeralDesign) -> NDArray[np.bool_]:
    """Return which pixels (FACE_PX, FACE_PX) of a tile lie on its face."""
    if isinstance(design, Design):
        corners = SQUARE / 0.9
    else:
        frame = frame_of_face(design, 0)
        corners = frame.corners / frame.half
    pixels = (corners * FACE_SHARE * (1, -1) + 1) * FACE_PX / 2
    mask = np.zeros((FACE_PX, FACE_PX), np.uint8)
    cv2.fillConvexPoly(mask, np.rint(pixels).astype(np.int32), 1)
    return mask > 0


def _laid_flat(frame: Frame, camera: Camera, corners_mm: NDArray[np.float64]) -> NDArray[np.float32]:
    """Return a tile seen from straight above, (FACE_PX, FACE_PX, 3)."""
    to_tile = onto_tile(camera, corners_mm, FACE_PX)
    flat = cv2.warpPerspective(
        frame, to_tile, (FACE_PX, FACE_PX), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(flat, np.float32)


def onto_tile(camera: Camera, corners_mm: NDArray[np.float64], side_px: int) -> NDArray[np.float64]:
    """Return the perspective (3, 3) from the picture to a square tile of these corners, u = v = -1 first."""
    last = side_px - 0.5
    tile = np.array([(-0.5, last), (last, last), (last, -0.5), (-0.5, -0.5)], np.float32)
    # Pixel middles lie at whole numbers for OpenCV, at halves for `project`.
    pixels = (project(camera, corners_mm) - 0.5).astype(np.float32)
    return np.asarray(cv2.getPerspectiveTransform(pixels, tile), np.float64)


def _unit(looks: NDArray[np.generic], inside: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Return rows (n, pixels) of length 1, rid of what light and gloss do to a plain face: a smooth slope."""
    v, u = (np.asarray(axis, np.float64) / FACE_PX - 0.5 for axis in np.nonzero(inside))
    slopes, _ = np.linalg.qr(np.stack([np.ones_like(u), u, v, u * u, u * v, v * v], axis=1))
    rows = np.asarray(looks, np.float64)
    rows = rows - rows @ slopes @ slopes.T
    return np.asarray(rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-6))
