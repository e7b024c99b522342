"""Pictures of numbers drawn to learn from stand as they are said to, and show the number that is said."""

import math

import pytest

pytest.importorskip("torch", reason="training's environment alone has torch")

import torch

from models.numerals.pictures import number_pictures

SIDE, COUNT = 32, 256


def striped_above() -> torch.Tensor:
    """One design of one number: fine stripes in the upper half of its face, nothing below."""
    tile = torch.zeros(1, 1, 64, 64, dtype=torch.uint8)
    tile[:, :, 4:28, 8:56:8] = 255
    tile[:, :, 4:28, 9:56:8] = 255
    tile[:, :, 4:28, 10:56:8] = 255
    return tile


@pytest.mark.parametrize(
    ("degrees", "rightward", "downward"), [(0, 0, -1), (90, 1, 0), (180, 0, 1), (270, -1, 0)]
)
def test_a_turned_number_has_its_head_where_the_turn_says(
    degrees: int, rightward: int, downward: int
) -> None:
    turns = torch.full((COUNT,), math.radians(degrees))

    shown, _ = number_pictures(striped_above(), COUNT, SIDE, turns, torch.Generator().manual_seed(1))

    # Near the middle, where no neighbouring face is seen.
    middle = shown[:, :, 6:-6, 6:-6]
    busy = (torch.diff(middle, dim=2)[..., 1:].abs() + torch.diff(middle, dim=3)[:, :, 1:].abs()).sum(dim=1)
    way = torch.linspace(-1, 1, busy.shape[-1])
    right = (busy.sum(dim=1) @ way) / busy.sum(dim=(1, 2))
    down = (busy.sum(dim=2) @ way) / busy.sum(dim=(1, 2))
    head = torch.stack([right.mean(), down.mean()])
    assert float(head @ torch.tensor([rightward, downward], dtype=torch.float32)) > 0.05
    assert float(head.abs() @ torch.tensor([downward, rightward], dtype=torch.float32).abs()) < 0.03


def test_each_picture_is_of_the_number_that_is_said() -> None:
    tiles = torch.zeros(3, 2, 64, 64, dtype=torch.uint8)
    tiles[:, 1, 20:44, 20:44] = 255

    shown, numbers = number_pictures(tiles, COUNT, SIDE, None, torch.Generator().manual_seed(2))

    assert shown.shape == (COUNT, 3, SIDE, SIDE)
    assert float(shown.min()) >= 0.0
    assert float(shown.max()) <= 1.0
    inside, outside = shown[:, :, 13:19, 13:19].mean(dim=(2, 3)), shown[:, :, 13:19, 4:7].mean(dim=(2, 3))
    marked = (inside - outside).abs().sum(dim=1)
    assert float(marked[numbers == 1].mean()) > 3 * float(marked[numbers == 0].mean())
