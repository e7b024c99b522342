"""CIE L*a*b* (D65) and the linear light of sRGB, one turned into the other."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import Frame
from vision.reading import Lab

Linear = NDArray[np.float64]
"""(..., 3) red, green, blue of sRGB as light, 0 dark to 1 white."""

_TO_XYZ = np.array(
    [
        [0.4124564, 0.3575761, 0.1804375],
        [0.2126729, 0.7151522, 0.0721750],
        [0.0193339, 0.1191920, 0.9503041],
    ]
)
_WHITE = _TO_XYZ.sum(axis=1)
_TO_RGB = np.linalg.inv(_TO_XYZ)
_KNEE = 6 / 29
"""Below this cube root CIE L*a*b* is straight, so that black has a colour."""

_VALUES = np.arange(256) / 255
LINEAR_OF_BYTE = np.where(_VALUES <= 0.04045, _VALUES / 12.92, ((_VALUES + 0.055) / 1.055) ** 2.4)
"""(256,) the light of each 8-bit value of sRGB."""


def lab_of(linear: Linear) -> NDArray[np.float64]:
    """Return the (..., 3) L*, a*, b* of linear light."""
    share = linear @ _TO_XYZ.T / _WHITE
    root = np.where(share > _KNEE**3, np.cbrt(share), share / (3 * _KNEE**2) + 4 / 29)
    x, y, z = root[..., 0], root[..., 1], root[..., 2]
    return np.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], axis=-1)


def linear_of(lab: NDArray[np.float64]) -> Linear:
    """Return the linear light of (..., 3) L*, a*, b*, none of it negative."""
    y = (lab[..., 0] + 16) / 116
    root = np.stack([y + lab[..., 1] / 500, y, y - lab[..., 2] / 200], axis=-1)
    share = np.where(root > _KNEE, root**3, 3 * _KNEE**2 * (root - 4 / 29))
    return np.asarray(np.maximum(share * _WHITE @ _TO_RGB.T, 0.0), dtype=np.float64)


_XYZ_OF_BGR = np.ascontiguousarray((_TO_XYZ / _WHITE[:, None])[:, ::-1])
_SLOPE = 1 / (3 * _KNEE**2)
_LIGHT_OF_BYTE = LINEAR_OF_BYTE.astype(np.float32)
_BYTES_OF_ROOTS = np.array(
    # Of the sums below, each a third of the knee more than the root; the last column is added.
    [[0, 2.55 * 116, 0, -2.55 * (16 + 116 * _KNEE / 3)], [500, -500, 0, 128], [0, 200, -200, 128]]
)


def lab_picture(picture: Frame) -> Frame:
    """Return the L*a*b* of a picture, (H, W, 3) BGR, in OpenCV's 8 bits: 2.55 L*, a* + 128, b* + 128.

    OpenCV's own conversion is a little faster and less exact, and takes as long as reading four pictures to
    make its tables when it is called first, which whoever reads a single photograph would wait for.
    """
    light = np.asarray(cv2.transform(cv2.LUT(picture, _LIGHT_OF_BYTE), _XYZ_OF_BGR), np.float32)
    # In place, since fresh memory takes as long as the sums.
    low = np.minimum(light, _KNEE**3)
    np.maximum(light, _KNEE**3, out=light)
    roots = cv2.scaleAdd(low, _SLOPE, cv2.pow(light, 1 / 3, light), low)
    return np.asarray(cv2.convertScaleAbs(cv2.transform(roots, _BYTES_OF_ROOTS, light)), np.uint8)


def as_lab(values: Sequence[float]) -> Lab:
    """Return three numbers as a plain tuple."""
    lightness, a, b = values
    return lightness, a, b
