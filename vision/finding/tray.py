"""Which dice lie outside the tray that the others lie in. Tells nothing where no tray is surely seen.

A tray is a floor that ends on all sides before the picture does, with walls around it: from a die outside
every way to the floor leads over something that is neither floor nor the table around that die. A sheet of
paper or a mat has no such walls, nor has a shadow; a die beside them counts as any other. A die in play
called outside would be as bad as a false face, so every doubt speaks for the die.
"""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.colours.lab import lab_picture
from vision.image import Frame
from vision.quantile import quantiles
from vision.reading import Box

LONGEST_PX = 240
"""The picture is looked at in this size: a die of 40 pixels in 1920 keeps 5, a wall beside it 2."""

LEAST_DICE = 3
"""Fewer dice do not tell which of two places is the tray."""

INSIDE_SHARE = 0.6
"""At least this share of the dice lies on the floor."""

LEAST_FLOOR, FULL = 0.08, 0.85
"""The floor's share of the picture, and of its own convex hull, dice on it included: trays are convex."""

ALIKE = (20.0, 30.0, 13.0, 9.0)
"""Distances in 8-bit Lab up to which two places are of one colour, tried in turn until one tells a die apart.

Light falls off across a table, and cloth has a grain; yet a wall may be of nearly the floor's colour. Of 55
rendered dice beside whole trays 18 are told, and of 16,632 in play none; photographs had none to tell.
"""

STRICTEST = 2
"""A floor that runs out of the picture by so many of the strictest of these does by nearly all: of 1,048
rendered tables ten do not by some other, none of them a tray. Most tables are done with so."""

WALL_SHARE = 0.15
"""What is thinner than this share of a die is a printed line or a seam and no wall."""

RING_OUT, LEAST_RING_PX, RING_POINTS = 0.4, 2.0, 16
"""Around a die is what lies so many of its sides, and pixels, away from its box, at so many points a side."""

WALL_REACH, TABLE_SHARE = 2.0, 0.5
"""So many dice away from the floor the table around a die begins, on so much of the way around: walls are
no wider, as other fields of a chequered cloth are."""

STEP, STEP_SHARE = 1.2, 0.8
"""Next to the floor the table is so many times less alike, on so much of the floor's outline: a floor ends
at a wall, while light that falls off from place to place goes on falling off slowly."""

BEYOND = 0.6
"""A die's middle lies this many dice beyond the floor; one that leans on a wall is nearer."""

Mask = NDArray[np.uint8]
Places = NDArray[np.intp]
"""(2, ...): rows and columns of pixels."""

Planes = NDArray[np.float32]
"""(3, H, W): lightness, a and b, so scaled that distances are comparable."""

Plane = NDArray[np.float32]
"""(H, W)."""

Colour = NDArray[np.float32]
"""(3,) of the same."""


def outside_tray(frame: Frame, boxes: Sequence[Box]) -> tuple[bool, ...]:
    """Say of each die whether it lies outside the tray; False for all where no tray is surely seen."""
    if len(boxes) < LEAST_DICE:
        return (False,) * len(boxes)
    small, scale = _shrunk(frame)
    colours = _colours(small)
    dice = np.array(boxes, np.float64) * scale
    rings = _rings(small.shape[:2], dice)
    floor = _middle(colours, rings.reshape(2, -1))
    unlike = _squares_off(colours, floor, floor)
    if any(_runs_out(_under_most(_within(unlike, alike), rings)) for alike in sorted(ALIKE)[:STRICTEST]):
        return (False,) * len(boxes)
    on_table = _covered(small.shape[:2], dice)
    every_way = (_outside(colours, unlike, on_table, dice, rings, alike) for alike in ALIKE)
    return next((told for told in every_way if any(told)), (False,) * len(boxes))


def _outside(
    colours: Planes, unlike: Plane, on_table: Mask, dice: NDArray[np.float64], rings: Places, alike: float
) -> tuple[bool, ...]:
    """Say of each of the dice (n, 4) whether it lies outside, colours up to `alike` apart taken for one.

    `unlike` is how far off the colour around the dice all colours are, squared; `on_table` where dice lie.
    """
    nowhere = (False,) * len(dice)
    hull, tray = _floor(_within(unlike, alike), rings, on_table)
    if hull is None or not _ends_at_once(hull, _within(unlike, STEP * alike), on_table):
        return nowhere
    shape = on_table.shape
    side = float(quantiles(np.maximum(dice[:, 2] - dice[:, 0], dice[:, 3] - dice[:, 1])[None], 0.5)[0, 0])
    middles = np.stack([dice[:, 0] + dice[:, 2], dice[:, 1] + dice[:, 3]], axis=1) / 2
    beyond = np.array(
        [
            -cv2.pointPolygonTest(hull, (float(x), float(y)), measureDist=True) > BEYOND * side
            for x, y in middles
        ]
    )
    if not beyond.any() or 1 - np.mean(beyond) < INSIDE_SHARE:
        return nowhere
    floor = _middle(colours, rings.reshape(2, -1))
    around = _around(hull, shape, WALL_REACH * side)
    # Dice on the floor may hide a wall, and are no way through it.
    covered = _covered(shape, dice[beyond])

    def is_outside(ring: Places, die: NDArray[np.float64]) -> bool:
        free = _within(_squares_off(colours, floor, _middle(colours, ring)), alike) | covered
        return _walled_off(free, tray, around, die, side)

    return tuple(
        bool(far) and is_outside(ring, die)
        for far, ring, die in zip(beyond, rings.transpose(1, 0, 2), dice, strict=True)
    )


def _shrunk(frame: Frame) -> tuple[Frame, float]:
    """Return the picture at LONGEST_PX and its scale, from few of its pixels: only areas matter here."""
    height, width = frame.shape[:2]
    scale = min(1.0, LONGEST_PX / max(height, width))
    columns, rows = max(1, round(width * scale)), max(1, round(height * scale))
    sampled = cv2.resize(frame, (2 * columns, 2 * rows), interpolation=cv2.INTER_NEAREST)
    return np.asarray(cv2.resize(sampled, (columns, rows), interpolation=cv2.INTER_AREA), np.uint8), scale


def _colours(small: Frame) -> Planes:
    """Return 8-bit Lab as planes, lightness counting less: across one table it changes more than hue does."""
    light, a, b = cv2.split(lab_picture(np.asarray(cv2.blur(small, (3, 3)), np.uint8)))
    return np.stack([0.6 * light.astype(np.float32), a.astype(np.float32), b.astype(np.float32)])


def _middle(colours: Planes, places: Places) -> Colour:
    """Return the median colour of some pixels, (2, N)."""
    half = places.shape[1] // 2
    return np.asarray(np.partition(colours[:, places[0], places[1]], half, axis=1)[:, half])


def _rings(shape: tuple[int, ...], dice: NDArray[np.float64]) -> Places:
    """Return points (2, n, 4 * RING_POINTS) around each of the dice (n, 4), all within the picture."""
    sides = np.maximum(dice[:, 2] - dice[:, 0], dice[:, 3] - dice[:, 1])
    out = np.maximum(LEAST_RING_PX, RING_OUT * sides)[:, None]
    left, top = dice[:, :1] - out, dice[:, 1:2] - out
    right, bottom = dice[:, 2:3] + out, dice[:, 3:] + out
    # A point from each corner on towards the next, the corner itself included.
    on = np.arange(RING_POINTS) / RING_POINTS
    across, down = left + on * (right - left), top + on * (bottom - top)
    rows = np.concatenate([top + 0 * on, down, bottom + 0 * on, top + bottom - down], axis=1)
    columns = np.concatenate([across, right + 0 * on, left + right - across, left + 0 * on], axis=1)
    inside = np.stack([rows.clip(0, shape[0] - 1), columns.clip(0, shape[1] - 1)])
    return np.asarray(np.rint(inside), dtype=np.intp)


def _covered(shape: tuple[int, ...], dice: NDArray[np.float64]) -> Mask:
    """Return where dice lie: what is under them is floor or table like what is around them."""
    mask = np.zeros(shape, np.uint8)
    for x0, y0, x1, y1 in np.rint(dice).astype(int):
        mask[max(0, y0 - 1) : y1 + 2, max(0, x0 - 1) : x1 + 2] = 1
    return mask


def _under_most(like_floor: Mask, rings: Places) -> Mask:
    """Return the pixels of the floor that most dice lie on; none where what is around them is like none."""
    _, places = cv2.connectedComponents(like_floor, connectivity=4, ltype=cv2.CV_16U)
    around = places[rings[0], rings[1]]
    around = around[around > 0]
    if not around.size:
        return np.zeros_like(like_floor)
    return np.asarray(places == np.bincount(around).argmax(), np.uint8)


def _runs_out(floor: Mask) -> bool:
    """Say whether a floor goes on beyond the picture."""
    return bool(floor[0].any() or floor[-1].any() or floor[:, 0].any() or floor[:, -1].any())


def _floor(like_floor: Mask, rings: Places, covered: Mask) -> tuple[NDArray[np.int32] | None, Mask]:
    """Return the hull of the floor that most dice lie on, None where it is no tray's, and its pixels.

    `covered` is where dice lie: those that touch a wall hide a part of the floor's outline.
    """
    floor = _under_most(like_floor, rings)
    if _runs_out(floor) or cv2.countNonZero(floor) < LEAST_FLOOR * floor.size:
        return None, floor
    outlines, _ = cv2.findContours(floor, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    outline = max(outlines, key=cv2.contourArea)
    hull = np.asarray(cv2.convexHull(outline), np.int32)
    inside = np.asarray(cv2.fillConvexPoly(np.zeros_like(floor), hull, 1), np.uint8)
    filled = np.asarray(cv2.drawContours(covered & inside, [outline], 0, 1, cv2.FILLED), np.uint8)
    if cv2.countNonZero(filled) < FULL * cv2.countNonZero(inside):
        return None, floor
    return hull, floor


def _ends_at_once(hull: NDArray[np.int32], like_floor: Mask, covered: Mask) -> bool:
    """Say whether little next to a floor's hull is still like the floor, where no dice lie."""
    inside = np.asarray(cv2.fillConvexPoly(np.zeros_like(like_floor), hull, 1), np.uint8)
    wider = np.asarray(cv2.dilate(inside, np.ones((5, 5), np.uint8)), np.uint8)
    beside = (wider - inside) & (1 - covered)
    return cv2.countNonZero(beside & like_floor) <= (1 - STEP_SHARE) * cv2.countNonZero(beside)


def _around(hull: NDArray[np.int32], shape: tuple[int, ...], reach: float) -> Mask:
    """Return the pixels of the picture at this distance from a hull."""
    away = cv2.distanceTransform(1 - cv2.fillConvexPoly(np.zeros(shape, np.uint8), hull, 1), cv2.DIST_L2, 3)
    return np.asarray((away >= reach) & (away < reach + 2), np.uint8)


def _walled_off(free: Mask, tray: Mask, around: Mask, die: NDArray[np.float64], side: float) -> bool:
    """Say whether a die lies on the table around a tray, with walls between it and the floor all around.

    `free` is what is no wall, `around` a line around the tray.
    """
    gap = 2 * max(1, round(WALL_SHARE * side / 2)) + 1
    free = np.asarray(cv2.morphologyEx(free, cv2.MORPH_CLOSE, np.ones((gap, gap), np.uint8)))
    _, places = cv2.connectedComponents(free, connectivity=8)
    x, y = int((die[0] + die[2]) / 2), int((die[1] + die[3]) / 2)
    here = np.asarray(places == places[min(y, free.shape[0] - 1), min(x, free.shape[1] - 1)], np.uint8)
    if not _runs_out(here) or cv2.countNonZero(here & tray):
        return False
    return cv2.countNonZero(here & around) >= TABLE_SHARE * cv2.countNonZero(around)


def _squares_off(colours: Planes, one: Colour, other: Colour) -> Plane:
    """Return how far colours lie off the line between two, squared: shadows and soft edges mix them."""
    off = [plane - np.float32(value) for plane, value in zip(colours, one, strict=True)]
    way = other - one
    length = float(way @ way)
    if length > 0:
        share = sum(plane * np.float32(step / length) for plane, step in zip(off, way, strict=True))
        share = np.clip(share, 0, 1)
        off = [plane - share * np.float32(step) for plane, step in zip(off, way, strict=True)]
    return np.asarray(off[0] * off[0] + off[1] * off[1] + off[2] * off[2])


def _within(squares: Plane, distance: float) -> Mask:
    """Return where squares are those of less than a distance."""
    return np.asarray(squares < distance * distance, np.uint8)
