"""The numeral reader's network looks once more where a number is in doubt, and nowhere else."""

import math

import pytest

pytest.importorskip("torch", reason="training's environment alone has torch")

import torch

from models.numerals.faces_beside import beside
from models.numerals.net import INPUT_PX, LABELS, NUMBERS, NumeralsNet
from models.numerals.turns import TURNS, turn_of
from models.upright.places import TOP_CELLS

ONE_WAY, OTHER_WAY = 3, 15

TOP_PLACE = torch.tensor([[[0.2, 0.0, 0.0], [0.0, 0.2, 0.0]]])


class SureOfBright(NumeralsNet):
    """Knows how numbers of bright crops stand, and of dark ones two ways that are as likely."""

    def stand(self, crops: torch.Tensor, flat: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        ways = torch.zeros(len(flat), TURNS)
        ways[:, ONE_WAY] = 20.0
        ways[crops.mean(dim=(1, 2, 3)) < 0.5, OTHER_WAY] = 20.0
        return ways, torch.zeros(len(flat), 5)


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


class InTwoWays(SureOfBright):
    """Sees with more channels that a number stands one of the two ways for sure."""

    def __init__(self) -> None:
        super().__init__()
        torch.nn.init.zeros_(self.ways_doubtful.weight)
        with torch.no_grad():
            self.ways_doubtful.bias.copy_(40.0 * torch.eye(TURNS)[OTHER_WAY])


def test_more_channels_tell_how_a_doubtful_number_stands_and_no_other() -> None:
    net = made(InTwoWays)
    first, _ = net.stand(crops_of(0.8, 0.0), TOP_PLACE.expand(2, 2, 3))

    with torch.no_grad():
        ways = net.told_ways(crops_of(0.8, 0.0), TOP_PLACE.expand(2, 2, 3), torch.softmax(first, dim=1))

    assert ways.argmax(dim=1).tolist() == [ONE_WAY, OTHER_WAY]
    assert ways.max(dim=1).values.min() > 0.99
    assert torch.allclose(ways.sum(dim=1), torch.ones(2))


class SixOrNine(SureOfBright):
    """Sees one face for sure, and reads a 6 one way up and a 9 the other, on a die of either kind."""

    def find(self, crops: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        heat = torch.zeros(len(crops), TOP_CELLS * TOP_CELLS)
        heat[:, 0] = 60.0
        return torch.zeros(len(crops), 1152), heat, torch.zeros(len(crops), 5, TOP_CELLS * TOP_CELLS)

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

    def stand(self, crops: torch.Tensor, flat: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        ways, corrections = super().stand(crops, flat)
        return 100 * ways, corrections

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


class AroundTwenty(NumeralsNet):
    """Reads what lies around the 20 of a d20 at `TOP_PLACE`; remembers how many faces it looked at."""

    asked = 0

    def read_alone(self, _crops: torch.Tensor, flat: torch.Tensor) -> torch.Tensor:
        self.asked += len(flat)
        away = torch.cdist(flat[:, :, 2], beside(TOP_PLACE)[0, :, :, 2])
        return torch.eye(NUMBERS)[torch.tensor([2, 8, 14])[away.argmin(dim=1)] - 1]


def told(read: dict[str, float]) -> tuple[dict[str, float], int]:
    """Return the chances that the faces beside leave of those read, and how many of them were looked at."""
    net = made(AroundTwenty)
    chances = torch.tensor([[read.get(label, 0.0) for label in LABELS]])
    (after,) = net.told_beside(crops_of(0.5), TOP_PLACE, chances)
    return dict(zip(LABELS, after.tolist(), strict=True)), net.asked


def test_the_faces_beside_it_tell_a_doubtful_number_of_a_d20() -> None:
    chance, asked = told({"d20 20": 0.45, "d20 10": 0.45, "d6n 6": 0.05, "d12": 0.05})

    assert asked == 3
    assert chance["d20 20"] > 0.85
    assert sum(chance[f"d20 {number}"] for number in range(1, 21)) == pytest.approx(0.9)
    assert chance["d6n 6"] == chance["d12"] == pytest.approx(0.05)


@pytest.mark.parametrize(
    "read",
    [
        {"d20 10": 0.95, "d20 20": 0.05},
        {f"d20 {number}": 0.25 for number in (3, 8, 13, 18)},
        {"d6n 6": 0.35, "d6n 5": 0.3, "d20 20": 0.35},
        {"d12": 1.0},
    ],
)
def test_no_face_beside_is_looked_at_where_the_number_is_sure_or_past_help_or_the_die_is_another(
    read: dict[str, float],
) -> None:
    chance, asked = told(read)

    assert asked == 0
    assert all(chance[label] == pytest.approx(share) for label, share in read.items())


def test_a_number_that_its_own_face_does_not_show_is_not_guessed_from_those_beside() -> None:
    chance, asked = told({"d20 20": 0.04, "d20 10": 0.96 / 2, "d20 5": 0.96 / 2})

    assert asked == 3
    assert chance["d20 20"] < 0.1
