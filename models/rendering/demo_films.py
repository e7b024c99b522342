"""The demo's films of a Mordheim-derived exchange: one throw each. Needs bpy, numba and ffmpeg.

    python -m models.rendering.demo_films --out api/demo/mordheim

Dice, table and light are those of `clips.py`, and each die is numbered so that the wanted face comes up.
"""

import json
import zlib
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import cv2
import numpy as np
import typer

from models.rendering.clips import Group, clip_scene, design
from models.rendering.directing import Director, Handful, readable
from models.rendering.encoding import encode
from models.rendering.film import FPS, Asked, Exposure
from models.rendering.film_frames import Picturing
from models.rendering.film_labels import film_labels
from models.rendering.throw import Ground, Throw

WIDTH, HEIGHT = 640, 360
RED, GREEN = ("Ulf", "red"), ("Ina", "green")
THROWS: dict[str, tuple[tuple[tuple[str, str], int], ...]] = {
    "order": ((RED, 5), (GREEN, 2)),
    "to_hit": ((RED, 4),),
    "to_wound": ((RED, 5),),
    "save": ((GREEN, 3),),
    "injury": ((RED, 5),),
}
"""By name of the throw: who throws a die of which colour, and the face that comes up."""
HANDS = {"Ulf": 0.15, "Ina": np.pi - 0.15}
"""The direction in which each player's hand points: from the left and from the right."""


def main(
    out: Annotated[Path, typer.Option(help="folder for NAME.mp4 and NAME.json")] = Path("api/demo/mordheim"),
) -> None:
    """Render the films that are not there yet."""
    cv2.setNumThreads(1)
    out.mkdir(parents=True, exist_ok=True)
    nothing = Throw(np.zeros((2, 0, 3)), np.zeros((2, 0, 3, 3)), 0)
    for name, dice in THROWS.items():
        if (out / f"{name}.json").exists():
            continue
        seed = zlib.crc32(f"mordheim {name}".encode())
        scene = clip_scene(name, (), nothing)
        scene = replace(scene, camera=replace(scene.camera, width=WIDTH, height=HEIGHT))
        owners = [(player, name) for (player, _), _ in dice]
        designs = [design(Group(body, "white", ())) for (_, body), _ in dice]
        ground = Ground(scene.table.tray, friction=1.0, bounce=0.45, wall_mm=None)
        director = Director(np.random.default_rng(seed), scene, designs, owners, ground)
        director.wait(0.4)
        hands = [
            Handful((index,), HANDS[player], late=9 * index) for index, ((player, _), _) in enumerate(dice)
        ]
        asked = tuple(Asked(player, ((name, 1),)) for (player, _), _ in dice)
        faces = {index: face for index, (_, face) in enumerate(dice)}
        director.throw(hands, asked, tuple(faces), readable, shown=faces)
        director.wait(0.9)
        made = director.film(Exposure(1 / 80, follows_light=False, flicker=0.0))
        encode(Picturing(made).frames(seed), out / f"{name}.mp4", FPS, 24)
        command = "python -m models.rendering.demo_films"
        line = film_labels(made, f"{name}.mp4", "demo", command)
        (out / f"{name}.json").write_text(json.dumps(line, indent=1) + "\n")
        typer.echo(name, err=True)


if __name__ == "__main__":
    typer.run(main)
