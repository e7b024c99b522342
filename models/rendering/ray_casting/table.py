"""The table's top as a square picture with its levels of detail: what a scene's `Table` looks like."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.rendering.dice.die import pip_centres
from models.rendering.palette import Rgb, any_colour
from models.rendering.scenes import prints
from models.rendering.scenes.table import Table

SIDE_PX = 1024
Plane = NDArray[np.float32]  # (SIDE_PX, SIDE_PX), row 0 at the far (+y) side
Picture = NDArray[np.float32]  # (SIDE_PX, SIDE_PX, 3) sRGB 0..1, red first


@dataclass(frozen=True, slots=True)
class TableTop:
    """Linear r, g, b of all levels one after the other, each half the last's size, from `starts` on."""

    pixels: NDArray[np.float32]
    starts: NDArray[np.int64]
    px_per_mm: float
    mean: NDArray[np.float64]


def table_top(table: Table, view_mm: float) -> TableTop:
    """Return the picture of a table of which the camera sees about `view_mm` at its middle."""
    span_mm = 1.25 * view_mm
    rng = np.random.default_rng([table.seed, 2])
    if table.kind in ("print", "paper"):
        picture = _printed(table, rng, span_mm)
    else:
        picture = _material(table, rng, SIDE_PX / span_mm)
    if rng.random() < 0.25:
        picture = np.ascontiguousarray(picture)
        _lay_flat_things(picture, rng)
    if rng.random() < 0.3:
        stain = _noise(rng, SIDE_PX / 4.0)[..., None]
        picture = picture * (1 - np.float32(rng.uniform(0.05, 0.25)) * stain)
    light = np.clip(picture, 0.0, 1.0) ** np.float32(2.2)
    levels = [light.astype(np.float32)]
    while levels[-1].shape[0] > 1:
        half = levels[-1].shape[0] // 2
        smaller = cv2.resize(levels[-1], (half, half), interpolation=cv2.INTER_AREA)
        levels.append(np.asarray(smaller, np.float32).reshape(half, half, 3))
    sizes = [level.size for level in levels]
    return TableTop(
        pixels=np.concatenate([level.ravel() for level in levels]),
        starts=np.concatenate([[0], np.cumsum(sizes)[:-1]]).astype(np.int64),
        px_per_mm=SIDE_PX / span_mm,
        mean=levels[-1].reshape(3).astype(np.float64),
    )


def _noise(rng: Generator, feature_px: float) -> Plane:
    """Return smooth noise, 0..1, with features of this size; below two pixels it is plain noise, fainter."""
    if feature_px < 2.0:
        fine = rng.random((SIDE_PX, SIDE_PX), np.float32)
        return (0.5 + (fine - 0.5) * np.float32(max(feature_px / 2, 0.15))).astype(np.float32)
    cells = max(2, round(SIDE_PX / feature_px))
    coarse = rng.random((cells, cells), np.float32)
    return cv2.resize(coarse, (SIDE_PX, SIDE_PX), interpolation=cv2.INTER_CUBIC).clip(0, 1).astype(np.float32)


def _grid(angle: float) -> tuple[Plane, Plane]:
    """Return pixel coordinates along and across a direction."""
    axis = np.arange(SIDE_PX, dtype=np.float32) - SIDE_PX / 2
    x, y = axis[None, :], -axis[:, None]
    c, s = np.float32(np.cos(angle)), np.float32(np.sin(angle))
    return (c * x + s * y).astype(np.float32), (c * y - s * x).astype(np.float32)


def _mixed(share: Plane, first: Rgb, second: Rgb) -> Picture:
    a, b = np.array(first, np.float32), np.array(second, np.float32)
    return (a + share[..., None] * (b - a)).astype(np.float32)


def _toward(first: Rgb, second: Rgb, share: float) -> Rgb:
    red, green, blue = (a + (b - a) * share for a, b in zip(first, second, strict=True))
    return (red, green, blue)


def _material(table: Table, rng: Generator, px_per_mm: float) -> Picture:
    feature = table.scale_mm * px_per_mm
    near = _toward(table.rgb, table.second_rgb, float(rng.uniform(0.1, 0.5)))
    dark = _toward(table.rgb, (0.0, 0.0, 0.0), float(rng.uniform(0.15, 0.45)))
    match table.kind:
        case "felt":
            fibre = 0.6 * _noise(rng, 1.2 * feature) + 0.4 * _noise(rng, 0.5 * feature)
            return _mixed((fibre + 0.25 * (_noise(rng, 12 * feature) - 0.5)).clip(0, 1), dark, table.rgb)
        case "cloth":
            return _weave(table, rng, feature, near)
        case "wood":
            return _planks(table, rng, feature)
        case "leather":
            # Cells are where two noises meet.
            ridge = np.abs(_noise(rng, feature) - _noise(rng, 1.3 * feature))
            return _mixed((ridge * 5).clip(0, 1), _toward(table.rgb, (0.0, 0.0, 0.0), 0.5), table.rgb)
        case "speckle":
            dots = _noise(rng, feature)
            return _mixed(((dots - 0.78) * 18).clip(0, 1), table.rgb, table.second_rgb)
        case _:
            wide = _noise(rng, SIDE_PX / 5)
            grain = np.float32(rng.uniform(0, 0.05)) * (_noise(rng, feature) - 0.5)
            return _mixed(wide, table.rgb, _toward(table.rgb, table.second_rgb, 0.08)) + grain[..., None]


def _weave(table: Table, rng: Generator, feature: float, near: Rgb) -> Picture:
    along, across = _grid(table.angle)
    pitch = 2 * np.pi / max(feature, 2.2)
    bend = _noise(rng, 8 * feature) * np.float32(2.0)
    over = 0.5 + 0.5 * np.sin(along * pitch + bend) * np.sin(across * pitch + bend)
    strength = min(1.0, feature / 4.0)
    picture = _mixed((0.5 + (over - 0.5) * strength).astype(np.float32), table.rgb, near)
    if rng.random() < 0.4:
        step = float(rng.uniform(8, 40)) * feature
        check = (np.sin(along / step) > 0) ^ (np.sin(across / step) > 0)
        if rng.random() < 0.4:
            check = np.sin(along / step) > rng.uniform(-0.5, 0.8)
        share = np.float32(rng.uniform(0.2, 0.9)) * check[..., None]
        picture = picture * (1 - share) + np.array(table.second_rgb, np.float32) * share
    return picture


def _planks(table: Table, rng: Generator, feature: float) -> Picture:
    along, across = _grid(table.angle)
    grain = _streaks(rng, table.angle, int(rng.integers(120, 500)), 6)
    fine = _streaks(rng, table.angle, SIDE_PX, 12)
    bent = _noise(rng, feature * float(rng.uniform(0.3, 1.2))) * np.float32(rng.uniform(2, 14))
    rings = np.sin(across * np.float32(2 * np.pi * rng.uniform(1.5, 8) / feature) + bent + 5.0 * grain)
    strength = float(rng.uniform(0.0, 0.35))
    share = (0.5 + strength * rings + 0.9 * (grain - 0.5) + 0.5 * (fine - 0.5)).clip(0, 1).astype(np.float32)
    dark = _toward(table.rgb, (0.1, 0.05, 0.02), float(rng.uniform(0.1, 0.5)))
    light = _toward(table.rgb, (0.9, 0.75, 0.5), float(rng.uniform(0.0, 0.4)))
    picture = _mixed(share, light, dark)
    if rng.random() < 0.6:
        row = np.floor(across / feature)
        shift = (row * 0.37 * 9 * feature) % (9 * feature)
        tint = 0.8 + 0.2 * (
            (np.sin(row * 12.9898 + np.floor((along + shift) / (9 * feature)) * 78.2) * 43758.5) % 1
        )
        gap = max(0.7, 0.012 * feature)
        joint = (across % feature < gap) | ((along + shift) % (9 * feature) < gap)
        picture = picture * tint[..., None].astype(np.float32) * np.where(joint, 0.3, 1.0)[..., None]
    return picture.astype(np.float32)


def _streaks(rng: Generator, angle: float, across: int, along: int) -> Plane:
    """Return noise drawn out along a direction: so many features over the side across it and along it."""
    coarse = rng.random((across, along), np.float32)
    return np.asarray(
        cv2.warpAffine(
            cv2.resize(coarse, (SIDE_PX, SIDE_PX), interpolation=cv2.INTER_CUBIC),
            cv2.getRotationMatrix2D((SIDE_PX / 2, SIDE_PX / 2), float(np.degrees(angle)), 1.0),
            (SIDE_PX, SIDE_PX),
            borderMode=cv2.BORDER_REFLECT,
        ),
        dtype=np.float32,
    )


def _printed(table: Table, rng: Generator, span_mm: float) -> Picture:
    drawn = prints.table_print(table, np.random.default_rng(table.seed))
    if rng.random() < 0.3:
        _draw_pip_fields(drawn, rng, table.second_rgb)
    scale = SIDE_PX / span_mm * table.scale_mm / prints.BOARD_PX
    turn = cv2.getRotationMatrix2D(
        (prints.BOARD_PX / 2, prints.BOARD_PX / 2), float(np.degrees(table.angle)), scale
    )
    turn = turn + np.array([[0, 0, 1], [0, 0, 1]]) * ((SIDE_PX - prints.BOARD_PX) / 2)
    shrink = scale < 0.7
    source = cv2.GaussianBlur(drawn, (0, 0), 0.4 / scale) if shrink else drawn
    return np.asarray(
        cv2.warpAffine(source, turn, (SIDE_PX, SIDE_PX), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP),
        dtype=np.float32,
    )


def _draw_pip_fields(canvas: prints.Print, rng: Generator, ink: Rgb) -> None:
    """Draw flat pip patterns as boards have them: they are no dice."""
    for _ in range(int(rng.integers(1, 8))):
        middle, side = rng.uniform(0, prints.BOARD_PX, 2), float(rng.uniform(30, 90))
        colour = ink if rng.random() < 0.6 else any_colour(rng)
        for u, v in pip_centres(int(rng.integers(1, 7)), 0.27, bool(rng.random() < 0.5)):
            spot = middle + np.array([u, v]) * side
            cv2.circle(canvas, (int(spot[0]), int(spot[1])), max(2, int(0.1 * side)), colour, -1, cv2.LINE_AA)
        if rng.random() < 0.5:
            low, high = (middle - side / 2).astype(int), (middle + side / 2).astype(int)
            cv2.rectangle(canvas, (int(low[0]), int(low[1])), (int(high[0]), int(high[1])), colour, 2)


def _lay_flat_things(picture: Picture, rng: Generator) -> None:
    """Lay sheets, phones, mats and cables on the table, towards its edges as people push them aside."""
    for _ in range(int(rng.integers(1, 4))):
        angle = float(rng.uniform(-np.pi, np.pi))
        reach = float(rng.uniform(0.32, 0.6)) * SIDE_PX
        middle = np.array([np.cos(angle), np.sin(angle)]) * reach + SIDE_PX / 2
        colour = any_colour(rng)
        if rng.random() < 0.45:
            steps = np.cumsum(np.cumsum(rng.normal(0, 5.0, (40, 2)), axis=0) * 0.5, axis=0)
            line = (middle + steps).astype(np.int32)
            shade = tuple(0.35 * c for c in colour)
            cv2.polylines(picture, [line], False, shade, int(rng.integers(4, 14)), cv2.LINE_AA)
            continue
        half = np.array([rng.uniform(0.08, 0.3), rng.uniform(0.06, 0.2)]) * SIDE_PX
        yaw = float(rng.uniform(-np.pi, np.pi))
        turn = np.array([[np.cos(yaw), -np.sin(yaw)], [np.sin(yaw), np.cos(yaw)]])
        ring = np.array([(-1.0, -1), (1, -1), (1, 1), (-1, 1)]) * half @ turn.T + middle
        shade = tuple(0.6 * c for c in colour)
        cv2.fillPoly(picture, [(ring + np.array([3.0, 4.0])).astype(np.int32)], shade, cv2.LINE_AA)
        cv2.fillPoly(picture, [ring.astype(np.int32)], colour, cv2.LINE_AA)
        if rng.random() < 0.5:
            inner = (ring - middle) * float(rng.uniform(0.7, 0.92)) + middle
            cv2.fillPoly(picture, [inner.astype(np.int32)], any_colour(rng), cv2.LINE_AA)
