"""Where dice lie in a picture of any table. Knows nothing about faces."""

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.image import Frame, resized
from vision.network import Network, open_network
from vision.reading import Box

STRIDE_PX = 32
"""Both sides of the finder's input are multiples of this: the network halves them five times."""

SAME_DIE_OVERLAP = 0.55
"""Boxes with a larger share in common are one die; dice that touch or hide each other share less."""


@dataclass(frozen=True, slots=True)
class FoundDie:
    """A place that looks like a die, in pixels of the picture as given."""

    box: Box
    confidence: float


class DieFinder:
    """Finds dice of 15 pixels and more in the shrunken picture."""

    def __init__(self, network: Network) -> None:
        self._network = network
        self._longest_px = network.card.input_px
        self._least = network.card.thresholds["found"]

    def find(self, frame: Frame) -> tuple[FoundDie, ...]:
        """Return the dice of a picture, the surest first."""
        small, scale = shrink(frame, self._longest_px)
        padded = pad(small)
        heat, sides = self._network.run(padded[None])
        # heat: (1, rows, columns), zero but at its peaks; sides: (1, 4, rows, columns) in pixels of `small`.
        rows, columns = np.nonzero(heat[0] >= self._least)
        if rows.size == 0:
            return ()
        step = padded.shape[0] / heat.shape[1]
        x, y = (columns + 0.5) * step, (rows + 0.5) * step
        left, top, right, bottom = sides[0][:, rows, columns]
        boxes = np.stack([x - left, y - top, x + right, y + bottom], axis=1)
        boxes[:, 0::2] = boxes[:, 0::2].clip(0, small.shape[1]) / scale
        boxes[:, 1::2] = boxes[:, 1::2].clip(0, small.shape[0]) / scale
        return _distinct(boxes, heat[0][rows, columns], self._least)


def shrink(frame: Frame, longest_px: int) -> tuple[Frame, float]:
    """Return the picture with its longer side at most `longest_px`, and its scale; small ones stay."""
    height, width = frame.shape[:2]
    scale = min(1.0, longest_px / max(height, width))
    if scale == 1.0:
        return frame, 1.0
    return resized(frame, max(1, round(width * scale)), max(1, round(height * scale))), scale


def pad(frame: Frame) -> Frame:
    """Return the picture with grey at its right and lower edge, up to the network's stride."""
    height, width = frame.shape[:2]
    return np.pad(frame, ((0, -height % STRIDE_PX), (0, -width % STRIDE_PX), (0, 0)), constant_values=114)


def _distinct(boxes: np.ndarray, heat: np.ndarray, least: float) -> tuple[FoundDie, ...]:
    as_xywh = np.concatenate([boxes[:, :2], boxes[:, 2:] - boxes[:, :2]], axis=1)
    kept = cv2.dnn.NMSBoxes(as_xywh.tolist(), heat.tolist(), least, SAME_DIE_OVERLAP)
    return tuple(
        FoundDie((float(x0), float(y0), float(x1), float(y1)), float(heat[i]))
        for i in np.asarray(kept).flatten()
        for x0, y0, x1, y1 in [boxes[i]]
    )


def open_finder(models_dir: Path, threads: int) -> DieFinder:
    """Open the finder of a models folder. Raises ModelError when a file is missing or altered."""
    return DieFinder(open_network(models_dir, "finder", threads))
