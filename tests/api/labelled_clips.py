"""Clips with the faces of their labels: what a reader that makes no mistake says of them.

Faces and places come from the JSON files beside the clips, colours and rest from their pixels, so that a
test of a demo's clips needs no reader and yet fails where settling, colours or pairing do.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from vision.colours.colour import open_colour_meter
from vision.colours.light import light_of, names_of
from vision.dice.crop import VIEW_MARGIN, crop, inner_part
from vision.image import Frame, Mask
from vision.reader import MODELS_DIR
from vision.reading import DieReading, TableReading
from vision.sources.video_file import VideoFile


@dataclass(frozen=True, slots=True)
class Labelled:
    """What a clip shows once its dice lie still; `changed` gives some of them, by number, another reading."""

    rests: int
    dice: tuple[DieReading, ...]

    def changed(self, die: int, **how: object) -> "Labelled":
        now = replace(self.dice[die], **how)  # type: ignore[arg-type]  # fields of a reading
        return replace(self, dice=(*self.dice[:die], now, *self.dice[die + 1 :]))


def labelled(clip: Path) -> Labelled:
    """Return the labels of a clip with one roll."""
    (roll,) = json.loads(clip.with_suffix(".json").read_text(encoding="utf-8"))["rolls"]
    dice = tuple(
        DieReading(
            die["kind"], die["value"], 0.99, tuple(die["box"]), die["body"], die["marks"], numerals=True
        )
        for die in roll["dice"]
    )
    return Labelled(roll["rests"], dice)


class LabelledClips:
    """A source of clips, and the reader that knows what each of them is to show; mutable."""

    def __init__(self, clips: Sequence[Path], shown: Sequence[Labelled]) -> None:
        self._video = VideoFile(clips)
        self._waiting = list(shown)
        self._shown = Labelled(0, ())
        self._frame = -1
        self._meter = open_colour_meter(MODELS_DIR, threads=1)
        self.next_scene()

    def next_frame(self) -> Frame | None:
        frame = self._video.next_frame()
        self._frame += frame is not None
        return frame

    @property
    def taken_s(self) -> float:
        return self._video.taken_s

    def next_scene(self) -> bool:
        if not self._video.next_scene():
            return False
        self._shown, self._frame = self._waiting.pop(0), -1
        return True

    def close(self) -> None:
        self._video.close()

    def read(self, frame: Frame) -> TableReading:
        dice = self._shown.dice if self._frame >= self._shown.rests else ()
        views = [crop(frame, die.box, self._meter.size_px, VIEW_MARGIN) for die in dice]
        seen = self._meter.measure(views)
        names = names_of(seen, light_of([inner_part(view) for view in views]))
        return TableReading(
            frame.shape[1],
            frame.shape[0],
            1.0,
            tuple(
                replace(die, body=body, marks=marks, colours=colours)
                for die, (body, marks), colours in zip(dice, names, seen, strict=True)
            ),
        )

    def looks(self) -> "LabelledLooks":
        return LabelledLooks(self)


class LabelledLooks:
    """Looks at a rest of which every frame says the same."""

    def __init__(self, reader: LabelledClips) -> None:
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
