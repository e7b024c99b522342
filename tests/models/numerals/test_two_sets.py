"""A network takes over another's layers that read a number, as its second set, which sees more around it."""

from pathlib import Path

import pytest

pytest.importorskip("torch", reason="training's environment alone has torch")

import torch

from models.numerals.net import FARTHER, INPUT_PX, UPRIGHT_PX, NumeralsNet
from models.numerals.two_sets import join

CROPS = torch.rand((2, 3, INPUT_PX, INPUT_PX), generator=torch.Generator().manual_seed(8))
PLACES = torch.tensor([[[0.3, 0.0, 0.0], [0.0, 0.3, 0.0]], [[0.0, 0.4, 0.0], [-0.2, 0.0, 0.0]]])
"""Of numbers in the middle, so that they lie there for both sets."""


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
        _, numbers = both.read(CROPS, torch.zeros(2, 1152), PLACES)
        said = [
            torch.log_softmax(net.number_in(both.shown(CROPS, places)), dim=1)
            for net, places in ((first, PLACES), (other, FARTHER * PLACES))
        ]
        assert torch.allclose(numbers, (said[0] + said[1]) / 2, atol=1e-6)
    assert saved["step"] == 7
