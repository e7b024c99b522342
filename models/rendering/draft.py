"""Rolls by the draft renderer: thousands of pictures with labels.jsonl, seeded, resuming. Needs numba.

    python -m models.rendering.draft --out DIR --count 6000 --seed 200000 --processes 2
    python -m models.rendering.draft --out TEST --count 300 --seed 980000 --readable

Scene i has seed `seed + i`, the same scene as the Cycles renderer draws of that seed. About 0.6 s a
picture on one core. A scene's line is written after its picture is on disk, so what has a line is whole.
"""

import itertools
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Annotated, TextIO

import cv2
import numpy as np
import typer

from models.rendering.draft_render import frame_of
from models.rendering.exposure import jpeg
from models.rendering.labels import all_readable, finished, label_line
from models.rendering.scene import Scene, sample_scene

# Sizes besides those of a scene by default: wide as from a phone or a stream.
WIDE_SHARE, WIDE = 0.15, (640, 384)


def draft_scene(seed: int) -> Scene:
    """Return the scene of a seed, now and then in a wide picture."""
    wide = np.random.default_rng([seed, 4]).random() < WIDE_SHARE
    return sample_scene(seed, WIDE if wide else None)


def render_one(out: Path, seed: int) -> str:
    """Write the picture of one scene; return its line."""
    cv2.setNumThreads(1)
    scene = draft_scene(seed)
    file = f"{seed:08d}.jpg"
    (out / file).write_bytes(jpeg(frame_of(scene), scene.sensor))
    return label_line(scene, file)


def main(
    out: Annotated[Path, typer.Option(help="folder for the pictures and labels.jsonl")],
    count: Annotated[int, typer.Option(help="scenes in all, those already there included")],
    seed: Annotated[int, typer.Option(help="seed of the first scene")] = 200_000,
    processes: Annotated[int, typer.Option()] = 1,
    readable: Annotated[bool, typer.Option(help="only scenes in which every die can be read")] = False,
) -> None:
    """Render scenes that are not in labels.jsonl yet.

    Of `--readable` scenes `--count` says how many there are to be in all, and the seeds between are left out.
    """
    out.mkdir(parents=True, exist_ok=True)
    lines = out / "labels.jsonl"
    done = finished(lines)
    wanted = (index for index in itertools.count(seed) if not readable or all_readable(draft_scene(index)))
    seeds = [index for index in itertools.islice(wanted, count) if f"{index:08d}.jpg" not in done]
    render = partial(render_one, out)
    with lines.open("a") as sink:
        if processes == 1:
            _keep(map(render, seeds), sink, len(seeds))
            return
        with ProcessPoolExecutor(processes) as pool:
            _keep(pool.map(render, seeds), sink, len(seeds))


def _keep(made: Iterable[str], sink: TextIO, count: int) -> None:
    """Write each line as soon as its picture is there."""
    for index, line in enumerate(made, start=1):
        sink.write(line + "\n")
        sink.flush()
        if index % 100 == 0:
            typer.echo(f"{index} of {count}", err=True)


if __name__ == "__main__":
    typer.run(main)
