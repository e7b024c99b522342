"""Random windows of labelled pictures, and what the finder should say of them."""

import random

import cv2
import numpy as np
import torch
from numpy.typing import NDArray

from models.finder.net import STRIDE
from models.sets import SetPicture
from vision.finding.finder import GREY
from vision.image import load_image

WINDOW_PX = 320  # a window, not the whole picture: more scales and places an hour
USUAL_PX = 640  # longer side around which the scales vary; the run time is free to shrink a little more
MOST_ENLARGED = 1.6  # more shows nothing that the camera saw
TOP_VIEW = ("nell_byler", "circles_gray")  # sets seen from above may be turned any way
LEAST_PX, LEAST_VISIBLE, LEAST_INSIDE = 7.0, 0.3, 0.35  # below it is neither asked for nor called a table

Sample = tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]
"""Window (3, P, P) uint8, heat (P/4, P/4), sides (4, P/4, P/4) in pixels, weight (2, P/4, P/4) of both."""


def window(picture: SetPicture, rng: random.Random) -> Sample:
    """Return a random window of a picture at a random scale, and what the network should say of it."""
    frame = load_image(picture.path)
    boxes = np.array([die.box for die in picture.dice], dtype=np.float32).reshape(-1, 4)
    scale = _random_scale(frame.shape, rng)
    if scale < 0.6:
        # Averaged first, as at run time; a warp alone would drop pixels.
        smaller = cv2.resize(frame, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        frame = np.asarray(smaller, dtype=np.uint8)
        boxes, scale = boxes * scale, 1.0
    height, width = frame.shape[:2]
    centre = (rng.uniform(0, width), rng.uniform(0, height))
    if len(boxes) and rng.random() < 0.85:
        x0, y0, x1, y1 = boxes[rng.randrange(len(boxes))]
        reach = 0.3 * WINDOW_PX / scale
        centre = ((x0 + x1) / 2 + rng.uniform(-reach, reach), (y0 + y1) / 2 + rng.uniform(-reach, reach))
    # Seldom over the edge: grey border teaches nothing and costs as much.
    half = 0.42 * WINDOW_PX / scale
    centre = (_between(centre[0], half, width - half), _between(centre[1], half, height - half))
    turn = _turn(picture, scale, centre, rng)
    shown = cv2.warpAffine(frame, turn, (WINDOW_PX, WINDOW_PX), flags=cv2.INTER_LINEAR, borderValue=GREY)
    seen = np.array([die.visible >= LEAST_VISIBLE for die in picture.dice], dtype=np.bool_)
    heat, sides, weight = targets(_moved(boxes, turn), seen)
    return torch.from_numpy(shown).permute(2, 0, 1), heat, sides, weight


def _random_scale(shape: tuple[int, ...], rng: random.Random) -> float:
    """Return a scale around the one at run time that still fills most of the window with picture."""
    height, width = shape[:2]
    usual = min(1.0, USUAL_PX / max(height, width))
    return min(
        MOST_ENLARGED,
        max(usual * float(np.exp(rng.uniform(-0.7, 0.5))), 0.8 * WINDOW_PX / min(height, width)),
    )


def _between(at: float, low: float, high: float) -> float:
    return (low + high) / 2 if low > high else min(max(at, low), high)


def _turn(
    picture: SetPicture, scale: float, centre: tuple[float, float], rng: random.Random
) -> NDArray[np.float64]:
    any_way = picture.path.parent.name in TOP_VIEW
    angle = rng.uniform(-180, 180) if any_way and rng.random() < 0.5 else rng.uniform(-12, 12)
    angle = 0.0 if not any_way and rng.random() < 0.6 else angle
    turn = np.asarray(cv2.getRotationMatrix2D(centre, angle, scale), dtype=np.float64)
    turn[:, 2] += WINDOW_PX / 2 - np.array(centre)
    if rng.random() < 0.5:
        turn = np.array([[-1, 0, WINDOW_PX - 1], [0, 1, 0]]) @ np.vstack([turn, [0, 0, 1]])
    return np.asarray(turn)


def _moved(boxes: NDArray[np.float32], turn: NDArray[np.float64]) -> NDArray[np.float32]:
    """Return boxes around the turned boxes, less the corners that a turned square die does not fill."""
    if not len(boxes):
        return boxes
    centres = (boxes[:, :2] + boxes[:, 2:]) / 2 @ turn[:, :2].T + turn[:, 2]
    # For small turns the box keeps its shape; for others dice are seen from above and nearly square.
    half = (boxes[:, 2:] - boxes[:, :2]) / 2 * np.sqrt(abs(np.linalg.det(turn[:, :2])))
    return np.concatenate([centres - half, centres + half], axis=1).astype(np.float32)


def targets(
    boxes: NDArray[np.float32], seen: NDArray[np.bool_]
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Return heat, sides and the weights of both for boxes in pixels of a window.

    Dice not `seen`, tiny or nearly outside the window weigh nothing: too little of them is there to ask for
    them, too much to call it a table.
    """
    cells = WINDOW_PX // STRIDE
    heat = np.zeros((cells, cells), np.float32)
    sides = np.ones((4, cells, cells), np.float32)
    weight = np.stack([np.ones_like(heat), np.zeros_like(heat)])
    middle = (np.arange(cells) + 0.5) * STRIDE
    inside = np.clip(boxes, 0, WINDOW_PX)
    share = _areas(inside) / np.maximum(_areas(boxes), 1e-6)
    asked = seen & (share >= LEAST_INSIDE) & (_longer_sides(boxes) >= LEAST_PX)
    for x0, y0, x1, y1 in inside[~asked]:
        weight[0, _cells(y0, y1), _cells(x0, x1)] = 0
    for x0, y0, x1, y1 in inside[asked]:
        column, row = _cell((x0 + x1) / 2), _cell((y0 + y1) / 2)
        sigma_x, sigma_y = max(2.4, 0.11 * (x1 - x0)), max(2.4, 0.11 * (y1 - y0))
        bump = np.exp(
            -((middle[None, :] - middle[column]) ** 2) / (2 * sigma_x**2)
            - (middle[:, None] - middle[row]) ** 2 / (2 * sigma_y**2)
        )
        near = (bump > 0.3) & (bump >= heat)
        heat = np.maximum(heat, bump)
        left, right = middle[None, :] - x0, x1 - middle[None, :]
        top, bottom = middle[:, None] - y0, y1 - middle[:, None]
        around = np.stack(np.broadcast_arrays(left, top, right, bottom))
        sides = np.where(near, np.maximum(around, 0.5), sides)
        weight[0] = np.where(near, 1.0, weight[0])
        weight[1] = np.where(near, bump, weight[1])
    return (
        torch.from_numpy(heat.astype(np.float32)),
        torch.from_numpy(sides.astype(np.float32)),
        torch.from_numpy(weight),
    )


def _areas(boxes: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray((boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1]))


def _longer_sides(boxes: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray(np.maximum(boxes[:, 2] - boxes[:, 0], boxes[:, 3] - boxes[:, 1]))


def _cell(at_px: float) -> int:
    return min(int(at_px / STRIDE), WINDOW_PX // STRIDE - 1)


def _cells(low_px: float, high_px: float) -> slice:
    return slice(_cell(low_px), _cell(high_px) + 1)
