"""Paints hands and their shadows into frames: round shapes of one colour, coarse but quick."""

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from models.rendering.filming.hand import Block
from models.rendering.pictures.exposure import Frame
from models.rendering.ray_casting import layout as col
from models.rendering.ray_casting.pack import linear
from models.rendering.ray_casting.render import Stage, irradiance
from models.rendering.scenes.camera import Camera, project

Mask = NDArray[np.float32]  # (H, W), 0..1

CORNERS = 8
STEPS = 4095
LINEAR = ((np.arange(256) / 255) ** 2.2).astype(np.float32)
SHOWN = (255 * (np.arange(STEPS + 1) / STEPS) ** (1 / 2.2) + 0.5).astype(np.uint8)
"""Between what a frame shows and light, for each value of either."""
EDGE_PX = 0.6
ROUND_MM = 16.0
"""From its rim to this far inside a limb turns from dark to lit."""
RIM_LIGHT = 0.45
MOST_SHADOWS = 2
NEAR_SHADE, NEAR_SHADE_MM = 0.3, 35.0
"""A hand takes some of the light that comes from everywhere, softly."""


def painted(frame: Frame, blocks: tuple[Block, ...], stage: Stage, gain: NDArray[np.float64]) -> Frame:
    """Return the frame (H, W, 3) BGR with the shadows of blocks in it and the blocks over it.

    `gain` (3,) is what the camera makes of light, red first. Painted at half the size: hands are smooth.
    """
    height, width = frame.shape[:2]
    half = replace(stage.camera, width=width // 2, height=height // 2)
    px_per_mm = half.focal_px / half.distance_mm
    total = irradiance(stage.lamps, stage.air)
    left = _light_left(blocks, stage, half, px_per_mm, total)
    share, colour = _limbs(blocks, half, px_per_mm, total * gain)
    kept = left * (1 - share)
    light = LINEAR[frame] * _large(kept, frame)[..., None] + _large(colour * share[..., None], frame)
    return np.asarray(SHOWN[np.minimum(light * STEPS, STEPS).astype(np.uint16)], np.uint8)


def _light_left(
    blocks: tuple[Block, ...], stage: Stage, camera: Camera, px_per_mm: float, total: NDArray[np.float64]
) -> Mask:
    """Return the share of its light that the table keeps under the blocks."""
    shape = (camera.height, camera.width)
    corners = np.concatenate([block.corners for block in blocks])
    below = _filled(shape, project(camera, corners * [1, 1, 0]))
    left = 1 - NEAR_SHADE * _soft(below, NEAR_SHADE_MM * px_per_mm)
    shares = [
        (float((lamp[3:6] * lamp[2] / lamp[col.LAMP_DISTANCE]).sum() / total.sum()), lamp)
        for lamp in stage.lamps
        if lamp[col.LAMP_SHADOW] > 0.5
    ]
    height_mm = float(corners[:, 2].mean())
    for share, lamp in sorted(shares, key=lambda one: -one[0])[:MOST_SHADOWS]:
        mask = _filled(shape, project(camera, _shadow(corners, lamp)))
        wide = float(lamp[col.LAMP_WIDE] + lamp[col.LAMP_HIGH]) / 2
        left *= 1 - share * _soft(mask, wide * height_mm * px_per_mm)
    return np.asarray(left, np.float32)


def _limbs(
    blocks: tuple[Block, ...], camera: Camera, px_per_mm: float, light: NDArray[np.float64]
) -> tuple[Mask, NDArray[np.float32]]:
    """Return how far the blocks cover each pixel, and their colour (H, W, 3), darker towards their rims."""
    shape = (camera.height, camera.width)
    colour = np.zeros((*shape, 3), np.float32)
    whole = np.zeros(shape, np.uint8)
    lit = np.zeros(shape, np.float32)
    ordered = sorted(blocks, key=lambda one: float(one.corners[:, 2].mean()))
    seen = project(camera, np.concatenate([block.corners for block in ordered]))
    for block, points in zip(ordered, seen.reshape(-1, CORNERS, 2), strict=True):
        hull = _hull(points)
        x0, y0 = np.clip(hull.reshape(-1, 2).min(axis=0) - 1, 0, (camera.width, camera.height))
        x1, y1 = np.clip(hull.reshape(-1, 2).max(axis=0) + 2, 0, (camera.width, camera.height))
        if x1 <= x0 or y1 <= y0:
            continue
        one = np.zeros((y1 - y0, x1 - x0), np.uint8)
        cv2.fillConvexPoly(one, hull - np.array([x0, y0], np.int32), 255)
        inside, there = one > 0, (slice(y0, y1), slice(x0, x1))
        whole[there] |= one
        colour[there][inside] = (linear(block.rgb) * light / np.pi)[::-1]
        depth = np.minimum(cv2.distanceTransform(one, cv2.DIST_L2, 3) / (ROUND_MM * px_per_mm), 1.0)
        lit[there] = np.where(inside, np.maximum(depth, 0.5 * lit[there]), lit[there])
    shade = cv2.GaussianBlur(RIM_LIGHT + (1 - RIM_LIGHT) * np.sqrt(lit), (0, 0), 1.0)
    return _soft(np.asarray(whole / 255, np.float32), EDGE_PX), (colour * shade[..., None]).astype(np.float32)


def _large(half: NDArray[np.float32], frame: Frame) -> NDArray[np.float32]:
    size = (frame.shape[1], frame.shape[0])
    return np.asarray(cv2.resize(half, size, interpolation=cv2.INTER_LINEAR), np.float32)


def _shadow(corners: NDArray[np.float64], lamp: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return where a lamp throws the shadows of points on the table."""
    place = lamp[:3]
    share = place[2] / np.maximum(place[2] - corners[:, 2:], 1.0)
    return np.asarray(place + (corners - place) * np.minimum(share, 20.0))


def _filled(shape: tuple[int, int], corners: NDArray[np.float64]) -> Mask:
    mask = np.zeros(shape, np.uint8)
    for points in corners.reshape(-1, CORNERS, 2):
        cv2.fillConvexPoly(mask, _hull(points), 255)
    return np.asarray(mask / 255, np.float32)


def _hull(points: NDArray[np.float64]) -> NDArray[np.int32]:
    near = np.clip(points, -20_000, 20_000).astype(np.float32)
    return np.rint(cv2.convexHull(near)).astype(np.int32)


def _soft(mask: Mask, sigma_px: float) -> Mask:
    """Return the mask blurred; wide blurs are made in a smaller picture."""
    sigma = float(np.clip(sigma_px, EDGE_PX, 60.0))
    if sigma < 6:
        return np.asarray(cv2.GaussianBlur(mask, (0, 0), sigma), np.float32)
    size = (max(mask.shape[1] // 8, 1), max(mask.shape[0] // 8, 1))
    small = cv2.GaussianBlur(cv2.resize(mask, size, interpolation=cv2.INTER_AREA), (0, 0), sigma / 8)
    return np.asarray(cv2.resize(small, mask.shape[::-1], interpolation=cv2.INTER_LINEAR), np.float32)
