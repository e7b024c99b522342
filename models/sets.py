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


@dataclass(frozen=True, slots=True)
class WeightedSet:
    """A set's folder, and how often its pictures are drawn beside those of others."""

    folder: Path
    weight: float

    @property
    def name(self) -> str:
        return self.folder.name


def weighted_set(argument: str) -> WeightedSet:
    """Return the set that an argument DIR or DIR:WEIGHT names; without a weight it has that of 1."""
    folder, _, weight = argument.partition(":")
    return WeightedSet(Path(folder), float(weight or 1))


def set_pictures(folder: Path) -> list[SetPicture]:
    """Return the pictures of a set in the order of its label file. Raises LabelsError."""
    return [
        SetPicture(folder / truth.file, truth.scene, truth.box_of, truth.dice)
        for truth in load_labels(folder)
    ]


def pictures_to_pack(folder: Path, *, as_found: bool, untrained: bool) -> list[SetPicture]:
    """Return the pictures of a set that are packed; `as_found` only those that validate.

    Of a set on which nothing was trained (`untrained`) all do.
    """
    return [one for one in set_pictures(folder) if untrained or is_held_out(one) or not as_found]


def is_held_out(picture: SetPicture) -> bool:
    """Say whether a picture validates instead of training."""
    return is_held_out_scene(picture.scene)


def is_held_out_scene(name: str) -> bool:
    """Say whether a scene validates instead of training: one in twelve, by its name."""
    return sum(map(ord, name)) % 12 == 0
