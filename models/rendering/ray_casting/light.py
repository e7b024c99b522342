"""What a direction shows (lamps, windows, air) and what the table plane looks like: kernels."""

from math import floor, log2, sqrt

import numpy as np
from numpy.typing import NDArray

from models.rendering.ray_casting.jit import compiled
from models.rendering.ray_casting.layout import (
    AIR_BELOW,
    AIR_HORIZON,
    AIR_TOP,
    FLOOR,
    LAMP_DISTANCE,
    LAMP_HIGH,
    LAMP_LIGHT,
    LAMP_PLACE,
    LAMP_ROUND,
    LAMP_WIDE,
    TABLE_REACH,
    TABLE_SCALE,
)
from models.rendering.ray_casting.shapes import Rows

Colour = tuple[float, float, float]  # linear r, g, b


@compiled
def smooth(edge0: float, edge1: float, x: float) -> float:
    """0 below edge0, 1 above edge1, a soft step between."""
    t = min(max((x - edge0) / (edge1 - edge0), 0.0), 1.0)
    return t * t * (3.0 - 2.0 * t)


@compiled
def lattice(x: int, y: int, z: int, seed: int) -> float:
    """A fixed pseudo-random number, 0..1, for a whole-number point."""
    h = (x * 374761393 + y * 668265263 + z * 2147483647 + seed * 1274126177) & 0xFFFFFFFF
    h = ((h ^ (h >> 13)) * 1274126177) & 0xFFFFFFFF
    h = ((h ^ (h >> 16)) * 668265263) & 0xFFFFFFFF
    return ((h ^ (h >> 15)) & 0xFFFFFF) / 16777216.0


@compiled
def noise(x: float, y: float, z: float, seed: int) -> float:
    """Smooth value noise, 0..1, with features one unit wide."""
    fx, fy, fz = floor(x), floor(y), floor(z)
    ix, iy, iz = int(fx), int(fy), int(fz)
    u, v, w = x - fx, y - fy, z - fz
    u, v, w = u * u * (3 - 2 * u), v * v * (3 - 2 * v), w * w * (3 - 2 * w)
    low = (lattice(ix, iy, iz, seed) * (1 - u) + lattice(ix + 1, iy, iz, seed) * u) * (1 - v) + (
        lattice(ix, iy + 1, iz, seed) * (1 - u) + lattice(ix + 1, iy + 1, iz, seed) * u
    ) * v
    high = (lattice(ix, iy, iz + 1, seed) * (1 - u) + lattice(ix + 1, iy, iz + 1, seed) * u) * (1 - v) + (
        lattice(ix, iy + 1, iz + 1, seed) * (1 - u) + lattice(ix + 1, iy + 1, iz + 1, seed) * u
    ) * v
    return low * (1 - w) + high * w


@compiled
def air(around: NDArray[np.float64], z: float) -> Colour:
    """Light of the air seen in a unit direction with this z."""
    k = AIR_TOP if z > 0 else AIR_BELOW
    m = sqrt(abs(z)) if z > 0 else min(1.0, -4.0 * z)
    h = AIR_HORIZON
    return (
        around[h] * (1 - m) + around[k] * m,
        around[h + 1] * (1 - m) + around[k + 1] * m,
        around[h + 2] * (1 - m) + around[k + 2] * m,
    )


@compiled
def lamp_seen(
    lamps: Rows, k: int, x: float, y: float, z: float, dx: float, dy: float, dz: float, blur: float
) -> float:
    """Brightness of lamp k seen from a point in a unit direction, blurred by a rough mirror.

    One lamp fills its own solid angle, so a small lamp is bright; `blur` is a tangent.
    """
    px = lamps[k, LAMP_PLACE] - x
    py = lamps[k, LAMP_PLACE + 1] - y
    pz = lamps[k, LAMP_PLACE + 2] - z
    far = sqrt(px * px + py * py + pz * pz)
    px, py, pz = px / far, py / far, pz / far
    a = dx * px + dy * py + dz * pz
    wide, high = lamps[k, LAMP_WIDE], lamps[k, LAMP_HIGH]
    soft = blur + 0.004
    edge = wide + high + 1.5 * soft
    if a <= 0.05 or 1.0 - a * a > a * a * edge * edge:
        return 0.0
    # Axes of the lamp: level, and across it.
    flat = sqrt(px * px + py * py)
    ux, uy = (-py / flat, px / flat) if flat > 1e-3 else (1.0, 0.0)
    wx, wy, wz = -uy * pz, ux * pz, uy * px - ux * py
    u = abs(dx * ux + dy * uy) / a
    v = abs(dx * wx + dy * wy + dz * wz) / a
    if lamps[k, LAMP_ROUND] > 0.5:
        r = sqrt(u * u + v * v * (wide / high) * (wide / high))
        share = 1.0 - smooth(wide - soft, wide + soft, r)
    else:
        share = 1.0 - smooth(wide - soft, wide + soft, u)
        share *= 1.0 - smooth(high - soft, high + soft, v)
    if share <= 0.0:
        return 0.0
    return float(share / (4.0 * (wide + 0.6 * blur) * (high + 0.6 * blur) + 0.003))


@compiled
def reflected(
    lamps: Rows,
    around: NDArray[np.float64],
    x: float,
    y: float,
    z: float,
    dx: float,
    dy: float,
    dz: float,
    blur: float,
) -> Colour:
    """Light that a rough mirror takes from a unit direction: air and all lamps, without shadows."""
    r, g, b = air(around, dz)
    for k in range(lamps.shape[0]):
        share = lamp_seen(lamps, k, x, y, z, dx, dy, dz, blur)
        if share > 0.0:
            share = min(share, 60.0)
            r += lamps[k, LAMP_LIGHT] * share
            g += lamps[k, LAMP_LIGHT + 1] * share
            b += lamps[k, LAMP_LIGHT + 2] * share
    return r, g, b


@compiled
def towards(lamps: Rows, k: int, x: float, y: float, z: float) -> tuple[float, float, float, float, float]:
    """Unit direction from a point to lamp k, its distance, and how its light has changed by distance."""
    px = lamps[k, LAMP_PLACE] - x
    py = lamps[k, LAMP_PLACE + 1] - y
    pz = lamps[k, LAMP_PLACE + 2] - z
    far = sqrt(px * px + py * py + pz * pz)
    fall = lamps[k, LAMP_DISTANCE] / far
    return px / far, py / far, pz / far, far, min(fall * fall, 4.0)


@compiled
def spread(lamps: Rows, k: int) -> float:
    """Tangent of half the mean width of lamp k."""
    return sqrt(lamps[k, LAMP_WIDE] * lamps[k, LAMP_HIGH]) * 0.9


@compiled
def fresnel(steep: float, cosine: float, rough: float) -> float:
    """Mirror share at an angle, from the share at a steep view."""
    m = 1.0 - min(max(cosine, 0.0), 1.0)
    m2 = m * m
    top = max(1.0 - rough, steep)
    return steep + (top - steep) * m2 * m2 * m


@compiled
def texel(pixels: NDArray[np.float32], start: int, side: int, u: float, v: float) -> Colour:
    """Colour of a square level at (u, v) in its pixels, read bilinearly, mirrored past its edges."""
    if side == 1:
        return pixels[start], pixels[start + 1], pixels[start + 2]
    # Mirrored tiles: two sides make one period.
    u = abs(u - 2.0 * side * floor(u / (2.0 * side) + 0.5))
    v = abs(v - 2.0 * side * floor(v / (2.0 * side) + 0.5))
    u = min(max(u - 0.5, 0.0), side - 1.001)
    v = min(max(v - 0.5, 0.0), side - 1.001)
    i, j = int(u), int(v)
    a, b = u - i, v - j
    p = start + (j * side + i) * 3
    q = p + 3 * side
    w00, w01, w10, w11 = (1 - a) * (1 - b), a * (1 - b), (1 - a) * b, a * b
    return (
        pixels[p] * w00 + pixels[p + 3] * w01 + pixels[q] * w10 + pixels[q + 3] * w11,
        pixels[p + 1] * w00 + pixels[p + 4] * w01 + pixels[q + 1] * w10 + pixels[q + 4] * w11,
        pixels[p + 2] * w00 + pixels[p + 5] * w01 + pixels[q + 2] * w10 + pixels[q + 5] * w11,
    )


@compiled
def table_colour(
    pixels: NDArray[np.float32],
    starts: NDArray[np.int64],
    side: int,
    table: NDArray[np.float64],
    x: float,
    y: float,
    foot: float,
) -> Colour:
    """Colour of the table at (x, y), from the level of detail that fits a pixel `foot` wide."""
    reach = table[TABLE_REACH]
    if abs(x) > reach or abs(y) > reach:
        return table[FLOOR], table[FLOOR + 1], table[FLOOR + 2]
    scale = table[TABLE_SCALE]
    u, v = x * scale + 0.5 * side, 0.5 * side - y * scale
    level = min(max(log2(max(foot * scale, 1.0)), 0.0), starts.shape[0] - 1.001)
    low = int(level)
    part = level - low
    k = 1.0 / (1 << low)
    r, g, b = texel(pixels, starts[low], side >> low, u * k, v * k)
    if part < 0.02:
        return r, g, b
    k *= 0.5
    p, q, t = texel(pixels, starts[low + 1], side >> (low + 1), u * k, v * k)
    return r + (p - r) * part, g + (q - g) * part, b + (t - b) * part
