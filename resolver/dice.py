"""What is thrown and what was seen: the only words the rules and the camera share."""

from collections.abc import Mapping
from dataclasses import dataclass


class RollRejected(ValueError):  # noqa: N818  (named by what happened to the roll)
    """A roll that does not answer what was asked; the message states expected and seen."""


@dataclass(frozen=True, slots=True)
class Dice:
    """Like dice to throw: from `least` to `most` dice of one group, told apart by colour at the table."""

    group: str
    least: int
    most: int
    sides: int = 6


@dataclass(frozen=True, slots=True)
class Roll:
    """Faces seen, by group; 1-based and sorted, since the order of dice on a table means nothing."""

    groups: tuple[tuple[str, tuple[int, ...]], ...]

    @classmethod
    def of(cls, faces: Mapping[str, tuple[int, ...] | list[int]]) -> "Roll":
        """Return the roll of these faces; `Roll.of({"attack": [4, 2], "defence": [5]})`."""
        return cls(tuple((group, tuple(seen)) for group, seen in faces.items()))

    def __post_init__(self) -> None:
        ordered = tuple(sorted((group, tuple(sorted(seen))) for group, seen in self.groups))
        object.__setattr__(self, "groups", ordered)

    def faces(self, group: str) -> tuple[int, ...]:
        """Return the sorted faces of a group, empty where none of it was thrown."""
        for name, faces in self.groups:
            if name == group:
                return faces
        return ()
