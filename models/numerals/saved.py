"""Checkpoints of the numeral reader of which a part learns on: opened whole, written with what it learned."""

from collections.abc import Mapping
from pathlib import Path

import torch
from torch import nn

from models.numerals.net import NumeralsNet
from models.training.learning import on_processor

Saved = Mapping[str, object]
"""What a checkpoint holds: the weights under `net`, and what is to be known of how they were learned."""


def opened(start: Path) -> tuple[Saved, NumeralsNet]:
    """Return what a checkpoint holds, and its network as it reads."""
    saved = torch.load(start)
    net = NumeralsNet()
    net.load_state_dict(saved["net"])
    return saved, net.eval()


def save(saved: Saved, net: NumeralsNet, learned: nn.Module, out: Path) -> None:
    """Write a checkpoint as it was saved, with what some layers have learned."""
    torch.save({**saved, "net": on_processor({**net.state_dict(), **learned.state_dict()})}, out)
