"""Dice are asked about their own colours, other groups' and strangers', in the light of their pictures."""

import pytest

pytest.importorskip("torch", reason="training's environment alone has torch")

import numpy as np
import torch

from models.colours.net import PACKED_PX, roots
from models.matching.net import MatchingGraph, MatchingNet, compared
from models.matching.train import Dice, dice_of, questions, shares_told
from models.training.shaken import as_input

GAME, ALONE = 4, 0
RED, GREEN, BLACK, WHITE = (0.5, 0.02, 0.02), (0.02, 0.4, 0.05), (0.01, 0.01, 0.01), (0.8, 0.8, 0.8)
LOOKS = ((RED, WHITE), (BLACK, RED), (GREEN, WHITE), (BLACK, GREEN))


def packed() -> dict[str, np.ndarray]:
    """Return the dice of two sessions as they are packed: one a group alone, then all four, brighter."""
    rows = [
        (seed, picture, group, np.array(LOOKS[group]) * (0.5 if picture < GAME else 1.0))
        for seed in (1, 2)
        for picture, groups in ((0, [0]), (1, [1]), (2, [2]), (3, [3]), (GAME, [0, 1, 2, 3, -1]))
        for group in groups
    ]
    return {
        "crops": np.zeros((len(rows), PACKED_PX, PACKED_PX, 3), np.uint8),
        "seeds": np.array([row[0] for row in rows]),
        "pictures": np.array([row[1] for row in rows]),
        "groups": np.array([row[2] for row in rows]),
        "colours": np.stack([row[3] for row in rows]).astype(np.float32),
        "held_out": np.array([row[0] == 2 for row in rows]),
    }


def asked(count: int) -> tuple[Dice, torch.Tensor, torch.Tensor]:
    """Return so many dice of the groups, what they are asked about, and which of that is their own."""
    learn, _ = dice_of(packed())
    dice = learn.of(torch.arange(count) % len(learn.crops))
    return dice, *questions(dice, torch.Generator().manual_seed(5))


def test_groups_look_as_their_dice_do_in_the_same_light() -> None:
    learn, held_out = dice_of(packed())

    assert len(learn.crops) == len(held_out.crops) == 8
    blue_green_red = torch.tensor(LOOKS).flip(2)
    assert torch.allclose(learn.looks[:4], 0.5 * blue_green_red.expand(4, -1, -1, -1))
    assert torch.allclose(learn.looks[4:], blue_green_red.expand(4, -1, -1, -1))


def test_dice_are_asked_about_colours_near_their_own_and_about_others_that_are_not() -> None:
    dice, colours, is_own = asked(4000)
    far = (roots(colours) - roots(dice.colours)).abs().amax((1, 2))

    assert is_own.mean().item() == pytest.approx(0.4, abs=0.03)
    assert far[is_own == 1].median() < 0.12
    assert far[(is_own == 0) & ~far.isnan()].median() > 0.3
    assert not far[is_own == 1].isnan().any()


def test_nobody_is_asked_about_others_colours_that_are_like_his_own() -> None:
    dice, colours, is_own = asked(4000)
    same = (colours.isnan().flatten(1).any(1)) & (is_own == 0)

    assert 0.02 < same.float().mean() < 0.2
    assert len(dice.crops) == len(colours)


def test_a_pixel_is_told_how_far_it_lies_from_body_to_marks_and_aside() -> None:
    body, marks = torch.tensor([[0.2, 0.2, 0.2]]), torch.tensor([[0.8, 0.2, 0.2]])
    at = torch.stack([body, marks], dim=1)

    def of(root: tuple[float, float, float]) -> tuple[float, float]:
        told = compared(torch.tensor(root)[None, :, None, None], at)
        return told[0, 9, 0, 0].item(), told[0, 10, 0, 0].item()

    assert of((0.2, 0.2, 0.2)) == pytest.approx((0.0, 0.0), abs=0.02)
    assert of((0.8, 0.2, 0.2)) == pytest.approx((1.0, 0.0), abs=0.02)
    assert of((0.5, 0.6, 0.2)) == pytest.approx((0.5, 0.4), abs=0.02)


def test_who_finds_every_group_is_told_to() -> None:
    _, dice = dice_of(packed())
    told = torch.nn.functional.one_hot(dice.groups, 4).float()

    assert shares_told(told, dice) == {"own_group_likeliest": 1.0, "own_at_2_false_in_1000": 1.0}
    assert shares_told(-told, dice) == {"own_group_likeliest": 0.0, "own_at_2_false_in_1000": 0.0}


def test_the_graph_compares_each_view_with_all_colours_as_the_network_does() -> None:
    net = MatchingNet().eval()
    views = torch.randint(0, 256, (3, 48, 48, 3), dtype=torch.uint8)
    light = torch.rand(2, 2, 3)

    with torch.no_grad():
        told = MatchingGraph(net).eval()(views, light)

        for view in range(3):
            alone = net(as_input(views[view : view + 1]).expand(2, -1, -1, -1), roots(light))
            assert told[:, view].tolist() == pytest.approx(alone.tolist(), abs=1e-4)
