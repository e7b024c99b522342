"""Labelled sets: folders of pictures with a `labels.jsonl`, real or rendered."""

import json
from dataclasses import dataclass
from pathlib import Path

from vision.reading import Box


@dataclass(frozen=True, slots=True)
class LabelledDie:
    """One die of a label file; `visible` is the share of it that nothing hides, 1 where not labelled."""

    kind: str
    value: int | None
    box: Box | None
    cocked: bool = False
    visible: float = 1.0


@dataclass(frozen=True, slots=True)
class LabelledPicture:
    """One picture of a set; `box_of` says what the boxes surround: "die", "top", "pips" or nothing."""

    path: Path
    scene: str
    box_of: str | None
    dice: tuple[LabelledDie, ...]


def labelled_pictures(folder: Path) -> list[LabelledPicture]:
    """Return the pictures of a set in the order of its label file."""
    lines = (folder / "labels.jsonl").read_text().splitlines()
    return [_picture(folder, json.loads(line)) for line in lines if line.strip()]


def is_held_out(picture: LabelledPicture) -> bool:
    """Say whether a picture validates instead of training: one scene in twelve, by the scene's name."""
    return sum(map(ord, picture.scene)) % 12 == 0


def _picture(folder: Path, label: dict) -> LabelledPicture:  # type: ignore[type-arg]
    return LabelledPicture(
        path=folder / label["file"],
        scene=str(label["scene"]),
        box_of=label["box_of"],
        dice=tuple(
            LabelledDie(
                kind=die["kind"],
                value=die["value"],
                box=None if die["box"] is None else tuple(die["box"]),
                cocked=die.get("cocked", False),
                visible=die.get("visible", 1.0),
            )
            for die in label["dice"]
        ),
    )
