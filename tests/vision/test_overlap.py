"""Two boxes and what they share."""

import pytest

from vision.overlap import overlap


def test_overlap_is_a_share_of_the_joint_area() -> None:
    assert overlap((0, 0, 40, 40), (0, 0, 40, 40)) == 1
    assert overlap((0, 0, 40, 40), (20, 0, 60, 40)) == pytest.approx(1 / 3)
    assert overlap((0, 0, 40, 40), (40, 40, 80, 80)) == 0
