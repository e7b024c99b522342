"""A film of a table as a value: where every die and hand is at any moment, and what there is to be read.

Times are frames of the film, fractions between them; nothing here draws or simulates.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from models.rendering.filming.dice import posed
from models.rendering.filming.hand import Arm, Block, blocks
from models.rendering.scenes.camera import camera_axes
from models.rendering.scenes.numeral_placing import AnyDesign, AnyDie
from models.rendering.scenes.placing import Pose
from models.rendering.scenes.scene import Scene

FPS = 30
NEAREST = 0.45
"""Of the camera's distance: nobody reaches through between lens and hand."""

Piece = tuple[float, Callable[[float], Pose | None]]
"""From this time on the die is where the function says for a time; None is off the table."""


@dataclass(frozen=True, slots=True, eq=False)
class Reach:
    """An arm's way: where its middle is at each of these times, straight between them, gently begun."""

    arm: Arm
    points: tuple[tuple[float, tuple[float, float, float]], ...]
    yaw: float

    def blocks(self, time: float) -> tuple[Block, ...]:
        """Return the arm at a time, nothing before it comes and once it has gone."""
        if not self.points[0][0] <= time <= self.points[-1][0]:
            return ()
        times = [one for one, _ in self.points]
        index = int(np.clip(np.searchsorted(times, time, side="right") - 1, 0, len(times) - 2))
        share = (time - times[index]) / max(times[index + 1] - times[index], 1e-6)
        share = share * share * (3 - 2 * share)
        a, b = (np.array(self.points[index + k][1]) for k in (0, 1))
        return blocks(self.arm, a + share * (b - a), self.yaw)


@dataclass(frozen=True, slots=True)
class Asked:
    """A throw that the rules would ask for: so many dice of each of a player's groups.

    `changed` dice of a throw before may differ, where it is a re-roll.
    """

    player: str
    groups: tuple[tuple[str, int], ...]
    changed: int = 0


@dataclass(frozen=True, slots=True)
class Roll:
    """Dice thrown together: the first frame in which one moves, the first in which all lie still.

    `asked` are the throws that these dice, and those that lie there, answer: they are asked for one after the
    other, so none of a player who has a cocked die, nor of who throws after that one.
    `dice` are the numbers of all the dice that answer, `until` the first frame that a hand may change it.
    """

    moves: int
    rests: int
    until: int
    dice: tuple[int, ...]
    asked: tuple[Asked, ...]


@dataclass(frozen=True, slots=True)
class Happening:
    """What else happens from one frame to another."""

    what: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Exposure:
    """How the camera takes the film: `flicker` is the share by which a lamp's brightness swings."""

    shutter_s: float
    follows_light: bool
    """The automatic exposure goes on during the film: a white sleeve darkens the table."""
    flicker: float


@dataclass(frozen=True, slots=True, eq=False)
class Film:
    """`scene` is the table without dice; die i is of `designs[i]` and moves along `pieces[i]`."""

    scene: Scene
    designs: tuple[AnyDesign, ...]
    owners: tuple[tuple[str, str], ...]
    """Player and group of each die."""
    pieces: tuple[tuple[Piece, ...], ...]
    reaches: tuple[Reach, ...]
    rolls: tuple[Roll, ...]
    happenings: tuple[Happening, ...]
    frames: int
    exposure: Exposure

    def dice(self, time: float) -> dict[int, AnyDie]:
        """Return the dice on the table, or above it, by their numbers."""
        shown = {}
        for index, pieces in enumerate(self.pieces):
            begun = [piece for first, piece in pieces if first <= time]
            pose = begun[-1](time) if begun else None
            if pose is not None:
                shown[index] = posed(self.designs[index], *pose)
        return shown

    def blocks(self, time: float) -> tuple[Block, ...]:
        """Return all hands and sticks, but for what is so near to the camera that it passes beside it."""
        camera = self.scene.camera
        place, axes = camera_axes(camera)
        return tuple(
            block
            for reach in self.reaches
            for block in reach.blocks(time)
            if ((block.corners - place) @ axes[2]).min() > NEAREST * camera.distance_mm
        )
