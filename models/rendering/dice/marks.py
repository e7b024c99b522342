"""The marks on a die's faces as pictures: pips, numerals or an emblem, one tile a face."""

import cv2
import numpy as np
from numpy.typing import NDArray

from models.rendering.dice.die import Design, pip_centres, pip_radius
from models.rendering.dice.lettering import number_tile

Mask = NDArray[np.float32]  # (n, n), 0 body .. 1 mark, row 0 at v = +0.5, column 0 at u = -0.5
TILE_PX = 192
STROKE = 0.12  # of a number's height
# A cube's face in half sizes of its tile, within the round edge.
SQUARE = 0.9 * np.array([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)])


def face_mask(design: Design, value: int) -> Mask:
    """Return where the face of this value is marked."""
    if value == design.emblem:
        return _emblem(value)
    if design.kind == "d6n" and design.lettering is not None:
        upright = number_tile(design.lettering, str(value), SQUARE, np.zeros(2))
        turned = np.rot90(upright, design.turns[design.faces.index(value)])
        return np.asarray(cv2.resize(turned, (TILE_PX, TILE_PX)), np.float32)
    if design.kind == "d6n":
        return numeral(str(value), size=0.5, underline=value == 6)
    axis = (np.arange(TILE_PX) + 0.5) / TILE_PX - 0.5
    u, v = np.meshgrid(axis, -axis)
    radius, softness = pip_radius(design, value), design.pips.softness
    mask = np.zeros((TILE_PX, TILE_PX))
    for x, y in pip_centres(value, design.pips.spread, design.pips.turned[value - 1]):
        distance = np.hypot(u - x, v - y)
        mask = np.maximum(mask, np.clip((radius - distance) / softness + 0.5, 0, 1))
    return mask.astype(np.float32)


def pip_depth(
    design: Design, value: int, u: NDArray[np.float64], v: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return how far the face is sunk at points (u, v): round cups; all shares of the die's size."""
    sunk = np.zeros_like(u)
    if design.pips.depth == 0 or design.kind == "d6n" or value == design.emblem:
        return sunk
    radius = pip_radius(design, value)
    for x, y in pip_centres(value, design.pips.spread, design.pips.turned[value - 1]):
        share = np.clip(1.0 - ((u - x) ** 2 + (v - y) ** 2) / radius**2, 0.0, 1.0)
        sunk = np.maximum(sunk, design.pips.depth * share)
    return sunk


def numeral(text: str, size: float, underline: bool) -> Mask:
    """Return a tile with this number, `size` of the tile high, underlined where 6 and 9 might be confused.

    A wide number is lower, so that it keeps clear of the tile's sides.
    """
    drawn = _cut_out(text)
    scale = TILE_PX * min(size / drawn.shape[0], 0.8 / drawn.shape[1])
    height, width = (max(1, round(side * scale)) for side in drawn.shape)
    left, top = (TILE_PX - width) // 2, (TILE_PX - height) // 2
    tile = np.zeros((TILE_PX, TILE_PX), np.uint8)
    tile[top : top + height, left : left + width] = cv2.resize(
        drawn, (width, height), interpolation=cv2.INTER_AREA
    )
    if underline:
        thick = max(2, round(height * STROKE))
        y = top + height + 2 * thick
        cv2.line(tile, (left - thick, y), (left + width + thick, y), 255, thick, cv2.LINE_AA)
    return tile.astype(np.float32) / 255.0


def _cut_out(text: str) -> NDArray[np.uint8]:
    """Return a large number cut out along its ink, 0 .. 255.

    OpenCV's fonts and what `getTextSize` says of them differ between its versions; ink does not.
    """
    font, scale, thick = cv2.FONT_HERSHEY_DUPLEX, 2 * TILE_PX / 21, round(2 * TILE_PX * STROKE)
    sheet = np.zeros((4 * TILE_PX, 4 * TILE_PX * max(1, len(text))), np.uint8)
    cv2.putText(sheet, text, (TILE_PX, 3 * TILE_PX), font, scale, 255, thick, cv2.LINE_AA)
    left, top, width, height = cv2.boundingRect(sheet)
    return sheet[top : top + height, left : left + width]


def _emblem(value: int) -> Mask:
    """Return a skull for a 1 and a winged shield for any other face."""
    tile = np.zeros((TILE_PX, TILE_PX), np.uint8)
    n = TILE_PX
    if value == 1:
        cv2.circle(tile, (n // 2, int(0.42 * n)), int(0.27 * n), 255, -1, cv2.LINE_AA)
        cv2.rectangle(tile, (int(0.36 * n), int(0.55 * n)), (int(0.64 * n), int(0.78 * n)), 255, -1)
        for x in (0.39, 0.61):
            cv2.circle(tile, (int(x * n), int(0.43 * n)), int(0.075 * n), 0, -1, cv2.LINE_AA)
        for x in (0.43, 0.5, 0.57):
            cv2.line(tile, (int(x * n), int(0.66 * n)), (int(x * n), int(0.78 * n)), 0, max(1, n // 64))
        return tile.astype(np.float32) / 255.0
    shield = np.array([(0.4, 0.25), (0.6, 0.25), (0.6, 0.55), (0.5, 0.8), (0.4, 0.55)])
    for sign in (-1, 1):
        for k in range(3):
            tip = np.array([0.5 + sign * 0.4, 0.22 + 0.13 * k])
            wing = np.array([(0.5 + sign * 0.1, 0.32 + 0.1 * k), tip, (0.5 + sign * 0.1, 0.42 + 0.1 * k)])
            cv2.fillPoly(tile, [(wing * n).astype(np.int32)], 255, cv2.LINE_AA)
    cv2.fillPoly(tile, [(shield * n).astype(np.int32)], 255, cv2.LINE_AA)
    return tile.astype(np.float32) / 255.0


def atlas(tiles: list[Mask]) -> Mask:
    """Return the tiles side by side in rows of three: (rows * n, 3 * n)."""
    blank = np.zeros((TILE_PX, TILE_PX), np.float32)
    padded = tiles + [blank] * (-len(tiles) % 3)
    return np.concatenate([np.concatenate(padded[k : k + 3], axis=1) for k in range(0, len(padded), 3)])
