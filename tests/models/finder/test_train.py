"""Which windows the finder is shown."""

from itertools import islice
from pathlib import Path

import cv2
import numpy as np
import pytest

pytest.importorskip("torch", reason="training's environment alone has torch")

import torch
from torch.utils.data import DataLoader

from models.finder.train import Windows, stacked
from models.sets import SetPicture

DARK, LIGHT = 10, 240


def picture(folder: Path, name: str, grey: int) -> SetPicture:
    rng = np.random.default_rng(grey)
    frame = np.clip(rng.normal(grey, 4, (480, 640, 3)), 0, 255).astype(np.uint8)
    cv2.imwrite(str(folder / name), frame)
    return SetPicture(folder / name, name, "die", ())


@pytest.fixture
def dark_and_light(tmp_path: Path) -> Windows:
    """Two sets, of which the second weighs three times as much."""
    dark, light = picture(tmp_path, "dark.png", DARK), picture(tmp_path, "light.png", LIGHT)
    return Windows([([dark], 1.0), ([light], 3.0)], seed=5)


def test_sets_are_drawn_as_often_as_they_weigh(dark_and_light: Windows) -> None:
    shown = [float(shown.float().median()) for shown, *_ in islice(dark_and_light, 80)]

    assert np.mean([grey > (DARK + LIGHT) / 2 for grey in shown]) == pytest.approx(0.75, abs=0.12)


def test_the_same_seed_draws_the_same_windows(dark_and_light: Windows) -> None:
    first, again = (next(iter(dark_and_light))[0] for _ in range(2))

    assert torch.equal(first, again)


def test_processes_draw_different_windows(dark_and_light: Windows) -> None:
    cv2.setNumThreads(1)
    batches = iter(DataLoader(dark_and_light, 2, num_workers=2, collate_fn=stacked))

    (first, *_), (second, *_) = next(batches), next(batches)

    assert first.shape == second.shape
    assert not torch.equal(first, second)
