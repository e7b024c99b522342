"""The numeral reader's network looks a second time at numbers that may stand otherwise, and at no others."""

import math

import pytest

pytest.importorskip("torch", reason="training's environment alone has torch")

import torch

from models.numerals_net import CELLS, INPUT_PX, LABELS, NUMBERS, TURNS, NumeralsNet, turn_of

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


def made(kind: type[NumeralsNet]) -> NumeralsNet:
    torch.manual_seed(1)
    net = kind()
    net.eval()
    return net


def chances_of(net: NumeralsNet, lightness: float) -> dict[str, float]:
    """Return the chance of each label for one crop that lies alone."""
    with torch.no_grad():
        (read,) = net(crops_of(lightness)).exp()
    return dict(zip(LABELS, read.tolist(), strict=True))


@pytest.fixture
def net() -> NumeralsNet:
    return made(SureOfBright)


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

    def counted(self: NumeralsNet, *looked_at: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        shown.append(len(looked_at[0]))
        return read(self, *looked_at)

    monkeypatch.setattr(NumeralsNet, "read", counted)
    with torch.no_grad():
        net(crops_of(0.8, 0.0, 0.8))

    assert shown == [3, 1]


class SixOrNine(SureOfBright):
    """Sees one face for sure, and reads a 6 one way up and a 9 the other, on a die of either kind."""

    def find(self, crops: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        heat = torch.zeros(len(crops), CELLS * CELLS)
        heat[:, 0] = 60.0
        return torch.zeros(len(crops), 1152), heat, torch.zeros(len(crops), 5, CELLS * CELLS)

    def read(
        self, crops: torch.Tensor, _die: torch.Tensor, places: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        kinds, numbers = torch.zeros(len(crops), 11), torch.zeros(len(crops), NUMBERS)
        kinds[:, :2] = 20.0
        one_way = turn_of(places).sin() > 0
        numbers[one_way, 6 - 1] = 20.0
        numbers[~one_way, 9 - 1] = 20.0
        return kinds, numbers


def test_a_way_in_which_no_cube_is_numbered_is_not_how_a_cube_stands() -> None:
    chance = chances_of(made(SixOrNine), 0.0)

    assert chance["d6n 6"] == pytest.approx(0.5, abs=0.01)
    assert chance["d20 6"] == pytest.approx(0.25, abs=0.01)
    assert chance["d20 9"] == pytest.approx(0.25, abs=0.01)


class SureOfFifteen(SixOrNine):
    """Reads a 15 that stands one way, so surely that single precision holds no chance of anything else."""

    def turns(self, crops: torch.Tensor, flat: torch.Tensor) -> torch.Tensor:
        return 100 * super().turns(crops, flat)

    def read(
        self, crops: torch.Tensor, _die: torch.Tensor, _places: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        kinds, numbers = torch.zeros(len(crops), 11), torch.zeros(len(crops), NUMBERS)
        kinds[:, 0] = numbers[:, 15 - 1] = 2000.0
        return kinds, numbers


def test_what_is_read_for_sure_leaves_chances_that_are_numbers() -> None:
    chance = chances_of(made(SureOfFifteen), 0.8)

    assert all(math.isfinite(one) for one in chance.values())
    assert chance["d20 15"] == pytest.approx(1.0, abs=1e-3)
