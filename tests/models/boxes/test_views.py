"""Boxes lie in views as they do around them, mirrored or not, and made-up finds are about their dice."""

import pytest

pytest.importorskip("torch", reason="training's environment alone has torch")

import torch

from models.boxes.net import INPUT_PX, MARGIN
from models.boxes.views import LEAST_SHARE, about, inside, mirrored, moves, outside, shares, views_of
from models.training.shaken import seen_at

BOXES = torch.tensor([[-0.3, -0.2, 0.2, 0.25], [0.1, -0.1, 0.3, 0.4]])
NONE = torch.full_like(BOXES, torch.nan)


def test_a_view_is_so_many_times_as_wide_as_the_box_in_its_middle() -> None:
    middles, halves = views_of(BOXES)

    seen = inside(BOXES, middles, halves)

    assert (seen[:, 2:] - seen[:, :2]).amax(dim=1).tolist() == pytest.approx([2 / MARGIN] * 2)
    assert (seen[:, :2] + seen[:, 2:]).abs().max() < 1e-6
    assert torch.allclose(outside(seen, middles, halves), BOXES)


@pytest.mark.parametrize("mirror", [1.0, -1.0])
def test_a_box_in_a_view_is_where_the_view_shows_it(mirror: float) -> None:
    packed = torch.zeros(1, 128, 128, 3, dtype=torch.uint8)
    packed[:, 40:70, 30:90] = 255
    die = torch.tensor([[30 / 64 - 1, 40 / 64 - 1, 90 / 64 - 1, 70 / 64 - 1]])
    middles, halves = views_of(die + torch.tensor([0.1, 0.05, 0.3, 0.2]))
    turned = torch.tensor([mirror])

    shown = seen_at(moves(middles, halves, turned), packed, INPUT_PX)[0, 0] > 0.5

    rows, columns = shown.nonzero().T
    edges = torch.stack([columns.min(), rows.min(), columns.max() + 1, rows.max() + 1])
    told = mirrored(inside(die, middles, halves), turned)[0]
    assert (edges * (2 / INPUT_PX) - 1).tolist() == pytest.approx(told.tolist(), abs=1.5 * 2 / INPUT_PX)


def test_boxes_share_what_both_cover() -> None:
    one, other = torch.tensor([[0.0, 0, 2, 2], [0, 0, 1, 1]]), torch.tensor([[1.0, 1, 3, 3], [2, 2, 3, 3]])

    assert shares(one, one).tolist() == pytest.approx([1, 1])
    assert shares(one, other).tolist() == pytest.approx([1 / 7, 0])


def test_made_up_finds_are_about_their_dice_and_some_far_too_wide() -> None:
    dice = BOXES[:1].expand(400, 4)

    finds = about(dice, torch.full_like(dice, torch.nan), torch.Generator().manual_seed(1))

    share = shares(finds, dice)
    assert share.min() >= LEAST_SHARE
    assert (share < 0.6).float().mean() > 0.15
    assert (share > 0.8).float().mean() > 0.15


def test_finds_are_shown_where_the_finder_has_them_half_of_the_time() -> None:
    dice = BOXES[:1].expand(400, 4)
    found = dice + torch.tensor([0.0, 0.0, 0.15, 0.2])

    near = shares(about(dice, found, torch.Generator().manual_seed(2)), found) > 0.9

    assert 0.4 < near.float().mean() < 0.65
