"""Clips and frames drawn for sources."""

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest


@pytest.fixture
def clip(tmp_path: Path) -> Callable[[str, list[int]], Path]:
    """Return a maker of clips, 64x48 at 10 frames a second, one grey level a frame."""

    def make(name: str, levels: list[int]) -> Path:
        path = tmp_path / f"{name}.avi"
        writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, (64, 48))
        for level in levels:
            writer.write(np.full((48, 64, 3), level, np.uint8))
        writer.release()
        return path

    return make
