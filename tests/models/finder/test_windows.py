"""What the finder is asked to say of a window."""

import random
from pathlib import Path

import cv2
import numpy as np
import pytest

pytest.importorskip("torch", reason="training's environment alone has torch")

from models.finder.windows import WINDOW_PX, targets, window
from models.sets import SetPicture
from vision.scoring.score import LabelledDie

CELL_PX = 4


def boxes(*sides: tuple[float, float, float, float]) -> np.ndarray:
    return np.array(sides, np.float32).reshape(-1, 4)


def test_a_die_is_a_peak_at_its_centre_with_its_sides() -> None:
    heat, sides, weight = targets(boxes((100, 60, 140, 120)), np.array([True]))

    row, column = divmod(int(heat.argmax()), heat.shape[1])
    assert (row, column) == (90 // CELL_PX, 120 // CELL_PX)
    x, y = (column + 0.5) * CELL_PX, (row + 0.5) * CELL_PX
    assert sides[:, row, column].tolist() == [x - 100, y - 60, 140 - x, 120 - y]
    assert weight[:, row, column].tolist() == [1.0, 1.0]


@pytest.mark.parametrize(
    ("box", "seen"),
    [((100, 60, 140, 120), False), ((100, 60, 105, 64), True), ((-35, 60, 5, 100), True)],
    ids=["hidden", "tiny", "outside"],
)
def test_what_cannot_be_asked_for_is_not_called_a_table_either(
    box: tuple[float, float, float, float], seen: bool
) -> None:
    heat, _, weight = targets(boxes(box), np.array([seen]))

    assert float(heat.max()) == 0
    assert float(weight[0].min()) == 0
    assert float(weight[1].max()) == 0


def test_a_hidden_die_does_not_hide_the_one_in_front_of_it() -> None:
    heat, _, weight = targets(boxes((100, 60, 140, 100), (90, 50, 130, 90)), np.array([True, False]))

    row, column = divmod(int(heat.argmax()), heat.shape[1])
    assert float(weight[0, row, column]) == 1


def test_a_window_shows_its_dice_where_its_targets_are(tmp_path: Path) -> None:
    frame = np.zeros((480, 640, 3), np.uint8)
    frame[200:240, 300:340] = 255
    cv2.imwrite(str(tmp_path / "a.png"), frame)
    picture = SetPicture(tmp_path / "a.png", "a", "die", (LabelledDie("d6", 3, (300, 200, 340, 240)),))

    for seed in range(20):
        shown, heat, _, _ = window(picture, random.Random(seed))
        if float(heat.max()) < 1:
            continue
        row, column = divmod(int(heat.argmax()), heat.shape[1])
        assert shown.shape == (3, WINDOW_PX, WINDOW_PX)
        assert int(shown[0, int((row + 0.5) * CELL_PX), int((column + 0.5) * CELL_PX)]) > 200
