"""Rendered rolls by Cycles: pictures and labels.jsonl, seeded, resuming where it stopped.

    python -m models.rendering.cycles --out DIR --count 2000 --seed 100000

Scene i has seed `seed + i`. Its line is written after its picture is on disk, so what has a line is whole.
"""

import os
import tempfile
import time
from pathlib import Path
from typing import Annotated

os.environ["OPENCV_IO_ENABLE_OPENEXR"] = "1"  # OpenCV reads it once, at import.

import bpy
import cv2
import numpy as np
import typer

from models.rendering.blender.bodies import add_camera, add_die, add_light, add_table, add_thing, design_mesh
from models.rendering.pictures.exposure import Radiance, jpeg, photograph
from models.rendering.pictures.labels import finished, label_line
from models.rendering.scenes.scene import Scene, sample_scene

LEAST_CELLS, MOST_CELLS = 24, 72


def clear() -> None:
    """Empty Blender of everything, the last scene's materials and pictures included."""
    bpy.ops.wm.read_factory_settings(use_empty=True)


def set_up_cycles(samples: int, threads: int) -> None:
    """Choose Cycles on the processor with few samples and a denoiser that sees colours and normals."""
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.render.threads_mode, scene.render.threads = "FIXED", threads
    cycles = scene.cycles
    cycles.device, cycles.samples, cycles.use_adaptive_sampling = "CPU", samples, False
    cycles.use_denoising, cycles.denoiser = True, "OPENIMAGEDENOISE"
    cycles.denoising_input_passes, cycles.denoising_prefilter = "RGB_ALBEDO_NORMAL", "FAST"
    cycles.denoising_quality = "BALANCED"
    cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces = 5, 1, 2
    cycles.transmission_bounces, cycles.transparent_max_bounces = 5, 5
    cycles.caustics_reflective = cycles.caustics_refractive = False
    cycles.sample_clamp_indirect, cycles.sample_clamp_direct = 4.0, 0.0
    scene.render.image_settings.file_format = "OPEN_EXR"
    scene.render.image_settings.color_depth = "32"
    scene.render.image_settings.exr_codec = "NONE"
    scene.render.use_compositing = scene.render.use_sequencer = False


def build(scene: Scene) -> None:
    """Build a scene's objects in Blender."""
    camera = scene.camera
    view_mm = camera.width / camera.focal_px * camera.distance_mm
    add_camera(camera)
    add_table(scene.table, view_mm)
    add_light(scene.light, Path(bpy.utils.resource_path("LOCAL")) / "datafiles/studiolights/world")
    meshes = {}
    for die in scene.dice:
        if die.design not in meshes:
            die_px = die.design.size_mm / view_mm * camera.width
            meshes[die.design] = design_mesh(die.design, int(np.clip(die_px, LEAST_CELLS, MOST_CELLS)))
        add_die(meshes[die.design], die)
    for thing in scene.things:
        add_thing(thing)


def traced() -> Radiance:
    """Return the light that falls into the camera of the scene as built."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "light.exr"
        bpy.context.scene.render.filepath = str(path)
        bpy.ops.render.render(write_still=True)
        light = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    if light is None:
        raise OSError(f"{path}: Cycles wrote no picture")
    return np.ascontiguousarray(light[..., :3], np.float32)


def render(scene: Scene, samples: int, threads: int) -> bytes:
    """Return the JPEG of a scene as its camera stores it."""
    clear()
    set_up_cycles(samples, threads)
    bpy.context.scene.cycles.seed = scene.seed % 2**31
    build(scene)
    frame = photograph(traced(), scene.sensor, np.random.default_rng([scene.seed, 1]))
    return jpeg(frame, scene.sensor)


def main(
    out: Annotated[Path, typer.Option(help="folder for the pictures and labels.jsonl")],
    count: Annotated[int, typer.Option(help="scenes in all, those already there included")],
    seed: Annotated[int, typer.Option(help="seed of the first scene")] = 100_000,
    samples: Annotated[int, typer.Option(help="light paths per pixel")] = 6,
    threads: Annotated[int, typer.Option()] = 2,
) -> None:
    """Render scenes that are not in labels.jsonl yet."""
    out.mkdir(parents=True, exist_ok=True)
    lines = out / "labels.jsonl"
    done = finished(lines)
    for index in range(seed, seed + count):
        file = f"{index:08d}.jpg"
        if file in done:
            continue
        began = time.monotonic()
        scene = sample_scene(index)
        data = render(scene, samples, threads)
        (out / file).write_bytes(data)
        with lines.open("a") as sink:
            sink.write(label_line(scene, file) + "\n")
        typer.echo(f"{file} {len(scene.dice)} dice {time.monotonic() - began:.1f} s", err=True)


if __name__ == "__main__":
    typer.run(main)
