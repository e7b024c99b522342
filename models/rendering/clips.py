"""The demo's clips: dice thrown into a tray, tumbling, at rest on the wanted faces. Needs bpy and ffmpeg.

    python -m models.rendering.clips melee_aya_chiyo --out api/demo/clips

The physics decides where and how the dice come to rest.
A cube tumbles the same however its faces are numbered, so each die is numbered such that the face
that came up is the wanted one.
"""

import json
import zlib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

import bpy
import cv2
import numpy as np
import typer

from models.rendering import cycles
from models.rendering.blender.bodies import pose
from models.rendering.dice.die import (
    RIGHT_HANDED,
    Design,
    Die,
    Pips,
    Shape,
    Surface,
    as_matrix,
    outline_mm,
    tilt_degrees,
)
from models.rendering.filming.dice import renumbered
from models.rendering.filming.throw import SIM_FPS, Throw, throw
from models.rendering.palette import Rgb
from models.rendering.pictures.encoding import encode
from models.rendering.pictures.exposure import Radiance, automatic_gain, photograph
from models.rendering.pictures.labels import die_line, labels
from models.rendering.scenes.camera import Camera, Sensor, project
from models.rendering.scenes.light import Lamp, Light, kelvin_rgb
from models.rendering.scenes.scene import Scene
from models.rendering.scenes.table import Table, Tray

FPS = 15
WIDTH, HEIGHT = 960, 540
EMPTY_FRAMES, REST_FRAMES = 8, 24
SIZE_MM = 16.0
EDGE_SHARE = 0.10
SHUTTER_S = 1 / 60
TRAY = Tray(half_width_mm=72.0, height_mm=16.0, thickness_mm=7.0, rgb=(0.28, 0.16, 0.09), roughness=0.45)
# How far the middles of dice at rest must lie from each other and from the walls, in die sizes.
PAIR_GAP, PAIR_WALL_GAP = 1.7, 0.85
# Six dice in the same tray seldom lie as loosely as two.
CROWD_GAP, CROWD_WALL_GAP = 1.5, 0.6
# Around moving dice this much is traced anew, for their shadows, and faded over the rim.
PATCH_PAD_PX, PATCH_FADE_PX = 110, 30
COLOURS: dict[str, Rgb] = {
    "red": (0.76, 0.07, 0.08),
    "green": (0.06, 0.47, 0.20),
    "black": (0.06, 0.06, 0.065),
    "white": (0.93, 0.93, 0.91),
}
# Pips on black are thin lines of paint and need the brighter shade.
PAINTS: dict[str, Rgb] = {"red": (0.88, 0.10, 0.10), "green": (0.10, 0.68, 0.25), "white": (0.93, 0.93, 0.91)}


@dataclass(frozen=True, slots=True)
class Group:
    """Dice of one colour pair and the faces they are to show."""

    body: str
    marks: str
    faces: tuple[int, ...]


def _melee(
    attack: tuple[int, ...], defence: int, other_attack: tuple[int, ...], other: int
) -> tuple[Group, ...]:
    return (
        Group("red", "white", attack),
        Group("black", "red", (defence,)),
        Group("green", "white", other_attack),
        Group("black", "green", (other,)),
    )


CLIPS: dict[str, tuple[Group, ...]] = {
    "melee_aya_chiyo": _melee((4, 2), 5, (5, 3), 4),
    "melee_other": _melee((6, 5), 2, (2, 3), 3),
    "damage_aya": (Group("red", "white", (3, 4)),),
    "damage_chiyo": (Group("green", "white", (5, 5)),),
    "damage_other": (Group("red", "white", (6, 6)),),
}


def design(group: Group) -> Design:
    """Return the demo's die in a group's colours: one mould, plain plastic, drilled pips."""
    return Design(
        kind="d6",
        size_mm=SIZE_MM,
        shape=Shape(edge_radius=EDGE_SHARE, ball_radius=0.9),
        faces=RIGHT_HANDED,
        pips=Pips(0.105, 0.105, 0.26, 0.04, 0.008, (False,) * 6),
        body=plastic(group.body, COLOURS[group.body]),
        marks=plastic(group.marks, PAINTS[group.marks]),
        emblem=0,
    )


def plastic(name: str, rgb: Rgb) -> Surface:
    """Return the demo's plastic in a colour."""
    return Surface(name, rgb, rgb, "opaque", roughness=0.35, coat=0.15, scale=0.5, seed=0)


def readable_throw(name: str, groups: tuple[Group, ...]) -> tuple[int, Throw]:
    """Return the number of the first try whose dice end flat, apart and off the walls, and its throw."""
    count = sum(len(group.faces) for group in groups)
    for attempt in range(200):
        rng = np.random.default_rng([zlib.crc32(name.encode()), attempt])
        thrown = throw(rng, count, SIZE_MM, EDGE_SHARE, TRAY)
        if thrown is not None and _readable(thrown):
            return attempt, thrown
    raise RuntimeError(f"{name}: no readable throw in 200 tries")


def _readable(thrown: Throw) -> bool:
    rest, turns = thrown.places[-1], thrown.turns[-1]
    gap, wall_gap = (PAIR_GAP, PAIR_WALL_GAP) if len(rest) <= 2 else (CROWD_GAP, CROWD_WALL_GAP)
    inside = np.abs(rest[:, :2]).max() < TRAY.half_width_mm - wall_gap * SIZE_MM
    flat = bool((np.abs(turns[:, 2]).max(axis=1) > np.cos(np.radians(1.0))).all())
    gaps = np.linalg.norm(rest[:, None, :2] - rest[None, :, :2], axis=2) + 1e6 * np.eye(len(rest))
    return bool(inside and flat and gaps.min() > gap * SIZE_MM)


def clip_scene(name: str, groups: tuple[Group, ...], thrown: Throw) -> Scene:
    """Return the scene at rest: one lamp and camera for all clips, mildly moved by the clip's name."""
    rng = np.random.default_rng([zlib.crc32(name.encode()), 1000])
    distance = 430.0
    camera = Camera(
        target=(0.0, 2.0, 0.0),
        distance_mm=distance,
        elevation=float(np.radians(61 + rng.normal(0, 1))),
        azimuth=float(np.radians(-90 + rng.normal(0, 3))),
        roll=0.0,
        focal_mm=62.0,
        aperture_mm=2.0,
        focus_mm=distance - 8,
        width=WIDTH,
        height=HEIGHT,
    )
    light = Light(
        surroundings="studio",
        turn=float(rng.uniform(-np.pi, np.pi)),
        strength=0.9,
        lamps=(Lamp((-260.0, 180.0, 620.0), 260.0, kelvin_rgb(4800.0), 1.6),),
        sun=None,
    )
    felt = Table("felt", (0.13, 0.24, 0.42), (0.1, 0.1, 0.2), 1.0, 0.95, 0.3, 7, TRAY)
    sensor = Sensor(0, 0, 0.5, 0.12, 0.0, (1.02, 1.0, 0.97), 0.012, 0.003, 1.0, 1.0, 0.3, 1.0, 0, False, 95)
    return Scene(0, camera, sensor, light, felt, dice_at(groups, thrown, len(thrown.places) - 1.0), ())


def dice_at(groups: tuple[Group, ...], thrown: Throw, frame: float) -> tuple[Die, ...]:
    """Return the dice at a simulation frame, fractions interpolated."""
    dice: list[Die] = []
    for group in groups:
        made = design(group)
        for face in group.faces:
            index = len(dice)
            place, turn = thrown.pose(frame, index)
            turn = turn @ renumbered(made, thrown.turns[-1, index], face)
            dice.append(Die(made, (float(place[0]), float(place[1]), float(place[2])), as_matrix(turn)))
    return tuple(dice)


def lights(
    scene: Scene, groups: tuple[Group, ...], thrown: Throw, samples: int, threads: int
) -> list[Radiance]:
    """Return the light of each frame, empty tray to rest; what moves is drawn into the empty picture."""
    cycles.clear()
    cycles.set_up_cycles(samples, threads)
    cycles.build(scene)
    blender = bpy.context.scene
    blender.render.use_persistent_data = True
    bodies = [made for made in blender.objects if made.name.startswith("die")]
    for body in bodies:
        body.hide_render = True
    empty = cycles.traced()
    for body in bodies:
        body.hide_render = False
    steps = int(np.ceil(thrown.rest_frame / SIM_FPS * FPS)) + 1
    blender.render.use_motion_blur, blender.render.motion_blur_shutter = True, SHUTTER_S * FPS
    blender.render.motion_blur_position = "START"
    blender.cycles.samples = max(2, samples // 2)
    drawn = []
    for step in range(steps - 1):
        times = (step * SIM_FPS / FPS, (step / FPS + SHUTTER_S) * SIM_FPS)
        moving = [dice_at(groups, thrown, time) for time in times]
        _keyframe(bodies, moving, step)
        blender.frame_set(step)
        drawn.append(_drawn_into(empty, scene.camera, moving[0] + moving[1]))
    blender.render.use_motion_blur = False
    blender.cycles.samples = samples
    for body, die in zip(bodies, scene.dice, strict=True):
        body.animation_data_clear()
        body.matrix_world = pose(die)
    return [empty] * EMPTY_FRAMES + drawn + [cycles.traced()]


def _keyframe(bodies: list[bpy.types.Object], moving: list[tuple[Die, ...]], step: int) -> None:
    """Set the dice's places at the opening and the closing of the shutter."""
    for index, body in enumerate(bodies):
        body.animation_data_clear()
        body.rotation_mode = "QUATERNION"
        for time, dice in zip((step, step + SHUTTER_S * FPS), moving, strict=True):
            body.matrix_world = pose(dice[index])
            body.keyframe_insert("location", frame=time)
            body.keyframe_insert("rotation_quaternion", frame=time)


def _drawn_into(empty: Radiance, camera: Camera, dice: tuple[Die, ...]) -> Radiance:
    """Return the empty table's light with the region around the dice and their shadows traced anew."""
    points = [project(camera, outline_mm(die)) for die in dice]
    # The lamp is high: shadows lie on the table below the die, a little further away the higher it is.
    grounds = [replace(die, position=(*die.position[:2], SIZE_MM / 2)) for die in dice]
    points += [project(camera, outline_mm(die)) + np.array([0.4, 0.0]) * die.position[2] for die in grounds]
    every = np.concatenate(points)
    x0, y0 = np.clip(np.floor(every.min(axis=0) - PATCH_PAD_PX), 0, (WIDTH - 8, HEIGHT - 8)).astype(int)
    x1, y1 = np.clip(np.ceil(every.max(axis=0) + PATCH_PAD_PX), (x0 + 8, y0 + 8), (WIDTH, HEIGHT)).astype(int)
    if every[:, 0].max() < 0 or every[:, 0].min() > WIDTH:
        return empty
    render = bpy.context.scene.render
    render.use_border = render.use_crop_to_border = True
    # A quarter pixel inside, so that rounding gives exactly these rows and columns.
    render.border_min_x, render.border_max_x = (x0 + 0.25) / WIDTH, (x1 + 0.25) / WIDTH
    render.border_min_y, render.border_max_y = (HEIGHT - y1 + 0.25) / HEIGHT, (HEIGHT - y0 + 0.25) / HEIGHT
    patch = cycles.traced()
    render.use_border = render.use_crop_to_border = False
    inside = np.zeros(empty.shape[:2], np.float32)
    inside[y0:y1, x0:x1] = 1.0
    # Faded towards its rim, that no edge shows where soft shadows run on; the picture's own border stays.
    reach = 2 * PATCH_FADE_PX + 1
    weight = np.clip(2 * cv2.blur(inside, (reach, reach), borderType=cv2.BORDER_REPLICATE) - 1, 0, 1)
    whole = empty.copy()
    share = weight[y0:y1, x0:x1, None]
    whole[y0:y1, x0:x1] = share * patch + (1 - share) * empty[y0:y1, x0:x1]
    return whole


def sidecar(name: str, scene: Scene, attempt: int, rest_index: int, frames: int, samples: int) -> str:
    """Return what is to be read in a clip, as JSON."""
    dice = []
    for label, die in zip(labels(scene), scene.dice, strict=True):
        dice.append({**die_line(label), "tilt_degrees": round(tilt_degrees(die), 2)})
    return json.dumps(
        {
            "file": f"{name}.mp4", "width": WIDTH, "height": HEIGHT, "fps": FPS, "frames": frames,
            "rest_frame": rest_index, "attempt": attempt, "scene": name, "box_of": "die", "dice": dice,
            "command": f"python -m models.rendering.clips {name} --samples {samples}",
        },
        indent=1,
    )  # fmt: skip


def main(
    names: Annotated[list[str], typer.Argument(help=", ".join(CLIPS))],
    out: Annotated[Path, typer.Option(help="folder for NAME.mp4 and NAME.json")] = Path("api/demo/clips"),
    samples: Annotated[int, typer.Option(help="light paths per pixel at rest, half of it in motion")] = 12,
    threads: Annotated[int, typer.Option()] = 2,
) -> None:
    """Render clips by name."""
    out.mkdir(parents=True, exist_ok=True)
    for name in names:
        groups = CLIPS[name]
        attempt, thrown = readable_throw(name, groups)
        scene = clip_scene(name, groups, thrown)
        traced = lights(scene, groups, thrown, samples, threads)
        rest_index = len(traced) - 1
        gain = automatic_gain(traced[-1])
        rng = np.random.default_rng([zlib.crc32(name.encode()), 2000])
        shown = traced + [traced[-1]] * (REST_FRAMES - 1)
        frames = [photograph(light, scene.sensor, rng, gain) for light in shown]
        encode(frames, out / f"{name}.mp4", FPS)
        line = sidecar(name, scene, attempt, rest_index, len(frames), samples)
        (out / f"{name}.json").write_text(line + "\n")
        typer.echo(f"{name}: throw {attempt}, {len(frames)} frames, rest from {rest_index}", err=True)


if __name__ == "__main__":
    typer.run(main)
