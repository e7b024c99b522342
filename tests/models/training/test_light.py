"""Light and lenses that training lends to pictures."""

import pytest

pytest.importorskip("torch", reason="training's environment alone has torch")

import torch

from models.training.light import sharpened


def test_every_fourth_picture_gets_seams_along_its_edges_and_the_others_stay() -> None:
    step = torch.full((8, 3, 24, 24), 0.3)
    step[..., 12:] = 0.6

    shown = sharpened(step, torch.Generator().manual_seed(3))

    assert torch.equal(shown[1:4], step[1:4])
    assert torch.equal(shown[5:], step[5:])
    for one in (shown[0], shown[4]):
        assert one[..., 11].max() < 0.3
        assert one[..., 12].min() > 0.6
        assert one[..., 0].sub(0.3).abs().max() < 1e-5
    assert (shown[0] - shown[4]).abs().max() > 0.01


def test_what_is_sharpened_keeps_within_bounds() -> None:
    noise = torch.rand(8, 3, 24, 24, generator=torch.Generator().manual_seed(1))

    shown = sharpened(noise, torch.Generator().manual_seed(2))

    assert 0 <= shown.min() <= shown.max() <= 1
