"""Numerals as a die maker draws them: one font, size and ink for all faces; drawn as tiles."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.rendering.dice.fonts import font_path

Tile = NDArray[np.float32]  # (TILE_PX, TILE_PX), 0 body .. 1 mark, row 0 at the top
Points = NDArray[np.float64]  # (n, 2), u right and v up in half sizes of the tile

TILE_PX = 160
FONT_PX = 128
CLEAR_SHARE = 0.93
"""Of the way to an edge, what ink may take up."""


@dataclass(frozen=True, slots=True)
class Lettering:
    """The numerals of one design. Lengths are shares of a digit's height where nothing else is said.

    `six` is how 6 and 9 are told apart; `teens` marks 16 and 19 and the like the same way.
    """

    font: str
    size: float
    """Height of a digit as a share of its face's height, where it fits."""
    stretch: float
    weight: float
    """How much broader each stroke is than in the font."""
    spacing: float
    six: Literal["line", "dot", "none"]
    teens: bool
    outlined: bool
    dent: float
    """Depth by half the tile's width, 0 for printed numerals."""
    worn: float
    """Share of the ink that is gone."""
    slant: float
    """Radians that numerals are off the upright at most."""
    seed: int


def sample_lettering(rng: Generator, fonts: Sequence[str], always_marked: bool) -> Lettering:
    """Return one maker's numerals in one of these fonts; `always_marked` if 6 and 9 are both on the die."""
    marked = always_marked or rng.random() < 0.6
    engraved = rng.random() < 0.55
    return Lettering(
        font=fonts[int(rng.integers(len(fonts)))],
        size=float(rng.uniform(0.28, 0.58)),
        stretch=float(np.exp(rng.normal(0.0, 0.1))),
        weight=float(rng.choice([0.0, rng.uniform(-0.01, 0.06)])),
        spacing=float(rng.uniform(-0.03, 0.1)),
        six=("line" if rng.random() < 0.6 else "dot") if marked else "none",
        teens=bool(rng.random() < 0.2),
        outlined=bool(rng.random() < 0.05),
        dent=float(rng.uniform(0.012, 0.06)) if engraved else 0.0,
        worn=float(rng.uniform(0.05, 0.4)) if rng.random() < 0.2 else 0.0,
        slant=float(rng.choice([0.0, rng.uniform(0.0, 0.08)])),
        seed=int(rng.integers(1 << 30)),
    )


def is_marked(lettering: Lettering, text: str) -> bool:
    """Say whether this numeral bears the line or dot that tells 6 from 9."""
    if lettering.six == "none":
        return False
    return text in ("6", "9") or (lettering.teens and text in ("16", "19", "60", "90"))


def number_tile(lettering: Lettering, text: str, face: Points, middle: Points) -> Tile:
    """Return the tile of a face with this numeral upright at `middle` (2,), within the polygon `face`."""
    return _worn(lettering, text, _put(lettering, text, face, middle, 0.0, lettering.size))


def corner_tile(lettering: Lettering, texts: list[str], face: Points, inward: bool) -> Tile:
    """Return the tile of a d4's face: a numeral at each corner, its head to the corner or away from it."""
    tile = np.zeros((TILE_PX, TILE_PX), np.float32)
    middle = face.mean(axis=0)
    for text, corner in zip(texts, face, strict=True):
        way = corner - middle
        angle = float(np.arctan2(-way[0], way[1])) + (np.pi if inward else 0.0)
        # At a corner's end of the face there is room for a third of it.
        room = middle + 0.42 * way + 0.5 * (face - middle)
        place = middle + 0.42 * way
        tile = np.maximum(tile, _put(lettering, text, room, place, angle, 0.9 * lettering.size))
    return _worn(lettering, "".join(texts), tile)


def _put(lettering: Lettering, text: str, face: Points, middle: Points, angle: float, size: float) -> Tile:
    """Return a tile with the numeral turned by `angle` counter-clockwise, as large as the face lets it be."""
    ink, digits_mid, height = _ink(
        lettering.font,
        text,
        (lettering.stretch, lettering.weight, lettering.spacing),
        lettering.six if is_marked(lettering, text) else "none",
        lettering.outlined,
    )
    rng = np.random.default_rng([lettering.seed, sum(text.encode())])
    angle += float(rng.uniform(-1.0, 1.0)) * lettering.slant
    cos, sin = np.cos(angle), np.sin(angle)
    rows, columns = ink.shape
    left, right = -digits_mid[0], columns - digits_mid[0]
    up, down = digits_mid[1], digits_mid[1] - rows
    corners = np.array([(left, up), (right, up), (right, down), (left, down)], dtype=np.float64)
    corners = corners @ np.array([[cos, sin], [-sin, cos]])
    scale = size * float(np.ptp(face @ np.array([-sin, cos]))) / height
    edges = np.roll(face, -1, axis=0) - face
    outward = np.stack([edges[:, 1], -edges[:, 0]], axis=1) / np.linalg.norm(edges, axis=1, keepdims=True)
    room = CLEAR_SHARE * ((face - middle) * outward).sum(axis=1)
    scale = min(scale, float((room / np.maximum((corners @ outward.T).max(axis=0), 1e-6)).min()))
    px = TILE_PX / 2 * scale
    x, y = (middle[0] + 1) * TILE_PX / 2, (1 - middle[1]) * TILE_PX / 2
    # Ink's column and row, y down, from the digits' middle, turned counter-clockwise on the tile.
    turn = px * np.array([[cos, sin], [-sin, cos]])
    shift = np.array([x, y]) - turn @ np.array(digits_mid)
    matrix = np.concatenate([turn, shift[:, None]], axis=1)
    flags = cv2.INTER_LINEAR
    if px < 0.7:
        ink = np.asarray(cv2.GaussianBlur(ink, (0, 0), 0.4 / px), np.uint8)
    drawn = cv2.warpAffine(ink, matrix, (TILE_PX, TILE_PX), flags=flags)
    return np.asarray(drawn, np.float32) / np.float32(255.0)


@lru_cache(maxsize=1024)
def _ink(
    font: str,
    text: str,
    form: tuple[float, float, float],
    six: str,
    outlined: bool,
) -> tuple[NDArray[np.uint8], tuple[float, float], float]:
    """Return a large numeral cut out along its ink, its digits' middle (x, y) there, a digit's height."""
    from PIL import Image, ImageDraw, ImageFont

    stretch, weight, spacing = form
    face = ImageFont.truetype(str(font_path(font)), FONT_PX)
    eight = face.getbbox("8", anchor="ls")
    height = float(eight[3] - eight[1])
    wide = int(sum(face.getlength(letter) for letter in text) + FONT_PX * (1 + len(text)))
    sheet = Image.new("L", (wide, 4 * FONT_PX), 0)
    pen = ImageDraw.Draw(sheet)
    x = 0.6 * FONT_PX
    for letter in text:
        pen.text((x, 2.4 * FONT_PX), letter, font=face, fill=255, anchor="ls")
        x += face.getlength(letter) + spacing * height
    ink = np.asarray(sheet, np.uint8)
    reach = round(abs(weight) * height / 2)
    if reach:
        kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * reach + 1, 2 * reach + 1))
        ink = np.asarray(cv2.dilate(ink, kernel) if weight > 0 else cv2.erode(ink, kernel), np.uint8)
    if outlined:
        kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (15, 15))
        ink = np.asarray(cv2.subtract(cv2.dilate(ink, kernel), ink), np.uint8)
    x0, y0, columns, rows = cv2.boundingRect(ink)
    middle = (x0 + columns / 2, y0 + rows / 2)
    ink = ink.copy()
    thick = max(4, round(0.1 * height))
    if six == "line":
        y = y0 + rows + 2 * thick
        cv2.line(ink, (x0, y), (x0 + columns, y), 255, thick, cv2.LINE_AA)
    if six == "dot":
        at = (x0 + columns + 2 * thick, y0 + rows - thick)
        cv2.circle(ink, at, round(0.9 * thick), 255, -1, cv2.LINE_AA)
    x0, y0, columns, rows = cv2.boundingRect(ink)
    wide = max(2, round(columns * stretch))
    cut = cv2.resize(ink[y0 : y0 + rows, x0 : x0 + columns], (wide, rows), interpolation=cv2.INTER_LINEAR)
    return np.asarray(cut, np.uint8), ((middle[0] - x0) * stretch, middle[1] - y0), height


def _worn(lettering: Lettering, text: str, tile: Tile) -> Tile:
    """Return the tile with patches of ink gone."""
    if lettering.worn == 0:
        return tile
    rng = np.random.default_rng([lettering.seed, sum(text.encode()), 1])
    patches = np.zeros((TILE_PX, TILE_PX))
    for cells, weight in ((9, 1.0), (27, 0.6)):
        coarse = rng.random((cells, cells))
        patches += weight * cv2.resize(coarse, (TILE_PX, TILE_PX), interpolation=cv2.INTER_CUBIC)
    gone = float(np.quantile(patches[tile > 0.3], lettering.worn)) if (tile > 0.3).any() else 0.0
    left = np.clip((patches - gone) / 0.12 + 0.5, 0.06, 1.0)
    return np.asarray(tile * left, np.float32)
