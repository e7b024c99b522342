"""What there is to be read in a film, for its JSON file."""

from dataclasses import asdict

import numpy as np

from models.rendering.filming.dice import corners, face_count, posed, resting, top_value, with_dice
from models.rendering.filming.film import FPS, Film, Roll
from models.rendering.pictures.labels import die_line, labels
from models.rendering.scenes.camera import project
from models.rendering.scenes.numeral_placing import AnyDie

CALIBRATION_DICE = 4
BESIDE_PX = 4.0
STILL_MM = 0.2
"""A die none of whose corners is farther than this from its last place counts as at rest."""
LIES_FRAMES = 6
"""Frames for which a die lies still at least, to be seen to."""


def film_labels(film: Film, file: str, kind: str, command: str) -> dict[str, object]:
    """Return all labels, ready for JSON; times are frames, boxes are pixels around the whole die."""
    camera = film.scene.camera
    return {
        "file": file, "kind": kind, "width": camera.width, "height": camera.height, "fps": FPS,
        "frames": film.frames, "scene": f"{film.scene.seed:08d}", "box_of": "die",
        "groups": [
            {"player": player, "group": group, "body": body, "marks": marks}
            for player, group, body, marks in sorted(_groups(film))
        ],
        "rolls": [_roll(film, roll) for roll in film.rolls],
        "happenings": [asdict(happening) for happening in film.happenings],
        "command": command,
    }  # fmt: skip


def calibration_dice(film: Film) -> dict[tuple[str, str], tuple[AnyDie, ...]]:
    """Return dice to photograph alone, for each group: four of them beside each other."""
    rng = np.random.default_rng([film.scene.seed, 23])
    found = {}
    for owner, design in dict(zip(film.owners, film.designs, strict=True)).items():
        dice = []
        for index in range(CALIBRATION_DICE):
            x = (index - (CALIBRATION_DICE - 1) / 2) * 2.2 * design.size_mm
            y = float(rng.normal(0, 0.4)) * design.size_mm
            face = int(rng.integers(face_count(design)))
            height, turn = resting(design, face, float(rng.uniform(-np.pi, np.pi)))
            dice.append(posed(design, np.array([x, y, height]), turn))
        found[owner] = tuple(dice)
    return found


def _groups(film: Film) -> set[tuple[str, str, str, str]]:
    return {
        (player, group, design.body.name, design.marks.name)
        for (player, group), design in zip(film.owners, film.designs, strict=True)
    }


def _roll(film: Film, roll: Roll) -> dict[str, object]:
    shown = film.dice(roll.rests)
    seen = labels(with_dice(film.scene, tuple(shown.values())))
    assert len(seen) == len(shown), "a die at rest lies outside of the picture"
    dice = []
    for (number, die), label in zip(shown.items(), seen, strict=True):
        player, group = film.owners[number]
        assert label.value == top_value(die)
        dice.append(
            {
                "number": number,
                "player": player,
                "group": group,
                "answers": number in roll.dice,
                "rests": _die_rests(film, roll, number),
                "lies": _die_lies(film, roll, number),
            }
            | die_line(label)
        )
    asked = [{"player": one.player, "groups": dict(one.groups), "changed": one.changed} for one in roll.asked]
    return {
        "moves": roll.moves, "rests": roll.rests, "clear": _clear(film, roll), "until": roll.until,
        "asked": asked, "dice": dice,
    }  # fmt: skip


def _die_rests(film: Film, roll: Roll, number: int) -> int:
    """Return the first frame from which this die lies as it does when all dice of the roll do."""
    end = film.dice(roll.rests)[number]
    for frame in range(roll.rests - 1, roll.moves - 1, -1):
        die = film.dice(frame).get(number)
        if die is None or np.abs(corners(die) - corners(end)).max() > STILL_MM:
            return frame + 1
    return roll.moves


def _die_lies(film: Film, roll: Roll, number: int) -> list[tuple[int, int]]:
    """Return the first and last frames between which this die lies still with the face that it has at last.

    What another die or a hand pushes later has lain there before.
    """
    value = top_value(film.dice(roll.rests)[number])
    return [(first, last) for first, last, shown in lies(film, roll, number) if shown == value]


def lies(film: Film, roll: Roll, number: int) -> list[tuple[int, int, int | None]]:
    """Return the first and last frames between which a die of a roll lies still, and the face it has then."""
    spans: list[tuple[int, int]] = []
    first = roll.moves
    for frame in range(roll.moves, roll.until + 1):
        began, now = film.dice(first).get(number), film.dice(frame).get(number)
        if began is None or now is None or np.abs(corners(now) - corners(began)).max() > STILL_MM:
            spans.append((first, frame - 1))
            first = frame
    spans.append((first, roll.until))
    return [
        (first, last, top_value(die))
        for first, last in spans
        if last - first >= LIES_FRAMES and (die := film.dice(first).get(number)) is not None
    ]


def _clear(film: Film, roll: Roll) -> int:
    """Return the first frame from rest on after which no hand hides a die for half a second.

    The last frame of the roll where there is no such time.
    """
    camera = film.scene.camera
    outlines = [project(camera, corners(die)) for die in film.dice(roll.rests).values()]
    low = np.array([points.min(axis=0) for points in outlines]) - BESIDE_PX
    high = np.array([points.max(axis=0) for points in outlines]) + BESIDE_PX
    free = 0
    for frame in range(roll.rests, roll.until):
        arms = [project(camera, block.corners) for block in film.blocks(frame)]
        covered = any(((one.max(axis=0) > low) & (one.min(axis=0) < high)).all(axis=1).any() for one in arms)
        free = 0 if covered else free + 1
        if free > FPS // 2:
            return frame - free + 1
    return roll.until
