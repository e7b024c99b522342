"""Where dice of all kinds lie together: by rejection, touching where wanted, some of them leaning."""

from dataclasses import replace
from functools import cache

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.rendering.dice.die import FACE_FRAMES, Design, Die, as_matrix, corners_mm, resting_rotation
from models.rendering.dice.numeral_die import NumeralDesign, NumeralDie, corners_of, resting_faces, resting_on
from models.rendering.dice.numeral_solids import solid_of
from models.rendering.scenes.camera import Camera, on_table
from models.rendering.scenes.placing import AIR_MM

AnyDesign = Design | NumeralDesign
AnyDie = Die | NumeralDie

LEAST_LEAN = 10.0
MOST_LEAN = {
    "d4": 30.0,
    "barrel": 30.0,
    "domed": 30.0,
    "d6": 42.0,
    "d6n": 42.0,
    "d8": 33.0,
    "d10": 28.0,
    "d100": 28.0,
    "d12": 28.0,
    "d20": 20.5,
}
"""Degrees; beyond half the way to the next face a die would lie on that one."""

LEANING_SHARE = 0.07
TRIES = 30


def place_all(
    rng: Generator, designs: list[AnyDesign], camera: Camera, area_mm: float | None, crowding: float
) -> tuple[AnyDie, ...]:
    """Return the dice that found a place; those that did not within the tries are left out.

    `area_mm` is the half width of the square they must stay in (a tray), None for all that the camera sees.
    `crowding` is the share of dice that are pushed against another.
    """
    placed: list[AnyDie] = []
    extent = np.array([camera.width, camera.height])
    centre, scatter = extent * rng.uniform(0.35, 0.65, 2), float(rng.uniform(0.12, 0.6))
    for design in designs:
        for _ in range(TRIES):
            die = _thrown(rng, design, camera, centre, scatter)
            if die is None:
                continue
            leans = rng.random() < LEANING_SHARE
            if leans:
                die = _leaning(rng, die)
            if leans and area_mm is not None and rng.random() < 0.4:
                die = _against_wall(rng, die, area_mm)
            elif placed and (leans or rng.random() < crowding):
                die = _pushed(rng, die, placed[int(rng.integers(len(placed)))])
            if area_mm is not None and np.abs(_corners(die)[:, :2]).max() > area_mm + AIR_MM:
                continue
            if not any(_overlap(die, other) for other in placed):
                placed.append(die)
                break
    return tuple(placed)


def _thrown(
    rng: Generator, design: AnyDesign, camera: Camera, centre: NDArray[np.float64], scatter: float
) -> AnyDie | None:
    """Return a die that lies flat on any face, anywhere in the picture; None where no table is seen."""
    extent = np.array([camera.width, camera.height])
    pixel = centre + rng.normal(0.0, scatter, 2) * extent
    edge = -0.02 if rng.random() < 0.04 else 0.08
    outside = (pixel < edge * extent) | (pixel > (1 - edge) * extent)
    pixel = np.where(outside, rng.uniform(edge, 1 - edge, 2) * extent, pixel)
    yaw = float(rng.uniform(-np.pi, np.pi))
    if isinstance(design, Design):
        rotation = resting_rotation(int(rng.integers(len(FACE_FRAMES))), yaw)
    else:
        faces = resting_faces(design)
        rotation = resting_on(design.kind, faces[int(rng.integers(len(faces)))], yaw)
    place = on_table(camera, (float(pixel[0]), float(pixel[1])), design.size_mm / 2)
    return None if place is None else _at(design, float(place[0]), float(place[1]), rotation)


def _at(design: AnyDesign, x: float, y: float, rotation: NDArray[np.float64]) -> AnyDie:
    """Return a die so turned, its lowest corner on the table."""
    die: AnyDie
    if isinstance(design, Design):
        die = Die(design, (x, y, 0.0), as_matrix(rotation))
    else:
        die = NumeralDie(design, (x, y, 0.0), as_matrix(rotation))
    return replace(die, position=(x, y, -float(_corners(die)[:, 2].min())))


def _leaning(rng: Generator, die: AnyDie) -> AnyDie:
    tilt = float(np.radians(rng.uniform(LEAST_LEAN, MOST_LEAN[die.design.kind])))
    angle = float(rng.uniform(-np.pi, np.pi))
    k = np.array([np.cos(angle), np.sin(angle), 0.0])
    skew = np.array([[0, -k[2], k[1]], [k[2], 0, -k[0]], [-k[1], k[0], 0]])
    turn = np.eye(3) + np.sin(tilt) * skew + (1 - np.cos(tilt)) * skew @ skew
    return _at(die.design, die.position[0], die.position[1], turn @ np.array(die.rotation))


def _against_wall(rng: Generator, die: AnyDie, area_mm: float) -> AnyDie:
    axis, side = int(rng.integers(2)), float(rng.choice([-1.0, 1.0]))
    place = list(die.position)
    reach = float((side * (_corners(die)[:, axis] - place[axis])).max())
    place[axis] = side * (area_mm - reach)
    return replace(die, position=(place[0], place[1], place[2]))


def _pushed(rng: Generator, die: AnyDie, anchor: AnyDie) -> AnyDie:
    """Return the die moved so that it just touches `anchor`."""
    angle = float(rng.uniform(-np.pi, np.pi))
    x, y, _ = anchor.position

    def at(far: float) -> AnyDie:
        return replace(die, position=(x + far * np.cos(angle), y + far * np.sin(angle), die.position[2]))

    near, far = 0.0, 1.8 * (die.design.size_mm + anchor.design.size_mm)
    while far - near > AIR_MM:
        middle = (near + far) / 2
        near, far = (middle, far) if _overlap(at(middle), anchor) else (near, middle)
    return at(far)


def _corners(die: AnyDie) -> NDArray[np.float64]:
    return corners_mm(die) if isinstance(die, Die) else corners_of(die)


def _overlap(first: AnyDie, second: AnyDie) -> bool:
    """Return whether two dice, taken with sharp edges, share space: the separating axis test."""
    a, b = _corners(first), _corners(second)
    gap = np.array(second.position) - np.array(first.position)
    reach = max(np.linalg.norm(a - first.position, axis=1)) + max(np.linalg.norm(b - second.position, axis=1))
    if gap @ gap > reach * reach:
        return False
    (a_normals, a_edges), (b_normals, b_edges) = _axes(first), _axes(second)
    crosses = np.cross(a_edges[:, None, :], b_edges[None, :, :]).reshape(-1, 3)
    axes = np.concatenate([a_normals, b_normals, crosses[np.linalg.norm(crosses, axis=1) > 1e-6]])
    on_a, on_b = axes @ a.T, axes @ b.T
    apart = (on_a.max(axis=1) <= on_b.min(axis=1)) | (on_b.max(axis=1) <= on_a.min(axis=1))
    return not bool(apart.any())


def _axes(die: AnyDie) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the directions of a die's normals and of its edges, (n, 3) each, in the table's frame."""
    turn = np.array(die.rotation).T
    if isinstance(die, Die):
        return turn, turn
    normals, edges = _own_axes(die.design.kind)
    return normals @ turn, edges @ turn


@cache
def _own_axes(kind: str) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    solid = solid_of(kind)
    edges: list[NDArray[np.float64]] = []
    for ring in solid.faces:
        for a, b in zip(ring, (*ring[1:], ring[0]), strict=True):
            way = solid.corners[b] - solid.corners[a]
            way = way / np.linalg.norm(way)
            if not any(abs(way @ other) > 0.9999 for other in edges):
                edges.append(way)
    return solid.normals, np.array(edges)
