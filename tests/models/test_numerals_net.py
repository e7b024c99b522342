"""The numeral reader's network looks a second time at numbers that may stand otherwise, and at no others."""

import pytest

pytest.importorskip("torch", reason="training's environment alone has torch")

import torch

from models.numerals_net import INPUT_PX, TURNS, NumeralsNet

ONE_WAY, OTHER_WAY = 3, 15


class SureOfBright(NumeralsNet):
    """Knows how numbers of bright crops stand, and of dark ones two ways that are as likely."""

    def turns(self, crops: torch.Tensor, flat: torch.Tensor) -> torch.Tensor:
        ways = torch.zeros(len(flat), TURNS)
        ways[:, ONE_WAY] = 20.0
        ways[crops.mean(dim=(1, 2, 3)) < 0.5, OTHER_WAY] = 20.0
        return ways


def crops_of(*lightness: float) -> torch.Tensor:
    noise = torch.rand((len(lightness), 3, INPUT_PX, INPUT_PX), generator=torch.Generator().manual_seed(2))
    return 0.2 * noise + torch.tensor(lightness)[:, None, None, None]


@pytest.fixture
def net() -> NumeralsNet:
    torch.manual_seed(1)
    made = SureOfBright()
    made.eval()
    return made


@pytest.mark.parametrize("lightness", [(0.8, 0.0, 0.8, 0.0), (0.8, 0.8), (0.0, 0.0)])
def test_what_is_read_of_a_die_does_not_depend_on_the_doubts_about_others(
    net: NumeralsNet, lightness: tuple[float, ...]
) -> None:
    crops = crops_of(*lightness)

    with torch.no_grad():
        together, alone = net(crops), torch.cat([net(one[None]) for one in crops])

    assert torch.allclose(together, alone, atol=1e-4)
    assert torch.allclose(together.exp().sum(dim=1), torch.ones(len(crops)), atol=1e-3)


def test_only_a_number_that_may_stand_otherwise_is_read_twice(
    net: NumeralsNet, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[int] = []
    read = NumeralsNet.read

    def counted(self: NumeralsNet, *looked_at: torch.Tensor) -> torch.Tensor:
        shown.append(len(looked_at[0]))
        return read(self, *looked_at)

    monkeypatch.setattr(NumeralsNet, "read", counted)
    with torch.no_grad():
        net(crops_of(0.8, 0.0, 0.8))

    assert shown == [3, 1]
