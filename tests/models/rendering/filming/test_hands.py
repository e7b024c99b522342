"""Hands in films: out of the picture before they come, gone once they left, fingers first."""

import numpy as np
import pytest

from models.rendering.filming.film import Reach
from models.rendering.filming.hand import Arm, blocks, sample_arm, tip_mm

HAND = Arm("hand", (0.8, 0.6, 0.5), (0.2, 0.2, 0.5), scale=1.0, grip=0.2)


@pytest.mark.parametrize("kind", ["hand", "stick"])
@pytest.mark.parametrize("yaw", [0.0, 1.0, np.pi])
def test_the_tip_is_what_reaches_farthest(kind: str, yaw: float) -> None:
    arm = sample_arm(np.random.default_rng(3), kind)  # type: ignore[arg-type]
    forward = np.array([np.cos(yaw), np.sin(yaw), 0.0])
    points = np.concatenate([block.corners for block in blocks(arm, np.array([5.0, 7.0, 40.0]), yaw)])

    assert ((points - [5.0, 7.0, 40.0]) @ forward).max() == pytest.approx(tip_mm(arm)[0], abs=8.0)


def test_a_fist_reaches_less_far_than_a_stretched_hand() -> None:
    fist = Arm("hand", HAND.skin, HAND.sleeve, 1.0, grip=1.0)

    assert tip_mm(fist)[0] < tip_mm(HAND)[0] - 20


def test_a_reach_begins_and_ends() -> None:
    reach = Reach(
        HAND, ((10.0, (0.0, -300.0, 90.0)), (20.0, (0.0, 0.0, 50.0)), (30.0, (0.0, -300.0, 90.0))), 1.5
    )

    assert reach.blocks(9.9) == ()
    assert reach.blocks(30.1) == ()
    middles = [
        np.mean([block.corners.mean(axis=0) for block in reach.blocks(t)], axis=0) for t in (10, 20, 30)
    ]
    assert middles[1][1] > middles[0][1] + 250
    assert np.allclose(middles[0], middles[2])
