"""Body and mark colour of a die, from its own pixels. Knows no faces, no groups and no players.

Colours are measured in CIE L*a*b* (D65) as the picture shows them. To be named they are brought to white
light first; which group they belong to `vision.colours.groups` finds, from all dice of a picture together.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.colours.lab import LINEAR_OF_BYTE, Linear, as_lab, lab_of, lab_picture, linear_of
from vision.colours.likeness import alike
from vision.colours.names import body_name, marks_name
from vision.colours.own_pixels import own_pixels
from vision.dice.crop import inner_part
from vision.image import Frame, resized
from vision.quantile import quantiles
from vision.reading import Box, Lab, SeenColours

SIDE_PX = 26
"""Dice are looked at in this size: a pip is then 3 to 5 pixels wide, and noise is averaged away.

Even, so that it can be halved.
"""

DISC_RADIUS, DISC_RISE = 0.25, 0.12
"""The part of the box, in shares of its side, that is mostly top face from any camera angle."""

BODY_WINDOW = 5
"""Side of the median window that swallows pips and yet follows the shading from face to face; odd.

It is moved over the picture halved once more: up to 5 OpenCV takes a thirtieth of what 13 takes on all.
"""

SPECKLE_SIGMA_PX = 0.8
"""Blur that takes away speckles, a pixel or two wide, and leaves most of a pip."""

MARK_SHARE = 0.03
"""Share of the disc that the single pip of a 1 covers at least, its blurred rim left out."""

PLAIN_SHARE = 0.6
"""Share of the disc that is body on the face with most pips, and differs least from its surroundings."""

GLARE_LEVEL, GLARE_WHITENESS = 245, 0.55
"""A pixel mirrors the lamp when its strongest channel is this bright, its weakest this share of it."""

AROUND_STEP_PX = 3
"""Every third pixel of what lies around the die is enough for a median."""

BRIGHTEST = 0.995
"""Quantile of each channel over all dice of a picture that shows the colour of the light.

White marks, white dice and highlights are at hand in most rolls; where none is, all channels are bright in
some die, unless all dice are of one colour, and then the strength below keeps that colour alive.
"""

LIGHT_STRENGTH = 0.6
"""How much of a cast is taken away; all of it would turn a picture of red dice alone grey."""

MOST_CAST = 2.0
"""No channel is changed by more than this: beyond it the colour is the dice's and not the light's."""


Places = NDArray[np.intp]
"""(m,): which pixels of a die, by row, by column, or counted row by row."""


@dataclass(frozen=True, slots=True)
class Light:
    """The colour of the light in a picture: gains of linear red, green, blue that make it white."""

    red: float
    green: float
    blue: float


WHITE_LIGHT = Light(1.0, 1.0, 1.0)
"""Light without a cast: every value stays."""


def light_of(crops: Sequence[Frame]) -> Light:
    """Return the light that falls on the dice of one picture, from their crops, (H, W, 3) BGR each."""
    if not crops:
        return WHITE_LIGHT
    # Every other pixel of the part that holds no table is enough, and four times as fast.
    middles = [_middle_part(crop)[::2, ::2].reshape(-1, 3) for crop in crops]
    brightest = quantiles(np.concatenate(middles).T, BRIGHTEST)[::-1, 0]
    return _light_that_makes_white(LINEAR_OF_BYTE[np.maximum(np.rint(brightest), 5).astype(np.uint8)])


def light_of_groups(dice: Sequence[tuple[Lab, Lab]]) -> Light:
    """Return the light on groups of dice in one light, by body and marks of each die.

    The brightest of each channel is theirs together: where one group has white marks it tells the light on
    black dice with red pips, which alone would pass for green ones under a red lamp.
    """
    return _light_that_makes_white(np.maximum(linear_of(np.array(dice)).reshape(-1, 3).max(axis=0), 1e-3))


def _light_that_makes_white(brightest: Linear) -> Light:
    """Return the light under which the brightest linear red, green and blue, (3,), are white, in part."""
    gains = np.clip(brightest.mean() / brightest, 1 / MOST_CAST, MOST_CAST) ** LIGHT_STRENGTH
    return Light(*(float(gain) for gain in gains))


def measure_colours(views: Sequence[Frame], boxes: Sequence[Box] = ()) -> list[SeenColours]:
    """Return the colours of dice from their views, (H, H, 3) BGR of one size.

    `boxes` are theirs in one picture, so that a die's colours are not those of another before it; without
    them, nothing lies before any.

    Marks are what differs most from its surroundings near the middle, at the size of pips: side faces and
    shadows are larger, so the median around each of their pixels is like it; speckles are smaller.
    """
    if not views:
        return []
    # Side by side in one strip, all dice cost OpenCV hardly more than one; no disc feels its neighbour.
    side_by_side = np.concatenate([inner_part(view) for view in views], axis=1)
    strip = resized(side_by_side, len(views) * SIDE_PX, SIDE_PX)
    lab = lab_picture(strip)
    halved = cv2.resize(lab, (lab.shape[1] // 2, lab.shape[0] // 2), interpolation=cv2.INTER_AREA)
    surroundings = _discs(np.asarray(cv2.medianBlur(halved, BODY_WINDOW), dtype=np.uint8), 2)
    without_speckles = cv2.GaussianBlur(lab, (0, 0), SPECKLE_SIGMA_PX)
    pixels = _discs(np.concatenate([strip, lab, without_speckles], axis=2), 1)
    for die, own in enumerate(own_pixels(boxes, _ACROSS)):
        if not own.all():
            # Those that are its own, over and over, so that shares of them stay shares of the disc.
            shown = np.resize(np.flatnonzero(own), own.size)
            pixels[die], surroundings[die] = pixels[die][:, shown], surroundings[die][:, shown]
    colours, blurred = pixels[:, 3:6] * _LAB_UNIT, pixels[:, 6:] * _LAB_UNIT
    around_each = surroundings * _LAB_UNIT
    plain = np.argpartition(_squares(colours - around_each), PLAIN_PX, axis=1)[:, None, :PLAIN_PX]
    body_pixels = np.take_along_axis(pixels[:, :6], plain, axis=2)
    body = _middle(body_pixels)
    # Between pips that stand close the surroundings are half pip; there the body tells body from marks.
    from_body = _squares(blurred - body[:, 3:, None] * _LAB_UNIT)
    difference = np.minimum(_squares(blurred - around_each), from_body)
    marked = np.argpartition(difference, -MARK_PX, axis=1)[:, None, -MARK_PX:]
    pixels = pixels[:, :3]
    marks = _middle(np.take_along_axis(pixels, marked, axis=2))
    around = _middle(np.stack([view.reshape(-1, 3).T for view in views])[..., _around(views[0].shape[0])])
    bgr = np.stack([body[:, :3], marks, around], axis=1)
    # White marks are as bright as a lamp; what tells the body may not be.
    strongest, weakest = body_pixels[:, :3].max(axis=1), body_pixels[:, :3].min(axis=1)
    glare = np.mean((strongest >= GLARE_LEVEL) & (weakest >= GLARE_WHITENESS * strongest), axis=1)
    return [
        SeenColours(as_lab(body), as_lab(marks), as_lab(table), share)
        for (body, marks, table), share in zip(
            lab_of(LINEAR_OF_BYTE[bgr[..., ::-1]]).tolist(), glare.tolist(), strict=True
        )
    ]


def names_of(seen: Sequence[SeenColours], light: Light) -> list[tuple[str, str]]:
    """Return the names of body and marks, out of COLOUR_NAMES, once the light's colour is taken away.

    Dice that are alike have one name, that of their mean colours.
    """
    if not seen:
        return []
    gains = np.array([light.red, light.green, light.blue])
    linear = linear_of(np.array([[one.body, one.marks] for one in seen])) * gains
    labs = lab_of(np.minimum(linear, 1.0))
    names = [("", "")] * len(seen)
    for dice in alike(seen):
        body, marks = (as_lab(colour) for colour in labs[list(dice)].mean(axis=0).tolist())
        for die in dice:
            names[die] = (body_name(body, marks), marks_name(marks, body))
    return names


def _middle_part(crop: Frame) -> Frame:
    edge_y, edge_x = (side // 6 for side in crop.shape[:2])
    return crop[edge_y : crop.shape[0] - edge_y, edge_x : crop.shape[1] - edge_x]


@cache
def _around(side_px: int) -> Places:
    """Return which pixels of a view, counted row by row, lie around a die's box, thinned out; never none."""
    mask = np.zeros((side_px, side_px), np.uint8)
    mask[::AROUND_STEP_PX, ::AROUND_STEP_PX] = 1
    inner_part(mask)[:] = 0
    mask[0, 0] = 1
    return np.flatnonzero(mask)


def _discs(strip: NDArray[np.uint8], step: int) -> NDArray[np.uint8]:
    """Return the discs (n, channels, m) of a strip shrunk `step` times; m stays the same."""
    side, _, channels = strip.shape
    tiles = strip.reshape(side, -1, side, channels)
    square = tiles[TOP // step : BOTTOM // step, :, LEFT // step : RIGHT // step].transpose(1, 3, 0, 2)
    rows, columns = (_ROWS - TOP) // step, (_COLUMNS - LEFT) // step
    places = rows * square.shape[3] + columns
    return np.asarray(square.reshape(*square.shape[:2], -1).take(places, axis=2))


def _middle(colours: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the medians (n, channels) of (n, channels, m), the upper one where m is even."""
    half = colours.shape[2] // 2
    return np.asarray(np.partition(colours, half, axis=2)[..., half])


def _squares(differences: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the squares of the lengths (n, m) of (n, 3, m): they grow as the lengths do."""
    squares: NDArray[np.float32] = np.einsum("ncm,ncm->nm", differences, differences)
    return squares


def _disc() -> tuple[Places, Places]:
    """Return the rows and columns of the pixels in the disc."""
    row, column = np.mgrid[:SIDE_PX, :SIDE_PX]
    middle = (SIDE_PX - 1) / 2
    away = np.hypot(row - middle + DISC_RISE * SIDE_PX, column - middle)
    rows, columns = np.nonzero(away <= DISC_RADIUS * SIDE_PX)
    return rows, columns


_ROWS, _COLUMNS = _disc()
_ACROSS = (np.stack([_COLUMNS, _ROWS]) + 0.5) / SIDE_PX - 0.5
"""Where the disc's pixels lie, right and down from the middle, in shares of the box's side: (2, m)."""

TOP, BOTTOM, LEFT, RIGHT = (
    2 * int(side)
    for side in (_ROWS.min() // 2, _ROWS.max() // 2 + 1, _COLUMNS.min() // 2, _COLUMNS.max() // 2 + 1)
)
"""The square that holds the disc, to whole pixels of a strip of half the size."""

PLAIN_PX, MARK_PX = (round(share * _ROWS.size) for share in (PLAIN_SHARE, MARK_SHARE))
_LAB_UNIT = np.array([[100 / 255], [1], [1]], np.float32)
"""Of 8-bit Lab, a channel a row; where its zero lies does not matter to differences."""
