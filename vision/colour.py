"""Body and mark colour of a die, from its own pixels. Knows no faces, no groups and no players.

Colours are compared in CIE L*a*b* (D65), where distances are about what people see, and named by
lightness, chroma and hue angle of L*C*h.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import Frame

Lab = tuple[float, float, float]
"""CIE L* 0..100, a*, b*."""

COLOUR_NAMES = (
    "black",
    "white",
    "grey",
    "red",
    "orange",
    "yellow",
    "green",
    "blue",
    "purple",
    "pink",
    "brown",
)

SIDE_PX = 32
"""Dice are looked at in this size: a pip is then 3 to 6 pixels wide, and noise is averaged away."""

DISC_RADIUS, DISC_RISE = 0.29, 0.06
"""The part of the box, in shares of its side, that is die and mostly top face from any camera angle."""

BODY_WINDOW_PX = 13
"""Side of the median window that swallows pips and yet follows the shading from face to face; odd."""

MARK_SHARE = 0.03
"""Share of the disc that the single pip of a 1 covers at least, its blurred rim left out."""

PLAIN_SHARE = 0.6
"""Share of the disc that is body on the face with most pips, and differs least from its surroundings."""

BRIGHTEST = 0.995
"""Quantile of each channel over all dice of a picture that shows the colour of the light.

White marks, white dice and highlights are at hand in most rolls; where none is, all channels are bright in
some die, unless all dice are of one colour, and then the strength below keeps that colour alive.
"""

LIGHT_STRENGTH = 0.6
"""How much of a cast is taken away; all of it would turn a picture of red dice alone grey."""

MOST_CAST = 2.0
"""No channel is changed by more than this: beyond it the colour is the dice's and not the light's."""

SCREEN_GAMMA = 2.2


@dataclass(frozen=True, slots=True)
class Light:
    """The colour of the light in a picture: (1, 256, 3), for each BGR value what it were in white light."""

    table: NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class DieColours:
    """Names out of COLOUR_NAMES, the colours measured in white light, and their distance in L*a*b*."""

    body: str
    marks: str
    body_lab: Lab
    marks_lab: Lab
    contrast: float


def light_of(crops: Sequence[Frame]) -> Light:
    """Return the light that falls on the dice of one picture, from their crops, (H, W, 3) BGR each."""
    if not crops:
        return WHITE_LIGHT
    # Every other pixel of the part that holds no table is enough, and four times as fast.
    middles = [_middle_part(crop)[::2, ::2].reshape(-1, 3) for crop in crops]
    brightest = np.quantile(np.concatenate(middles), BRIGHTEST, axis=0) / 255
    linear = np.maximum(brightest, 0.02) ** SCREEN_GAMMA
    gains = np.clip(linear.mean() / linear, 1 / MOST_CAST, MOST_CAST) ** LIGHT_STRENGTH
    values = (np.arange(256) / 255)[:, None] * gains ** (1 / SCREEN_GAMMA)
    return Light(np.rint(255 * np.minimum(values, 1)).astype(np.uint8)[None])


def measure_colours(crop: Frame, light: Light | None = None) -> DieColours:
    """Return the colours of the die that fills `crop`, (H, W, 3) BGR, cut out at its box.

    Marks are what differs most from its surroundings near the middle, at the size of pips: side faces and
    shadows are larger, so the median around each of their pixels is like it.
    """
    small = cv2.resize(crop, (SIDE_PX, SIDE_PX), interpolation=cv2.INTER_AREA)
    if light is not None:
        small = cv2.LUT(small, light.table)
    lab = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2LAB), dtype=np.uint8)
    colours = _units(lab[_DISC])
    surroundings = _units(np.asarray(cv2.medianBlur(lab, BODY_WINDOW_PX), dtype=np.uint8)[_DISC])
    from_around = _lengths(colours - surroundings)
    plain = np.argpartition(from_around, PLAIN_PX)[:PLAIN_PX]
    body = _middle(colours[plain])
    # Between pips that stand close the surroundings are half pip; there the body tells body from marks.
    from_body = _lengths(colours - np.array(body, np.float32))
    difference = np.minimum(from_around, from_body)
    marked = np.argpartition(difference, -MARK_PX)[-MARK_PX:]
    marks = _middle(colours[marked])
    return DieColours(body_name(body, marks), marks_name(marks, body), body, marks, math.dist(body, marks))


def colour_name(lab: Lab) -> str:
    """Return the name of a colour by itself."""
    lightness, a, b = lab
    chroma = math.hypot(a, b)
    hue = math.degrees(math.atan2(b, a)) % 360
    if _is_neutral(lightness, chroma, hue):
        return "black" if lightness < 36 else "grey" if lightness < 62 else "white"
    if 28 <= hue < 85 and lightness < 44 and chroma < (30 if hue < 45 else 50):
        return "brown"
    if (hue >= 330 and lightness > 35) or ((hue >= 330 or hue < 18) and lightness > 45):
        return "pink"
    return next(name for upper, name in HUES if hue < upper)


HUES = (
    (45, "red"),
    (74, "orange"),
    (110, "yellow"),
    (200, "green"),
    (308, "blue"),
    (345, "purple"),
    (360, "red"),
)
"""Upper hue angle of each name, in degrees; the blue of screens lies at 306, far on the purple side."""


DARK_CHROMA = ((28, 18), (85, 16), (100, 14), (230, 11), (320, 15), (360, 18))
"""Chroma from which a dark colour is not black, by upper hue angle: gloss is warm or bluish, seldom green."""


def _is_neutral(lightness: float, chroma: float, hue: float) -> bool:
    """Say whether people would call a colour black, grey or white, ivory included."""
    if lightness < 32:
        return chroma < next(least for upper, least in DARK_CHROMA if hue < upper)
    if lightness > 60 and 55 < hue < 115:
        return chroma < 30
    return chroma < 8 + 0.07 * lightness


def body_name(body: Lab, marks: Lab) -> str:
    """Return the name of a body; whether a neutral one is black, grey or white its marks help to tell."""
    name = colour_name(body)
    darker_marks = marks[0] < body[0] - 8
    if name == "grey" and darker_marks and body[0] > 42:
        return "white"
    # Gloss lightens black; with coloured marks a black body is likelier than a grey one, even in full glare.
    gloss = 56 if math.hypot(marks[1], marks[2]) > 25 else 46
    if name == "grey" and not darker_marks and body[0] < gloss:
        return "black"
    return name


def marks_name(marks: Lab, body: Lab) -> str:
    """Return the name of marks; pale or dull ones are black or white by which way they differ from the body.

    Small marks take on colour from the body around them, so what counts is how much less of it they have.
    """
    name = colour_name(marks)
    chroma, body_chroma = math.hypot(marks[1], marks[2]), math.hypot(body[1], body[2])
    lighter = marks[0] - body[0]
    if name in ("grey", "black", "white") or chroma < 0.5 * body_chroma:
        return "white" if lighter > 0 else "black"
    if lighter < -20 and marks[0] < 32 and chroma < 0.75 * body_chroma:
        return "black"
    if name == colour_name(body):  # nobody makes such dice: the marks are blurred into the body
        return "white" if lighter > 0 else "black"
    return name


def _middle_part(crop: Frame) -> Frame:
    edge_y, edge_x = (side // 6 for side in crop.shape[:2])
    return crop[edge_y : crop.shape[0] - edge_y, edge_x : crop.shape[1] - edge_x]


def _units(lab: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return OpenCV's 8-bit Lab, (..., 3), in units of L* 0..100 and a*, b* about zero."""
    return (lab.astype(np.float32) - _LAB_ZERO) * _LAB_UNIT


def _middle(colours: NDArray[np.float32]) -> Lab:
    """Return the median of (n, 3) colours, the upper one where n is even."""
    half = len(colours) // 2
    lightness, a, b = np.partition(colours, half, axis=0)[half].tolist()
    return lightness, a, b


def _lengths(differences: NDArray[np.float32]) -> NDArray[np.float32]:
    squares: NDArray[np.float32] = np.einsum("ij,ij->i", differences, differences)
    return np.sqrt(squares)


def _disc() -> NDArray[np.bool_]:
    row, column = np.mgrid[:SIDE_PX, :SIDE_PX]
    middle = (SIDE_PX - 1) / 2
    return np.asarray(np.hypot(row - middle + DISC_RISE * SIDE_PX, column - middle) <= DISC_RADIUS * SIDE_PX)


_DISC = _disc()
PLAIN_PX, MARK_PX = (round(share * int(_DISC.sum())) for share in (PLAIN_SHARE, MARK_SHARE))
_LAB_ZERO = np.array([0, 128, 128], np.float32)
_LAB_UNIT = np.array([100 / 255, 1, 1], np.float32)
WHITE_LIGHT = Light(np.repeat(np.arange(256, dtype=np.uint8)[None, :, None], 3, axis=2))
"""Light without a cast: every value stays."""
