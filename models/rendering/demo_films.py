"""The demo's films of exchanges but Bushido's: one throw each. Needs bpy, numba, Pillow and ffmpeg.

    python -m models.rendering.demo_films mordheim --out api/demo/mordheim

Table and light are those of `clips.py`, and each die is numbered so that the wanted face comes up.
"""

import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated

import cv2
import numpy as np
import typer

from models.rendering.clips import TRAY, Group, clip_scene, design, plastic
from models.rendering.dice.lettering import Lettering
from models.rendering.dice.numbering import standard_d20
from models.rendering.dice.numeral_die import NumeralDesign
from models.rendering.filming.directing import Director, Handful, readable
from models.rendering.filming.film import FPS, Asked, Exposure
from models.rendering.filming.frames import Picturing
from models.rendering.filming.labels import film_labels
from models.rendering.filming.throw import Ground, Throw
from models.rendering.palette import Rgb
from models.rendering.pictures.encoding import encode
from models.rendering.scenes.numeral_placing import AnyDesign
from models.rendering.scenes.scene import Scene

WIDTH, HEIGHT = 640, 360
LEFT, RIGHT = 0.15, np.pi - 0.15
"""The directions in which players' hands point: from the left and from the right."""

CRF = 25

NUMERALS = Lettering(
    "LiberationSans-Bold.ttf", 0.55, 0.95, 0.03, 0.0, "line", False, False, 0.0, 0.0, 0.0, 0
)  # fmt: skip
D20_MM = 22.0
D20_FOCAL_MM, D20_TRAY_MM, D20_HIGHER = 88.0, 52.0, np.radians(6.0)
"""Nearer and from higher up than cubes are seen, so that numerals are fifteen pixels high."""
BARE = 1
"""Seed of a felt on which nothing lies."""
RED, BLUE = (0.72, 0.07, 0.08), (0.07, 0.16, 0.60)
WHITE, INK = (0.94, 0.94, 0.92), (0.05, 0.05, 0.055)


@dataclass(frozen=True, slots=True)
class Player:
    """Who throws which dice, and in which direction his hand points."""

    name: str
    dice: AnyDesign
    hand: float
    exposure_ev: float = 0.5
    """How bright his dice alone are taken: white numerals on a strong colour else burn out."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """The throws of an exchange by name: who throws, and the faces that come up."""

    felt: Rgb
    throws: Mapping[str, tuple[tuple[Player, tuple[int, ...]], ...]]
    again: Mapping[str, int] = field(default_factory=dict)
    """How often a throw was thrown again, since the reader was not sure of how it had come to lie."""


def d20(body: str, body_rgb: Rgb, marks: str, marks_rgb: Rgb) -> NumeralDesign:
    """Return the demo's d20 in these colours: plain plastic, printed numerals, numbered as most are."""
    numbers = standard_d20(mirrored=False)
    surfaces = plastic(body, body_rgb), plastic(marks, marks_rgb)
    return NumeralDesign("d20", D20_MM, 0.03, numbers, (0,) * len(numbers), NUMERALS, *surfaces)


def _mordheim() -> Exchange:
    ulf = Player("Ulf", design(Group("red", "white", ())), LEFT)
    ina = Player("Ina", design(Group("green", "white", ())), RIGHT)
    return Exchange(
        (0.13, 0.24, 0.42),
        {
            "order": ((ulf, (5,)), (ina, (2,))),
            "to_hit": ((ulf, (4,)),),
            "to_wound": ((ulf, (5,)),),
            "save": ((ina, (3,)),),
            "injury": ((ulf, (5,)),),
        },
    )


def _blightmeer() -> Exchange:
    marit = Player("Marit", d20("red", RED, "white", WHITE), LEFT, exposure_ev=-0.6)
    tove = Player("Tove", d20("white", WHITE, "black", INK), RIGHT)
    return Exchange(
        (0.13, 0.24, 0.42),
        {
            "order": ((marit, (14,)), (tove, (5,))),
            "melee_hild": ((marit, (17, 7)),),
            "defence_grim": ((tove, (11,)),),
            "melee_grim": ((tove, (20,)),),
            "defence_hild": ((marit, (18,)),),
            "defence_hild_again": ((marit, (4,)),),
        },
        again={"order": 2, "melee_hild": 1},
    )


def _art_of_tactic() -> Exchange:
    kaede = Player("Kaede", d20("blue", BLUE, "white", WHITE), LEFT, exposure_ev=-1.2)
    jorin = Player("Jorin", d20("white", WHITE, "black", INK), RIGHT)
    return Exchange(
        (0.16, 0.27, 0.14),
        {
            "attack_riders": ((kaede, (3, 8, 12, 15)),),
            "attack_riders_rest": ((kaede, (4, 20)),),
            "attack_spearmen": ((jorin, (2, 7, 13, 17)),),
            "fortitude": ((jorin, (14,)),),
        },
        again={"attack_riders": 1, "attack_riders_rest": 1, "fortitude": 1},
    )


EXCHANGES = {"mordheim": _mordheim, "blightmeer": _blightmeer, "art_of_tactic": _art_of_tactic}


def film_scene(name: str, exchange: Exchange) -> Scene:
    """Return the table of a film without dice, as large in the picture as its dice need."""
    nothing = Throw(np.zeros((2, 0, 3)), np.zeros((2, 0, 3, 3)), 0)
    scene = clip_scene(name, (), nothing)
    camera = replace(scene.camera, width=WIDTH, height=HEIGHT)
    table = replace(scene.table, rgb=exchange.felt)
    if any(isinstance(one.dice, NumeralDesign) for dice in exchange.throws.values() for one, _ in dice):
        camera = replace(camera, focal_mm=D20_FOCAL_MM, elevation=camera.elevation + D20_HIGHER)
        table = replace(table, tray=replace(TRAY, half_width_mm=D20_TRAY_MM), seed=BARE)
    return replace(scene, camera=camera, table=table)


def main(
    system: Annotated[str, typer.Argument(help=", ".join(EXCHANGES))],
    out: Annotated[Path, typer.Option(help="folder for NAME.mp4 and NAME.json")],
) -> None:
    """Render the films of a system that are not there yet."""
    cv2.setNumThreads(1)
    out.mkdir(parents=True, exist_ok=True)
    exchange = EXCHANGES[system]()
    for name, thrown in exchange.throws.items():
        if (out / f"{name}.json").exists():
            continue
        seed = zlib.crc32(f"{system} {name}".encode()) + exchange.again.get(name, 0)
        scene = film_scene(name, exchange)
        ev = max(player.exposure_ev for player, _ in thrown)
        scene = replace(scene, sensor=replace(scene.sensor, exposure_ev=ev))
        players = [player for player, faces in thrown for _ in faces]
        faces = dict(enumerate(face for _, faces in thrown for face in faces))
        ground = Ground(scene.table.tray, friction=1.0, bounce=0.45, wall_mm=None)
        director = Director(
            np.random.default_rng(seed),
            scene,
            [player.dice for player in players],
            [(player.name, name) for player in players],
            ground,
        )
        director.wait(0.4)
        hands = [
            Handful(
                tuple(index for index, other in enumerate(players) if other is player),
                player.hand,
                late=9 * place,
            )
            for place, (player, _) in enumerate(thrown)
        ]
        asked = tuple(Asked(player.name, ((name, len(faces)),)) for player, faces in thrown)
        director.throw(hands, asked, tuple(faces), readable, shown=faces)
        director.wait(0.9)
        made = director.film(Exposure(1 / 80, follows_light=False, flicker=0.0))
        encode(Picturing(made).frames(seed), out / f"{name}.mp4", FPS, CRF)
        command = f"python -m models.rendering.demo_films {system} --out api/demo/{system}"
        line = film_labels(made, f"{name}.mp4", "demo", command)
        (out / f"{name}.json").write_text(json.dumps(line, indent=1) + "\n")
        typer.echo(name, err=True)


if __name__ == "__main__":
    typer.run(main)
