"""Which mark a die's surface bears at a point, and how deep it is cut: pips, numerals: kernels."""

from math import sqrt

import numpy as np
from numpy.typing import NDArray

from models.rendering.ray_casting.jit import compiled
from models.rendering.ray_casting.layout import (
    FACES,
    FIRST_PLANE,
    GLYPH,
    ONE_RADIUS,
    PIP_RADIUS,
    PIP_SOFT,
    PIP_SPREAD,
    PLANE_COLUMNS,
    PLANES,
    TURNED,
)
from models.rendering.ray_casting.light import smooth
from models.rendering.ray_casting.shapes import Rows

Glyphs = NDArray[np.float32]  # (n, side, side), 0 body .. 1 mark, row 0 at the top
# Half the width, in half tiles, over which the wall of an engraved numeral slopes.
WALL = 0.045


@compiled
def face_of(hx: float, hy: float, hz: float, x: float, y: float, z: float) -> tuple[int, float, float]:
    """Face of a box that a surface point lies on, and its place (u, v) there in half sizes."""
    ax, ay, az = x / hx, y / hy, z / hz
    if abs(az) >= abs(ax) and abs(az) >= abs(ay):
        return (4, ax, ay) if az > 0 else (5, ay, ax)
    if abs(ax) >= abs(ay):
        return (0, ay, az) if ax > 0 else (1, az, ay)
    return (2, az, ax) if ay > 0 else (3, ax, az)


@compiled
def glyph_at(glyphs: Glyphs, row: int, u: float, v: float) -> float:
    """Share of mark at (u, v), each -1..1, of a tile; 0 beyond it."""
    if abs(u) >= 1.0 or abs(v) >= 1.0:
        return 0.0
    n = glyphs.shape[1]
    x = min(max((u * 0.5 + 0.5) * n - 0.5, 0.0), n - 1.001)
    y = min(max((0.5 - v * 0.5) * n - 0.5, 0.0), n - 1.001)
    i, j = int(x), int(y)
    a, b = x - i, y - j
    g = glyphs
    upper = g[row, j, i] * (1 - a) + g[row, j, i + 1] * a
    lower = g[row, j + 1, i] * (1 - a) + g[row, j + 1, i + 1] * a
    return float(upper * (1 - b) + lower * b)


@compiled
def nearest_pip(value: int, s: float, u: float, v: float) -> tuple[float, float]:
    """Middle of the pip nearest to (u, v) of a face that is not turned."""
    bx, by, best = 0.0, 0.0, 1e9
    if value % 2 == 1:
        best = u * u + v * v
    if value >= 2:
        c = s if u + v > 0 else -s
        d = (u - c) * (u - c) + (v - c) * (v - c)
        if d < best:
            bx, by, best = c, c, d
    if value >= 4:
        c = s if u - v > 0 else -s
        d = (u - c) * (u - c) + (v + c) * (v + c)
        if d < best:
            bx, by, best = c, -c, d
    if value == 6:
        c = s if u > 0 else -s
        d = (u - c) * (u - c) + v * v
        if d < best:
            bx, by = c, 0.0
    return bx, by


@compiled
def marked(
    m: Rows, k: int, glyphs: Glyphs, face: int, u: float, v: float, soft: float
) -> tuple[float, float, float, float]:
    """Share of mark at (u, v) in half sizes of a die's face, then q, du and dv of the nearest pip.

    q is the distance from its middle by its radius, at most 1; (du, dv) the direction away from its middle.
    """
    row = int(m[k, GLYPH + face])
    if row >= 0:
        return glyph_at(glyphs, row, u, v), 1.0, 0.0, 0.0
    value = int(m[k, FACES + face])
    if value == 0:
        return 0.0, 1.0, 0.0, 0.0
    u, v = 0.5 * u, 0.5 * v
    turned = m[k, TURNED + face] > 0.5
    a, b = (v, -u) if turned else (u, v)
    cx, cy = nearest_pip(value, m[k, PIP_SPREAD], a, b)
    ox, oy = a - cx, b - cy
    far = sqrt(ox * ox + oy * oy) + 1e-9
    radius = m[k, ONE_RADIUS] if value == 1 else m[k, PIP_RADIUS]
    edge = 0.5 * max(m[k, PIP_SOFT], soft)
    share = 1.0 - smooth(radius - edge, radius + edge, far)
    ox, oy = ox / far, oy / far
    if turned:
        ox, oy = -oy, ox
    return share, min(far / radius, 1.0), ox, oy


@compiled
def spread_uv(face: int, u: float, v: float) -> tuple[float, float, float]:
    """A direction (u, v) along a face in the die's own axes."""
    if face == 0:
        return 0.0, u, v
    if face == 1:
        return 0.0, v, u
    if face == 2:
        return v, 0.0, u
    if face == 3:
        return u, 0.0, v
    if face == 4:
        return u, v, 0.0
    return v, u, 0.0


@compiled
def plane_of(s: Rows, i: int, x: float, y: float, z: float) -> int:
    """Face of a polyhedron that a surface point lies on."""
    best, k = -1e9, 0
    for n in range(int(s[i, PLANES])):
        p = FIRST_PLANE + PLANE_COLUMNS * n
        d = s[i, p] * x + s[i, p + 1] * y + s[i, p + 2] * z - s[i, p + 3]
        if d > best:
            best, k = d, n
    return k


@compiled
def right_on_plane(s: Rows, i: int, k: int) -> tuple[float, float, float]:
    """Direction to the right of a numeral that stands upright on face k, seen from outside."""
    p = FIRST_PLANE + PLANE_COLUMNS * k
    nx, ny, nz = s[i, p], s[i, p + 1], s[i, p + 2]
    ux, uy, uz = s[i, p + 4], s[i, p + 5], s[i, p + 6]
    return uy * nz - uz * ny, uz * nx - ux * nz, ux * ny - uy * nx


@compiled
def place_on_plane(s: Rows, i: int, k: int, x: float, y: float, z: float) -> tuple[float, float]:
    """Place (u, v) of a surface point on the tile of face k, in half sizes of the tile."""
    p = FIRST_PLANE + PLANE_COLUMNS * k
    half = s[i, p + 7]
    rx, ry, rz = right_on_plane(s, i, k)
    return (
        (x * rx + y * ry + z * rz) / half,
        (x * s[i, p + 4] + y * s[i, p + 5] + z * s[i, p + 6]) / half,
    )


@compiled
def steepness(glyphs: Glyphs, row: int, u: float, v: float) -> tuple[float, float]:
    """How fast the share of mark grows along u and v, per half size of the tile."""
    return (
        (glyph_at(glyphs, row, u + WALL, v) - glyph_at(glyphs, row, u - WALL, v)) / (2.0 * WALL),
        (glyph_at(glyphs, row, u, v + WALL) - glyph_at(glyphs, row, u, v - WALL)) / (2.0 * WALL),
    )
