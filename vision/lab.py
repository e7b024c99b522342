"""CIE L*a*b* (D65) and the linear light of sRGB, one turned into the other."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

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


def as_lab(values: Sequence[float]) -> Lab:
    """Return three numbers as a plain tuple."""
    lightness, a, b = values
    return lightness, a, b
