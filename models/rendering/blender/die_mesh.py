"""The die's surface as a mesh: six welded grids, rounded, with the pips sunk into them."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.rendering.dice.die import FACE_FRAMES, Design, rounded
from models.rendering.dice.marks import pip_depth


@dataclass(frozen=True, slots=True)
class Mesh:
    """`vertices` (n, 3) mm, `corners` (quads * 4,) vertex indices counter-clockwise from outside,
    `uv` (quads * 4, 2) places in the atlas of the six face tiles, `frame` k in tile k."""

    vertices: NDArray[np.float64]
    corners: NDArray[np.int64]
    uv: NDArray[np.float64]


def die_mesh(design: Design, cells: int) -> Mesh:
    """Return a design's mesh around the origin: `cells` squares along an edge, and those of the rounding."""
    line = _grid_line(design, cells)
    u, v = (grid.ravel() for grid in np.meshgrid(line, line, indexing="ij"))
    points, sunk = [], []
    for value, (normal, u_axis, v_axis) in zip(design.faces, FACE_FRAMES, strict=True):
        points.append(0.5 * np.array(normal) + u[:, None] * np.array(u_axis) + v[:, None] * np.array(v_axis))
        sunk.append(pip_depth(design, value, u, v)[:, None] * np.array(normal))
    cube = np.concatenate(points)
    surface = (rounded(cube, design.shape) - np.concatenate(sunk)) * design.size_mm
    quads, uv = _quads(line)
    first, weld = _welded(cube)
    return Mesh(surface[first], weld[quads.ravel()], uv)


def _grid_line(design: Design, cells: int) -> NDArray[np.float64]:
    """Return the grid's places along an edge, -0.5..0.5, with at least four squares across the rounding."""
    flat = 0.5 - design.shape.edge_radius
    middle = np.linspace(-flat, flat, cells + 1)
    rim = np.linspace(flat, 0.5, 5)[1:]
    return np.concatenate([-rim[::-1], middle, rim])


def _quads(line: NDArray[np.float64]) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return the grids' squares (n, 4) and the atlas places of their corners (4 n, 2)."""
    count = len(line)
    i, j = (grid.ravel() for grid in np.meshgrid(np.arange(count - 1), np.arange(count - 1), indexing="ij"))
    steps = ((0, 0), (1, 0), (1, 1), (0, 1))
    square = np.stack([(i + a) * count + j + b for a, b in steps], axis=1)
    places = np.stack([np.stack([line[i + a], line[j + b]], axis=1) for a, b in steps], axis=1) + 0.5
    quads, uv = [], []
    for frame in range(6):
        quads.append(square + frame * count * count)
        column, row = frame % 3, 1 - frame // 3
        uv.append((places + np.array([column, row])) / np.array([3, 2]))
    return np.concatenate(quads), np.concatenate(uv).reshape(-1, 2)


def _welded(cube: NDArray[np.float64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the first index of each distinct point and, for every point, which distinct one it is."""
    key = np.rint((cube + 0.5) * 1e5).astype(np.int64)
    packed = (key[:, 0] * 200_003 + key[:, 1]) * 200_003 + key[:, 2]
    _, first, weld = np.unique(packed, return_index=True, return_inverse=True)
    return first, weld
