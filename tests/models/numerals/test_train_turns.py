"""Layers for numbers of which it is in doubt how they stand begin with what the others say."""

import pytest

pytest.importorskip("torch", reason="training's environment alone has torch")

import torch

from models.numerals.net import UPRIGHT_PX, NumeralsNet
from models.numerals.train_turns import begin
from models.training import wider


def test_more_channels_say_what_the_others_say(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wider, "NOISE", 0.0)
    torch.manual_seed(6)
    net, shown = NumeralsNet(), torch.rand(5, 3, UPRIGHT_PX, UPRIGHT_PX)
    net.turn(shown)  # so that the normalisations have seen something
    net.eval()

    begin(net)

    with torch.no_grad():
        ways = net.ways_doubtful(net.turn_doubtful(shown))
        assert torch.allclose(ways, net.stands(shown)[0], atol=1e-4)
