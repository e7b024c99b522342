"""What differs between two frames of one table, and which of it is a hand. Knows no dice.

All of it is told on small pictures: what counts is seen there as well, and every frame is looked at.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import Frame, Mask, resized
from vision.reading import Box

Small = NDArray[np.int16]
"""(rows, columns, 3) BGR, 0..255: a frame shrunk to SMALL_WIDTH_PX; in grey, red may equal green."""

SMALL_WIDTH_PX = 320
"""A die of 40 pixels in a picture 1280 wide keeps 10, enough to see a quarter turn of it."""

NO_LIGHT = np.zeros(3, np.int16)
"""Of a change in which light has no part."""

LIGHT_SAMPLE_PX = 4
"""Every fourth pixel each way is enough for the median that a change of exposure shifts."""

LEAST_SEEN = 0.1
"""Of a picture, to tell by it how another one was exposed."""

NOISES, MOST_LEVELS = 8.0, 20
"""What moves changes by so many standard deviations of the noise at least, beyond which hardly a pixel of a
sharpened JPEG lies; but not by more than so many levels, for dice must be seen to move in any noise."""

MOST_NOISE, OF_MEAN = 17.0, 0.89
"""How far apart two places' changes lie at most, in levels, where neither has moved; and the deviation of one
by the mean of that."""

SHADOW_PX = 15
"""A soft shadow changes little over as much of a small picture: a die and a half."""

SHARP_SHARE, DARK_LEVELS = 0.1, 16.0
"""Least share of its light that a place must gain or lose beyond its surroundings to be more than shadow; so
many levels are added to all, for near black a share is noise."""

SHADOW_TINT, DEEPEST_SHADOW = 0.15, 0.35
"""A shadow takes nearly the same share of each colour, and leaves at least this much of the light."""

SHAKE = 0.2
"""Of the contrast around a place: so much changes where camera or table shake by 0.4 small pixels."""

HAND_RIM_PX = 3
"""Around a hand its shadow and the blur of its motion change the table too."""

GAP_PX = 3
"""Parts of a hand that are as bright as the table leave gaps in it; up to this they are closed."""


def shrunk(frame: Frame) -> Small:
    """Return the frame at SMALL_WIDTH_PX, slightly blurred against noise."""
    height, width = frame.shape[:2]
    small = resized(frame, SMALL_WIDTH_PX, max(1, round(height * SMALL_WIDTH_PX / width)))
    return cv2.blur(small, (3, 3)).astype(np.int16)


def changed(one: Small, other: Small, levels: int) -> Mask:
    """Return where two small pictures of one size differ by so many levels of 255 in a channel.

    Light that grows or fades evenly is no difference, nor is an exposure that makes all brighter or darker by
    the same share, nor what is as strong as the noise of both. What is as it was is none either, though a
    hand and its shadow cover so much that most of the picture is darker.
    """
    change = np.asarray(cv2.subtract(other, one), np.int16)
    mask = _unlike(change, NO_LIGHT, levels)
    if cv2.countNonZero(mask):
        mask = common(mask, _unlike_middle(change, levels))
    if not cv2.countNonZero(mask):
        return mask
    levels = _beyond_noise(change, levels)
    exposure = np.median(_shares(one, change), axis=(0, 1)).astype(np.float32)
    return common(mask, _unlike_middle(change - (one * exposure).astype(np.int16), levels))


def exposed_like(one: Small, other: Small, without_mask: Mask) -> Small:
    """Return the first of two pictures of one table as bright as the second is outside of a mask."""
    seen = without_mask[::LIGHT_SAMPLE_PX, ::LIGHT_SAMPLE_PX] == 0
    if np.count_nonzero(seen) < LEAST_SEEN * seen.size:
        return one
    exposure = np.median(_shares(one, np.asarray(other - one))[seen], axis=0).astype(np.float32)
    return np.asarray((one + one * exposure).round().clip(0, 255), np.int16)


def _shares(one: Small, change: Small) -> NDArray[np.float32]:
    """Return by which share of itself each sampled place has changed, (rows, columns, 3)."""
    seen = one[::LIGHT_SAMPLE_PX, ::LIGHT_SAMPLE_PX].astype(np.float32)
    return np.asarray(change[::LIGHT_SAMPLE_PX, ::LIGHT_SAMPLE_PX] / (seen + 1), np.float32)


def _beyond_noise(change: Small, levels: int) -> int:
    """Return by how many levels, these at least, a place must change to differ by more than noise does."""
    # Between places side by side, for light and soft shadows change those much alike.
    sample = change[::LIGHT_SAMPLE_PX, ::LIGHT_SAMPLE_PX].astype(np.float32)
    apart = np.abs(np.diff(sample, axis=1))
    still = apart[apart < MOST_NOISE]
    deviation = OF_MEAN * float(still.mean()) if still.size else 0.0
    return max(levels, min(round(NOISES * deviation), MOST_LEVELS))


def _unlike_middle(change: Small, levels: int) -> Mask:
    """Return where a change differs from the middle one by so many levels in a channel."""
    light = np.median(change[::LIGHT_SAMPLE_PX, ::LIGHT_SAMPLE_PX], axis=(0, 1)).astype(np.int16)
    return _unlike(change, light, levels)


def _unlike(change: Small, light: NDArray[np.int16], levels: int) -> Mask:
    """Return where a change differs from that of light, (3,), by so many levels in a channel."""
    least, most = light - (levels - 1), light + (levels - 1)
    same = cv2.inRange(change, least.astype(np.float64), most.astype(np.float64))
    return np.asarray(cv2.bitwise_not(same))


def shaded(one: Small, other: Small) -> Mask:
    """Return where the second picture could be the first in a shadow, soft or hard, or out of one."""
    before, after = (small.astype(np.float32) + np.float32(DARK_LEVELS) for small in (one, other))
    blue, green, red = (np.asarray(part, np.float32) for part in cv2.split(cv2.divide(after, before)))
    most, least = np.maximum(np.maximum(blue, green), red), np.minimum(np.minimum(blue, green), red)
    like = np.asarray(most - least < np.float32(SHADOW_TINT) * green, np.uint8)
    return common(255 * like, np.asarray(cv2.inRange(green, DEEPEST_SHADOW, 1 / DEEPEST_SHADOW), np.uint8))


def sharply_changed(one: Small, other: Small) -> Mask:
    """Return where two small pictures of one size differ by more than a soft shadow or a shaking camera.

    A shadow takes the same share of the light from neighbouring places, whatever their colours.
    """
    before, after = one.astype(np.float32), other.astype(np.float32)
    light = np.maximum(before, after) + np.float32(DARK_LEVELS)
    share = cv2.divide(cv2.subtract(after, before), light)
    beyond = cv2.absdiff(share, cv2.blur(share, (SHADOW_PX, SHADOW_PX)))
    around = np.ones((3, 3), np.uint8)
    contrast = cv2.divide(cv2.subtract(cv2.dilate(before, around), cv2.erode(before, around)), light)
    more = cv2.addWeighted(beyond, 1.0, contrast, -SHAKE, -SHARP_SHARE)
    return np.asarray(255 * (np.asarray(more) > 0).any(axis=2), np.uint8)


def reaching_in(mask: Mask, least_px: float) -> Mask | None:
    """Return those parts of a mask, each of so many pixels, that reach in from the edge, with a rim.

    None where there is none.
    """
    if cv2.countNonZero(mask) < least_px:
        return None
    closed = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((GAP_PX, GAP_PX), np.uint8))
    count, places, stats, _ = cv2.connectedComponentsWithStats(closed, connectivity=8)
    rows, columns = mask.shape
    reaching = np.zeros(count, np.uint8)
    for place, (x, y, width, height, area) in enumerate(stats[1:], start=1):
        from_outside = x == 0 or y == 0 or x + width == columns or y + height == rows
        if from_outside and area >= least_px:
            reaching[place] = 255
    if not reaching.any():
        return None
    rim = 2 * HAND_RIM_PX + 1
    return np.asarray(cv2.dilate(reaching[places], np.ones((rim, rim), np.uint8)), np.uint8)


def share_within(mask: Mask | None, box: Box, frame_width: int) -> float:
    """Return how much of a box, in pixels of a frame so wide, the mask covers: 0 to 1."""
    if mask is None:
        return 0.0
    scale = mask.shape[1] / frame_width
    x0, y0 = (max(0, round(edge * scale)) for edge in box[:2])
    x1, y1 = (round(edge * scale) for edge in box[2:])
    part = mask[y0 : max(y0 + 1, y1), x0 : max(x0 + 1, x1)]
    return cv2.countNonZero(part) / part.size if part.size else 0.0


def both(one: Mask | None, other: Mask | None) -> Mask | None:
    """Return what at least one of two masks covers."""
    if one is None or other is None:
        return other if one is None else one
    return np.asarray(cv2.bitwise_or(one, other))


def common(one: Mask, other: Mask) -> Mask:
    """Return what two masks both cover."""
    return np.asarray(cv2.bitwise_and(one, other), np.uint8)


def without(mask: Mask, left_out: Mask | None) -> Mask:
    """Return what a mask covers and the other does not."""
    if left_out is None:
        return mask
    return np.asarray(cv2.bitwise_and(mask, cv2.bitwise_not(left_out)))
