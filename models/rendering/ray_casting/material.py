"""How a solid looks where a ray meets it: body pattern, pips and numerals, gloss, depth: kernels."""

from math import floor, sqrt

import numpy as np
from numpy.typing import NDArray

from models.rendering.ray_casting.jit import compiled
from models.rendering.ray_casting.layout import (
    BASE,
    BOX,
    CENTRE,
    CLEAR,
    COAT,
    FIRST_PLANE,
    GLYPH,
    GLYPH_DENT,
    HALF,
    LAMP_SHADOW,
    MARK,
    MARK_ROUGH,
    MATERIAL,
    METAL,
    PATTERN,
    PATTERN_AMOUNT,
    PATTERN_SCALE,
    PIP_DENT,
    PLAIN,
    PLANE_COLUMNS,
    PLANES,
    POLYHEDRON,
    REFLECT,
    ROUGH,
    ROUND,
    SECOND,
    SEED,
    SHAPE,
    SPECKLE,
    SWIRL,
    TABLE_MEAN,
)
from models.rendering.ray_casting.light import (
    Colour,
    air,
    fresnel,
    lattice,
    noise,
    reflected,
    smooth,
    spread,
    towards,
)
from models.rendering.ray_casting.marks import (
    Glyphs,
    face_of,
    glyph_at,
    marked,
    place_on_plane,
    plane_of,
    right_on_plane,
    spread_uv,
    steepness,
)
from models.rendering.ray_casting.shapes import Rows, light_left, normal, openness, to_local, to_world

PI = 3.14159265
# A dent's depth is seen against the light from its rim; below this slope the rim casts no shadow.
LEAST_SLOPE = 0.05


@compiled
def body_colour(m: Rows, k: int, x: float, y: float, z: float) -> Colour:
    """Colour of the body of material k at a point in the die's own axes."""
    pattern = int(m[k, PATTERN])
    share = 0.0
    if pattern != PLAIN:
        f = 1.0 / m[k, PATTERN_SCALE]
        seed = int(m[k, SEED])
        px, py, pz = x * f + 31.0, y * f + 57.0, z * f + 93.0
        if pattern == SPECKLE:
            cx, cy, cz = floor(px), floor(py), floor(pz)
            ix, iy, iz = int(cx), int(cy), int(cz)
            if lattice(ix, iy, iz, seed) < m[k, PATTERN_AMOUNT]:
                ox = px - cx - 0.3 - 0.4 * lattice(ix, iy, iz, seed + 1)
                oy = py - cy - 0.3 - 0.4 * lattice(ix, iy, iz, seed + 2)
                oz = pz - cz - 0.3 - 0.4 * lattice(ix, iy, iz, seed + 3)
                far = sqrt(ox * ox + oy * oy + oz * oz)
                share = 1.0 - smooth(0.25, 0.35, far * (0.8 + 0.6 * noise(4 * px, 4 * py, 4 * pz, seed)))
        elif pattern == SWIRL:
            wx = px + 1.6 * noise(px, py, pz, seed + 4)
            wy = py + 1.6 * noise(px, py, pz, seed + 5)
            n = 0.65 * noise(wx, wy, pz, seed) + 0.35 * noise(2.3 * wx, 2.3 * wy, 2.3 * pz, seed + 6)
            share = m[k, PATTERN_AMOUNT] * smooth(0.38, 0.62, n)
        else:
            share = m[k, PATTERN_AMOUNT] * noise(px, py, pz, seed)
    a, b = BASE, SECOND
    return (
        m[k, a] * (1 - share) + m[k, b] * share,
        m[k, a + 1] * (1 - share) + m[k, b + 1] * share,
        m[k, a + 2] * (1 - share) + m[k, b + 2] * share,
    )


@compiled
def tinted(
    s: Rows,
    i: int,
    m: Rows,
    k: int,
    around: NDArray[np.float64],
    table: NDArray[np.float64],
    dx: float,
    dy: float,
    dz: float,
    length: float,
    glow: float,
    paint: float,
    body: Colour,
) -> Colour:
    """What lies behind a clear die in a direction, seen past paint on its far side, tinted by the way."""
    _, _, wz = to_world(s, i, dx, dy, dz)
    if wz > 0.0:
        r, g, b = air(around, wz)
    else:
        r, g, b = table[TABLE_MEAN], table[TABLE_MEAN + 1], table[TABLE_MEAN + 2]
    tint = 0.8 * length
    light = 0.5 * (table[TABLE_MEAN] + table[TABLE_MEAN + 1] + table[TABLE_MEAN + 2]) / 1.5
    return (
        (r * glow * (1 - paint) + m[k, MARK] * light * paint) * (0.25 + 0.75 * body[0]) * body[0] ** tint,
        (g * glow * (1 - paint) + m[k, MARK + 1] * light * paint) * (0.25 + 0.75 * body[1]) * body[1] ** tint,
        (b * glow * (1 - paint) + m[k, MARK + 2] * light * paint) * (0.25 + 0.75 * body[2]) * body[2] ** tint,
    )


@compiled
def seen_through(
    s: Rows,
    i: int,
    m: Rows,
    k: int,
    glyphs: Glyphs,
    around: NDArray[np.float64],
    table: NDArray[np.float64],
    x: float,
    y: float,
    z: float,
    n: tuple[float, float, float],
    d: tuple[float, float, float],
    body: Colour,
    soft: float,
) -> Colour:
    """Light that comes through a clear die: bent at the surface, tinted on its way, marks behind seen."""
    c = -(n[0] * d[0] + n[1] * d[1] + n[2] * d[2])
    eta = 1.0 / 1.49
    root = sqrt(max(1.0 - eta * eta * (1.0 - c * c), 0.0))
    f = eta * c - root
    dx, dy, dz = eta * d[0] + f * n[0], eta * d[1] + f * n[1], eta * d[2] + f * n[2]
    hx, hy, hz = s[i, HALF], s[i, HALF + 1], s[i, HALF + 2]
    tx = ((hx if dx > 0 else -hx) - x) / (dx if abs(dx) > 1e-6 else 1e-6)
    ty = ((hy if dy > 0 else -hy) - y) / (dy if abs(dy) > 1e-6 else 1e-6)
    tz = ((hz if dz > 0 else -hz) - z) / (dz if abs(dz) > 1e-6 else 1e-6)
    t = max(min(tx, min(ty, tz)), 0.0)
    ex, ey, ez = x + dx * t, y + dy * t, z + dz * t
    face, u, v = face_of(hx, hy, hz, ex, ey, ez)
    share, q, _, _ = marked(m, k, glyphs, face, u, v, 3.0 * soft)
    # Towards an edge the way out bends: brighter rims inside, as in cast resin.
    edge = max(abs(u), abs(v))
    glow = 0.75 + 0.7 * smooth(0.7, 1.0, edge)
    paint = 0.55 * share + 0.2 * (1.0 - q)
    return tinted(s, i, m, k, around, table, dx, dy, dz, t / (hx + hy + hz), glow, paint, body)


@compiled
def seen_through_planes(
    s: Rows,
    i: int,
    m: Rows,
    k: int,
    glyphs: Glyphs,
    around: NDArray[np.float64],
    table: NDArray[np.float64],
    x: float,
    y: float,
    z: float,
    n: tuple[float, float, float],
    d: tuple[float, float, float],
    body: Colour,
) -> Colour:
    """Light that comes through a clear polyhedron, as `seen_through` a box."""
    c = -(n[0] * d[0] + n[1] * d[1] + n[2] * d[2])
    eta = 1.0 / 1.49
    f = eta * c - sqrt(max(1.0 - eta * eta * (1.0 - c * c), 0.0))
    dx, dy, dz = eta * d[0] + f * n[0], eta * d[1] + f * n[1], eta * d[2] + f * n[2]
    t, after, face = 1e9, 1e9, 0
    for plane in range(int(s[i, PLANES])):
        p = FIRST_PLANE + PLANE_COLUMNS * plane
        along = s[i, p] * dx + s[i, p + 1] * dy + s[i, p + 2] * dz
        if along > 1e-6:
            left = s[i, p + 3] - s[i, p] * x - s[i, p + 1] * y - s[i, p + 2] * z
            way = max(left / along, 0.0)
            if way < t:
                t, after, face = way, t, plane
            elif way < after:
                after = way
    u, v = place_on_plane(s, i, face, x + dx * t, y + dy * t, z + dz * t)
    share = glyph_at(glyphs, int(m[k, GLYPH]) + face, u, v)
    glow = 0.75 + 0.7 * smooth(0.12, 0.0, (after - t) / s[i, HALF])
    return tinted(
        s, i, m, k, around, table, dx, dy, dz, t / (3.0 * s[i, HALF]), glow, 0.55 * share, body
    )  # fmt: skip


@compiled
def shaded(
    s: Rows,
    everything: NDArray[np.int64],
    i: int,
    m: Rows,
    glyphs: Glyphs,
    lamps: Rows,
    around: NDArray[np.float64],
    table: NDArray[np.float64],
    x: float,
    y: float,
    z: float,
    dx: float,
    dy: float,
    dz: float,
    foot: float,
    die_half: float,
) -> Colour:
    """Light that solid i sends from a surface point against the ray; `everything` is 0, 1, ... all solids."""
    k = int(s[i, MATERIAL])
    lx, ly, lz = to_local(s, i, x - s[i, CENTRE], y - s[i, CENTRE + 1], z - s[i, CENTRE + 2])
    n = normal(s, i, lx, ly, lz, 0.004 * s[i, HALF + 2] + 1e-4)
    flat = to_world(s, i, n[0], n[1], n[2])
    br, bg, bb = body_colour(m, k, lx, ly, lz)
    share, q, slope, rim = 0.0, 1.0, 0.0, 0.0
    ou, ov, oz = 0.0, 0.0, 0.0
    bent_x, bent_y, bent_z = 0.0, 0.0, 0.0
    shape = int(s[i, SHAPE])
    soft = foot / (2.0 * s[i, HALF])
    nx, ny, nz = flat
    if shape == POLYHEDRON:
        face = plane_of(s, i, lx, ly, lz)
        u, v = place_on_plane(s, i, face, lx, ly, lz)
        share = glyph_at(glyphs, int(m[k, GLYPH]) + face, u, v)
        if m[k, GLYPH_DENT] > 0.0:
            a, b = steepness(glyphs, int(m[k, GLYPH]) + face, u, v)
            rx, ry, rz = right_on_plane(s, i, face)
            p = FIRST_PLANE + PLANE_COLUMNS * face
            bent_x, bent_y, bent_z = to_world(
                s, i, a * rx + b * s[i, p + 4], a * ry + b * s[i, p + 5], a * rz + b * s[i, p + 6]
            )
    elif shape == BOX:
        face, u, v = face_of(s[i, HALF], s[i, HALF + 1], s[i, HALF + 2], lx, ly, lz)
        share, q, du, dv = marked(m, k, glyphs, face, u, v, soft)
        if m[k, GLYPH_DENT] > 0.0 and int(m[k, GLYPH + face]) >= 0:
            a, b = steepness(glyphs, int(m[k, GLYPH + face]), u, v)
            e = spread_uv(face, a, b)
            bent_x, bent_y, bent_z = to_world(s, i, e[0], e[1], e[2])
        if q < 1.0 and m[k, PIP_DENT] > 0.0:
            slope = 2.0 * m[k, PIP_DENT] * q * smooth(1.0, 0.9, q)
            rim = m[k, PIP_DENT] * (1.0 - q * q)
            e = spread_uv(face, du, dv)
            ou, ov, oz = to_world(s, i, e[0], e[1], e[2])
            nx, ny, nz = nx - slope * ou, ny - slope * ov, nz - slope * oz
            h = 1.0 / sqrt(nx * nx + ny * ny + nz * nz)
            nx, ny, nz = nx * h, ny * h, nz * h
    dent = m[k, GLYPH_DENT]
    if dent > 0.0:
        nx, ny, nz = nx + dent * bent_x, ny + dent * bent_y, nz + dent * bent_z
        h = 1.0 / sqrt(nx * nx + ny * ny + nz * nz)
        nx, ny, nz = nx * h, ny * h, nz * h
    facing = -(nx * dx + ny * dy + nz * dz)
    if facing < 0.02:
        # A bent normal that looks away from the camera is bent back to the horizon.
        nx, ny, nz = nx - dx * (facing - 0.02), ny - dy * (facing - 0.02), nz - dz * (facing - 0.02)
        facing = 0.02
    rough = m[k, ROUGH] * (1 - share) + m[k, MARK_ROUGH] * share
    r, g, b = (
        br * (1 - share) + m[k, MARK] * share,
        bg * (1 - share) + m[k, MARK + 1] * share,
        bb * (1 - share) + m[k, MARK + 2] * share,
    )
    open_share = openness(s, everything, s.shape[0], i, x, y, z, flat[0], flat[1], flat[2], die_half)
    # The table hides the lower half of what a side face sees close to it.
    low = smooth(-0.2, 1.6, z / die_half)
    hollow = 1.0 - 0.55 * min(rim, 0.9)
    if dent > 0.0:
        hollow *= 1.0 - min(4.0 * dent, 0.45) * share
    up = 0.5 + 0.5 * nz
    er, eg, eb = 0.0, 0.0, 0.0
    for j in range(lamps.shape[0]):
        px, py, pz, far, fall = towards(lamps, j, x, y, z)
        cosine = nx * px + ny * py + nz * pz
        wide = spread(lamps, j)
        wrap = min(0.5 * wide, 0.4)
        light = (cosine + wrap) / (1.0 + wrap)
        if light <= 0.0:
            continue
        light *= smooth(-wrap - 0.02, wrap + 0.05, flat[0] * px + flat[1] * py + flat[2] * pz)
        if rim > 0.0:
            lift = flat[0] * px + flat[1] * py + flat[2] * pz
            side = sqrt(max(1.0 - lift * lift, 1e-6))
            out = (ou * px + ov * py + oz * pz) / side
            way = -q * out + sqrt(max(1.0 - q * q * (1.0 - out * out), 0.0))
            light *= smooth(-0.15 - wide, 0.15 + wide, way * lift / side - rim)
        light *= fall if lamps[j, LAMP_SHADOW] < 0.5 else fall * light_left(
            s, everything, s.shape[0], i, x + flat[0] * 0.02 * die_half, y + flat[1] * 0.02 * die_half,
            z + flat[2] * 0.02 * die_half, px, py, pz, far, wide,
        )  # fmt: skip
        er += lamps[j, 3] * light
        eg += lamps[j, 4] * light
        eb += lamps[j, 5] * light
    t = TABLE_MEAN
    sky = up * open_share * hollow * PI
    ground = (1.0 - up) * open_share * hollow * PI * (0.25 + 0.75 * low)
    top = air(around, 0.5)
    er += top[0] * sky + table[t] * ground
    eg += top[1] * sky + table[t + 1] * ground
    eb += top[2] * sky + table[t + 2] * ground
    # Rough metal spreads what it mirrors so far that it looks like a matt surface of its colour.
    metal = m[k, METAL] * (1 - share) * (1 - 0.9 * rough)
    clear = m[k, CLEAR] * (1 - share)
    w = (1 - metal) * (1 - clear) / PI
    cr, cg, cb = er * r * w, eg * g * w, eb * b * w
    if clear > 0.02 and shape in (BOX, POLYHEDRON):
        if shape == BOX:
            through = seen_through(
                s, i, m, k, glyphs, around, table, lx, ly, lz,
                to_local(s, i, nx, ny, nz), to_local(s, i, dx, dy, dz), (br, bg, bb), soft,
            )  # fmt: skip
        else:
            through = seen_through_planes(
                s, i, m, k, glyphs, around, table, lx, ly, lz,
                to_local(s, i, nx, ny, nz), to_local(s, i, dx, dy, dz), (br, bg, bb),
            )  # fmt: skip
        inner = 0.35 / PI * clear
        cr += through[0] * clear + er * br * inner
        cg += through[1] * clear + eg * bg * inner
        cb += through[2] * clear + eb * bb * inner
    rx, ry, rz = dx + 2 * facing * nx, dy + 2 * facing * ny, dz + 2 * facing * nz
    # On a bent edge a pixel sees a fan of mirrors, not one: without this small lamps sparkle there.
    bent = max(abs(n[0]), max(abs(n[1]), abs(n[2]))) < 0.9998
    fan = min(0.6 * foot / (s[i, ROUND] + 0.05 * s[i, HALF]), 1.0) if bent else 0.0
    for lobe in range(2):
        mirror_rough = rough if lobe == 0 else 0.04
        f = fresnel(m[k, REFLECT], facing, mirror_rough)
        if lobe == 1:
            f *= m[k, COAT]
            if f < 0.002:
                continue
        shine = open_share * hollow
        blur = mirror_rough * mirror_rough * 1.4 + 0.01 + fan
        if rz > -0.1:
            mr, mg, mb = reflected(lamps, around, x, y, z, rx, ry, rz, blur)
            # A lamp whose light is cut off by a neighbour is not mirrored either; its shadow is near enough.
            shine *= min(1.0, 0.35 + (er + eg + eb) / (0.6 * PI * (top[0] + top[1] + top[2]) + 1e-6))
            below = smooth(0.1, -0.1, rz)
        else:
            mr, mg, mb = 0.0, 0.0, 0.0
            below = 1.0
        mr, mg, mb = (
            mr * (1 - below) + table[t] * below * low,
            mg * (1 - below) + table[t + 1] * below * low,
            mb * (1 - below) + table[t + 2] * below * low,
        )
        cr += mr * shine * (f * (1 - metal) + metal * r * (1 - lobe))
        cg += mg * shine * (f * (1 - metal) + metal * g * (1 - lobe))
        cb += mb * shine * (f * (1 - metal) + metal * b * (1 - lobe))
    return cr, cg, cb
