"""Labelled sets to train on: their pictures, and which of them validate."""

from dataclasses import dataclass
from pathlib import Path

from vision.scoring.score import LabelledDie, load_labels


@dataclass(frozen=True, slots=True)
class SetPicture:
    """One picture of a set; `box_of` says what the boxes surround: "die", "top", "pips" or nothing."""

    path: Path
    scene: str
    box_of: str | None
    dice: tuple[LabelledDie, ...]


def set_pictures(folder: Path) -> list[SetPicture]:
    """Return the pictures of a set in the order of its label file. Raises LabelsError."""
    return [
        SetPicture(folder / truth.file, truth.scene, truth.box_of, truth.dice)
        for truth in load_labels(folder)
    ]


def is_held_out(picture: SetPicture) -> bool:
    """Say whether a picture validates instead of training."""
    return is_held_out_scene(picture.scene)


def is_held_out_scene(name: str) -> bool:
    """Say whether a scene validates instead of training: one in twelve, by its name."""
    return sum(map(ord, name)) % 12 == 0
