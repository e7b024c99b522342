"""Body and mark colour of a die, from its own pixels. Knows no faces, no groups and no players.

Colours are compared in CIE L*a*b* (D65, L 0..100), where distances are about what people see, and named
by lightness, chroma and hue of L*C*h.
"""

import math
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

SIDE_PX = 48
"""Dice are looked at in this size: a pip is then 5 to 10 pixels wide, and noise is averaged away."""

INNER_RADIUS, INNER_RISE = 0.36, 0.03
"""Part of the box that is die and mostly top face at every camera angle: a disc, lifted a little."""

BODY_WINDOW_PX = 23
"""Median window that swallows pips but follows the shading from face to face; odd."""

LIGHTNESS_WEIGHT = 0.7
"""Shading and shadow change lightness on one and the same body, hue and chroma far less."""

MARK_SHARE = 0.035
"""Share of the inner disc that the single pip of a 1 covers at least, its blurred rim left out."""


@dataclass(frozen=True, slots=True)
class DieColours:
    """Names out of COLOUR_NAMES, and the colours measured; `contrast` is their distance in L*a*b*."""

    body: str
    marks: str
    body_lab: Lab
    marks_lab: Lab
    contrast: float


def measure_colours(crop: Frame, white_point: Lab | None = None) -> DieColours:
    """Return the colours of the die that fills `crop`, (H, W, 3) BGR, cut out at its box.

    `white_point` is what white looks like in this picture, (100, 0, 0) when not known.
    """
    lab = _lab(crop)
    local_body = cv2.medianBlur(lab, BODY_WINDOW_PX)
    difference = _units(lab) - _units(local_body)
    difference[..., 0] *= LIGHTNESS_WEIGHT
    distance = np.linalg.norm(difference, axis=2)
    inside = _INNER
    least = float(np.quantile(distance[inside], 1 - MARK_SHARE))
    marked = inside & (distance >= least)
    plain = inside & (distance <= 0.35 * least)
    if not plain.any():
        plain = inside
    body = _balanced(np.median(_units(lab)[plain], axis=0), white_point)
    marks = _balanced(np.median(_units(lab)[marked], axis=0), white_point)
    return DieColours(
        body=body_name(body, marks),
        marks=marks_name(marks, body),
        body_lab=body,
        marks_lab=marks,
        contrast=math.dist(body, marks),
    )


def colour_name(lab: Lab) -> str:
    """Return the name of a colour by itself."""
    lightness, a, b = lab
    chroma = math.hypot(a, b)
    hue = math.degrees(math.atan2(b, a)) % 360
    if chroma < 7 + 0.09 * lightness:
        return "black" if lightness < 30 else "grey" if lightness < 62 else "white"
    if lightness < 12 and chroma < 16:
        return "black"
    if 42 <= hue < 78 and lightness < 48 and chroma < 48:
        return "brown"
    if (hue >= 340 or hue < 22) and lightness > 55:
        return "pink"
    for upper, name in (
        (45, "red"),
        (72, "orange"),
        (103, "yellow"),
        (200, "green"),
        (297, "blue"),
        (338, "purple"),
    ):
        if hue < upper:
            return name
    return "pink" if lightness > 45 else "red"


def body_name(body: Lab, marks: Lab) -> str:
    """Return the name of a body, told with the help of its marks where light alone decides."""
    name = colour_name(body)
    if name == "grey" and marks[0] < body[0] - 25 and body[0] > 45:
        return "white"
    return name


def marks_name(marks: Lab, body: Lab) -> str:
    """Return the name of marks; neutral ones are black or white by which way they differ from the body."""
    name = colour_name(marks)
    if name in ("grey", "black", "white"):
        return "white" if marks[0] > body[0] else "black"
    return name


def _lab(crop: Frame) -> NDArray[np.uint8]:
    how = cv2.INTER_AREA if min(crop.shape[:2]) > SIDE_PX else cv2.INTER_LINEAR
    small = cv2.resize(crop, (SIDE_PX, SIDE_PX), interpolation=how)
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2LAB), dtype=np.uint8)


def _units(lab: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return OpenCV's 8-bit Lab, (..., 3), in units of L 0..100 and a, b about zero."""
    return (lab.astype(np.float32) - np.array([0, 128, 128], np.float32)) * np.array(
        [100 / 255, 1, 1], np.float32
    )


def _balanced(measured: NDArray[np.float32], white_point: Lab | None) -> Lab:
    lightness, a, b = (float(value) for value in measured)
    if white_point is None:
        return lightness, a, b
    white, cast_a, cast_b = white_point
    share = lightness / max(white, 1.0)
    return min(100.0, 100.0 * share), a - cast_a * share, b - cast_b * share


def _inner_disc() -> NDArray[np.bool_]:
    row, column = np.mgrid[:SIDE_PX, :SIDE_PX]
    middle = (SIDE_PX - 1) / 2
    reach = np.hypot(row - (middle - INNER_RISE * SIDE_PX), column - middle)
    return reach <= INNER_RADIUS * SIDE_PX


_INNER = _inner_disc()
