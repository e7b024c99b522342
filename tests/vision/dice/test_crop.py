"""The crop of one die, inside a picture and over its edge."""

import numpy as np
import pytest

from vision.dice.crop import crop


def gradient(height: int = 60, width: int = 80) -> np.ndarray:
    rows, columns = np.mgrid[:height, :width]
    return np.dstack([columns, rows, rows + columns]).astype(np.uint8)


def test_crop_shows_the_box_in_its_middle() -> None:
    frame = np.zeros((100, 100, 3), np.uint8)
    frame[40:60, 30:50] = 255

    view = crop(frame, (30, 40, 50, 60), 40, margin=2.0)

    assert view.shape == (40, 40, 3)
    assert view[10:30, 10:30].min() == 255
    assert view[:10].max() == view[30:].max() == 0


def test_crop_keeps_the_proportions_of_a_flat_box() -> None:
    frame = np.zeros((100, 100, 3), np.uint8)
    frame[45:55, 30:70] = 255

    view = crop(frame, (30, 45, 70, 55), 40, margin=1.0)

    lit = view[:, 20, 0] > 127
    assert lit.sum() == 10


@pytest.mark.parametrize(
    "box",
    [(-30, -20, 10, 20), (70, 50, 110, 90), (-50, 10, -10, 40), (200, 200, 240, 240), (10, 10, 10.2, 10.2)],
)
def test_crop_over_the_edge_repeats_the_border(box: tuple[float, float, float, float]) -> None:
    frame = gradient()

    view = crop(frame, box, 16, margin=1.25)

    assert view.shape == (16, 16, 3)
    assert view[..., 2].max() <= frame[..., 2].max()


def test_crop_of_a_uniform_picture_is_uniform_everywhere() -> None:
    frame = np.full((50, 50, 3), 90, np.uint8)

    assert (crop(frame, (40, 40, 80, 80), 32, margin=1.5) == 90).all()
