"""Light as a picture shows it, and as it was before its camera flattened what is bright."""

import numpy as np
import pytest

from vision.colours.lab import lab_of
from vision.colours.relight import seen_roots, shown_light


@pytest.mark.parametrize("light", [(0.0, 0.2, 0.5), (0.79, 0.81, 0.95), (0.5, 0.9, 0.01)])
def test_what_is_brought_back_is_shown_as_it_was(light: tuple[float, float, float]) -> None:
    shown = np.array(light)

    assert shown_light(seen_roots(lab_of(shown))) == pytest.approx(shown, abs=2e-3)


def test_nothing_is_shown_brighter_than_white() -> None:
    assert shown_light(np.array([[-0.1, 1.0, 3.0]])).max() <= 1.0
