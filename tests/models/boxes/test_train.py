"""Dice that the finder sees badly are drawn more often, and what is told of finds is told of their boxes."""

import pytest

pytest.importorskip("torch", reason="training's environment alone has torch")

import torch

from models.boxes.net import INPUT_PX, MARGIN, BoxNet
from models.boxes.train import NOT_FOUND_WEIGHT, WRONG_WEIGHT, told_of_finds, validation, weights

DICE = torch.tensor([[-0.25, -0.25, 0.25, 0.25]]).repeat(3, 1)
FOUND = torch.stack([DICE[0], DICE[0] + 0.4, torch.full((4,), torch.nan)])


class LeavesAll(BoxNet):
    """Tells the box of each find as it is."""

    def forward(self, views: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        assert views.shape[1:] == (3, INPUT_PX, INPUT_PX)
        return torch.tensor([[-1.0, -1, 1, 1]]).repeat(len(views), 1) / MARGIN, torch.zeros(len(views))


def data() -> dict[str, torch.Tensor]:
    return {"crops": torch.zeros(3, 128, 128, 3, dtype=torch.uint8), "true": DICE, "found": FOUND}


def test_dice_that_the_finder_sees_badly_are_drawn_more_often() -> None:
    well, badly, not_at_all = weights(DICE, FOUND).tolist()

    assert well == pytest.approx(1.0)
    assert badly == pytest.approx(1 + WRONG_WEIGHT * (1 - 1 / 49), abs=0.1)
    assert not_at_all == NOT_FOUND_WEIGHT


def test_finds_that_are_left_as_they_are_are_as_wrong_as_before() -> None:
    before, after = told_of_finds(LeavesAll(), data())

    assert after.tolist() == pytest.approx(before.tolist(), abs=1e-5)
    figures = validation(LeavesAll(), data())
    assert (figures["finds"], figures["wrong"], figures["wrong_corrected"]) == (2, 1, 1)


def test_a_new_network_tells_about_the_box_of_the_find() -> None:
    torch.manual_seed(1)

    boxes, _ = BoxNet().eval()(torch.rand(4, 3, INPUT_PX, INPUT_PX))

    assert (boxes - torch.tensor([-1.0, -1, 1, 1]) / MARGIN).abs().max() < 0.3
