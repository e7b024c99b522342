"""Labels tell where the normal of a die's top face is seen to point."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from models.rendering.dice.die import Die, as_matrix, resting_rotation
from models.rendering.pictures.labels import labels
from models.rendering.scenes.camera import Camera
from models.rendering.scenes.scene import Scene, sample_scene

HEIGHT_MM = 8.0
FAR_MM = 1000.0


@pytest.fixture(scope="module")
def empty() -> Scene:
    return replace(sample_scene(7), dice=(), things=())


def camera(elevation: float, roll: float = 0.0) -> Camera:
    """Return one that looks at what lies in the middle of the table, the table's x to the right."""
    return Camera(
        target=(0.0, 0.0, HEIGHT_MM), distance_mm=FAR_MM, elevation=float(np.radians(elevation)),
        azimuth=-np.pi / 2, roll=float(np.radians(roll)), focal_mm=36.0, aperture_mm=0.0, focus_mm=FAR_MM,
        width=640, height=480,
    )  # fmt: skip


def normal_of(
    empty: Scene, seen_by: Camera, x: float = 0.0, lean: float = 0.0, frame: int = 2
) -> NDArray[np.float64]:
    """Return the label's normal of a die at x, which leans towards the camera by so many degrees."""
    cos, sin = np.cos(np.radians(lean)), np.sin(np.radians(lean))
    turn = np.array([[1, 0, 0], [0, cos, -sin], [0, sin, cos]]) @ resting_rotation(frame, 0.4)
    design = replace(sample_scene(7).dice[0].design, size_mm=2 * HEIGHT_MM)
    die = Die(design, (x, 0.0, HEIGHT_MM), as_matrix(turn))
    (label,) = labels(replace(empty, camera=seen_by, dice=(die,)))
    assert label.normal is not None
    return np.array(label.normal)


def test_from_straight_above_a_flat_die_points_nowhere_and_one_beside_it_outward(empty: Scene) -> None:
    above = camera(90)

    assert normal_of(empty, above) == pytest.approx(np.zeros(2), abs=1e-3)
    right, down = normal_of(empty, above, x=200.0)
    # Of a vector 1 long along the camera's axis the part across a ray that is 200 to 1000 from it.
    angle = np.arctan2(200.0, FAR_MM)
    assert (right, down) == pytest.approx((np.sin(angle) * np.cos(angle), 0.0), abs=2e-3)


@pytest.mark.parametrize("frame", range(6))
def test_from_aside_it_points_up_the_picture_whatever_face_it_is(empty: Scene, frame: int) -> None:
    normal = normal_of(empty, camera(40), frame=frame)

    assert normal == pytest.approx(np.array([0.0, -np.cos(np.radians(40))]), abs=2e-3)


def test_a_camera_held_askew_sees_it_askew(empty: Scene) -> None:
    right, down = normal_of(empty, camera(40, roll=20))

    assert np.degrees(np.arctan2(abs(right), -down)) == pytest.approx(20, abs=0.2)


def test_a_die_that_leans_towards_the_camera_points_less_far_up(empty: Scene) -> None:
    _, down = normal_of(empty, camera(40), lean=25)

    assert down == pytest.approx(-np.cos(np.radians(40 + 25)), abs=2e-3)
