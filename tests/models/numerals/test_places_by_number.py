"""Photographs that say a number alone: where it is read, there is the top face."""

import pytest

pytest.importorskip("torch", reason="training's environment alone has torch")

import torch

from models.numerals.net import INPUT_PX, NumeralsNet
from models.numerals.places_by_number import places_by_number
from models.numerals.turns import TURNS
from models.upright.places import TOP_CELLS

PACKED_PX = 144
BRIGHT, DARK = (0.5, -0.25), (-0.5, 0.25)
"""Middles of two faces, in half crops, right and down."""

ON_BRIGHT, ON_DARK = 6, 2


def cell_at(place: tuple[float, float]) -> int:
    right, down = (int((one + 1) * TOP_CELLS / 2) for one in place)
    return down * TOP_CELLS + right


class TwoFaces(NumeralsNet):
    """Sees two faces, the dark one likelier the top one; reads one number on bright faces, one on dark."""

    def find(self, crops: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        heat = torch.full((len(crops), TOP_CELLS * TOP_CELLS), -20.0)
        heat[:, cell_at(BRIGHT)], heat[:, cell_at(DARK)] = 1.0, 2.0
        cells = torch.cat([self.middles, torch.zeros(3, TOP_CELLS * TOP_CELLS)]).expand(len(crops), -1, -1)
        return torch.zeros(len(crops), 1), heat, cells

    def stand(self, _crops: torch.Tensor, flat: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        ways = torch.zeros(len(flat), TURNS)
        ways[:, 0] = 20.0
        return ways, torch.zeros(len(flat), 5)

    def number_in(self, upright: torch.Tensor) -> torch.Tensor:
        bright = upright.mean(dim=(1, 2, 3)) > 0.5
        read = torch.zeros(len(upright), 20)
        read[bright, ON_BRIGHT] = 20.0
        read[~bright, ON_DARK] = 20.0
        return read


def one_bright_side(count: int) -> torch.Tensor:
    """Return packed crops whose right half is white."""
    crops = torch.zeros((count, PACKED_PX, PACKED_PX, 3), dtype=torch.uint8)
    crops[:, :, PACKED_PX // 2 :] = 255
    return crops


def test_the_labelled_number_tells_which_face_is_the_top_one() -> None:
    places = places_by_number(TwoFaces(), one_bright_side(2), torch.tensor([ON_BRIGHT, ON_DARK]))

    shown = INPUT_PX / PACKED_PX
    cell = 2 / TOP_CELLS * shown
    assert places[0, :, 2].tolist() == pytest.approx([shown * one for one in BRIGHT], abs=cell)
    assert places[1, :, 2].tolist() == pytest.approx([shown * one for one in DARK], abs=cell)


def test_a_number_that_is_read_nowhere_tells_no_place() -> None:
    places = places_by_number(TwoFaces(), one_bright_side(1), torch.tensor([11]))

    assert not places.any()
