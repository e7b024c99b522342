"""Wider layers begin by saying what narrower ones say, and each of their copies may learn by itself."""

import pytest

pytest.importorskip("torch", reason="training's environment alone has torch")

import torch
from torch import nn

from models.finder.net import block
from models.training import wider
from models.training.wider import flattened, layers, widen

THREE = torch.arange(3)


def reader(first: int, second: int) -> nn.Sequential:
    """Two convolutions with normalisations that have seen something, and a linear layer over four cells."""
    torch.manual_seed(first)
    net = nn.Sequential(block(3, first, 2), block(first, second, 2), nn.Flatten(), nn.Linear(second * 4, 5))
    net(torch.rand(16, 3, 8, 8))
    return net.eval()


def widened(narrow: nn.Sequential, first: int, second: int) -> nn.Sequential:
    wide = reader(first, second)
    copied = widen(layers(narrow[:2]), layers(wide[:2]), THREE)
    widen([narrow[3]], [wide[3]], flattened(copied, 4))
    return wide


@pytest.mark.parametrize(("first", "second"), [(4, 6), (7, 6), (4, 20), (9, 13)])
def test_wider_layers_say_the_same(monkeypatch: pytest.MonkeyPatch, first: int, second: int) -> None:
    monkeypatch.setattr(wider, "NOISE", 0.0)
    narrow, pictures = reader(4, 6), torch.rand(5, 3, 8, 8)

    with torch.no_grad():
        assert torch.allclose(widened(narrow, first, second)(pictures), narrow(pictures), atol=1e-5)


def test_copies_differ_and_say_nearly_the_same() -> None:
    narrow, pictures = reader(4, 6), torch.rand(5, 3, 8, 8)
    wide = widened(narrow, 8, 12)
    first = wide[0][0].weight

    assert not any(torch.equal(first[one], first[other]) for one in range(8) for other in range(one))
    with torch.no_grad():
        assert torch.allclose(wide(pictures), narrow(pictures), atol=0.2)


def test_it_is_told_where_each_feature_comes_from() -> None:
    assert flattened(torch.tensor([1, 0]), 3).tolist() == [3, 4, 5, 0, 1, 2]


def test_layers_that_are_no_match_are_refused() -> None:
    with pytest.raises(ValueError, match="expected Conv2d, found Linear"):
        widen([nn.Conv2d(3, 4, 3)], [nn.Linear(3, 4)], THREE)
    with pytest.raises(ValueError, match="zip"):
        widen(layers(block(3, 4)), layers(block(3, 4))[:1], THREE)
