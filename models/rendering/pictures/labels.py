"""The exact labels of a rendered roll, from its geometry alone, and their lines in labels.jsonl."""

import json
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from models.rendering.dice.die import (
    COCKED_DEGREES,
    FACE_FRAMES,
    Die,
    outline_mm,
    tilt_degrees,
    top_face,
    top_frame,
    top_quadrilateral_mm,
)
from models.rendering.dice.numeral_die import (
    NumeralDie,
    kind_label,
    lean_degrees,
    numeral_axis,
    outline_of,
    top_number,
    top_polygon,
)
from models.rendering.palette import Rgb, nearest_name
from models.rendering.pictures.exposure import Frame
from models.rendering.pictures.legible import evidence
from models.rendering.pictures.numeral_legible import numeral_evidence
from models.rendering.scenes.camera import Camera, camera_axes, project
from models.rendering.scenes.scene import Scene
from models.rendering.scenes.table import POLYHEDRA, Thing, Tray
from models.rendering.scenes.unread_dice import polyhedron

Hull = NDArray[np.float32]  # (n, 1, 2) x, y in pixels, convex, in order


@dataclass(frozen=True, slots=True)
class DieLabel:
    """What is to be read of one die. Pixels of the picture as given, origin at its top left corner.

    `value` is None where a face shows no number (an emblem, a d4).
    `box` is x0, y0, x1, y1 of the whole die, clipped to the picture, as if nothing hid it.
    `visible` is the share of the whole outline, outside the picture included, that nothing hides.
    `up` is the direction (x, y) of the top numeral's head, as long as 1, None where there is none.
    `normal` is a cube's top normal, 1 long, as it is seen: how far right and down, less what is along the ray
    to the die; (0, 0) where the camera looks straight at the top face.
    """

    kind: str
    value: int | None
    box: tuple[float, float, float, float]
    top: tuple[tuple[float, float], ...]
    visible: float
    cocked: bool
    body: str
    marks: str
    body_rgb: Rgb
    marks_rgb: Rgb
    up: tuple[float, float] | None = None
    normal: tuple[float, float] | None = None
    evidence: float | None = None
    """How much a picture speaks for the value, see `legible`; None where no picture was asked."""


def labels(scene: Scene, frame: Frame | None = None) -> tuple[DieLabel, ...]:
    """Return the labels of all dice in the picture, in the scene's order, then those of the polyhedra.

    `frame` is the picture as its file has it, where the labels are to say how legible each top face is.
    """
    hulls = [_hull(scene.camera, outline_mm(die)) for die in scene.dice]
    things = [_hull(scene.camera, thing_outline_mm(thing)) for thing in scene.things]
    numerals = [_hull(scene.camera, outline_of(die)) for die in scene.numerals]
    shares = _visible_shares(scene, [*hulls, *things, *numerals])
    found = []
    for die, hull, share in zip(scene.dice, hulls, shares, strict=False):
        box = _clipped(hull, scene.camera)
        if box is not None:
            label = _die_label(scene.camera, die, box, share)
            if frame is not None and label.value is not None:
                told = evidence if die.design.lettering is None else numeral_evidence
                label = replace(label, evidence=round(told(frame, scene.camera, die), 3))
            found.append(label)
    for thing, hull, share in zip(scene.things, things, shares[len(hulls) :], strict=False):
        box = _clipped(hull, scene.camera)
        if thing.kind in POLYHEDRA and box is not None:
            found.append(_polyhedron_label(thing, box, share))
    for numeral_die, hull, share in zip(
        scene.numerals, numerals, shares[len(hulls) + len(things) :], strict=True
    ):
        box = _clipped(hull, scene.camera)
        if box is not None:
            label = _numeral_label(scene.camera, numeral_die, box, share)
            if frame is not None and label.value is not None:
                told_by = numeral_evidence(frame, scene.camera, numeral_die)
                label = replace(label, evidence=round(told_by, 3))
            found.append(label)
    return tuple(found)


LEAST_READABLE_PX, LEAST_READABLE_SHARE = 15.0, 0.85
"""A die shorter than this, or of which less is seen, is no fair question to ask of a reader."""

EDGE_PX = 2.0
"""A die nearer to the picture's edge may be cut off by it, and such a die is to be refused."""


def all_readable(scene: Scene, kinds: tuple[str, ...] = ("d6",)) -> bool:
    """Say whether a picture shows dice of these kinds alone, whole and flat on the table, each with a number.

    Whether light, lens and noise leave the numbers to be seen is the question of `legible`.
    """
    found = labels(scene)
    return bool(found) and all(
        label.kind in kinds
        and label.value is not None
        and not label.cocked
        and label.visible >= LEAST_READABLE_SHARE
        and max(label.box[2] - label.box[0], label.box[3] - label.box[1]) >= LEAST_READABLE_PX
        and min(label.box[:2]) >= EDGE_PX
        and scene.camera.width - label.box[2] >= EDGE_PX
        and scene.camera.height - label.box[3] >= EDGE_PX
        for label in found
    )


def die_line(label: DieLabel) -> dict[str, object]:
    """Return a label's fields for JSON, colours to thousandths; without what is None but a value."""
    line: dict[str, object] = asdict(label)
    for key in ("up", "normal", "evidence"):
        if line[key] is None:
            del line[key]
    for key in ("body_rgb", "marks_rgb"):
        line[key] = [round(channel, 3) for channel in getattr(label, key)]
    return line


def label_line(scene: Scene, file: str, frame: Frame | None = None) -> str:
    """Return a scene's line of labels.jsonl: a labelled set's keys, and a few more for each die.

    For `frame` see `labels`.
    """
    return json.dumps(
        {
            "file": file,
            "width": scene.camera.width,
            "height": scene.camera.height,
            "scene": f"{scene.seed:08d}",
            "box_of": "die",
            "dice": [die_line(label) for label in labels(scene, frame)],
        }
    )


def finished(lines: Path) -> set[str]:
    """Return the files that have a whole line; a line cut off by a kill is removed from the file."""
    if not lines.exists():
        return set()
    text = lines.read_text()
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        lines.write_text(whole)
    return {json.loads(line)["file"] for line in whole.splitlines()}


def thing_outline_mm(thing: Thing) -> NDArray[np.float64]:
    """Return points (n, 3) whose hull encloses the thing, table frame."""
    x, y, z = thing.position
    half = thing.size_mm / 2
    if thing.kind in POLYHEDRA:
        return polyhedron(thing).vertices
    if thing.kind == "marble":
        angles = np.linspace(0, 2 * np.pi, 24, endpoint=False)
        rings = [
            np.stack([np.cos(angles) * np.cos(t), np.sin(angles) * np.cos(t), np.full(24, np.sin(t))], axis=1)
            for t in np.linspace(-np.pi / 2, np.pi / 2, 9)
        ]
        return np.asarray(np.concatenate(rings) * half + np.array([x, y, z]))
    wide = {"card": 0.7, "domino": 0.5, "pencil": 0.045}.get(thing.kind, 1.0)
    cos, sin = np.cos(thing.yaw), np.sin(thing.yaw)
    box = np.array([(a, b * wide, c) for a in (-half, half) for b in (-half, half) for c in (-z, z)])
    turn = np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]])
    return np.asarray(box @ turn.T + np.array([x, y, z]))


def _die_label(camera: Camera, die: Die, box: tuple[float, float, float, float], share: float) -> DieLabel:
    value = top_face(die)
    top = project(camera, top_quadrilateral_mm(die))
    return DieLabel(
        kind=die.design.kind,
        value=None if value == die.design.emblem else value,
        box=box,
        top=tuple((round(float(x), 1), round(float(y), 1)) for x, y in top),
        visible=share,
        cocked=tilt_degrees(die) > COCKED_DEGREES,
        body=die.design.body.name,
        marks=die.design.marks.name,
        body_rgb=die.design.body.rgb,
        marks_rgb=die.design.marks.rgb,
        up=_cube_up(camera, die) if die.design.lettering is not None else None,
        normal=_normal_seen(camera, die),
    )


def _normal_seen(camera: Camera, die: Die) -> tuple[float, float]:
    place, axes = camera_axes(camera)
    ray = axes @ (np.array(die.position) - place)
    normal = axes @ np.array(die.rotation) @ np.array(FACE_FRAMES[top_frame(die)][0])
    right, down, _ = normal - (normal @ ray) / (ray @ ray) * ray
    return (round(float(right), 3), round(float(down), 3))


def _cube_up(camera: Camera, die: Die) -> tuple[float, float]:
    normal, u_axis, v_axis = (np.array(axis) for axis in FACE_FRAMES[top_frame(die)])
    angle = die.design.turns[top_frame(die)] * np.pi / 2
    head = np.cos(angle) * v_axis - np.sin(angle) * u_axis
    local = np.stack([normal, normal + head]) * die.design.size_mm / 2
    return _direction(camera, local @ np.array(die.rotation).T + np.array(die.position))


def _direction(camera: Camera, ends: NDArray[np.float64]) -> tuple[float, float]:
    """Return the unit vector in the picture from the first to the second of two points (2, 3)."""
    (x0, y0), (x1, y1) = project(camera, ends)
    length = float(np.hypot(x1 - x0, y1 - y0))
    return (round(float(x1 - x0) / length, 3), round(float(y1 - y0) / length, 3))


def _numeral_label(
    camera: Camera, die: NumeralDie, box: tuple[float, float, float, float], share: float
) -> DieLabel:
    number = top_number(die)
    top = project(camera, top_polygon(die)) if number is not None else np.zeros((0, 2))
    return DieLabel(
        kind=kind_label(die.design),
        value=number,
        box=box,
        top=tuple((round(float(x), 1), round(float(y), 1)) for x, y in top),
        visible=share,
        cocked=lean_degrees(die) > COCKED_DEGREES,
        body=die.design.body.name,
        marks=die.design.marks.name,
        body_rgb=die.design.body.rgb,
        marks_rgb=die.design.marks.rgb,
        up=None if number is None else _direction(camera, numeral_axis(die)),
    )


def _polyhedron_label(thing: Thing, box: tuple[float, float, float, float], share: float) -> DieLabel:
    return DieLabel(
        kind=thing.kind,
        # A d4 shows its number at the corners or the foot; makers differ.
        value=None if thing.kind == "d4" else polyhedron(thing).top_number,
        box=box,
        top=(),
        visible=share,
        cocked=False,
        body=nearest_name(thing.rgb, metallic=False),
        marks=nearest_name(thing.second_rgb, metallic=False),
        body_rgb=thing.rgb,
        marks_rgb=thing.second_rgb,
    )


def box_of(camera: Camera, die: Die | NumeralDie) -> tuple[float, float, float, float] | None:
    """Return the box of a die as its label has it, None where nothing of it is in the picture."""
    outline = outline_mm(die) if isinstance(die, Die) else outline_of(die)
    return _clipped(_hull(camera, outline), camera)


def _hull(camera: Camera, points: NDArray[np.float64]) -> Hull:
    return np.asarray(cv2.convexHull(project(camera, points).astype(np.float32)), dtype=np.float32)


def _clipped(hull: Hull, camera: Camera) -> tuple[float, float, float, float] | None:
    """Return the hull's box within the picture, None where nothing of it is left."""
    x0, y0 = np.maximum(hull.reshape(-1, 2).min(axis=0), 0.0)
    x1, y1 = np.minimum(hull.reshape(-1, 2).max(axis=0), (camera.width, camera.height))
    if x1 - x0 < 1.0 or y1 - y0 < 1.0:
        return None
    return (round(float(x0), 1), round(float(y0), 1), round(float(x1), 1), round(float(y1), 1))


def _visible_shares(scene: Scene, hulls: list[Hull]) -> list[float]:
    """Return the visible share of each die, thing and die that is no cube: hulls painted from far to near.

    Exact for convex bodies on a table but for pairs that lie across each other, which share little outline.
    """
    camera = scene.camera
    place, _ = camera_axes(camera)
    places = [die.position for die in scene.dice] + [thing.position for thing in scene.things]
    places += [die.position for die in scene.numerals]
    middles = [np.array(position) for position in places]
    order = np.argsort([-float(np.linalg.norm(middle - place)) for middle in middles])
    owner = np.zeros((camera.height, camera.width), np.int32)
    for index in order:
        cv2.fillConvexPoly(owner, np.rint(hulls[index]).astype(np.int32), int(index) + 1)
    if scene.table.tray is not None:
        for wall in _walls_before(scene.table.tray, place):
            cv2.fillConvexPoly(owner, np.rint(_hull(camera, wall)).astype(np.int32), 0)
    counts = np.bincount(owner.ravel(), minlength=len(hulls) + 1)[1:]
    whole = [max(1.0, _filled_px(hull)) for hull in hulls]
    return [round(min(1.0, float(count) / area), 3) for count, area in zip(counts, whole, strict=True)]


def _filled_px(hull: Hull) -> float:
    """Return how many pixels the hull covers when drawn whole, as `_visible_shares` draws it."""
    points = np.rint(hull).astype(np.int32).reshape(-1, 2)
    low = points.min(axis=0)
    width, height = points.max(axis=0) - low + 1
    canvas = np.zeros((int(height), int(width)), np.uint8)
    cv2.fillConvexPoly(canvas, points - low, 1)
    return float(canvas.sum())


def _walls_before(tray: Tray, place: NDArray[np.float64]) -> list[NDArray[np.float64]]:
    """Return the corners (8, 3) of the walls that stand between the camera and the tray's floor."""
    inner, outer = tray.half_width_mm, tray.half_width_mm + tray.thickness_mm
    walls = []
    for axis in (0, 1):
        for side in (-1.0, 1.0):
            if place[axis] * side < inner:
                continue
            points = np.array(
                [(a, b, c) for a in (inner, outer) for b in (-outer, outer) for c in (0, tray.height_mm)]
            )
            points[:, 0] *= side
            walls.append(points if axis == 0 else points[:, [1, 0, 2]])
    return walls
