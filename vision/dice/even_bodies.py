"""Crops of dice with one of their colours painted over: swirls and speckles hide pips, even bodies do not.

A marbled, speckled or glossy die has three colours where a plain one has two, and which of them are the body
nobody knows beforehand. So each of the three is painted like each of the others; where those two were the
body, a plain die is left, which a network reads at once. Where body and marks are known the third is painted
as body.
"""

from itertools import permutations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.crop import middle_of
from vision.image import Frame
from vision.reading import Lab

COLOURS = 3
"""Body, marks, and what else there is."""

INNER = 0.62
"""The middle of the box, a share of its side, whose pixels tell the die's colours: mostly its top face."""

NOISE = 25.0
"""Variance of a pixel's colour, in squared units of CIE L*a*b* (D65): colours as near are not told apart."""

ROUNDS, STILL = 20, 0.5
"""Colours are moved to the middle of their pixels so often at most, until none moves farther than this."""


def even_bodies(crop: Frame, margin: float) -> NDArray[np.uint8]:
    """Return a die's crop (side, side, 3) BGR, `margin` times its box wide, in all ways to even its body.

    (6, side, side, 3). What lies around the die is painted as well where it has the die's colours.
    """
    lab = _lab_of(crop)
    colours = _colours_of(_lab_of(middle_of(crop, margin / INNER)).reshape(-1, 3))
    shares = _shares_of(lab, colours)
    painted = np.concatenate(
        [
            lab + shares[:, :, other, None] * (colours[one] - colours[other])
            for one, other in permutations(range(COLOURS), 2)
        ]
    )
    return _bgr_of(painted).reshape(-1, *crop.shape)


def in_colours(crop: Frame, margin: float, body: Lab, marks: Lab) -> Frame:
    """Return a die's crop, as above, with all painted as body that has the colour of neither."""
    lab = _lab_of(crop)
    known = np.array([body, marks], np.float32)
    found = _colours_of(_lab_of(middle_of(crop, margin / INNER)).reshape(-1, 3))
    third = found[np.min([_off(found, one) for one in known], axis=0).argmax()]
    shares = _shares_of(lab, np.stack([*known, third]))
    return _bgr_of(lab + shares[..., 2, None] * (known[0] - third))


def _bgr_of(lab: NDArray[np.float32]) -> Frame:
    bgr = np.asarray(cv2.cvtColor(lab.astype(np.float32), cv2.COLOR_Lab2BGR))
    return np.asarray(np.rint(bgr.clip(0, 1) * 255), np.uint8)


def _lab_of(picture: Frame) -> NDArray[np.float32]:
    return np.asarray(cv2.cvtColor(picture.astype(np.float32) / 255, cv2.COLOR_BGR2Lab), np.float32)


def _colours_of(pixels: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the colours (3, 3) around which pixels (N, 3) gather, begun with those that differ most."""
    begun = [pixels[_off(pixels, pixels.mean(axis=0)).argmax()]]
    while len(begun) < COLOURS:
        begun.append(pixels[np.min([_off(pixels, one) for one in begun], axis=0).argmax()])
    nearest = np.argmin([_off(pixels, one) for one in begun], axis=0).astype(np.int32)[:, None]
    until = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, ROUNDS, STILL)
    colours = cv2.kmeans(pixels, COLOURS, nearest, until, 1, cv2.KMEANS_USE_INITIAL_LABELS)[2]
    return np.asarray(colours, np.float32)


def _shares_of(lab: NDArray[np.float32], colours: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return how much of each colour is in each pixel (..., 3): at an edge a pixel shows two of them."""
    axes = (colours[:2] - colours[2]).T
    solved = np.linalg.solve(axes.T @ axes + NOISE * np.eye(2), axes.T)
    first = (lab - colours[2]) @ solved.T.astype(np.float32)
    shares = np.concatenate([first, 1 - first.sum(axis=-1, keepdims=True)], axis=-1).clip(min=0)
    return np.asarray(shares / shares.sum(axis=-1, keepdims=True), np.float32)


def _off(pixels: NDArray[np.float32], colour: NDArray[np.float32]) -> NDArray[np.float32]:
    off = pixels - colour
    return np.asarray(np.einsum("ij,ij->i", off, off))
