"""Drawn tables for tests of what lies behind the reader: dice as plain squares whose colour codes the face.

`SquareReader` stands in for the models: it reads nothing but these drawings, so that tests of settling,
pairing and publishing need neither weights nor photographs.
"""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.image import Frame, Mask
from vision.reading import DieReading, TableReading

WIDTH_PX, HEIGHT_PX, SIDE_PX = 640, 360, 40
FELT_LEVEL = 20
KINDS = (("red", "white"), ("black", "red"), ("green", "white"), ("black", "green"), ("white", "black"))
"""Colours of the example table, and of a die that belongs to nobody."""


@dataclass(frozen=True, slots=True)
class Die:
    """A die at (x, y) of its upper left corner; without a face it cannot be read."""

    body: str
    marks: str
    face: int | None
    x: int
    y: int


def draw(*dice: Die) -> Frame:
    """Return a felt with these dice: blue codes the colours, green the face."""
    frame = np.full((HEIGHT_PX, WIDTH_PX, 3), FELT_LEVEL, np.uint8)
    for die in dice:
        level = (60 + 40 * KINDS.index((die.body, die.marks)), 60 + 20 * (die.face or 0), 250)
        cv2.rectangle(frame, (die.x, die.y), (die.x + SIDE_PX, die.y + SIDE_PX), level, -1)
    return frame


class SquareReader:
    """Reads drawn tables and counts how often it was asked."""

    def __init__(self) -> None:
        self.pictures_read = 0

    def read(self, frame: Frame) -> TableReading:
        self.pictures_read += 1
        mask = (frame[..., 2] > 200).astype(np.uint8)
        _, _, stats, centres = cv2.connectedComponentsWithStats(mask)
        dice = []
        for (x, y, width, height, _), (column, row) in zip(stats[1:], centres[1:], strict=True):
            blue, green, _ = (int(level) for level in frame[round(row), round(column)])
            body, marks = KINDS[round((blue - 60) / 40)]
            face = round((green - 60) / 20) or None
            box = (float(x), float(y), float(x + width), float(y + height))
            problem = None if face else "glare"
            dice.append(DieReading("d6", face, 0.99, box, body, marks, problem=problem))
        return TableReading(frame.shape[1], frame.shape[0], 1.0, tuple(dice))

    def looks(self) -> "SquareLooks":
        return SquareLooks(self)


class SquareLooks:
    """Looks at drawn tables, which say the same in every frame of a rest."""

    def __init__(self, reader: SquareReader) -> None:
        self._reader = reader
        self._frames: list[Frame] = []

    def __len__(self) -> int:
        return len(self._frames)

    def add(self, frame: Frame, news: Mask | None = None) -> None:  # noqa: ARG002 - needs no help
        self._frames.append(frame)

    def agree(self) -> bool:
        return True

    def reading(self) -> TableReading:
        return self._reader.read(self._frames[-1])


class Scenes:
    """A frame source of scenes in memory; more can be played while a watcher looks on."""

    def __init__(self, *scenes: Sequence[Frame]) -> None:
        self._waiting = deque(scenes)
        self._frames: deque[Frame] = deque()
        self.closed = False

    def play(self, scene: Sequence[Frame]) -> None:
        self._waiting.append(scene)

    def next_frame(self) -> Frame | None:
        return self._frames.popleft() if self._frames else None

    def next_scene(self) -> bool:
        if not self._waiting:
            return False
        self._frames.extend(self._waiting.popleft())
        return True

    def close(self) -> None:
        self.closed = True


def thrown(*dice: Die, rest_frames: int = 8) -> list[Frame]:
    """Return a scene: an empty felt, the dice rolling in, the dice at rest long enough to be read."""
    rolling = [
        draw(*(Die(die.body, die.marks, die.face, die.x, max(0, die.y - 30 * left)) for die in dice))
        for left in range(4, 0, -1)
    ]
    return [draw(), *rolling, *[draw(*dice)] * (rest_frames + 1)]


AYA_MELEE = (
    Die("red", "white", 4, 60, 200),
    Die("red", "white", 2, 140, 260),
    Die("black", "red", 5, 100, 140),
)
CHIYO_MELEE = (
    Die("green", "white", 5, 420, 200),
    Die("green", "white", 3, 500, 260),
    Die("black", "green", 4, 460, 140),
)
AYA_DAMAGE = (Die("red", "white", 3, 260, 150), Die("red", "white", 4, 330, 190))
CHIYO_DAMAGE = (Die("green", "white", 6, 280, 240), Die("green", "white", 5, 350, 170))


def exchange() -> Scenes:
    """Return the example's exchange as a camera would show it: both melee rolls at once, then the damage."""
    return Scenes(thrown(*AYA_MELEE, *CHIYO_MELEE), thrown(*AYA_DAMAGE), thrown(*CHIYO_DAMAGE))


PRESET = Path(__file__).resolve().parents[2] / "api" / "presets" / "bushido_aya_chiyo.toml"
