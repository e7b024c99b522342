"""The wide reader of faces begins with what the narrow one says; its checkpoint is known for what it is."""

from pathlib import Path

import pytest

pytest.importorskip("torch", reason="training's environment alone has torch")

import torch

from models.faces.net import INPUT_PX, FacesNet, StandingFacesNet
from models.faces.saved import net_of
from models.faces.wider import begin
from models.training import wider


def test_a_wide_reader_says_what_the_narrow_one_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wider, "NOISE", 0.0)
    torch.manual_seed(2)
    narrow, crops = StandingFacesNet(), torch.rand(4, 3, INPUT_PX, INPUT_PX)
    narrow(crops)
    torch.save({"net": narrow.state_dict()}, tmp_path / "narrow.pt")

    begin(tmp_path / "narrow.pt", tmp_path / "wide.pt")

    wide = net_of(torch.load(tmp_path / "wide.pt")["net"])
    assert type(wide) is FacesNet
    with torch.no_grad():
        for told, expected in zip(wide.eval().learn(crops), narrow.eval().learn(crops), strict=True):
            assert torch.allclose(told, expected, atol=1e-4)


def test_a_checkpoint_that_tells_how_dice_stand_is_of_the_network_that_does() -> None:
    assert type(net_of(StandingFacesNet().state_dict())) is StandingFacesNet
