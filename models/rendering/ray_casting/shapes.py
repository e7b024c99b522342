"""Solids as distance fields: how far a point is, where a ray hits, how much light a solid leaves."""

from math import sqrt

import numpy as np
from numpy.typing import NDArray

from models.rendering.ray_casting.jit import compiled
from models.rendering.ray_casting.layout import (
    BALL,
    BOUND,
    BOX,
    CENTRE,
    CORNER,
    CYLINDER,
    FIRST_PLANE,
    HALF,
    OPACITY,
    PLANE_COLUMNS,
    PLANES,
    ROTATION,
    ROUND,
    SHAPE,
)

Rows = NDArray[np.float64]  # (n, columns)
MISS = 1e9


@compiled
def to_local(s: Rows, i: int, x: float, y: float, z: float) -> tuple[float, float, float]:
    """A world direction in the axes of solid i."""
    r = ROTATION
    return (
        s[i, r] * x + s[i, r + 3] * y + s[i, r + 6] * z,
        s[i, r + 1] * x + s[i, r + 4] * y + s[i, r + 7] * z,
        s[i, r + 2] * x + s[i, r + 5] * y + s[i, r + 8] * z,
    )


@compiled
def to_world(s: Rows, i: int, x: float, y: float, z: float) -> tuple[float, float, float]:
    """A direction in the axes of solid i as a world direction."""
    r = ROTATION
    return (
        s[i, r] * x + s[i, r + 1] * y + s[i, r + 2] * z,
        s[i, r + 3] * x + s[i, r + 4] * y + s[i, r + 5] * z,
        s[i, r + 6] * x + s[i, r + 7] * y + s[i, r + 8] * z,
    )


@compiled
def distance(s: Rows, i: int, x: float, y: float, z: float) -> float:
    """Signed distance of a point, in the axes of solid i, from its surface (a lower bound outside)."""
    shape = int(s[i, SHAPE])
    rim = s[i, ROUND]
    if shape == BOX:
        qx = abs(x) - (s[i, HALF] - rim)
        qy = abs(y) - (s[i, HALF + 1] - rim)
        qz = abs(z) - (s[i, HALF + 2] - rim)
        ox, oy, oz = max(qx, 0.0), max(qy, 0.0), max(qz, 0.0)
        d = sqrt(ox * ox + oy * oy + oz * oz) + min(max(qx, max(qy, qz)), 0.0) - rim
        if s[i, CORNER] > 0.0:
            # The ball meets the box in a soft edge as on tumbled dice.
            ball = sqrt(x * x + y * y + z * z) - s[i, CORNER]
            soft = 0.25 * rim + 1e-6
            h = max(soft - abs(d - ball), 0.0) / soft
            d = max(d, ball) + h * h * soft * 0.25
        return float(d)
    if shape == CYLINDER:
        qr = sqrt(x * x + y * y) - (s[i, HALF] - rim)
        qz = abs(z) - (s[i, HALF + 2] - rim)
        ox, oz = max(qr, 0.0), max(qz, 0.0)
        return float(sqrt(ox * ox + oz * oz) + min(max(qr, qz), 0.0) - rim)
    if shape == BALL:
        return float(sqrt(x * x + y * y + z * z) - s[i, HALF])
    d = -MISS
    for k in range(int(s[i, PLANES])):
        p = FIRST_PLANE + PLANE_COLUMNS * k
        e = s[i, p] * x + s[i, p + 1] * y + s[i, p + 2] * z - s[i, p + 3]
        if rim > 0.0:
            # Faces meet softly: an edge lies a quarter of `rim` deeper than a sharp one.
            h = max(rim - abs(d - e), 0.0)
            d = max(d, e) + h * h / (4.0 * rim)
        else:
            d = max(d, e)
    return float(d)


@compiled
def normal(s: Rows, i: int, x: float, y: float, z: float, step: float) -> tuple[float, float, float]:
    """Outward unit normal at a surface point, all in the axes of solid i."""
    a = distance(s, i, x + step, y - step, z - step)
    b = distance(s, i, x - step, y - step, z + step)
    c = distance(s, i, x - step, y + step, z - step)
    d = distance(s, i, x + step, y + step, z + step)
    nx, ny, nz = a - b - c + d, -a - b + c + d, -a + b - c + d
    n = 1.0 / sqrt(nx * nx + ny * ny + nz * nz + 1e-30)
    return nx * n, ny * n, nz * n


@compiled
def slab(
    s: Rows, i: int, more: float, lx: float, ly: float, lz: float, vx: float, vy: float, vz: float
) -> tuple[float, float]:
    """Where a ray in box i's axes enters and leaves it, larger by `more`; a miss enters after leaving."""
    vx = vx if abs(vx) > 1e-9 else 1e-9
    vy = vy if abs(vy) > 1e-9 else 1e-9
    vz = vz if abs(vz) > 1e-9 else 1e-9
    a, b = (-s[i, HALF] - more - lx) / vx, (s[i, HALF] + more - lx) / vx
    low, high = min(a, b), max(a, b)
    a, b = (-s[i, HALF + 1] - more - ly) / vy, (s[i, HALF + 1] + more - ly) / vy
    low, high = max(low, min(a, b)), min(high, max(a, b))
    a, b = (-s[i, HALF + 2] - more - lz) / vz, (s[i, HALF + 2] + more - lz) / vz
    return max(low, min(a, b)), min(high, max(a, b))


@compiled
def touched(
    s: Rows, i: int, ox: float, oy: float, oz: float, dx: float, dy: float, dz: float, foot: float
) -> bool:
    """Whether a unit ray comes within about two footprints of what encloses solid i."""
    cx, cy, cz = ox - s[i, CENTRE], oy - s[i, CENTRE + 1], oz - s[i, CENTRE + 2]
    along = -(cx * dx + cy * dy + cz * dz)
    more = 2.0 * foot * along
    bound = s[i, BOUND] + more
    if cx * cx + cy * cy + cz * cz - along * along > bound * bound:
        return False
    if int(s[i, SHAPE]) != BOX:
        return True
    lx, ly, lz = to_local(s, i, cx, cy, cz)
    vx, vy, vz = to_local(s, i, dx, dy, dz)
    enters, leaves = slab(s, i, more, lx, ly, lz, vx, vy, vz)
    return enters < leaves


@compiled
def hit(
    s: Rows, i: int, ox: float, oy: float, oz: float, dx: float, dy: float, dz: float, nearest: float
) -> float:
    """Length along the unit ray at which it meets solid i, or MISS when not before `nearest`."""
    cx, cy, cz = ox - s[i, CENTRE], oy - s[i, CENTRE + 1], oz - s[i, CENTRE + 2]
    along = -(cx * dx + cy * dy + cz * dz)
    off = cx * cx + cy * cy + cz * cz - along * along
    bound = s[i, BOUND]
    if off > bound * bound:
        return MISS
    reach = sqrt(bound * bound - off)
    t = max(along - reach, 0.0)
    end = min(along + reach, nearest)
    lx, ly, lz = to_local(s, i, cx, cy, cz)
    vx, vy, vz = to_local(s, i, dx, dy, dz)
    if int(s[i, SHAPE]) == BOX:
        enters, leaves = slab(s, i, 0.0, lx, ly, lz, vx, vy, vz)
        if enters > leaves:
            return MISS
        t, end = max(t, enters), min(end, leaves)
    close = s[i, HALF + 2] * 1e-3
    for _ in range(48):
        if t > end:
            return MISS
        d = distance(s, i, lx + vx * t, ly + vy * t, lz + vz * t)
        if d < close:
            return float(t)
        t += d
    return float(t if t < end else MISS)


@compiled
def light_left(
    s: Rows,
    among: NDArray[np.int64],
    count: int,
    skip: int,
    x: float,
    y: float,
    z: float,
    lx: float,
    ly: float,
    lz: float,
    far: float,
    spread: float,
) -> float:
    """Share of a lamp's light, 0..1, that reaches a point past the first `count` solids `among`, not `skip`.

    `spread` is the tangent of half the lamp's width: it makes the soft edge of the shadow.
    """
    left = 1.0
    for n in range(count):
        i = among[n]
        if i == skip or s[i, OPACITY] <= 0.0:
            continue
        cx, cy, cz = s[i, CENTRE] - x, s[i, CENTRE + 1] - y, s[i, CENTRE + 2] - z
        along = cx * lx + cy * ly + cz * lz
        bound = s[i, BOUND]
        if along < -bound or along > far:
            continue
        off = cx * cx + cy * cy + cz * cz - along * along
        edge = bound + spread * (along + bound)
        if off > edge * edge:
            continue
        ax, ay, az = to_local(s, i, -cx, -cy, -cz)
        vx, vy, vz = to_local(s, i, lx, ly, lz)
        reach = sqrt(edge * edge - off)
        t = max(along - reach, bound * 0.02)
        end = along + reach
        if int(s[i, SHAPE]) == BOX:
            enters, leaves = slab(s, i, edge - bound, ax, ay, az, vx, vy, vz)
            if enters > leaves:
                continue
            t, end = max(t, enters), min(end, leaves)
        open_share = 1.0
        for _ in range(16):
            if t > end:
                break
            d = distance(s, i, ax + vx * t, ay + vy * t, az + vz * t)
            open_share = min(open_share, d / (spread * t + bound * 0.01))
            if open_share < -1.0:
                break
            t += min(max(abs(d) * 0.8, bound * 0.06), bound)
        open_share = max(open_share, -1.0)
        smooth = 0.25 * (1.0 + open_share) * (1.0 + open_share) * (2.0 - open_share)
        left *= 1.0 - s[i, OPACITY] * (1.0 - smooth)
        if left < 0.01:
            return 0.0
    return left


@compiled
def openness(
    s: Rows, among: NDArray[np.int64], count: int, skip: int, x: float, y: float, z: float,
    nx: float, ny: float, nz: float, size: float,
) -> float:  # fmt: skip
    """Share of the surroundings, 0..1, that a point sees past the solids near it; `size`: half a die."""
    seen = 1.0
    for n in range(count):
        i = among[n]
        if i == skip:
            continue
        cx, cy, cz = x - s[i, CENTRE], y - s[i, CENTRE + 1], z - s[i, CENTRE + 2]
        near = s[i, BOUND] + 2.2 * size
        if cx * cx + cy * cy + cz * cz > near * near:
            continue
        lx, ly, lz = to_local(s, i, cx, cy, cz)
        ax, ay, az = to_local(s, i, nx, ny, nz)
        shade = 0.0
        weight = 0.42
        step = 0.25 * size
        for _ in range(3):
            d = distance(s, i, lx + ax * step, ly + ay * step, lz + az * step)
            shade += weight * min(max(step - d, 0.0) / step, 1.0)
            weight *= 0.6
            step *= 2.2
        seen *= 1.0 - min(0.85, shade)
    return seen
