"""What a rendered film shows, from the JSON file beside it."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from api.tables import DiceGroup

Faces = dict[str, tuple[int, ...]]
"""Sorted faces by group."""

Spans = tuple[tuple[int, int], ...]
"""First and last frames."""


@dataclass(frozen=True, slots=True)
class AskedThrow:
    """A throw that the dice of a roll answer: whose, how many of each group, and the faces that lie there."""

    player: str
    counts: dict[str, int]
    changed: int
    faces: Faces
    lies: Spans
    """Frames between which all its own dice lie still with these faces; others may roll on."""


@dataclass(frozen=True, slots=True)
class FilmRoll:
    """Frames in which a roll begins to move, lies still, and may be changed by a hand; what it answers.

    `clear` is the first frame of its rest in which no hand hides a die. `cocked` is who has a die that leans.
    """

    moves: int
    rests: int
    clear: int
    until: int
    asked: tuple[AskedThrow, ...]
    cocked: frozenset[str]


@dataclass(frozen=True, slots=True)
class FilmLabels:
    """One film: its clip, the groups on the table with a picture of each alone, and its rolls."""

    clip: Path
    kind: str
    fps: int
    frames: int
    groups: tuple[DiceGroup, ...]
    alone: dict[str, Path]
    """Pictures by player and group, `Aya attack`."""
    rolls: tuple[FilmRoll, ...]

    @property
    def asked(self) -> tuple[tuple[int, AskedThrow], ...]:
        """All throws in their order, each with the number of its roll."""
        return tuple((number, asked) for number, roll in enumerate(self.rolls) for asked in roll.asked)


def load_film(path: Path) -> FilmLabels:
    """Return the film of a JSON file. Raises OSError and ValueError."""
    line = json.loads(path.read_text(encoding="utf-8"))
    groups = tuple(DiceGroup(**group) for group in line["groups"])
    return FilmLabels(
        clip=path.with_name(line["file"]),
        kind=line["kind"],
        fps=line["fps"],
        frames=line["frames"],
        groups=groups,
        alone={
            f"{group.player} {group.group}": path.with_name(f"{path.stem}.{group.player}.{group.group}.jpg")
            for group in groups
        },
        rolls=tuple(_roll(roll) for roll in line["rolls"]),
    )


def _roll(line: dict[str, object]) -> FilmRoll:
    dice = line["dice"]
    asked = line["asked"]
    assert isinstance(dice, list)
    assert isinstance(asked, list)
    return FilmRoll(
        moves=int(str(line["moves"])),
        rests=int(str(line["rests"])),
        clear=int(str(line["clear"])),
        until=int(str(line["until"])),
        asked=tuple(
            AskedThrow(
                player=one["player"],
                counts=one["groups"],
                changed=one["changed"],
                faces={group: _faces(dice, one["player"], group) for group in one["groups"]},
                lies=_together(
                    [die["lies"] for die in dice if die["answers"] and die["player"] == one["player"]]
                ),
            )
            for one in asked
        ),
        cocked=frozenset(die["player"] for die in dice if die["answers"] and die["cocked"]),
    )


def _together(each: Sequence[Sequence[tuple[int, int]]]) -> Spans:
    """Return the spans that lie within one of each die's."""
    shared = [(max(first for first, _ in spans), min(last for _, last in spans)) for spans in product(*each)]
    return tuple(sorted((first, last) for first, last in shared if first <= last))


def _faces(dice: list[dict[str, object]], player: str, group: str) -> tuple[int, ...]:
    mine = [die for die in dice if (die["player"], die["group"]) == (player, group) and die["answers"]]
    return tuple(sorted(int(str(die["value"])) for die in mine))
