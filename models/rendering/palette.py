"""The colours of dice: their names, the nearest name of a colour, and pairs as players own them."""

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

Rgb = tuple[float, float, float]
"""sRGB, each 0..1."""

# Several examples a name, since a name covers a region of colours and not a point.
EXAMPLES: dict[str, tuple[tuple[int, int, int], ...]] = {
    "black": ((14, 14, 15), (30, 30, 33)),
    "white": ((245, 245, 243), (228, 230, 232)),
    "grey": ((128, 128, 128), (90, 92, 96), (165, 166, 168)),
    "red": ((190, 22, 28), (140, 12, 22), (222, 45, 40)),
    "orange": ((235, 112, 20), (245, 140, 40)),
    "yellow": ((245, 205, 30), (235, 225, 70)),
    "green": ((20, 125, 55), (12, 80, 40), (70, 170, 60), (120, 195, 70)),
    "blue": ((25, 60, 165), (15, 30, 95), (60, 120, 215), (120, 180, 230)),
    "purple": ((95, 35, 140), (60, 20, 85), (150, 95, 190)),
    "pink": ((240, 120, 165), (245, 175, 195), (225, 40, 130)),
    "brown": ((95, 55, 30), (130, 85, 50), (65, 38, 25)),
    "ivory": ((240, 228, 195), (228, 210, 168)),
    "teal": ((15, 125, 125), (40, 175, 170), (10, 80, 90)),
    "gold": ((200, 155, 60), (225, 180, 90)),
    "silver": ((192, 195, 200), (210, 212, 215)),
}
METALS = ("gold", "silver")
NAMES = tuple(EXAMPLES)

# Body and mark names with their weight; the other half of all dice take any two names that differ enough.
COMMON_PAIRS: tuple[tuple[str, str, float], ...] = (
    ("white", "black", 18),
    ("black", "white", 10),
    ("red", "white", 12),
    ("blue", "white", 8),
    ("green", "white", 8),
    ("ivory", "black", 5),
    ("black", "red", 6),
    ("black", "green", 4),
    ("yellow", "black", 4),
    ("orange", "black", 3),
    ("orange", "white", 2),
    ("purple", "white", 4),
    ("purple", "gold", 2),
    ("black", "gold", 4),
    ("black", "silver", 2),
    ("red", "gold", 2),
    ("green", "gold", 2),
    ("blue", "gold", 3),
    ("green", "yellow", 2),
    ("blue", "red", 2),
    ("white", "red", 3),
    ("white", "blue", 3),
    ("white", "green", 2),
    ("pink", "white", 2),
    ("teal", "white", 2),
    ("grey", "white", 2),
    ("grey", "black", 2),
    ("brown", "ivory", 1),
    ("black", "blue", 2),
    ("black", "yellow", 2),
    ("black", "purple", 1),
    ("red", "black", 3),
    ("blue", "black", 1),
    ("green", "black", 1),
    ("silver", "black", 1),
    ("gold", "black", 1),
)
COMMON_SHARE = 0.62
# CIE76 distance below which players themselves could not read the pips.
LEAST_CONTRAST = 34.0


def lab(rgb: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return CIE L*a*b* (D65) of sRGB colours (..., 3) in 0..1."""
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    matrix = np.array(
        [
            [0.4124564, 0.3575761, 0.1804375],
            [0.2126729, 0.7151522, 0.0721750],
            [0.0193339, 0.1191920, 0.9503041],
        ]
    )
    xyz = linear @ matrix.T / np.array([0.95047, 1.0, 1.08883])
    f = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.stack(
        [116 * f[..., 1] - 16, 500 * (f[..., 0] - f[..., 1]), 200 * (f[..., 1] - f[..., 2])], axis=-1
    )


def contrast(first: Rgb, second: Rgb) -> float:
    """Return the CIE76 distance of two colours."""
    return float(np.linalg.norm(lab(np.array(first)) - lab(np.array(second))))


def nearest_name(rgb: Rgb, metallic: bool) -> str:
    """Return the name of the nearest example; metals are named only when the surface is one."""
    names = [name for name in NAMES if metallic or name not in METALS]
    colours = np.array([example for name in names for example in EXAMPLES[name]]) / 255.0
    owners = [name for name in names for _ in EXAMPLES[name]]
    distance = np.linalg.norm(lab(colours) - lab(np.array(rgb)), axis=1)
    return owners[int(np.argmin(distance))]


def colour_named(rng: Generator, name: str) -> Rgb:
    """Return a colour that people call `name`: an example, varied, that is still nearest to its own name."""
    examples = EXAMPLES[name]
    example = np.array(examples[int(rng.integers(len(examples)))]) / 255.0
    for _ in range(8):
        varied = np.clip(example + rng.normal(0.0, 0.03, 3) + rng.normal(0.0, 0.03), 0.02, 0.97)
        rgb = (float(varied[0]), float(varied[1]), float(varied[2]))
        if nearest_name(rgb, metallic=name in METALS) == name:
            return rgb
    return (float(example[0]), float(example[1]), float(example[2]))


def any_colour(rng: Generator) -> Rgb:
    """Return any colour at all, for tables and things."""
    rgb = rng.uniform(0.03, 0.95, 3)
    grey = rgb.mean()
    rgb = grey + (rgb - grey) * rng.uniform(0.0, 1.0)
    return (float(rgb[0]), float(rgb[1]), float(rgb[2]))


def name_pair(rng: Generator) -> tuple[str, str]:
    """Return the names of a body and its marks, common pairs more often than rare ones."""
    if rng.random() < COMMON_SHARE:
        weights = np.array([weight for _, _, weight in COMMON_PAIRS])
        body, marks, _ = COMMON_PAIRS[int(rng.choice(len(COMMON_PAIRS), p=weights / weights.sum()))]
        return body, marks
    while True:
        body, marks = (NAMES[int(index)] for index in rng.integers(len(NAMES), size=2))
        far = contrast(_first_example(body), _first_example(marks)) >= LEAST_CONTRAST
        if body != marks and far:
            return body, marks


def _first_example(name: str) -> Rgb:
    red, green, blue = EXAMPLES[name][0]
    return (red / 255.0, green / 255.0, blue / 255.0)
