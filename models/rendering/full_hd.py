"""The pictures on which speed is measured: twelve dice as a webcam shows them in full HD.

    python -m models.rendering.full_hd sample_images/full_hd_twelve.jpg
    python -m models.rendering.full_hd sample_images/full_hd_twelve_d20.jpg --d20

Six-sided dice are rendered by Blender, d20 by ray casting.
"""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import typer

from models.rendering.pictures.exposure import Frame, jpeg
from models.rendering.pictures.labels import label_line
from models.rendering.scenes.camera import Sensor
from models.rendering.scenes.numeral_scene import sample_numeral_scene
from models.rendering.scenes.scene import sample_scene

SEED, D20_SEED, SIZE = 910_159, 913_726, (1920, 1080)
WEBCAM = Sensor(
    motion_px=0.0,
    motion_angle=0.0,
    blur_px=0.7,
    vignette=0.1,
    exposure_ev=0.0,
    white_balance=(1.0, 1.0, 1.0),
    shot_noise=0.02,
    read_noise=0.004,
    contrast=1.0,
    saturation=1.0,
    sharpening=0.3,
    resample=1.0,
    salt_and_pepper=0.0,
    grey=False,
    jpeg_quality=90,
)
"""A clean sensor in good light: its grain gives the file the size that such cameras' files have."""


def main(out: Path, samples: int = 8, threads: int = 2, *, d20: bool = False) -> None:
    """Render the picture and print its line for labels.jsonl."""
    # Each renderer needs an installation of its own, and the other's is not asked for.
    if d20:
        from models.rendering.ray_casting.render import frame_of

        scene = replace(sample_numeral_scene(D20_SEED, SIZE), sensor=WEBCAM)
        out.write_bytes(jpeg(frame_of(scene), scene.sensor))
        print(label_line(scene, out.name, _read(out)))
    else:
        from models.rendering.cycles import render

        scene = replace(sample_scene(SEED, SIZE), sensor=WEBCAM)
        out.write_bytes(render(scene, samples, threads))
        print(label_line(scene, out.name))


def _read(path: Path) -> Frame:
    return np.asarray(cv2.imread(str(path)), np.uint8)


if __name__ == "__main__":
    typer.run(main)
