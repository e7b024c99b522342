"""Numerals are drawn where the labels say, the right way round, and an observer tells them apart."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

pytest.importorskip("PIL", reason="numerals are drawn with Pillow, which only training installs")
pytest.importorskip("numba", reason="the draft renderer needs numba, which only training installs")

from models.numerals.tiles import TILE_PX, tiles_of
from models.rendering.dice.die import Surface, as_matrix
from models.rendering.dice.fonts import font_path
from models.rendering.dice.lettering import Lettering
from models.rendering.dice.numbering import standard_d20
from models.rendering.dice.numeral_die import NumeralDesign, NumeralDie, corners_of, resting_on
from models.rendering.dice.numeral_solids import solid_of
from models.rendering.pictures.labels import labels
from models.rendering.pictures.numeral_legible import LEAST_EVIDENCE, numeral_evidence
from models.rendering.ray_casting.render import frame_of, traced
from models.rendering.scenes.camera import Camera, project
from models.rendering.scenes.scene import Scene
from tests.models.rendering.test_draft import scene_of

FONT = "DejaVuSans-Bold.ttf"

try:
    font_path(FONT)
except FileNotFoundError as missing:
    pytest.skip(str(missing), allow_module_level=True)

LETTERING = Lettering(
    FONT, size=0.5, stretch=1.0, weight=0.0, spacing=0.0, six="line", teens=False, outlined=False,
    dent=0.0, worn=0.0, slant=0.0, seed=1,
)  # fmt: skip


def surface(rgb: tuple[float, float, float]) -> Surface:
    return Surface("red", rgb, rgb, "opaque", roughness=0.8, coat=0.0, scale=0.3, seed=1)


def showing(number: int, yaw: float = 0.5, turn: int = 0) -> Scene:
    """A white-on-red d20 of 24 mm that shows `number`, 320x240 pixels."""
    numbers = standard_d20(False)
    design = NumeralDesign(
        "d20", 24.0, 0.05, numbers, (turn,) * 20, LETTERING, surface((0.6, 0.05, 0.05)), surface((1, 1, 1))
    )
    down = numbers.index(21 - number)
    die = NumeralDie(design, (0.0, 0.0, 0.0), as_matrix(resting_on("d20", down, yaw)))
    lifted = replace(die, position=(0.0, 0.0, -float(corners_of(die)[:, 2].min())))
    scene = scene_of(elevation_degrees=65.0)
    camera: Camera = replace(scene.camera, width=320, height=240, distance_mm=160.0)
    return replace(scene, camera=camera, dice=(), numerals=(lifted,))


@pytest.mark.parametrize("number", [1, 6, 9, 16, 19, 20])
@pytest.mark.parametrize("turn", [0, 1, 2])
def test_the_number_on_top_is_told_and_no_other(number: int, turn: int) -> None:
    scene = showing(number, turn=turn)
    frame = frame_of(scene)
    (die,) = scene.numerals

    assert numeral_evidence(frame, scene.camera, die) > LEAST_EVIDENCE
    # The same picture speaks against the die whose numbers lie one face on.
    other = replace(die.design, numbers=(*die.design.numbers[1:], die.design.numbers[0]))
    assert numeral_evidence(frame, scene.camera, replace(die, design=other)) < 0


def test_a_picture_seen_in_a_mirror_shows_no_number() -> None:
    scene = showing(5)
    (die,) = scene.numerals
    frame = frame_of(scene)
    # Mirrored about the numeral's own axis the outline stays and the numeral is the wrong way round.
    (label,) = labels(scene)
    assert label.up is not None
    x, y = (float(value) for value in np.mean(label.top, axis=0))
    angle = float(np.degrees(np.arctan2(label.up[0], -label.up[1])))
    upright = cv2.getRotationMatrix2D((x, y), angle, 1.0)
    size = (scene.camera.width, scene.camera.height)
    turned = cv2.warpAffine(frame, upright, size)
    flip = np.array([[-1.0, 0.0, 2 * x], [0.0, 1.0, 0.0]])
    flipped = cv2.warpAffine(turned, flip, size)
    mirrored = np.asarray(cv2.warpAffine(flipped, cv2.invertAffineTransform(upright), size), np.uint8)

    seen = numeral_evidence(frame, scene.camera, die)
    assert numeral_evidence(mirrored, scene.camera, die) < 0.3 * seen


@pytest.mark.parametrize("elevation", [40.0, 65.0, 89.0])
def test_a_d20_is_drawn_where_its_label_says(elevation: float) -> None:
    scene = showing(14)
    scene = replace(scene, camera=replace(scene.camera, elevation=float(np.radians(elevation))))

    seen = traced(scene)
    (label,) = labels(scene)
    rows, columns = np.nonzero((seen.owner == 0).any(axis=2))

    box = (columns.min(), rows.min(), columns.max() + 1, rows.max() + 1)
    assert box == pytest.approx(label.box, abs=1.6)
    x, y = np.mean(label.top, axis=0).astype(int)
    assert seen.owner[y, x, 0] == 0


def test_each_face_bears_its_own_number() -> None:
    scene = showing(20)
    (die,) = scene.numerals
    solid = solid_of("d20")
    for face in range(20):
        turned = replace(die, rotation=as_matrix(resting_on("d20", solid.opposite[face], 0.2)))
        alone = replace(scene, numerals=(turned,))
        (label,) = labels(alone)
        assert label.value == die.design.numbers[face]
        assert numeral_evidence(frame_of(alone), scene.camera, turned) > LEAST_EVIDENCE
        assert np.all(project(scene.camera, corners_of(turned)) > 0)


def test_tiles_to_learn_from_show_each_number_once_upright_and_in_the_middle() -> None:
    tiles = tiles_of(LETTERING).astype(float)

    assert tiles.shape == (20, TILE_PX, TILE_PX)
    one, six, seven, eight = (tiles[number - 1] for number in (1, 6, 7, 8))
    columns, rows = np.meshgrid(np.arange(TILE_PX), np.arange(TILE_PX))
    assert (one * columns).sum() / one.sum() == pytest.approx(TILE_PX / 2, abs=3)
    # A 7 has its stroke at its head, and a 6 a line below, as no 8 has.
    assert (seven * rows).sum() / seven.sum() < TILE_PX / 2 - 1
    assert rows[six > 0].max() > rows[eight > 0].max() + 3
