"""The picture, pixel by pixel: which solid or table a ray meets and the light it brings: kernels."""

from math import sqrt

import numpy as np
from numpy.typing import NDArray

from models.rendering.ray_casting.jit import compiled
from models.rendering.ray_casting.layout import (
    BOUND,
    CENTRE,
    FLOOR_DEPTH,
    LAMP_SHADOW,
    OWNER,
    SCREEN,
    TABLE_GLOSS,
    TABLE_MIRROR,
    TABLE_REACH,
    TABLE_ROUGH,
)
from models.rendering.ray_casting.light import Colour, air, fresnel, reflected, spread, table_colour, towards
from models.rendering.ray_casting.marks import Glyphs
from models.rendering.ray_casting.material import PI, shaded
from models.rendering.ray_casting.shapes import MISS, Rows, hit, light_left, openness, touched

# Four rays in a pixel that solids may touch, on a turned grid; the first two lie opposite each other.
WITHIN_X = (0.375, 0.625, 0.125, 0.875)
WITHIN_Y = (0.125, 0.875, 0.625, 0.375)
TILE_PX = 16
ALIKE = 0.05


@compiled
def table_shaded(
    s: Rows,
    everything: NDArray[np.int64],
    near_tile: NDArray[np.int64],
    counts: NDArray[np.int64],
    m: Rows,
    glyphs: Glyphs,
    lamps: Rows,
    around: NDArray[np.float64],
    table: NDArray[np.float64],
    pixels: NDArray[np.float32],
    starts: NDArray[np.int64],
    side: int,
    x: float,
    y: float,
    z: float,
    dx: float,
    dy: float,
    dz: float,
    foot: float,
    die_half: float,
) -> Colour:
    """Light that a point of the table (or of the floor, z < 0) sends against the ray.

    `near_tile` and `counts`: see `sort_out`.
    """
    r, g, b = table_colour(pixels, starts, side, table, x, y, foot)
    open_share = (
        openness(
            s, near_tile[lamps.shape[0]], int(counts[lamps.shape[0]]), -1, x, y, z, 0.0, 0.0, 1.0, die_half
        )
        if z == 0.0
        else 0.6
    )
    top = air(around, 0.5)
    er, eg, eb = top[0] * PI * open_share, top[1] * PI * open_share, top[2] * PI * open_share
    whole, left = 1e-6, 0.0
    for j in range(lamps.shape[0]):
        px, py, pz, far, fall = towards(lamps, j, x, y, z)
        if pz <= 0.0:
            continue
        light = pz * fall
        seen = 1.0
        if lamps[j, LAMP_SHADOW] > 0.5:
            seen = light_left(s, near_tile[j], int(counts[j]), -1, x, y, z, px, py, pz, far, spread(lamps, j))
        er += lamps[j, 3] * light * seen
        eg += lamps[j, 4] * light * seen
        eb += lamps[j, 5] * light * seen
        whole += lamps[j, 4] * light
        left += lamps[j, 4] * light * seen
    r, g, b = r * er / PI, g * eg / PI, b * eb / PI
    if table[TABLE_GLOSS] > 0.0 and z == 0.0:
        rough = table[TABLE_ROUGH]
        f = fresnel(table[TABLE_GLOSS], -dz, rough)
        if f > 0.004:
            if table[TABLE_MIRROR] > 0.5:
                near, which = MISS, -1
                for i in range(s.shape[0]):
                    t = hit(s, i, x, y, 0.0, dx, dy, -dz, near)
                    if t < near:
                        near, which = t, i
                if which >= 0:
                    mr, mg, mb = shaded(
                        s, everything, which, m, glyphs, lamps, around, table,
                        x + dx * near, y + dy * near, -dz * near, dx, dy, -dz, foot, die_half,
                    )  # fmt: skip
                    return r + f * mr, g + f * mg, b + f * mb
            mr, mg, mb = reflected(lamps, around, x, y, 0.0, dx, dy, -dz, rough * rough * 1.4 + 0.01)
            shine = f * open_share * left / whole if whole > 1e-5 else f * open_share
            r, g, b = r + shine * mr, g + shine * mg, b + shine * mb
    return r, g, b


@compiled
def sort_out(
    s: Rows,
    lamps: Rows,
    place: NDArray[np.float64],
    axes: NDArray[np.float64],
    focal: float,
    width: int,
    height: int,
    left: int,
    top: int,
    die_half: float,
    near_tile: NDArray[np.int64],
    counts: NDArray[np.int64],
) -> None:
    """Find the solids that matter for a tile of the picture, so that its pixels ask no others.

    Row j of `near_tile` begins with the `counts[j]` solids that may keep lamp j's light from the tile's piece
    of table; the last row but one has those near enough to dim it, the last those that may be seen in it.
    """
    lows, highs = np.full(2, MISS), np.full(2, -MISS)
    whole = True
    for corner in range(4):
        u = (left + TILE_PX * (corner % 2) - 0.5 * width) / focal
        v = (top + TILE_PX * (corner // 2) - 0.5 * height) / focal
        dz = u * axes[0, 2] + v * axes[1, 2] + axes[2, 2]
        if dz > -0.03:
            whole = False
            break
        for k in range(2):
            p = place[k] - place[2] / dz * (u * axes[0, k] + v * axes[1, k] + axes[2, k])
            lows[k], highs[k] = min(lows[k], p), max(highs[k], p)
    x, y = 0.5 * (lows[0] + highs[0]), 0.5 * (lows[1] + highs[1])
    reach = 0.5 * sqrt((highs[0] - lows[0]) ** 2 + (highs[1] - lows[1]) ** 2)
    n = lamps.shape[0]
    for j in range(n + 2):
        counts[j] = 0
    for i in range(s.shape[0]):
        if (
            s[i, SCREEN] < left + TILE_PX
            and left < s[i, SCREEN + 2]
            and s[i, SCREEN + 1] < top + TILE_PX
            and top < s[i, SCREEN + 3]
        ):
            near_tile[n + 1, counts[n + 1]] = i
            counts[n + 1] += 1
        cx, cy, cz = s[i, CENTRE] - x, s[i, CENTRE + 1] - y, s[i, CENTRE + 2]
        far2 = cx * cx + cy * cy + cz * cz
        around = reach + s[i, BOUND]
        if not whole or far2 < (around + 2.2 * die_half) ** 2:
            near_tile[n, counts[n]] = i
            counts[n] += 1
        for j in range(n):
            px, py, pz, _, _ = towards(lamps, j, x, y, 0.0)
            along = cx * px + cy * py + cz * pz
            # Over a tile a near lamp's direction turns a little; twice the reach covers that.
            edge = around + reach + spread(lamps, j) * (abs(along) + around)
            if not whole or far2 - along * along < edge * edge:
                near_tile[j, counts[j]] = i
                counts[j] += 1


@compiled
def look(
    s: Rows,
    everything: NDArray[np.int64],
    near_tile: NDArray[np.int64],
    counts: NDArray[np.int64],
    m: Rows,
    glyphs: Glyphs,
    lamps: Rows,
    around: NDArray[np.float64],
    table: NDArray[np.float64],
    pixels: NDArray[np.float32],
    starts: NDArray[np.int64],
    side: int,
    place: NDArray[np.float64],
    axes: NDArray[np.float64],
    focal: float,
    die_half: float,
    row: int,
    column: int,
    light: NDArray[np.float32],
    depth: NDArray[np.float32],
    owner: NDArray[np.int16],
) -> None:
    """Fill one pixel of what `trace` fills: one ray, or four where a solid is near."""
    height, width = light.shape[0], light.shape[1]
    solids, count = near_tile[lamps.shape[0] + 1], counts[lamps.shape[0] + 1]
    rays, first = 4 if count > 0 else 1, -1
    r, g, b, deep = 0.0, 0.0, 0.0, 0.0
    for ray in range(4):
        if ray >= rays:
            owner[row, column, ray] = owner[row, column, 0]
            continue
        px = column + WITHIN_X[ray] - 0.5 * width
        py = row + WITHIN_Y[ray] - 0.5 * height
        u, v = px / focal, py / focal
        scale = 1.0 / sqrt(1.0 + u * u + v * v)
        dx = (u * axes[0, 0] + v * axes[1, 0] + axes[2, 0]) * scale
        dy = (u * axes[0, 1] + v * axes[1, 1] + axes[2, 1]) * scale
        dz = (u * axes[0, 2] + v * axes[1, 2] + axes[2, 2]) * scale
        ground = -place[2] / dz if dz < -1e-4 else MISS
        level = 0.0
        if ground < MISS:
            gx, gy = place[0] + dx * ground, place[1] + dy * ground
            reach = table[TABLE_REACH]
            if abs(gx) > reach or abs(gy) > reach:
                level = -table[FLOOR_DEPTH]
                ground = (level - place[2]) / dz
        near, which = ground, -1
        close = False
        for n in range(count):
            i = solids[n]
            if touched(s, i, place[0], place[1], place[2], dx, dy, dz, 1.0 / focal):
                close = True
                t = hit(s, i, place[0], place[1], place[2], dx, dy, dz, near)
                if t < near:
                    near, which = t, i
        if ray == 0 and not close:
            rays = 1
        x, y, z = place[0] + dx * near, place[1] + dy * near, place[2] + dz * near
        foot = near / focal
        if which >= 0:
            cr, cg, cb = shaded(
                s, everything, which, m, glyphs, lamps, around, table, x, y, z, dx, dy, dz, foot, die_half
            )
            owner[row, column, ray] = int(s[which, OWNER])
        elif near < MISS:
            cr, cg, cb = table_shaded(
                s, everything, near_tile, counts, m, glyphs, lamps, around, table, pixels, starts, side,
                x, y, level, dx, dy, dz, foot / sqrt(max(-dz, 0.05)), die_half,
            )  # fmt: skip
            owner[row, column, ray] = -1
        else:
            cr, cg, cb = air(around, dz)
            owner[row, column, ray] = -1
        # Two rays that agree are enough: only edges and the rims of pips need four.
        if ray == 1 and which == first and abs(cr - r) + abs(cg - g) + abs(cb - b) < ALIKE * (r + g + b):
            rays = 2
        first = which
        r, g, b = r + min(cr, 12.0), g + min(cg, 12.0), b + min(cb, 12.0)
        deep += min(near * scale, 1e5)
    light[row, column, 0] = b / rays
    light[row, column, 1] = g / rays
    light[row, column, 2] = r / rays
    depth[row, column] = deep / rays


@compiled
def newer(near_tile: NDArray[np.int64], counts: NDArray[np.int64], kept: int) -> bool:
    """Whether a solid that is not among the first `kept` matters for a tile."""
    found = False
    for row in range(counts.shape[0]):
        # Solids are listed in their order.
        found = found or (counts[row] > 0 and near_tile[row, counts[row] - 1] >= kept)
    return found


@compiled
def trace(
    s: Rows,
    m: Rows,
    glyphs: Glyphs,
    lamps: Rows,
    around: NDArray[np.float64],
    table: NDArray[np.float64],
    pixels: NDArray[np.float32],
    starts: NDArray[np.int64],
    side: int,
    place: NDArray[np.float64],
    axes: NDArray[np.float64],
    focal: float,
    die_half: float,
    kept: int,
    light: NDArray[np.float32],
    depth: NDArray[np.float32],
    owner: NDArray[np.int16],
) -> None:
    """Fill light (H, W, 3) linear BGR, depth (H, W) along the view, owner (H, W, 4) of four rays, -1 none.

    `axes` rows are right, down and forward; `focal` in pixels. Tiles for which the first `kept` solids alone
    matter are left as they are, they hold the light of those solids already; -1 leaves none.
    """
    height, width = light.shape[0], light.shape[1]
    everything = np.arange(s.shape[0])
    near_tile = np.empty((lamps.shape[0] + 2, max(s.shape[0], 1)), np.int64)
    counts = np.empty(lamps.shape[0] + 2, np.int64)
    for top in range(0, height, TILE_PX):
        for left in range(0, width, TILE_PX):
            sort_out(s, lamps, place, axes, focal, width, height, left, top, die_half, near_tile, counts)
            if kept >= 0 and not newer(near_tile, counts, kept):
                continue
            for row in range(top, min(top + TILE_PX, height)):
                for column in range(left, min(left + TILE_PX, width)):
                    look(
                        s, everything, near_tile, counts, m, glyphs, lamps, around, table, pixels, starts,
                        side, place, axes, focal, die_half, row, column, light, depth, owner,
                    )  # fmt: skip
