"""Dice that may lean on others, by their boxes alone."""

import pytest

from vision.reading import Box
from vision.watching.leaning import ANYWHERE, BESIDE_ANOTHER, leans_sooner

DIE = (100.0, 100.0, 140.0, 140.0)


@pytest.mark.parametrize(
    ("other", "sooner"),
    [
        ((143.0, 120.0, 183.0, 160.0), BESIDE_ANOTHER),
        ((110.0, 60.0, 150.0, 103.0), BESIDE_ANOTHER),
        ((145.0, 100.0, 185.0, 140.0), ANYWHERE),
        ((143.0, 145.0, 183.0, 185.0), ANYWHERE),
    ],
)
def test_a_die_leans_sooner_beside_another(other: Box, sooner: float) -> None:
    assert leans_sooner([DIE, other]) == pytest.approx([sooner] * 2)


def test_a_single_die_has_nothing_to_lean_on() -> None:
    assert leans_sooner([DIE]) == pytest.approx([ANYWHERE])
