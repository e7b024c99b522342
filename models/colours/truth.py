"""What colours dice have in a rendered picture, less what gloss, lens and noise do to them."""

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from models.rendering.dice.die import Die, top_face, top_quadrilateral_mm
from models.rendering.dice.marks import face_mask
from models.rendering.dice.numeral_die import frame_of_face, numeral_tile, top_index, top_number
from models.rendering.dice.numeral_solids import BARRELS
from models.rendering.pictures.exposure import Frame, Radiance, photograph
from models.rendering.pictures.numeral_legible import onto_tile, tile_corners_mm
from models.rendering.ray_casting import layout as col
from models.rendering.ray_casting.pack import packed
from models.rendering.ray_casting.render import Traced, exposure_of, traced, traced_sharply
from models.rendering.scenes.camera import Camera
from models.rendering.scenes.numeral_placing import AnyDie
from models.rendering.scenes.scene import Scene
from vision.colours.lab import LINEAR_OF_BYTE

FACE_PX = 96
"""Side of a top face's tile once it is laid flat."""

BODY_REACH = 0.72
"""How far from a face's middle body is looked at, in shares of the way to its edges, which are round."""

BODY_BELOW, MARKS_ABOVE = 0.02, 0.95
"""Shares of mark in a pixel of a face up to which it is body, and from which on it is mark."""

LEAST_PX, LEAST_SHARE = 40, 0.5
"""So many pixels of both must be seen, and this share of the middle of the face."""


@dataclass(frozen=True, slots=True)
class Colours:
    """Body and marks of a top face, (3,) linear red, green, blue each, as the picture's file has them."""

    body: NDArray[np.float64]
    marks: NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class _TopFace:
    """A top face's tile: its corners (4, 3) in mm from lower left on, counter-clockwise as the tile is seen,
    which share of each pixel is mark, and which pixels lie well within the face.
    """

    corners_mm: NDArray[np.float64]
    marked: NDArray[np.float32]
    inside: NDArray[np.bool_]


def frame_with_colours(scene: Scene) -> tuple[Frame, list[tuple[AnyDie, Colours]]]:
    """Return a scene's picture before JPEG, and the colours of those dice that are seen well enough."""
    seen = traced(scene)
    gain = exposure_of(scene, seen)
    frame = photograph(seen.light, scene.sensor, np.random.default_rng([scene.seed, 1]), gain)
    faultless = replace(
        scene.sensor,
        motion_px=0.0,
        blur_px=0.0,
        shot_noise=0.0,
        read_noise=0.0,
        resample=1.0,
        sharpening=0.0,
        salt_and_pepper=0.0,
    )
    matt = _matt(scene)
    shown = photograph(matt.light, faultless, np.random.default_rng(0), gain)
    light = LINEAR_OF_BYTE[shown[..., ::-1]].astype(np.float32)
    owners: list[tuple[int, AnyDie]] = [
        *enumerate(scene.dice),
        *enumerate(scene.numerals, start=len(scene.dice) + len(scene.things)),
    ]
    told = [(die, _colours(light, matt.owner == owner, scene.camera, die)) for owner, die in owners]
    return frame, [(die, colours) for die, colours in told if colours is not None]


def _matt(scene: Scene) -> Traced:
    """Return a scene seen sharply, its dice and things without gloss."""
    solids = packed(scene)
    solids.materials[:, [col.REFLECT, col.COAT]] = 0.0
    solids.materials[:, [col.ROUGH, col.MARK_ROUGH]] = 1.0
    matt, _ = traced_sharply(scene, solids)
    return matt


def _colours(light: Radiance, own: NDArray[np.bool_], camera: Camera, die: AnyDie) -> Colours | None:
    """Return the colours of a die's top face in RGB light, None where too little of either is seen."""
    face = _top_face(die)
    if face is None:
        return None
    to_tile = onto_tile(camera, face.corners_mm, FACE_PX)
    flat = cv2.warpPerspective(light, to_tile, (FACE_PX, FACE_PX), flags=cv2.INTER_LINEAR)
    whole = np.asarray(own.all(axis=2), np.float32)
    shown = cv2.warpPerspective(whole, to_tile, (FACE_PX, FACE_PX), flags=cv2.INTER_LINEAR) > 0.99
    body = shown & face.inside & (face.marked <= BODY_BELOW)
    marks = shown & (face.marked >= MARKS_ABOVE)
    if min(body.sum(), marks.sum()) < LEAST_PX or shown[face.inside].mean() < LEAST_SHARE:
        return None
    # As roots, so that a swirl of two colours has one between both to the eye.
    return Colours(
        body=np.cbrt(flat[body]).mean(axis=0).astype(np.float64) ** 3,
        marks=np.median(flat[marks], axis=0).astype(np.float64),
    )


def _top_face(die: AnyDie) -> _TopFace | None:
    """Return the tile of a die's top face, None where it has none with a number of its own."""
    size = (FACE_PX, FACE_PX)
    if isinstance(die, Die):
        marked = face_mask(die.design, top_face(die))
        square = np.array([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)])
        corners, outline = top_quadrilateral_mm(die), square
    else:
        if top_number(die) is None or die.design.kind in BARRELS:
            return None
        frame = frame_of_face(die.design, top_index(die))
        corners = tile_corners_mm(die, frame.foot, frame.half * frame.right, frame.half * frame.up)
        marked, outline = numeral_tile(die.design, top_index(die)), frame.corners / frame.half
    middle = outline.mean(axis=0)
    within = ((middle + BODY_REACH * (outline - middle)) * (1, -1) + 1) * FACE_PX / 2
    inside = np.zeros(size, np.uint8)
    cv2.fillConvexPoly(inside, np.rint(within).astype(np.int32), 1)
    shown = np.asarray(cv2.resize(marked, size, interpolation=cv2.INTER_AREA), np.float32)
    return _TopFace(corners, shown, inside > 0)
