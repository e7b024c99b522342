"""Films of a table to measure the whole chain on: dice thrown by hands, passed over, nudged, taken up.

    python -m models.rendering.films --out DIR --count 44 --seed 990000

Film i has seed `seed + i` and the kind of its place in `ORDER`. Its JSON file is written after its pictures,
so a film that has one is whole, and a run that broke off goes on where it stopped. Needs bpy, numba, ffmpeg.
"""

import json
from functools import partial
from pathlib import Path
from typing import Annotated

import cv2
import typer

from models.rendering.filming.directing import NoThrowError
from models.rendering.filming.film import FPS, Film
from models.rendering.filming.frames import Picturing
from models.rendering.filming.kinds import KINDS, film
from models.rendering.filming.labels import calibration_dice, film_labels
from models.rendering.filming.legible import shows_its_faces, turns_none_over
from models.rendering.pictures.encoding import encode
from models.rendering.pictures.exposure import jpeg

ORDER = (
    "plain", "nudged", "cocked", "passing", "single", "turns", "held", "late", "plain", "reroll", "slow",
)  # fmt: skip
ANOTHER_SEED = 100_000_000
"""A film whose throws end otherwise or do not show their faces is made with a seed so much higher: beyond
those that anybody asks for, or two films would be one."""


def render(out: Path, seed: int, kind: str, size: tuple[int, int], crf: int) -> None:
    """Write one film with its labels and a picture of each group alone."""
    width, height = size
    number = seed
    while (found := attempt(number, kind, width, height)) is None:
        number += ANOTHER_SEED
    made, picturing = found
    name = f"{seed}_{kind}"
    for (player, group), dice in calibration_dice(made).items():
        picture = picturing.picture(dice, number)
        (out / f"{name}.{player}.{group}.jpg").write_bytes(jpeg(picture, made.scene.sensor))
    encode(picturing.frames(number), out / f"{name}.mp4", FPS, crf, "ultrafast")
    command = f"python -m models.rendering.films --seed {seed} --kind {kind} --width {width} --crf {crf}"
    line = film_labels(made, f"{name}.mp4", kind, command)
    (out / f"{name}.json").write_text(json.dumps(line, indent=1) + "\n")


def attempt(number: int, kind: str, width: int, height: int) -> tuple[Film, Picturing] | None:
    """Return the film of a seed, or None where no throw ends as wanted or nobody can tell its faces."""
    try:
        made = film(number, kind, width, height)
    except NoThrowError:
        return None
    if not turns_none_over(made):
        return None
    picturing = Picturing(made)
    shown = shows_its_faces(made, partial(picturing.picture, seed=number))
    return (made, picturing) if shown else None


def main(
    out: Annotated[Path, typer.Option(help="folder for NAME.mp4, NAME.json and pictures of each group")],
    count: Annotated[int, typer.Option(help="films in all, those already there included")] = 1,
    seed: Annotated[int, typer.Option(help="seed of the first film")] = 990_000,
    kind: Annotated[str | None, typer.Option(help=f"one kind for all: {', '.join(KINDS)}")] = None,
    width: Annotated[int, typer.Option(help="pixels; the height is 9/16 of it")] = 640,
    crf: Annotated[int, typer.Option(help="quality of H.264, smaller is better")] = 20,
    part: Annotated[str, typer.Option(help="K/N renders every Nth film, from the Kth on")] = "0/1",
) -> None:
    """Render films that are not there yet."""
    cv2.setNumThreads(1)
    out.mkdir(parents=True, exist_ok=True)
    first, step = (int(one) for one in part.split("/"))
    for index in range(first, count, step):
        one = kind or ORDER[index % len(ORDER)]
        if not (out / f"{seed + index}_{one}.json").exists():
            render(out, seed + index, one, (width, width * 9 // 16 // 2 * 2), crf)
            typer.echo(f"{seed + index}_{one}", err=True)


if __name__ == "__main__":
    typer.run(main)
