"""Whether pixels still show which face lies on top, asked of an observer who knows where to look.

He knows the die's outline, pips and place exactly and nothing of its value. What he cannot tell, burnt out,
out of focus or lost in noise, no reader can tell, and a person cannot either; what he can may still be hard.
"""

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from models.rendering.dice.die import Design, Die, top_face, top_quadrilateral_mm
from models.rendering.dice.marks import TILE_PX, face_mask
from models.rendering.pictures.exposure import Frame
from models.rendering.scenes.camera import Camera, project

FACE_PX = 40
"""Side of the top face once it is laid flat."""

FACE_SHARE = 0.86
"""Of the face's side, what he looks at: beyond it edges are round."""

LEAST_EVIDENCE = 0.15
"""How much better than any other face the true one must explain the pixels: see `evidence`.

Chosen by looking at 320 rendered dice beside their figures: hardly one below is read by a person, hardly one
above is not.
"""

TURNED = (2, 3, 6)
"""Faces that lie in two ways."""


def is_legible(frame: Frame, camera: Camera, die: Die) -> bool:
    """Say whether the top face of a die with pips can be told from the picture, of the camera's size."""
    return evidence(frame, camera, die) >= LEAST_EVIDENCE


def evidence(frame: Frame, camera: Camera, die: Die) -> float:
    """Return how much the pixels speak for the true face: below 0 where another one fits them better.

    Pips that explain a share r of a face's variance leave 1 - r open; this is the lead of the true face's
    share over that of the likeliest other, divided by what the true one leaves open.
    """
    flat = _laid_flat(frame, camera, die)
    seen = [_normed(flat[..., channel]) for channel in range(3)] + [_normed(flat.mean(axis=2))]
    explained = {
        value: max(float(template @ one) ** 2 for template in _templates(die.design, value) for one in seen)
        for value in range(1, 7)
        if value != die.design.emblem
    }
    true = explained.pop(top_face(die))
    return (true - max(explained.values())) / max(1 - true, 1e-6)


@lru_cache(maxsize=256)
def _templates(design: Design, value: int) -> tuple[NDArray[np.float64], ...]:
    """Return the pips of a face, in the ways they may lie, as unit vectors."""
    mask = face_mask(design, value)
    ways = [mask, np.rot90(mask)] if value in TURNED else [mask]
    edge = round(TILE_PX * (1 - FACE_SHARE) / 2)
    return tuple(
        _normed(
            cv2.resize(
                np.ascontiguousarray(way[edge:-edge, edge:-edge]),
                (FACE_PX, FACE_PX),
                interpolation=cv2.INTER_AREA,
            )
        )
        for way in ways
    )


def _laid_flat(frame: Frame, camera: Camera, die: Die) -> NDArray[np.float32]:
    """Return the top face seen from straight above, (FACE_PX, FACE_PX, 3), as a tile of `face_mask` lies."""
    corners = project(camera, top_quadrilateral_mm(die)).astype(np.float32)
    half = FACE_PX / FACE_SHARE / 2
    middle = (FACE_PX - 1) / 2
    # The quadrilateral begins at u = v = -0.5; row 0 of a tile is at v = +0.5.
    tile = np.array([(-half, half), (half, half), (half, -half), (-half, -half)], np.float32) + middle
    to_tile = cv2.getPerspectiveTransform(corners, tile.astype(np.float32))
    flat = cv2.warpPerspective(
        frame, to_tile, (FACE_PX, FACE_PX), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(flat, np.float32)


def _normed(values: NDArray[np.generic]) -> NDArray[np.float64]:
    flat = np.asarray(values, np.float64).ravel()
    flat = flat - flat.mean()
    return np.asarray(flat / max(float(np.linalg.norm(flat)), 1e-6))
