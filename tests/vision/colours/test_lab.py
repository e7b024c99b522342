"""CIE L*a*b*, held against OpenCV's own conversion, and back."""

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.colours.lab import LINEAR_OF_BYTE, lab_of, lab_picture, linear_of


def test_colours_of_a_screen_have_the_lab_that_opencv_gives_them() -> None:
    levels = np.array([0, 40, 128, 255], np.uint8)
    bgr = np.stack(np.meshgrid(levels, levels, levels), axis=-1).reshape(1, -1, 3)
    expected = cv2.cvtColor((bgr / 255).astype(np.float32), cv2.COLOR_BGR2LAB)

    found = lab_of(LINEAR_OF_BYTE[bgr[..., ::-1]])

    assert found == pytest.approx(expected, abs=0.3)


def test_a_picture_has_the_lab_of_its_pixels_rounded_to_bytes() -> None:
    levels = np.arange(0, 256, 15).astype(np.uint8)
    bgr = np.stack(np.meshgrid(levels, levels, levels), axis=-1).reshape(18, -1, 3)[:, 1:]
    exact = lab_of(LINEAR_OF_BYTE[bgr[..., ::-1]]) * (2.55, 1, 1) + (0, 128, 128)

    found = lab_picture(bgr)

    assert found.shape == bgr.shape
    assert found == pytest.approx(exact, abs=0.501)


@given(st.lists(st.floats(0, 2), min_size=3, max_size=3))
def test_light_brighter_than_white_comes_back_from_lab(rgb: list[float]) -> None:
    linear = np.array(rgb)

    assert linear_of(lab_of(linear)) == pytest.approx(linear, abs=1e-6)
