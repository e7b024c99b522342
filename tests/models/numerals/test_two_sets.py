"""A network takes over another's layers that read a number, as its second set."""

from pathlib import Path

import pytest

pytest.importorskip("torch", reason="training's environment alone has torch")

import torch

from models.numerals.net import UPRIGHT_PX, NumeralsNet
from models.numerals.two_sets import join


def test_the_second_set_reads_as_the_other_network_does_and_the_rest_stays(tmp_path: Path) -> None:
    torch.manual_seed(3)
    first, other, both = NumeralsNet(), NumeralsNet(), NumeralsNet()
    torch.save({"net": first.state_dict(), "step": 7}, tmp_path / "first.pt")
    torch.save({"net": other.state_dict(), "step": 9}, tmp_path / "other.pt")

    join(tmp_path / "first.pt", tmp_path / "other.pt", tmp_path / "both.pt")

    saved = torch.load(tmp_path / "both.pt")
    both.load_state_dict(saved["net"])
    shown = torch.rand((4, 3, UPRIGHT_PX, UPRIGHT_PX))
    for net in (first, other, both):
        net.eval()
    with torch.no_grad():
        features = both.number_again(shown).flatten(1)
        assert torch.equal(both.numbers_again(features), other.numbers(other.number(shown).flatten(1)))
        assert torch.equal(both.numbers(features), first.numbers(features))
        said = torch.log_softmax(first.numbers(first.number(shown).flatten(1)), dim=1)
        said = said + torch.log_softmax(both.numbers_again(features), dim=1)
        assert torch.allclose(both.number_in(shown), said / 2, atol=1e-6)
    assert saved["step"] == 7
