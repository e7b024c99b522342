"""An observer who knows where to look tells pips that are seen from those that are not."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from models.rendering.dice.die import (
    RIGHT_HANDED,
    Design,
    Die,
    Pips,
    Shape,
    Surface,
    as_matrix,
    pip_centres,
    resting_rotation,
    top_quadrilateral_mm,
)
from models.rendering.pictures.legible import LEAST_EVIDENCE, evidence, is_legible
from models.rendering.scenes.camera import Camera, project

CAMERA = Camera(
    target=(0.0, 0.0, 8.0), distance_mm=200.0, elevation=float(np.radians(60)), azimuth=0.7, roll=0.0,
    focal_mm=50.0, aperture_mm=0.0, focus_mm=200.0, width=320, height=240,
)  # fmt: skip
BODY, MARK = (200, 60, 40), (235, 235, 235)


def lying(value: int, turned: bool = False, yaw: float = 0.3) -> Die:
    plain = Surface("red", (1, 1, 1), (1, 1, 1), "opaque", roughness=0.6, coat=0.0, scale=0.3, seed=1)
    pips = Pips(0.09, 0.09, 0.25, depth=0.0, softness=0.01, turned=(turned,) * 6)
    design = Design("d6", 16.0, Shape(0.08, 0.9), RIGHT_HANDED, pips, plain, plain, emblem=0)
    return Die(design, (3.0, -2.0, 8.0), as_matrix(resting_rotation(RIGHT_HANDED.index(value), yaw)))


def drawn(die: Die, value: int, turned: bool) -> NDArray[np.uint8]:
    """A picture of the die's top face with the pips of `value`, drawn by perspective alone."""
    frame = np.full((CAMERA.height, CAMERA.width, 3), 90, np.uint8)
    corners = top_quadrilateral_mm(die)
    cv2.fillConvexPoly(frame, np.rint(project(CAMERA, corners)).astype(np.int32), BODY)
    along, up = corners[1] - corners[0], corners[3] - corners[0]
    for u, v in pip_centres(value, 0.25, turned):
        rim = [
            corners[0] + along * (u + 0.5 + 0.09 * np.cos(turn)) + up * (v + 0.5 + 0.09 * np.sin(turn))
            for turn in np.linspace(0, 2 * np.pi, 24)
        ]
        cv2.fillConvexPoly(frame, np.rint(project(CAMERA, np.array(rim))).astype(np.int32), MARK)
    return frame


@pytest.mark.parametrize("value", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize("turned", [False, True])
def test_a_clear_face_is_legible_and_speaks_for_itself_alone(value: int, turned: bool) -> None:
    die = lying(value, turned)

    assert is_legible(drawn(die, value, turned), CAMERA, die)
    for other in {1, 2, 3, 4, 5, 6} - {value}:
        assert evidence(drawn(die, other, turned), CAMERA, die) < 0


def test_a_face_without_pips_is_not_legible() -> None:
    die = lying(5)
    frame = drawn(die, 1, False)
    frame[(frame == MARK).all(axis=2)] = BODY

    assert not is_legible(frame, CAMERA, die)


def test_a_face_burnt_out_is_not_legible() -> None:
    die = lying(4)
    burnt = np.clip(drawn(die, 4, False).astype(np.int16) + 240, 0, 255).astype(np.uint8)

    assert not is_legible(burnt, CAMERA, die)


def test_blur_and_noise_take_from_the_evidence_until_nothing_is_left() -> None:
    die, rng = lying(5), np.random.default_rng(3)
    clear = drawn(die, 5, False)
    found = []
    for blur in (0.5, 3.0, 9.0):
        noisy = cv2.GaussianBlur(clear, (0, 0), blur) + rng.normal(0, 12, clear.shape)
        found.append(evidence(np.clip(noisy, 0, 255).astype(np.uint8), CAMERA, die))

    assert found[0] > found[1] > found[2]
    assert found[0] > LEAST_EVIDENCE > found[2]
