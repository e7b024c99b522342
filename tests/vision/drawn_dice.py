"""Dice drawn with known colours: a top face and a darker side face, warped, lit, blurred and noisy."""

import cv2
import numpy as np
from numpy.random import Generator

from vision.image import Frame

Bgr = tuple[int, int, int]

PAINT: dict[str, Bgr] = {
    "black": (28, 26, 25),
    "white": (235, 238, 238),
    "grey": (135, 135, 135),
    "red": (38, 30, 195),
    "orange": (30, 115, 235),
    "yellow": (40, 205, 240),
    "green": (60, 130, 25),
    "blue": (165, 65, 25),
    "purple": (140, 35, 95),
    "pink": (165, 120, 240),
    "brown": (35, 60, 100),
}

# Of a face 100 wide; pips 20 wide, as on common dice.
PIPS = {
    1: ((50, 50),),
    2: ((27, 27), (73, 73)),
    3: ((25, 25), (50, 50), (75, 75)),
    4: ((27, 27), (73, 27), (27, 73), (73, 73)),
    5: ((26, 26), (74, 26), (50, 50), (26, 74), (74, 74)),
    6: ((29, 24), (29, 50), (29, 76), (71, 24), (71, 50), (71, 76)),
}
PIP_RADIUS = 10
CLOTH: Bgr = (70, 90, 75)


def drawn_die(
    body: str,
    marks: str,
    face: int,
    side_px: int,
    rng: Generator,
    cast: tuple[float, float, float] = (1, 1, 1),
) -> Frame:
    """Return the crop of a die at its box, (side_px, side_px, 3), under light of a BGR `cast`.

    The die is turned, seen from about 60 degrees above the table, with its darker front below the top face.
    """
    size = 2 * side_px
    picture = np.full((size, size, 3), CLOTH, np.uint8)
    top, front = _corners(size, float(rng.uniform(-0.35, 0.35)))
    _paint_face(picture, _face(body, marks, int(rng.integers(2, 6)), shade=0.55), front)
    _paint_face(picture, _face(body, marks, face, shade=0.95), top)
    small = cv2.resize(picture, (side_px, side_px), interpolation=cv2.INTER_AREA)
    blurred = np.asarray(cv2.GaussianBlur(small, (0, 0), max(0.5, side_px / 70)), np.float64)
    noisy = blurred * np.array(cast) + rng.normal(0, 4, blurred.shape)
    return np.asarray(np.clip(np.rint(noisy), 0, 255), dtype=np.uint8)


def _face(body: str, marks: str, face: int, shade: float) -> Frame:
    drawn = np.full((100, 100, 3), PAINT[body], np.uint8)
    for x, y in PIPS[face]:
        cv2.circle(drawn, (x, y), PIP_RADIUS, PAINT[marks], cv2.FILLED, cv2.LINE_AA)
    return np.asarray(drawn * shade, dtype=np.uint8)


def _corners(size: int, turn: float) -> tuple[np.ndarray, np.ndarray]:
    """Return the four corners of the top face and of the front, that fill the box together."""
    lean = turn * 0.3 * size
    left, right, top, fold, bottom = 0.08 * size, 0.92 * size, 0.03 * size, 0.72 * size, 0.97 * size
    upper_left, upper_right = (left + max(lean, 0), top), (right + min(lean, 0), top)
    lower_left, lower_right = (left, fold), (right, fold)
    face = np.array([upper_left, upper_right, lower_right, lower_left], np.float32)
    front = np.array(
        [lower_left, lower_right, (right - 0.03 * size, bottom), (left + 0.03 * size, bottom)], np.float32
    )
    return face, front


def _paint_face(picture: Frame, face: Frame, corners: np.ndarray) -> None:
    square = np.array([(0, 0), (100, 0), (100, 100), (0, 100)], np.float32)
    warp = cv2.getPerspectiveTransform(square, corners)
    size = (picture.shape[1], picture.shape[0])
    painted = cv2.warpPerspective(face, warp, size, flags=cv2.INTER_LINEAR)
    mask = cv2.warpPerspective(np.full(face.shape[:2], 255, np.uint8), warp, size)
    picture[mask > 127] = painted[mask > 127]
