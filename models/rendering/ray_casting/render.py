"""A scene as the light that falls into its camera, by the draft renderer: for training, not for show."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models.rendering.pictures.exposure import BRIGHT_TARGET, Radiance, automatic_gain, photograph
from models.rendering.ray_casting import layout as col
from models.rendering.ray_casting.pack import Packed, packed
from models.rendering.ray_casting.surroundings import lamps_and_air
from models.rendering.ray_casting.table import SIDE_PX, TableTop, table_top
from models.rendering.ray_casting.trace import trace
from models.rendering.scenes.camera import Camera, camera_axes
from models.rendering.scenes.scene import Scene
from models.rendering.scenes.table import Table

# The table ends this far from the middle, in view widths, as in the other renderer.
TABLE_REACH = 3.0
FLOOR_DEPTH_MM = 700.0
# Blur that depth of field is put together from, standard deviations in pixels.
BLURS_PX = (0.7, 1.4, 2.8, 5.6)
# A lens opening spreads a point over a disc; a Gaussian of this share of its diameter looks alike.
DISC_TO_GAUSS = 0.25
# Most players light their dice so that they can be read; in the other pictures white dice burn out.
METERED_SHARE, DICE_PERCENTILE = 0.85, 80.0


@dataclass(frozen=True, slots=True)
class Traced:
    """Light (H, W, 3) linear BGR; owner (H, W, 4): each ray's die, or dice + thing, or -1 (see `Packed`)."""

    light: Radiance
    owner: NDArray[np.int16]


@dataclass(frozen=True, slots=True)
class Stage:
    """A scene's table, light and camera as the kernels read them: the same for all that lies there."""

    camera: Camera
    top: TableTop
    lamps: NDArray[np.float64]
    air: NDArray[np.float64]
    table: NDArray[np.float64]
    place: NDArray[np.float64]
    axes: NDArray[np.float64]


def staged(scene: Scene) -> Stage:
    """Return a scene's stage; the scene's dice and things play no part in it."""
    camera = scene.camera
    rng = np.random.default_rng([scene.seed, 3])
    view_mm = camera.width / camera.focal_px * camera.distance_mm
    top = table_top(scene.table, view_mm)
    lamps, air = lamps_and_air(scene.light, rng)
    row = _table_row(scene.table, top, view_mm, rng)
    row[col.TABLE_MEAN : col.TABLE_MEAN + 3] *= irradiance(lamps, air) / np.pi
    place, axes = camera_axes(camera)
    return Stage(camera, top, lamps, air, row, place, axes)


def trace_into(
    stage: Stage,
    solids: Packed,
    die_half: float,
    light: Radiance,
    depth: NDArray[np.float32],
    owner: NDArray[np.int16],
    kept: int = -1,
) -> None:
    """Trace solids on a stage into arrays, see `trace`; dice are about `2 * die_half` mm wide."""
    trace(
        solids.solids, solids.materials, solids.glyphs, stage.lamps, stage.air, stage.table,
        stage.top.pixels, stage.top.starts, SIDE_PX, stage.place, stage.axes, stage.camera.focal_px,
        die_half, kept, light, depth, owner,
    )  # fmt: skip


def traced(scene: Scene) -> Traced:
    """Return what the camera of a scene sees, before its sensor."""
    sharp, depth = traced_sharply(scene, packed(scene))
    return Traced(_out_of_focus(sharp.light, depth, scene.camera), sharp.owner)


def traced_sharply(scene: Scene, solids: Packed) -> tuple[Traced, NDArray[np.float32]]:
    """Return what a sharp camera sees of a scene whose dice and things are these, and how far off it is."""
    camera = scene.camera
    light = np.zeros((camera.height, camera.width, 3), np.float32)
    depth = np.zeros((camera.height, camera.width), np.float32)
    owner = np.full((camera.height, camera.width, 4), -1, np.int16)
    trace_into(staged(scene), solids, scene.mean_die_mm / 2, light, depth, owner)
    return Traced(light, owner), depth


def frame_of(scene: Scene) -> NDArray[np.uint8]:
    """Return the picture (H, W, 3) BGR that the scene's camera takes, before JPEG."""
    seen = traced(scene)
    rng = np.random.default_rng([scene.seed, 1])
    return photograph(seen.light, scene.sensor, rng, exposure_of(scene, seen))


def exposure_of(scene: Scene, seen: Traced) -> float:
    """Return what the scene's camera multiplies light with: some heed the dice, some the whole picture."""
    metered = np.random.default_rng([scene.seed, 5]).random() < METERED_SHARE
    return gain_for_dice(seen) if metered else automatic_gain(seen.light)


def gain_for_dice(seen: Traced) -> float:
    """Return the automatic gain, held back where the dice themselves would burn out."""
    gain = automatic_gain(seen.light)
    dice = seen.light[seen.owner[..., 0] >= 0]
    if not len(dice):
        return gain
    bright = float(np.percentile(dice.max(axis=1), DICE_PERCENTILE))
    return min(gain, BRIGHT_TARGET / max(bright, 1e-6))


def _table_row(table: Table, top: TableTop, view_mm: float, rng: np.random.Generator) -> NDArray[np.float64]:
    row = np.zeros(col.TABLE_COLUMNS)
    matt = table.kind in ("felt", "cloth")
    row[col.TABLE_GLOSS] = 0.0 if matt else 0.04
    row[col.TABLE_ROUGH] = max(
        table.roughness, {"wood": 0.2, "leather": 0.3, "paper": 0.4}.get(table.kind, 0.12)
    )
    row[col.TABLE_SCALE] = top.px_per_mm
    row[col.TABLE_REACH] = TABLE_REACH * view_mm
    row[col.TABLE_MEAN : col.TABLE_MEAN + 3] = top.mean
    row[col.FLOOR : col.FLOOR + 3] = rng.uniform(0.02, 0.4) * rng.uniform(0.6, 1.0, 3)
    row[col.FLOOR_DEPTH] = FLOOR_DEPTH_MM
    row[col.TABLE_MIRROR] = float(not matt and row[col.TABLE_ROUGH] < 0.28)
    return row


def irradiance(lamps: NDArray[np.float64], air: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the light r, g, b that falls on the middle of the empty table."""
    total = np.pi * (
        air[col.AIR_TOP : col.AIR_TOP + 3] * 0.7 + air[col.AIR_HORIZON : col.AIR_HORIZON + 3] * 0.3
    )
    for lamp in lamps:
        total = total + lamp[col.LAMP_LIGHT : col.LAMP_LIGHT + 3] * lamp[2] / lamp[col.LAMP_DISTANCE]
    return np.asarray(total, dtype=np.float64)


def _out_of_focus(light: Radiance, depth: NDArray[np.float32], camera: Camera) -> Radiance:
    """Return the light blurred by the lens opening, more the farther a pixel is from the focus."""
    if camera.aperture_mm <= 0:
        return light
    away = np.abs(depth - camera.focus_mm) / np.maximum(depth, 1.0)
    sigma = DISC_TO_GAUSS * camera.aperture_mm * away / camera.focus_mm * camera.focal_px
    sigma = cv2.GaussianBlur(np.minimum(sigma, BLURS_PX[-1]).astype(np.float32), (0, 0), 1.5)
    seen, sharper, low = light, light, 0.0
    for blur in BLURS_PX:
        if float(sigma.max()) <= low:
            break
        softer = np.asarray(cv2.GaussianBlur(light, (0, 0), blur), np.float32)
        share = np.clip((sigma - low) / (blur - low), 0, 1)[..., None]
        seen = np.where(share > 0, sharper + (softer - sharper) * share, seen).astype(np.float32)
        sharper, low = softer, blur
    return seen
