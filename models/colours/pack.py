"""Render dice and pack their crops with the colours that they have without gloss, blur and noise.

    python -m models.colours.pack --out work/colours.npz --scenes pips:600:870000 --scenes groups:120:960000
    python -m models.colours.pack --out work/sessions.npz --scenes groups:500:1100000

From the second `models.matching.train` learns. `--scenes` is KIND:COUNT:SEED: `groups` for a picture of each
of four groups and one of all, else as `models.rendering.draft` has it. A second a scene on one core.
"""

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Annotated, Any, get_args

import cv2
import numpy as np
import typer

from models.colours.net import PACKED_MARGIN, PACKED_PX
from models.colours.truth import frame_with_colours
from models.rendering.draft import DiceKind, scene_of
from models.rendering.pictures.exposure import decoded, jpeg
from models.rendering.pictures.labels import box_of
from models.rendering.scenes.group_scenes import sample_session
from models.rendering.scenes.scene import FOUR_GROUPS, Scene
from models.sets import is_held_out_scene
from models.training.packed import Row
from vision.dice.crop import crop

GROUPS = "groups"
NO_GROUP = -1


def pack(
    out: Annotated[Path, typer.Option(help="The packed file, .npz")],
    scenes: Annotated[list[str], typer.Option(help="KIND:COUNT:SEED")],
    processes: int = 1,
) -> None:
    """Write the crops of all dice that are seen, their colours, and which of them are held out.

    `sources` says of which scenes a crop is, `names` what was asked for these; `seeds` and `pictures` of
    which picture of which session, the game the last of them; `groups` which of FOUR_GROUPS it looks like.
    """
    rows: list[Row] = []
    with ProcessPoolExecutor(processes) as pool:
        for source, (kind, count, first) in enumerate(map(_asked, scenes)):
            for index, found in enumerate(
                pool.map(partial(_rows, kind), range(first, first + count), chunksize=4), start=1
            ):
                rows += [{**row, "sources": source} for row in found]
                if index % 100 == 0:
                    typer.echo(f"{kind}: {index} of {count}", err=True)
    columns: dict[str, Any] = {name: np.array([row[name] for row in rows]) for name in rows[0]}
    np.savez(out, names=np.array(scenes), **columns)
    print(f"{len(rows)} dice")


def _asked(text: str) -> tuple[str, int, int]:
    kind, count, seed = text.split(":")
    if kind not in (GROUPS, *get_args(DiceKind)):
        raise typer.BadParameter(f"{kind}: no such scenes")
    return kind, int(count), int(seed)


def _rows(kind: str, seed: int) -> list[Row]:
    """Return the crops of one seed's dice."""
    cv2.setNumThreads(1)
    scenes = _session(seed) if kind == GROUPS else [scene_of(kind, seed)]  # type: ignore[arg-type]  # checked
    return [
        {**row, "seeds": seed, "pictures": picture}
        for picture, scene in enumerate(scenes)
        for row in _rows_of(scene, seed)
    ]


def _session(seed: int) -> list[Scene]:
    session = sample_session(seed)
    return [*session.alone, session.game]


def _rows_of(scene: Scene, seed: int) -> Iterator[Row]:
    frame, colours = frame_with_colours(scene)
    stored = decoded(jpeg(frame, scene.sensor))
    for die, told in colours:
        box = box_of(scene.camera, die)
        if box is None:
            continue
        names = die.design.body.name, die.design.marks.name
        yield {
            "crops": crop(stored, box, PACKED_PX, PACKED_MARGIN),
            "colours": np.stack([told.body, told.marks]).astype(np.float32),
            "groups": FOUR_GROUPS.index(names) if names in FOUR_GROUPS else NO_GROUP,
            "held_out": is_held_out_scene(f"{seed:08d}"),
        }


if __name__ == "__main__":
    typer.run(pack)
