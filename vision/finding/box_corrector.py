"""Where a die ends, told by its surroundings: finds take a hard shadow for a part of the die."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from vision.dice.crop import crop, crop_square
from vision.finding.overlap import overlap
from vision.image import Frame
from vision.network import Network, open_network
from vision.reading import Box

LOOKS = 2
"""The second look is at the box that the first one told: of a find twice as large as its die the first shows
half of the surroundings alone."""

SAME_BOX = 0.85
"""Boxes with a larger share in common show the same crop: to read that once more tells nothing."""

ANOTHER_DIE = 0.4
"""A box that shares more with another find is that die's."""


class BoxCorrector:
    """Tells the box of a die that a find lies about. Knows nothing about faces."""

    def __init__(self, network: Network) -> None:
        self._network = network
        self._size_px = network.card.input_px
        self._margin = network.card.margin

    def corrected(self, frame: Frame, boxes: Sequence[Box], which: Sequence[int]) -> list[Box]:
        """Return the boxes of all finds of a picture, `which` of them as they are seen to be instead.

        One that is the same, or would be that of another find, stays as it is.
        """
        found = list(boxes)
        if not which:
            return found
        told = [boxes[index] for index in which]
        for _ in range(LOOKS):
            told = self._told(frame, told)
        for index, box in zip(which, told, strict=True):
            others = (other for place, other in enumerate(found) if place != index)
            if overlap(box, boxes[index]) < SAME_BOX and all(
                overlap(box, other) < ANOTHER_DIE for other in others
            ):
                found[index] = box
        return found

    def _told(self, frame: Frame, boxes: Sequence[Box]) -> list[Box]:
        """Return the boxes (N) that one look at the surroundings of each tells, within the picture."""
        views = np.stack([crop(frame, box, self._size_px, self._margin) for box in boxes])
        edges = (self._network.run(views)[0] + 1) / 2
        height, width = frame.shape[:2]
        found = []
        for box, (x0, y0, x1, y1) in zip(boxes, edges.tolist(), strict=True):
            left, top, side = crop_square(box, self._margin)
            x0, x1 = (min(max(left + side * x, 0.0), float(width)) for x in (x0, x1))
            y0, y1 = (min(max(top + side * y, 0.0), float(height)) for y in (y0, y1))
            found.append((x0, y0, x1, y1) if x0 < x1 and y0 < y1 else box)
        return found


def open_box_corrector(models_dir: Path, threads: int) -> BoxCorrector:
    """Open the box corrector of a models folder. Raises ModelError when a file is missing or altered.

    Its graph waits for the first find that is not read.
    """
    return BoxCorrector(open_network(models_dir, "box", threads, late=True))
