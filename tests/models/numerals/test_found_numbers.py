"""Numbers are kept as the reader finds and turns them, with by how much they still stand turned."""

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="training's environment alone has torch")

import torch

from models.numerals.crops import PACKED_PX
from models.numerals.found_numbers import LOOKS, FoundNumbers, found_numbers, turned_by
from models.numerals.net import INPUT_PX, LABELS, UPRIGHT_PX, NumeralsNet
from models.numerals.turns import direction, turned
from models.training import shaken as training
from models.training.shaken import as_input, middle
from models.upright.pictures import UprightPictures
from models.upright.places import TOP_CELLS

TRUE = torch.tensor([[[0.1, -0.2, 0.05], [0.2, 0.1, -0.1]]])
"""Where the number lies in what the reader is shown: on its side, beside the middle."""

CROP = (
    torch.nn.functional.interpolate(
        torch.rand((1, 3, 9, 9), generator=torch.Generator().manual_seed(4)), size=(PACKED_PX, PACKED_PX)
    )[0].permute(1, 2, 0)
    * 255
).to(torch.uint8)


class Finding(NumeralsNet):
    """Finds every number at one place, and turned by so much from how it stands, in radians."""

    def __init__(self, turned_by: float = 0.0, beside: float = 0.0) -> None:
        super().__init__()
        self.place = turned(TRUE, direction(torch.tensor([turned_by])))
        self.place[:, 0, 2] += beside

    def find(self, crops: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        cells = TOP_CELLS * TOP_CELLS
        return (
            torch.zeros(len(crops), 1152),
            torch.zeros(len(crops), cells),
            torch.zeros(len(crops), 5, cells),
        )

    def standing_places(self, crops: torch.Tensor, _flat: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        return self.place.expand(len(crops), 2, 3), torch.ones(len(crops), 1)


@pytest.fixture
def packed(tmp_path: Path) -> Path:
    """Return a file of a d20's 7, a cube's 2, which is held out, a 7 that nobody can read, and two others."""
    labels = ["d20 7", "d6n 2", "d20 7", "cocked", "d12"]
    path = tmp_path / "packed.npz"
    np.savez(
        path,
        names=np.array(["one"]),
        sources=np.zeros(5, int),
        crops=np.stack([CROP.numpy()] * 5),
        labels=np.array([LABELS.index(label) for label in labels]),
        places=np.concatenate([(TRUE * (INPUT_PX / PACKED_PX)).numpy()] * 5),
        clear=np.array([True, True, False, True, True]),
        held_out=np.array([False, True, False, False, False]),
        top_view=np.zeros(5, bool),
    )
    return path


@pytest.fixture
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let crops be cut out where they are."""

    def unmoved(
        top_view: torch.Tensor, _random: torch.Generator, scale: float, mirrored: bool
    ) -> torch.Tensor:
        assert not mirrored
        return scale * torch.eye(2, 3).expand(len(top_view), 2, 3)

    monkeypatch.setattr("models.numerals.found_numbers.moved", unmoved)


def kept(net: NumeralsNet, packed: Path) -> FoundNumbers:
    return found_numbers(net, packed, torch.Generator().manual_seed(1))


def as_shown(pictures: torch.Tensor) -> torch.Tensor:
    return turned_by(torch.zeros(len(pictures)), pictures, torch.Generator().manual_seed(3))


@pytest.mark.usefixtures("still")
def test_numbers_that_are_found_are_kept_once_for_each_look(packed: Path) -> None:
    numbers = kept(Finding(), packed)

    assert numbers.of_d20.tolist() == [True, False, True] * LOOKS
    assert numbers.numbers.tolist() == [6, 1, 6] * LOOKS
    assert numbers.clear.tolist() == [True, True, False] * LOOKS
    assert numbers.held_out.tolist() == [False, True, False] * LOOKS
    assert numbers.off.abs().max() < 1e-3


@pytest.mark.usefixtures("still")
def test_they_show_what_the_reader_is_shown_where_it_finds_them(packed: Path) -> None:
    net = Finding(turned_by=0.4)

    seen = UprightPictures(UPRIGHT_PX)(as_input(middle(CROP[None], INPUT_PX)), net.place)

    assert (as_shown(kept(net, packed).pictures[:1]) - seen).abs().mean() < 0.05


@pytest.mark.usefixtures("still")
def test_by_how_much_they_still_stand_turned_is_told(packed: Path) -> None:
    assert torch.allclose(kept(Finding(turned_by=0.4), packed).off, torch.tensor(-0.4), atol=1e-3)


@pytest.mark.usefixtures("still")
def test_another_face_in_their_place_is_not_kept(packed: Path) -> None:
    assert not len(kept(Finding(beside=0.5), packed).off)


def test_boxes_are_as_far_off_as_those_of_a_finder(packed: Path) -> None:
    # Found in one place of each crop, they lie each in another one.
    first, second = kept(Finding(), packed).pictures[0::3][:2].int()

    assert training.PLACE_ERROR > 0
    assert (first - second).abs().max() > 12


def test_they_are_shown_turned_by_as_much_as_was_asked() -> None:
    pictures = torch.zeros((1, 80, 80, 3), dtype=torch.uint8)
    pictures[0, 8:40, 36:44] = 255  # a line from the middle up
    quarter = torch.tensor([torch.pi / 2])

    shown = turned_by(quarter, pictures, torch.Generator().manual_seed(5))[0].mean(dim=0)

    place = turned(torch.eye(2, 3)[None], direction(quarter))
    upwards = -place[0, :, 1]
    side = UPRIGHT_PX // 2
    half = shown[:, side:].sum() if upwards[0] > 0 else shown[:, :side].sum()
    assert half > 0.8 * shown.sum()
