"""The draft renderer draws what the labels say, the same each time, and goes on after a stop."""

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from models.rendering.dice.die import (
    RIGHT_HANDED,
    Design,
    Die,
    Pips,
    Shape,
    Surface,
    as_matrix,
    resting_rotation,
)
from models.rendering.pictures.labels import labels
from models.rendering.scenes.camera import Camera, Sensor
from models.rendering.scenes.light import Lamp, Light
from models.rendering.scenes.scene import Scene
from models.rendering.scenes.table import Table

pytest.importorskip("numba", reason="the draft renderer needs numba, which only training installs")

from models.rendering import draft
from models.rendering.ray_casting.render import Traced, frame_of, traced

BODY, MARKS, FELT = (0.85, 0.1, 0.1), (0.95, 0.95, 0.95), (0.1, 0.3, 0.15)


def surface(rgb: tuple[float, float, float]) -> Surface:
    return Surface("red", rgb, rgb, "opaque", roughness=0.6, coat=0.0, scale=0.3, seed=1)


def lying(value: int, x: float, y: float, yaw: float = 0.3) -> Die:
    """A 16 mm die with painted pips that shows `value`."""
    pips = Pips(0.09, 0.09, 0.25, depth=0.0, softness=0.01, turned=(False,) * 6)
    design = Design("d6", 16.0, Shape(0.08, 0.9), RIGHT_HANDED, pips, surface(BODY), surface(MARKS), emblem=0)
    return Die(design, (x, y, 8.0), as_matrix(resting_rotation(RIGHT_HANDED.index(value), yaw)))


def scene_of(*dice: Die, elevation_degrees: float = 60.0) -> Scene:
    """Dice on felt under one lamp, 160x120 pixels, a sensor without faults."""
    return Scene(
        seed=7,
        camera=Camera(
            target=(0.0, 0.0, 8.0), distance_mm=200.0, elevation=float(np.radians(elevation_degrees)),
            azimuth=0.7, roll=0.0, focal_mm=50.0, aperture_mm=0.0, focus_mm=200.0, width=160, height=120,
        ),
        sensor=Sensor(
            motion_px=0.0, motion_angle=0.0, blur_px=0.0, vignette=0.0, exposure_ev=0.0,
            white_balance=(1.0, 1.0, 1.0), shot_noise=0.0, read_noise=0.0, contrast=1.0, saturation=1.0,
            sharpening=0.0, resample=1.0, salt_and_pepper=0.0, grey=False, jpeg_quality=90,
        ),
        light=Light("studio", 0.0, 1.0, (Lamp((100.0, 50.0, 300.0), 60.0, (1.0, 1.0, 1.0), 1.0),), None),
        table=Table("felt", FELT, FELT, scale_mm=1.0, roughness=0.9, angle=0.0, seed=3, tray=None),
        dice=dice,
        things=(),
    )  # fmt: skip


def box_of(seen: Traced, index: int) -> tuple[int, int, int, int]:
    """x0, y0, x1, y1 around the pixels that a die owns."""
    rows, columns = np.nonzero((seen.owner == index).any(axis=2))
    return int(columns.min()), int(rows.min()), int(columns.max()) + 1, int(rows.max()) + 1


@pytest.mark.parametrize("elevation", [40.0, 65.0, 89.0])
def test_a_die_is_drawn_where_its_label_says(elevation: float) -> None:
    scene = scene_of(lying(5, -12.0, 3.0), lying(2, 14.0, -6.0, yaw=1.1), elevation_degrees=elevation)

    seen = traced(scene)

    for index, label in enumerate(labels(scene)):
        assert box_of(seen, index) == pytest.approx(label.box, abs=1.6)
        middle = np.mean(label.top, axis=0).astype(int)
        assert seen.owner[middle[1], middle[0], 0] == index


def test_visible_shares_agree_with_the_rays() -> None:
    behind, before = lying(3, -8.0, -8.0), lying(4, 6.0, 5.0)
    alone, both = traced(scene_of(behind)), traced(scene_of(behind, before))

    share = (both.owner == 0).sum() / (alone.owner == 0).sum()

    assert 0.3 < share < 0.97
    assert labels(scene_of(behind, before))[0].visible == pytest.approx(share, abs=0.06)


@pytest.mark.parametrize("value", [1, 2, 3, 4, 5, 6])
def test_the_upper_face_shows_as_many_pips_as_its_value(value: int) -> None:
    scene = scene_of(lying(value, 0.0, 0.0), elevation_degrees=89.9)

    seen = traced(scene)

    # The body is red and the pips are white.
    whiteness = seen.light[..., 1] / seen.light[..., 2]
    pips = ((whiteness > 0.6) & (seen.owner[..., 0] == 0)).astype(np.uint8)
    count, _, stats, _ = cv2.connectedComponentsWithStats(pips)
    assert sum(stats[k, cv2.CC_STAT_AREA] >= 4 for k in range(1, count)) == value


def test_a_die_shades_the_table_away_from_the_lamp() -> None:
    with_die, without = (traced(scene_of(*dice)).light for dice in ((lying(1, 0.0, 0.0),), ()))
    felt = traced(scene_of(lying(1, 0.0, 0.0))).owner.max(axis=2) < 0

    left = with_die[felt].sum(axis=1) / without[felt].sum(axis=1)

    assert left.min() < 0.75
    assert np.median(left) > 0.97


def test_the_same_scene_gives_the_same_picture() -> None:
    scene = scene_of(lying(6, 0.0, 0.0))
    noisy = replace(scene, sensor=replace(scene.sensor, shot_noise=0.03))

    assert np.array_equal(frame_of(noisy), frame_of(noisy))
    assert not np.array_equal(frame_of(noisy), frame_of(replace(noisy, seed=8)))


def test_rendering_goes_on_after_the_last_whole_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draft, "draft_scene", lambda seed: replace(scene_of(lying(6, 0.0, 0.0)), seed=seed))
    line = draft.render_one(tmp_path, 40)
    (tmp_path / "labels.jsonl").write_text(line + "\n" + line[:30])

    draft.main(out=tmp_path, count=2, seed=40, processes=1)

    lines = [json.loads(text) for text in (tmp_path / "labels.jsonl").read_text().splitlines()]
    assert [entry["file"] for entry in lines] == ["00000040.jpg", "00000041.jpg"]
    assert all((tmp_path / entry["file"]).stat().st_size > 1000 for entry in lines)
