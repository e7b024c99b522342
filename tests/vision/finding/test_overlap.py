"""Two boxes and what they share."""

import pytest

from vision.finding.overlap import overlap, share_covered


def test_overlap_is_a_share_of_the_joint_area() -> None:
    assert overlap((0, 0, 40, 40), (0, 0, 40, 40)) == 1
    assert overlap((0, 0, 40, 40), (20, 0, 60, 40)) == pytest.approx(1 / 3)
    assert overlap((0, 0, 40, 40), (40, 40, 80, 80)) == 0


def test_of_the_smaller_box_any_part_may_be_covered() -> None:
    assert share_covered((0, 0, 40, 40), (10, 10, 20, 20)) == 1
    assert share_covered((0, 0, 10, 10), (5, 0, 105, 100)) == pytest.approx(0.5)
    assert share_covered((0, 0, 40, 40), (40, 0, 80, 40)) == 0
