"""Rolls by the draft renderer: thousands of pictures with labels.jsonl, seeded, resuming. Needs numba.

    python -m models.rendering.draft --out DIR --count 6000 --seed 200000 --processes 2
    python -m models.rendering.draft --out TEST --count 300 --seed 980000 --readable
    python -m models.rendering.draft --out DIR --count 4000 --seed 400000 --dice numerals
    python -m models.rendering.draft --out DIR --count 2000 --seed 420000 --dice many-numerals
    python -m models.rendering.draft --out DIR --count 1200 --seed 460000 --dice varied-numerals
    python -m models.rendering.draft --out DIR --count 520 --seed 1480000 --dice barrels
    python -m models.rendering.draft --out DIR --count 130 --seed 445000 --dice many-numerals --held-out
    python -m models.rendering.draft --out DIR --count 600 --seed 500000 --dice cocked
    python -m models.rendering.draft --out DIR --count 500 --seed 520000 --dice mimics
    python -m models.rendering.draft --out DIR --count 2400 --seed 530000 --dice mottled
    python -m models.rendering.draft --out DIR --count 9000 --seed 650000 --dice close
    python -m models.rendering.draft --out DIR --count 1000 --seed 820000 --dice dotted-table
    python -m models.rendering.draft --out DIR --count 900 --seed 5200000 --dice swirled-tray
    python -m models.rendering.draft --out DIR --count 16000 --seed 740000 --dice close-numerals

Scene i has seed `seed + i`, of pips the same scene as the Cycles renderer draws of that seed. About 0.6 s a
picture on one core. A scene's line is written after its picture is on disk, so what has a line is whole.
"""

import itertools
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Annotated, Literal, TextIO

import cv2
import numpy as np
import typer

from models.rendering.pictures.exposure import decoded, jpeg
from models.rendering.pictures.labels import all_readable, finished, label_line
from models.rendering.pictures.numeral_legible import shows_its_value
from models.rendering.ray_casting.render import frame_of
from models.rendering.scenes.close_numeral_scene import sample_close_numeral_scene
from models.rendering.scenes.close_scene import sample_close_scene
from models.rendering.scenes.cocked_scene import sample_cocked_scene
from models.rendering.scenes.dotted_table_scene import sample_dotted_table_scene
from models.rendering.scenes.mimic_scene import sample_mimic_scene
from models.rendering.scenes.mottled_scene import sample_mottled_scene
from models.rendering.scenes.numeral_placing import AnyDie
from models.rendering.scenes.numeral_scene import sample_numeral_scene
from models.rendering.scenes.scene import Scene, sample_scene
from models.rendering.scenes.swirled_tray_scene import sample_swirled_tray_scene
from models.sets import is_held_out_scene

# Sizes besides those of a scene by default: wide as from a phone or a stream.
WIDE_SHARE, WIDE = 0.15, (640, 384)
# Readable scenes are looked for in so many seeds at a time.
BATCH = 32


DiceKind = Literal[
    "pips",
    "cocked",
    "mimics",
    "mottled",
    "close",
    "dotted-table",
    "swirled-tray",
    "numerals",
    "many-numerals",
    "varied-numerals",
    "barrels",
    "close-numerals",
]
READABLE: dict[DiceKind, tuple[str, ...]] = {
    "pips": ("d6",),
    "cocked": (),
    "mimics": (),
    "mottled": ("d6",),
    "close": ("d6",),
    "dotted-table": ("d6",),
    "swirled-tray": ("d6",),
    "numerals": ("d20", "d6n"),
    "many-numerals": ("d20", "d6n"),
    "varied-numerals": ("d20", "d6n"),
    "barrels": ("d20", "d6n"),
    "close-numerals": ("d20", "d6n"),
}


def scene_of(dice: DiceKind, seed: int) -> Scene:
    """Return the scene of a seed with dice of this sort."""
    match dice:
        case "pips":
            return draft_scene(seed)
        case "cocked":
            return sample_cocked_scene(seed)
        case "mimics":
            return sample_mimic_scene(seed)
        case "mottled":
            return sample_mottled_scene(seed)
        case "close":
            return sample_close_scene(seed)
        case "dotted-table":
            return sample_dotted_table_scene(seed)
        case "swirled-tray":
            return sample_swirled_tray_scene(seed)
        case "numerals":
            return sample_numeral_scene(seed)
        case "many-numerals":
            return sample_numeral_scene(seed, throw="many")
        case "varied-numerals":
            return sample_numeral_scene(seed, throw="varied")
        case "barrels":
            return sample_numeral_scene(seed, throw="barrels")
        case "close-numerals":
            return sample_close_numeral_scene(seed)


def draft_scene(seed: int) -> Scene:
    """Return the scene of a seed, now and then in a wide picture."""
    wide = np.random.default_rng([seed, 4]).random() < WIDE_SHARE
    return sample_scene(seed, WIDE if wide else None)


def render_one(out: Path, seed: int, dice: DiceKind = "pips") -> str:
    """Write the picture of one scene; return its line."""
    scene = scene_of(dice, seed)
    return _written(out, scene, _stored(scene))


def render_readable(out: Path, seed: int, dice: DiceKind = "pips") -> str | None:
    """Write the picture of one scene and return its line if every die in it can be read, else None."""
    scene = scene_of(dice, seed)
    if not all_readable(scene, READABLE[dice]):
        return None
    data = _stored(scene)
    frame = decoded(data)
    seen: list[AnyDie] = [*scene.dice, *scene.numerals]
    if not all(shows_its_value(frame, scene.camera, die) for die in seen):
        return None
    return _written(out, scene, data)


def main(
    out: Annotated[Path, typer.Option(help="folder for the pictures and labels.jsonl")],
    count: Annotated[int, typer.Option(help="scenes in all, those already there included")],
    seed: Annotated[int, typer.Option(help="seed of the first scene")] = 200_000,
    processes: Annotated[int, typer.Option()] = 1,
    readable: Annotated[bool, typer.Option(help="only scenes in which every die can be read")] = False,
    dice: Annotated[
        DiceKind,
        typer.Option(
            help="d6 with pips, with cocked ones, beside dominoes and the like, in two colours each, many in "
            "a small picture, on a table full of dots, swirled in a tray; dice with numerals, or many, or "
            "barrels among them"
        ),
    ] = "pips",
    held_out: Annotated[bool, typer.Option(help="only scenes that validate instead of training")] = False,
) -> None:
    """Render scenes that are not in labels.jsonl yet.

    Of `--readable` and of `--held-out` scenes `--count` says how many there are to be in all; the seeds of
    others are left out.
    """
    out.mkdir(parents=True, exist_ok=True)
    lines = out / "labels.jsonl"
    done = finished(lines)
    with lines.open("a") as sink, ProcessPoolExecutor(processes) as pool:
        if readable:
            first = max((int(Path(file).stem) + 1 for file in done), default=seed)
            made = _kept(pool, out, dice, first)
            _keep(itertools.islice(made, count - len(done)), sink, count - len(done))
            return
        wanted = (one for one in itertools.count(seed) if not held_out or is_held_out_scene(f"{one:08d}"))
        seeds = [one for one in itertools.islice(wanted, count) if f"{one:08d}.jpg" not in done]
        _keep(pool.map(partial(render_one, out, dice=dice), seeds), sink, len(seeds))


def _kept(pool: ProcessPoolExecutor, out: Path, dice: DiceKind, seed: int) -> Iterator[str]:
    """Yield the lines of readable scenes from this seed on, without end."""
    for begin in itertools.count(seed, BATCH):
        for line in pool.map(partial(render_readable, out, dice=dice), range(begin, begin + BATCH)):
            if line is not None:
                yield line


def _stored(scene: Scene) -> bytes:
    """Return the scene's picture as its camera stores it."""
    cv2.setNumThreads(1)
    return jpeg(frame_of(scene), scene.sensor)


def _written(out: Path, scene: Scene, data: bytes) -> str:
    file = f"{scene.seed:08d}.jpg"
    (out / file).write_bytes(data)
    return label_line(scene, file, decoded(data))


def _keep(made: Iterable[str], sink: TextIO, count: int) -> None:
    """Write each line as soon as its picture is there."""
    for index, line in enumerate(made, start=1):
        sink.write(line + "\n")
        sink.flush()
        if index % 100 == 0:
            typer.echo(f"{index} of {count}", err=True)


if __name__ == "__main__":
    typer.run(main)
