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

from vision.image import Frame
from vision.reading import Box

LONGEST_PX = 240
"""The picture is looked at in this size: a die of 40 pixels in 1920 keeps 5, a wall beside it 2."""

LEAST_DICE = 3
"""Fewer dice do not tell which of two places is the tray."""

INSIDE_SHARE = 0.6
"""At least this share of the dice lies on the floor."""

LEAST_FLOOR, FULL = 0.08, 0.9
"""The floor's share of the picture, and of its own convex hull: trays are convex."""

ALIKE = 22.0
"""Distance in 8-bit Lab up to which two places are of one colour: light falls off across a table."""

WALL_SHARE = 0.35
"""What is thinner than this share of a die is a printed line or a seam and no wall."""

BEYOND = 0.6
"""A die's middle lies this many dice beyond the floor; one that leans on a wall is nearer."""

Mask = NDArray[np.uint8]


def outside_tray(frame: Frame, boxes: Sequence[Box]) -> tuple[bool, ...]:
    """Say of each die whether it lies outside the tray; False for all where no tray is surely seen."""
    nowhere = (False,) * len(boxes)
    if len(boxes) < LEAST_DICE:
        return nowhere
    small, scale = _shrunk(frame)
    lab = cv2.cvtColor(cv2.blur(small, (3, 3)), cv2.COLOR_BGR2LAB).astype(np.int16)
    dice = np.array(boxes, np.float64) * scale
    side = float(np.median(np.maximum(dice[:, 2] - dice[:, 0], dice[:, 3] - dice[:, 1])))
    rings = [_ring(lab, die) for die in dice]
    floor = np.median(np.concatenate(rings), axis=0)
    covered = _covered(lab.shape[:2], dice)
    hull, tray = _floor(lab, floor, covered, dice)
    if hull is None:
        return nowhere
    middles = np.stack([dice[:, 0] + dice[:, 2], dice[:, 1] + dice[:, 3]], axis=1) / 2
    beyond = [
        -cv2.pointPolygonTest(hull, (float(x), float(y)), measureDist=True) > BEYOND * side
        for x, y in middles
    ]
    if 1 - np.mean(beyond) < INSIDE_SHARE:
        return nowhere
    return tuple(
        far and _walled_off(lab, floor, np.median(ring, axis=0), covered, tray, die, side)
        for far, ring, die in zip(beyond, rings, dice, strict=True)
    )


def _shrunk(frame: Frame) -> tuple[Frame, float]:
    """Return the picture at LONGEST_PX and its scale, from few of its pixels: only areas matter here."""
    height, width = frame.shape[:2]
    scale = min(1.0, LONGEST_PX / max(height, width))
    step = max(1, int(1 / scale / 2))
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    small = cv2.resize(np.ascontiguousarray(frame[::step, ::step]), size, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8), scale


def _ring(lab: NDArray[np.int16], die: NDArray[np.float64]) -> NDArray[np.int16]:
    """Return the pixels (N, 3) around a die, half its side away from its box."""
    height, width = lab.shape[:2]
    out = max(2.0, 0.4 * float(max(die[2] - die[0], die[3] - die[1])))
    left, right = (int(np.clip(round(x), 0, width - 1)) for x in (die[0] - out, die[2] + out))
    top, bottom = (int(np.clip(round(y), 0, height - 1)) for y in (die[1] - out, die[3] + out))
    return np.concatenate(
        [lab[top, left:right], lab[bottom, left:right], lab[top:bottom, left], lab[top:bottom, right]]
    ).reshape(-1, 3)


def _covered(shape: tuple[int, ...], dice: NDArray[np.float64]) -> Mask:
    """Return where dice lie: what is under them is floor or table like what is around them."""
    mask = np.zeros(shape, np.uint8)
    for x0, y0, x1, y1 in np.rint(dice).astype(int):
        mask[max(0, y0 - 1) : y1 + 2, max(0, x0 - 1) : x1 + 2] = 1
    return mask


def _floor(
    lab: NDArray[np.int16], colour: NDArray[np.float64], covered: Mask, dice: NDArray[np.float64]
) -> tuple[NDArray[np.int32] | None, Mask]:
    """Return the hull of the floor that most dice lie on, None where it is no tray's, and its pixels."""
    like_floor = _near(lab, colour, colour) | covered
    _, places, stats, _ = cv2.connectedComponentsWithStats(like_floor, connectivity=4)
    x = np.clip((dice[:, 0] + dice[:, 2]) / 2, 0, lab.shape[1] - 1).astype(int)
    y = np.clip((dice[:, 1] + dice[:, 3]) / 2, 0, lab.shape[0] - 1).astype(int)
    most = int(np.bincount(places[y, x]).argmax())
    floor = (places == most).astype(np.uint8)
    left, top, width, height, area = stats[most]
    open_ended = min(left, top) <= 0 or left + width >= lab.shape[1] or top + height >= lab.shape[0]
    if most == 0 or open_ended or area < LEAST_FLOOR * floor.size:
        return None, floor
    outlines, _ = cv2.findContours(floor, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    outline = max(outlines, key=cv2.contourArea)
    hull = np.asarray(cv2.convexHull(outline), np.int32)
    if cv2.contourArea(outline) < FULL * cv2.contourArea(hull):
        return None, floor
    return hull, floor


def _walled_off(
    lab: NDArray[np.int16],
    floor: NDArray[np.float64],
    table: NDArray[np.float64],
    covered: Mask,
    tray: Mask,
    die: NDArray[np.float64],
    side: float,
) -> bool:
    """Say whether a die on a `table` of that colour has walls between itself and the floor all around."""
    free = _near(lab, floor, table) | covered
    gap = 2 * max(1, round(WALL_SHARE * side / 2)) + 1
    free = np.asarray(cv2.morphologyEx(free, cv2.MORPH_CLOSE, np.ones((gap, gap), np.uint8)))
    _, places = cv2.connectedComponents(free, connectivity=8)
    x, y = int((die[0] + die[2]) / 2), int((die[1] + die[3]) / 2)
    here = places == places[min(y, lab.shape[0] - 1), min(x, lab.shape[1] - 1)]
    around = here[0].any() or here[-1].any() or here[:, 0].any() or here[:, -1].any()
    return bool(around and not (here & (tray > 0)).any())


def _near(lab: NDArray[np.int16], one: NDArray[np.float64], other: NDArray[np.float64]) -> Mask:
    """Return where colours lie near the line between two: shadows and soft edges mix them."""
    way = other - one
    length = float(way @ way)
    off = lab.astype(np.float32) - one.astype(np.float32)
    if length > 0:
        share = np.clip(off @ (way / length).astype(np.float32), 0, 1)
        off = off - share[..., None] * way.astype(np.float32)
    # Lightness changes across one table more than its hue does.
    off[..., 0] *= 0.6
    return np.asarray((off * off).sum(axis=2) < ALIKE * ALIKE, np.uint8)
