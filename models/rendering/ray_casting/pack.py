"""A scene's dice, things and tray as the rows of numbers that the draft renderer's kernels read."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models.rendering.dice.die import Design, Die, Surface, pip_radius
from models.rendering.dice.marks import Mask, face_mask, numeral
from models.rendering.dice.numeral_die import NumeralDesign, NumeralDie, frame_of_face, numeral_tile
from models.rendering.dice.numeral_solids import solid_of
from models.rendering.dice.polyhedra import Polyhedron
from models.rendering.palette import Rgb
from models.rendering.ray_casting import layout as col
from models.rendering.scenes import prints
from models.rendering.scenes.camera import Camera, camera_axes, project
from models.rendering.scenes.scene import Scene
from models.rendering.scenes.table import POLYHEDRA, Thing, Tray
from models.rendering.scenes.unread_dice import polyhedron

PATTERNS = {"speckled": col.SPECKLE, "swirled": col.SWIRL, "pearl": col.PEARL}
LEAST_TILE_PX, MOST_TILE_PX = 16, 192


@dataclass(frozen=True, slots=True)
class Packed:
    """Solids (n, SOLID_COLUMNS), materials (m, MATERIAL_COLUMNS), glyphs (g, side, side).

    OWNER of a solid is its place among the scene's dice, things and dice that are no cubes, counted in this
    order, or -1 for walls.
    """

    solids: NDArray[np.float64]
    materials: NDArray[np.float64]
    glyphs: NDArray[np.float32]


class _Rows:
    """Collects rows; mutable, lives for one scene."""

    def __init__(self, camera: Camera, tile_px: int) -> None:
        self.camera, self.tile_px = camera, tile_px
        self.solids: list[NDArray[np.float64]] = []
        self.materials: list[NDArray[np.float64]] = []
        self.glyphs: list[Mask] = []
        self.designs: dict[Design | NumeralDesign, int] = {}

    def glyph(self, tile: NDArray[np.float32]) -> float:
        """Add a tile, shrunk to what the picture can show; return its row."""
        size = (self.tile_px, self.tile_px)
        self.glyphs.append(cv2.resize(tile, size, interpolation=cv2.INTER_AREA).astype(np.float32))
        return float(len(self.glyphs) - 1)

    def material(self, row: NDArray[np.float64]) -> float:
        """Add a material; return its row."""
        self.materials.append(row)
        return float(len(self.materials) - 1)

    def solid(
        self,
        shape: int,
        centre: NDArray[np.float64],
        half: tuple[float, float, float],
        rim: float,
        material: float,
        owner: int,
        rotation: NDArray[np.float64],
    ) -> NDArray[np.float64]:
        """Add a solid and return its row for what only some shapes have."""
        row = np.zeros(col.SOLID_COLUMNS)
        row[col.ROTATION : col.ROTATION + 9] = rotation.ravel()
        row[col.CENTRE : col.CENTRE + 3] = centre
        row[col.HALF : col.HALF + 3] = half
        row[col.ROUND], row[col.SHAPE], row[col.MATERIAL], row[col.OWNER] = rim, shape, material, owner
        row[col.BOUND] = float(np.linalg.norm(half))
        if shape in (col.BALL, col.POLYHEDRON):
            row[col.BOUND] = half[0]
        if shape == col.CYLINDER:
            row[col.BOUND] = float(np.hypot(half[0], half[2]))
        row[col.OPACITY] = 1.0
        signs = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], dtype=np.float64)
        row[col.SCREEN : col.SCREEN + 4] = _screen_box(
            self.camera, signs * np.array(half) @ rotation.T + centre
        )
        self.solids.append(row)
        return row


def packed(scene: Scene) -> Packed:
    """Return all solids of a scene with their materials and glyphs: tray, things, then dice."""
    camera = scene.camera
    die_px = scene.mean_die_mm / camera.distance_mm * camera.focal_px
    rows = _Rows(camera, int(np.clip(1.3 * die_px, LEAST_TILE_PX, MOST_TILE_PX)))
    # What stands still comes first, so that the light of it alone can be kept from frame to frame.
    if scene.table.tray is not None:
        _add_tray(rows, scene.table.tray)
    for index, thing in enumerate(scene.things):
        _add_thing(rows, thing, len(scene.dice) + index)
    for index, die in enumerate(scene.dice):
        _add_die(rows, die, index)
    for index, numeral_die in enumerate(scene.numerals):
        _add_numeral_die(rows, numeral_die, len(scene.dice) + len(scene.things) + index)
    blank: Mask = np.zeros((rows.tile_px, rows.tile_px), np.float32)
    return Packed(
        solids=np.array(rows.solids, dtype=np.float64).reshape(-1, col.SOLID_COLUMNS),
        materials=np.array(rows.materials, dtype=np.float64).reshape(-1, col.MATERIAL_COLUMNS),
        glyphs=np.array([*rows.glyphs, blank], dtype=np.float32),
    )


def linear(rgb: Rgb) -> NDArray[np.float64]:
    """Return an sRGB colour as linear light."""
    c = np.array(rgb, dtype=np.float64)
    return np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)


def _add_die(rows: _Rows, die: Die, owner: int) -> None:
    design = die.design
    if design not in rows.designs:
        rows.designs[design] = int(rows.material(_die_material(rows, design)))
    half = design.size_mm / 2
    row = rows.solid(
        col.BOX,
        np.array(die.position),
        (half, half, half),
        design.shape.edge_radius * design.size_mm,
        rows.designs[design],
        owner,
        np.array(die.rotation),
    )
    if design.shape.ball_radius < 0.87:
        row[col.CORNER] = design.shape.ball_radius * design.size_mm
        row[col.BOUND] = min(row[col.BOUND], row[col.CORNER] * 1.001)
    if design.body.finish == "translucent":
        row[col.OPACITY] = 0.6


def _die_material(rows: _Rows, design: Design) -> NDArray[np.float64]:
    row = _body(design.body, design.size_mm)
    pips = design.pips
    row[col.MARK : col.MARK + 3] = linear(design.marks.rgb)
    row[col.MARK_ROUGH] = design.marks.roughness
    row[col.PIP_RADIUS], row[col.ONE_RADIUS] = pips.radius, pip_radius(design, 1)
    row[col.PIP_SPREAD], row[col.PIP_SOFT] = pips.spread, pips.softness
    row[col.PIP_DENT] = pips.depth / pips.radius
    for face, value in enumerate(design.faces):
        drawn = design.kind == "d6n" or value == design.emblem
        if design.kind == "d6n" and design.lettering is not None:
            row[col.GLYPH_DENT] = design.lettering.dent
        row[col.FACES + face] = 0 if drawn else value
        row[col.TURNED + face] = pips.turned[value - 1]
        row[col.GLYPH + face] = rows.glyph(face_mask(design, value)) if drawn else -1.0
    return row


def _body(surface: Surface, size_mm: float) -> NDArray[np.float64]:
    row = _plain(surface.rgb, surface.roughness, metallic=surface.finish == "metallic")
    row[col.SECOND : col.SECOND + 3] = linear(surface.second_rgb)
    row[col.PATTERN] = PATTERNS.get(surface.finish, col.PLAIN)
    row[col.PATTERN_SCALE] = max(
        surface.scale * size_mm * (1.6 if surface.finish == "speckled" else 0.7), 0.2
    )
    row[col.PATTERN_AMOUNT] = 0.45 if surface.finish == "speckled" else 1.0
    row[col.SEED] = surface.seed % 100_000
    row[col.COAT] = surface.coat
    if surface.finish == "translucent":
        row[col.CLEAR] = 0.55 + 0.35 * ((surface.seed >> 8) % 100) / 100
    return row


def _plain(rgb: Rgb, roughness: float, metallic: bool) -> NDArray[np.float64]:
    row = np.zeros(col.MATERIAL_COLUMNS)
    row[col.BASE : col.BASE + 3] = linear(rgb)
    row[col.ROUGH], row[col.MARK_ROUGH], row[col.REFLECT] = roughness, roughness, 0.045
    row[col.METAL] = float(metallic)
    row[col.GLYPH : col.GLYPH + 6] = -1.0
    return row


def _add_thing(rows: _Rows, thing: Thing, owner: int) -> None:
    rng = np.random.default_rng(thing.seed)
    material = _plain(thing.rgb, thing.roughness, thing.metallic)
    material[col.MARK : col.MARK + 3] = linear(thing.second_rgb)
    place = np.array(thing.position)
    size, thick = thing.size_mm, thing.position[2]
    cos, sin = np.cos(thing.yaw), np.sin(thing.yaw)
    turn = np.array([[cos, -sin, 0.0], [sin, cos, 0.0], [0.0, 0.0, 1.0]])
    if thing.kind in POLYHEDRA:
        _add_polyhedron(rows, thing, material, owner)
        return
    if thing.kind == "card":
        _as_print(
            rows, material, np.rot90(prints.card(rng, thing.second_rgb)), (0.95, 0.95, 0.95), thing.second_rgb
        )
    if thing.kind == "domino":
        _as_print(
            rows, material, prints.domino(rng, thing.rgb, thing.second_rgb), thing.rgb, thing.second_rgb
        )
    index = rows.material(material)
    half = size / 2
    match thing.kind:
        case "coin" | "disc" | "button" | "cylinder":
            rows.solid(col.CYLINDER, place, (half, half, thick), min(0.8, thick / 2), index, owner, turn)
            if thing.kind == "button":
                _add_button_holes(rows, place, size, thick, owner)
        case "pawn":
            x, y, _ = thing.position
            foot, head = np.array([x, y, 0.16 * size]), np.array([x, y, size])
            rows.solid(
                col.CYLINDER, foot, (0.3 * size, 0.3 * size, 0.16 * size), 0.08 * size, index, owner, turn
            )
            neck = np.array([x, y, 0.5 * size])
            rows.solid(
                col.CYLINDER, neck, (0.15 * size, 0.15 * size, 0.4 * size), 0.05 * size, index, owner, turn
            )
            ball = 0.24 * size
            rows.solid(col.BALL, head, (ball, ball, ball), 0.0, index, owner, turn)
        case "marble":
            rows.solid(col.BALL, place, (half, half, half), 0.0, index, owner, turn)
        case "pencil":
            rows.solid(col.BOX, place, (half, 0.022 * size, 0.022 * size), 0.011 * size, index, owner, turn)
        case _:
            wide = 0.7 if thing.kind == "card" else 0.5
            rows.solid(col.BOX, place, (half, half * wide, thick), min(1.0, thick / 2), index, owner, turn)


def _as_print(rows: _Rows, material: NDArray[np.float64], pixels: prints.Print, paper: Rgb, ink: Rgb) -> None:
    """Make the upper face of a flat box carry a print of one ink."""
    way = np.array(ink) - np.array(paper)
    share = ((pixels - np.array(paper)) @ way / max(float(way @ way), 1e-6)).clip(0, 1).astype(np.float32)
    material[col.BASE : col.BASE + 3] = linear(paper)
    material[col.MARK : col.MARK + 3] = linear(ink)
    material[col.GLYPH + 4] = rows.glyph(np.ascontiguousarray(share))


def _add_button_holes(rows: _Rows, place: NDArray[np.float64], size: float, thick: float, owner: int) -> None:
    dark = rows.material(_plain((0.05, 0.05, 0.05), 0.8, metallic=False))
    for k in range(4):
        angle = np.pi / 4 + k * np.pi / 2
        hole = place + 0.15 * size * np.array([np.cos(angle), np.sin(angle), 0.0]) + (0, 0, 0.05)
        rows.solid(col.CYLINDER, hole, (0.07 * size, 0.07 * size, thick), 0.02, dark, owner, np.eye(3))


def _add_polyhedron(rows: _Rows, thing: Thing, material: NDArray[np.float64], owner: int) -> None:
    solid = polyhedron(thing)
    centre = solid.vertices.mean(axis=0)
    first = 0.0
    for index, number in enumerate(solid.numbers):
        row = rows.glyph(numeral(str(number), size=0.38, underline=number in (6, 9)))
        first = row if index == 0 else first
    material[col.GLYPH], material[col.COAT] = first, 0.3
    reach = float(np.linalg.norm(solid.vertices - centre, axis=1).max())
    row_of = rows.solid(
        col.POLYHEDRON, centre, (reach, reach, reach), 0.0, rows.material(material), owner, np.eye(3)
    )
    row_of[col.PLANES] = len(solid.faces)
    for index, plane in enumerate(_planes(solid, centre)):
        start = col.FIRST_PLANE + col.PLANE_COLUMNS * index
        row_of[start : start + col.PLANE_COLUMNS] = plane


def _add_numeral_die(rows: _Rows, die: NumeralDie, owner: int) -> None:
    design = die.design
    solid = solid_of(design.kind)
    if design not in rows.designs:
        material = _body(design.body, design.size_mm)
        material[col.MARK : col.MARK + 3] = linear(design.marks.rgb)
        material[col.MARK_ROUGH] = design.marks.roughness
        material[col.GLYPH_DENT] = design.lettering.dent
        material[col.GLYPH] = float(len(rows.glyphs))
        for face in range(len(solid.faces)):
            rows.glyph(numeral_tile(design, face))
        rows.designs[design] = int(rows.material(material))
    half = design.size_mm / 2
    row = rows.solid(
        col.POLYHEDRON,
        np.array(die.position),
        (half, half, half),
        design.rim * half,
        rows.designs[design],
        owner,
        np.array(die.rotation),
    )
    row[col.PLANES] = len(solid.faces)
    for face in range(len(solid.faces)):
        frame = frame_of_face(design, face)
        start = col.FIRST_PLANE + col.PLANE_COLUMNS * face
        row[start : start + col.PLANE_COLUMNS] = [
            *frame.normal, solid.heights[face] * design.size_mm, *frame.up, frame.half * design.size_mm,
        ]  # fmt: skip
    if design.body.finish == "translucent":
        row[col.OPACITY] = 0.6


def _planes(solid: Polyhedron, centre: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return normal, distance, up and tile half width (n, 8) of each face."""
    planes = []
    for ring, normal in zip(solid.faces, solid.normals(), strict=True):
        points = solid.vertices[list(ring)] - centre
        middle = points.mean(axis=0)
        up = points[0] - middle
        edges = np.roll(points, -1, axis=0) - points
        inner = np.linalg.norm(np.cross(points - middle, edges), axis=1) / np.linalg.norm(edges, axis=1)
        planes.append([*normal, normal @ middle, *(up / np.linalg.norm(up)), 1.3 * inner.min()])
    return np.array(planes, dtype=np.float64)


def _add_tray(rows: _Rows, tray: Tray) -> None:
    index = rows.material(_plain(tray.rgb, tray.roughness, metallic=False))
    inner, thick, high = tray.half_width_mm, tray.thickness_mm / 2, tray.height_mm / 2
    for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        middle = np.array([x * (inner + thick), y * (inner + thick), high])
        half = (thick, inner + 2 * thick, high) if x else (inner, thick, high)
        rows.solid(col.BOX, middle, half, min(1.0, thick / 2), index, -1, np.eye(3))


def _screen_box(camera: Camera, corners: NDArray[np.float64]) -> tuple[float, float, float, float]:
    place, axes = camera_axes(camera)
    if ((corners - place) @ axes[2]).min() < 1.0:
        return (0.0, 0.0, float(camera.width), float(camera.height))
    pixels = project(camera, corners)
    low, high = np.floor(pixels.min(axis=0)) - 1, np.ceil(pixels.max(axis=0)) + 1
    return (float(low[0]), float(low[1]), float(high[0]), float(high[1]))
