"""Random light, lens and sensor for a whole batch of pictures at once, in torch."""

import torch
from torch.nn.functional import conv2d, interpolate, pad

SEAM_PX = (0.7, 2.0)
"""Standard deviation of the blur whose difference from a picture is added to sharpen it, least and most."""

MOST_SHARPENED = 3.0
"""How many times that difference is added at most, as cheap webcams do."""


def relight(
    pictures: torch.Tensor, random: torch.Generator, most_blur_px: float = 1.4, least_scale: float = 0.5
) -> torch.Tensor:
    """Return (N, 3, H, W) in 0..1 BGR under another lamp, exposure, lens and sensor, each its own.

    A part of them is blurred by a sigma of at most `most_blur_px`, another shrunk to `least_scale` or less.
    """
    count, _, height, width = pictures.shape
    matrix, shift = _colour(count, random)
    pictures = torch.baddbmm(shift, matrix, pictures.flatten(2)).unflatten(2, (height, width))
    gamma = torch.exp(uniform(-0.5, 0.5, random, count, 1, 1, 1))
    # One side lit more than the other.
    ramp_down = torch.linspace(-1, 1, height)[None, None, :, None] * uniform(
        -0.25, 0.25, random, count, 1, 1, 1
    )
    ramp_across = torch.linspace(-1, 1, width)[None, None, None, :] * uniform(
        -0.25, 0.25, random, count, 1, 1, 1
    )
    pictures = pictures.clamp_(1e-4, 1.0).pow_(gamma).mul_(1 + ramp_down + ramp_across)
    # The batch is in random order, so its parts are random pictures; a part costs less than a choice of all.
    part = max(1, count // 8)
    for first in (0, part, 2 * part):
        pictures[first : first + part] = _blurred(pictures[first : first + part], random, most_blur_px)
    pictures[2 * part : 4 * part] = _shrunk(pictures[2 * part : 4 * part], random, least_scale)
    grainy = pictures[part : 5 * part]
    strength = uniform(0.0, 0.04, random, len(grainy), 1, 1, 1)
    grainy.addcmul_(torch.randn(grainy.shape, generator=random), strength)
    return pictures.clamp_(0, 1)


def with_glare(pictures: torch.Tensor, random: torch.Generator) -> torch.Tensor:
    """Return (N, 3, H, W) in 0..1 with reflections of lamps and windows: soft streaks and rings of light.

    A third of the pictures get one, at random places and of random strength; pips may vanish in it.
    """
    count, _, height, width = pictures.shape
    lit = max(1, count // 3)
    down = torch.linspace(-1, 1, height)[None, :, None]
    across = torch.linspace(-1, 1, width)[None, None, :]
    x, y = (uniform(-0.6, 0.6, random, lit, 1, 1) for _ in range(2))
    angle = uniform(0, 3.1416, random, lit, 1, 1)
    along = (across - x) * torch.cos(angle) + (down - y) * torch.sin(angle)
    beside = (down - y) * torch.cos(angle) - (across - x) * torch.sin(angle)
    length, breadth = uniform(0.08, 0.5, random, lit, 1, 1), uniform(0.04, 0.14, random, lit, 1, 1)
    streak = torch.exp(-((along / length) ** 2) - (beside / breadth) ** 2)
    radius, rim = uniform(0.12, 0.45, random, lit, 1, 1), uniform(0.03, 0.09, random, lit, 1, 1)
    ring = torch.exp(-(((torch.sqrt(along**2 + 1.4 * beside**2) - radius) / rim) ** 2))
    shape = torch.where(uniform(0, 1, random, lit, 1, 1) < 0.65, streak, ring)
    strength = (shape * uniform(0.2, 1.1, random, lit, 1, 1)).clamp(0, 1)[:, None]
    lamp = uniform(0.8, 1.0, random, lit, 3, 1, 1)
    # The batch is in random order, so its last part is random pictures.
    rest, shone = pictures[:-lit], pictures[-lit:]
    return torch.cat([rest, shone + (lamp - shone).clamp(min=0) * strength])


def sharpened(pictures: torch.Tensor, random: torch.Generator) -> torch.Tensor:
    """Return (N, 3, H, W) in 0..1, some as cameras sharpen them: edges steeper, with bright and dark seams.

    A quarter of the pictures are, all by one width and each by a strength of its own.
    """
    some = pictures[::4]
    sigma = float(uniform(*SEAM_PX, random))
    soft = _smoothed(some, sigma, sigma)
    strength = uniform(0, MOST_SHARPENED, random, len(some), 1, 1, 1)
    told = pictures.clone()
    told[::4] = (some + strength * (some - soft)).clamp(0, 1)
    return told


def uniform(least: float, most: float, random: torch.Generator, *shape: int) -> torch.Tensor:
    """Return random numbers of this shape between two bounds."""
    return torch.rand(shape, generator=random) * (most - least) + least


def _colour(count: int, random: torch.Generator) -> tuple[torch.Tensor, torch.Tensor]:
    """Return (N, 3, 3) and (N, 3, 1): channels, saturation, white balance, contrast, brightness in one."""
    # Dice come in every colour: another order of the channels is another set of dice.
    shuffled = torch.eye(3)[torch.rand((count, 3), generator=random).argsort(dim=1)]
    order = torch.where(uniform(0, 1, random, count, 1, 1) < 0.3, shuffled, torch.eye(3))
    saturation = uniform(0.5, 1.5, random, count, 1, 1)
    saturation[torch.rand((count, 1, 1), generator=random) < 0.1] = 0.0
    saturate = saturation * torch.eye(3) + (1 - saturation) / 3
    contrast = uniform(0.6, 1.4, random, count, 1, 1)
    balance = uniform(0.75, 1.25, random, count, 3, 1) * contrast
    shift = 0.5 - 0.5 * contrast + uniform(-0.2, 0.2, random, count, 1, 1)
    return balance * (saturate @ order), shift.expand(count, 3, 1)


def _blurred(pictures: torch.Tensor, random: torch.Generator, most_px: float) -> torch.Tensor:
    """Return pictures blurred by one random Gaussian, round or drawn out in one direction."""
    return _smoothed(pictures, *uniform(0.3, most_px, random, 2).tolist())


def _smoothed(pictures: torch.Tensor, across: float, along: float) -> torch.Tensor:
    """Return pictures blurred by a Gaussian of these standard deviations in pixels."""
    offsets = torch.arange(-4, 5, dtype=torch.float32)
    row, column = (torch.exp(-(offsets**2) / (2 * sigma**2)) for sigma in (across, along))
    row, column = row / row.sum(), column / column.sum()
    wide = conv2d(pad(pictures, (4, 4, 4, 4), mode="replicate"), row.expand(3, 1, 1, 9), groups=3)
    return conv2d(wide, column[:, None].expand(3, 1, 9, 1), groups=3)


def _shrunk(pictures: torch.Tensor, random: torch.Generator, least: float) -> torch.Tensor:
    """Return pictures as a far camera sees them: shrunk and enlarged again."""
    scale = float(torch.rand((), generator=random)) * (0.95 - least) + least
    small = interpolate(pictures, scale_factor=scale, mode="area")
    return interpolate(small, size=pictures.shape[2:], mode="bilinear", align_corners=False)
