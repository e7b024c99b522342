"""The picture on which speed is measured: twelve dice of four groups as a webcam shows them in full HD.

python -m models.rendering.full_hd sample_images/full_hd_twelve.jpg
"""

from dataclasses import replace
from pathlib import Path

import typer

from models.rendering.camera import Sensor
from models.rendering.cycles import render
from models.rendering.labels import label_line
from models.rendering.scene import sample_scene

SEED, SIZE = 910_159, (1920, 1080)
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


def main(out: Path, samples: int = 8, threads: int = 2) -> None:
    """Render the picture and print its line for labels.jsonl."""
    scene = replace(sample_scene(SEED, SIZE), sensor=WEBCAM)
    out.write_bytes(render(scene, samples, threads))
    print(label_line(scene, out.name))


if __name__ == "__main__":
    typer.run(main)
