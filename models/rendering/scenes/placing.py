"""Where dice lie: by rejection, without interpenetration, touching by face or corner where wanted."""

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.rendering.dice.die import Design, Die, as_matrix, corners_mm, resting_rotation
from models.rendering.scenes.camera import Camera, on_table

Pose = tuple[NDArray[np.float64], NDArray[np.float64]]
"""Where a die's middle is (3,), mm, and how it is turned (3, 3)."""

# Dice that touch keep this much air, so that no rounding makes them overlap.
AIR_MM = 0.05


def overlap(first: Die, second: Die) -> bool:
    """Return whether two dice, taken as sharp cubes, share space: the separating axis test."""
    gap = np.array(second.position) - np.array(first.position)
    reach = (first.design.size_mm + second.design.size_mm) / 2
    if gap @ gap > 3 * reach * reach:
        return False
    a, b = np.array(first.rotation).T, np.array(second.rotation).T
    crosses = np.cross(a[:, None, :], b[None, :, :]).reshape(-1, 3)
    axes = np.concatenate([a, b, crosses[np.linalg.norm(crosses, axis=1) > 1e-6]])
    first_reach = np.abs(axes @ a.T).sum(axis=1) * first.design.size_mm / 2
    second_reach = np.abs(axes @ b.T).sum(axis=1) * second.design.size_mm / 2
    return bool(np.all(np.abs(axes @ gap) < first_reach + second_reach))


def flat(design: Design, xy: tuple[float, float], frame: int, yaw: float) -> Die:
    """Return a die that lies flat with `FACE_FRAMES[frame]` up."""
    return Die(design, (xy[0], xy[1], design.size_mm / 2), as_matrix(resting_rotation(frame, yaw)))


def leaning(die: Die, axis_angle: float, tilt: float) -> Die:
    """Return the die tilted by `tilt` radians around a level axis, its lowest corner on the table."""
    k = np.array([np.cos(axis_angle), np.sin(axis_angle), 0.0])
    skew = np.array([[0, -k[2], k[1]], [k[2], 0, -k[0]], [-k[1], k[0], 0]])
    turn = np.eye(3) + np.sin(tilt) * skew + (1 - np.cos(tilt)) * skew @ skew
    tilted = Die(die.design, die.position, as_matrix(turn @ np.array(die.rotation)))
    lowest = float(corners_mm(tilted)[:, 2].min())
    x, y, z = die.position
    return Die(die.design, (x, y, z - lowest), tilted.rotation)


def moved(die: Die, x: float, y: float) -> Die:
    """Return the die at another place at the same height."""
    return Die(die.design, (x, y, die.position[2]), die.rotation)


def pushed_against(rng: Generator, die: Die, anchor: Die) -> Die:
    """Return the die moved so that it just touches `anchor`, from a face's side or any other."""
    x, y, _ = anchor.position
    if rng.random() < 0.5:
        side = np.array(anchor.rotation)[:2]
        angle = float(np.arctan2(side[1, 0], side[0, 0]) + rng.integers(4) * np.pi / 2)
        slide = float(rng.uniform(-0.6, 0.6)) * anchor.design.size_mm
    else:
        angle, slide = float(rng.uniform(-np.pi, np.pi)), 0.0
    toward = np.array([np.cos(angle), np.sin(angle)])
    along = np.array([-toward[1], toward[0]]) * slide

    def at(distance: float) -> Die:
        place = np.array([x, y]) + toward * distance + along
        return moved(die, float(place[0]), float(place[1]))

    near, far = 0.0, 1.8 * (die.design.size_mm + anchor.design.size_mm)
    while far - near > AIR_MM:
        middle = (near + far) / 2
        near, far = (middle, far) if overlap(at(middle), anchor) else (near, middle)
    return at(far)


def place_dice(
    rng: Generator, designs: list[Design], camera: Camera, area_mm: float | None, crowding: float
) -> tuple[Die, ...]:
    """Return the dice that found a place; those that did not within the tries are left out.

    `area_mm` is the half width of the square they must stay in (a tray), None for all that the camera sees.
    `crowding` is the share of dice that are pushed against another.
    """
    placed: list[Die] = []
    centre, scatter = _centre(rng, camera), float(rng.uniform(0.12, 0.6))
    for design in designs:
        for _ in range(30):
            die = _thrown(rng, design, camera, centre, scatter)
            touching = placed and rng.random() < crowding
            if die is not None and touching:
                anchor = placed[int(rng.integers(len(placed)))]
                if rng.random() < 0.35:
                    die = _parallel(rng, die, anchor)
                if rng.random() < 0.05:
                    die = leaning(
                        die, float(rng.uniform(-np.pi, np.pi)), float(np.radians(rng.uniform(12, 42)))
                    )
                die = pushed_against(rng, die, anchor)
            if die is None or (area_mm is not None and np.abs(corners_mm(die)[:, :2]).max() > area_mm):
                continue
            if not any(overlap(die, other) for other in placed):
                placed.append(die)
                break
    return tuple(placed)


def _centre(rng: Generator, camera: Camera) -> NDArray[np.float64]:
    """Return a picture point near which the throw lies."""
    return np.array([camera.width, camera.height]) * rng.uniform(0.35, 0.65, 2)


def _thrown(
    rng: Generator, design: Design, camera: Camera, centre: NDArray[np.float64], scatter: float
) -> Die | None:
    """Return a flat die with any face up, anywhere in the picture; None where no table is seen."""
    extent = np.array([camera.width, camera.height])
    pixel = centre + rng.normal(0.0, scatter, 2) * extent
    edge = -0.02 if rng.random() < 0.04 else 0.07
    pixel = np.where(
        (pixel < edge * extent) | (pixel > (1 - edge) * extent),
        rng.uniform(edge, 1 - edge, 2) * extent,
        pixel,
    )
    place = on_table(camera, (float(pixel[0]), float(pixel[1])), design.size_mm / 2)
    if place is None:
        return None
    xy = (float(place[0]), float(place[1]))
    return flat(design, xy, int(rng.integers(6)), float(rng.uniform(-np.pi, np.pi)))


def _parallel(rng: Generator, die: Die, anchor: Die) -> Die:
    """Return the die turned so that its sides are parallel to the anchor's."""
    x_axis = np.array(anchor.rotation)[:2, 0]
    yaw = float(np.arctan2(x_axis[1], x_axis[0]))
    return flat(die.design, die.position[:2], int(rng.integers(6)), yaw)
