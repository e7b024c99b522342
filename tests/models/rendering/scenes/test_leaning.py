"""A die made to lean touches the table and what it leans on, tilts visibly, and gets there by a throw."""

import numpy as np
import pytest

from models.rendering.dice.die import FACE_FRAMES
from models.rendering.scenes.leaning import LEAST_TILT, MOST_TILT, leaning_pose, tumbling
from models.rendering.scenes.placing import Pose

SIZE, WALL = 16.0, 70.0
FLAT: Pose = (np.array([10.0, 5.0, SIZE / 2]), np.eye(3))


def poses(wall_mm: float | None) -> list[Pose]:
    found = [
        leaning_pose(np.random.default_rng(seed), SIZE, [FLAT], wall_mm, -np.pi / 2) for seed in range(60)
    ]
    return [pose for pose in found if pose is not None]


def corners(pose: Pose) -> np.ndarray:
    signs = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
    return np.asarray(signs * SIZE / 2 @ pose[1].T + pose[0])


@pytest.mark.parametrize("wall_mm", [None, WALL])
def test_it_stands_on_the_table_and_tilts(wall_mm: float | None) -> None:
    assert len(poses(wall_mm)) > 10
    for pose in poses(wall_mm):
        up = max(float((pose[1] @ np.array(normal))[2]) for normal, _, _ in FACE_FRAMES)
        assert corners(pose)[:, 2].min() == pytest.approx(0.0, abs=1e-9)
        assert LEAST_TILT <= np.degrees(np.arccos(up)) <= MOST_TILT


def test_it_leans_on_a_wall_or_on_the_other_die() -> None:
    touched = set()
    for pose in poses(WALL):
        points = corners(pose)[:, :2]
        beside = np.abs(points - FLAT[0][:2]) - SIZE / 2
        on_wall = np.abs(points).max() == pytest.approx(WALL)
        on_die = np.abs(beside).min() < 1e-6
        assert on_wall or on_die
        touched.add("wall" if on_wall else "die")
    assert touched == {"wall", "die"}


def test_it_gets_from_the_hand_to_where_it_leans() -> None:
    ends = poses(None)[0]
    begins = (np.array([-90.0, 0.0, 80.0]), np.eye(3))
    way = tumbling(begins, ends, first=10.0, last=30.0, turns=1.5)

    assert np.allclose(way(10.0)[0], begins[0])
    assert way(30.0) is ends
    assert way(99.0) is ends
    assert all(np.allclose(way(t)[1] @ way(t)[1].T, np.eye(3)) for t in (12.0, 20.0, 28.0))
    assert all(way(t)[0][2] >= ends[0][2] - 1e-9 for t in np.linspace(10, 30, 41))
