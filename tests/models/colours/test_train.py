"""Colours are told from a die's own pixels, and what changes its light changes what is to be told."""

import pytest

pytest.importorskip("torch", reason="training's environment alone has torch")

import torch

from models.colours.net import INPUT_PX, PACKED_PX, ColoursGraph, ColoursNet, linear
from models.colours.train import as_shown, errors, loss_of, shaken


def test_each_map_of_pixels_sums_to_one() -> None:
    maps, _ = ColoursNet().eval().look(torch.rand(3, 3, INPUT_PX, INPUT_PX))

    assert maps.sum(dim=2).flatten().tolist() == pytest.approx([1.0] * 9)


def test_a_view_of_one_colour_has_no_other() -> None:
    grey = torch.full((1, INPUT_PX, INPUT_PX, 3), 128, dtype=torch.uint8)

    with torch.no_grad():
        light, errors_told = ColoursGraph(ColoursNet().eval())(grey)

    # A new network takes some of it for mirrored.
    assert light.shape == (1, 2, 3)
    assert (light <= 1.1 * linear(torch.tensor(128 / 255))).all()
    assert light.std(dim=2).max() < 1e-5
    assert (errors_told > 0).all()


def test_light_and_what_is_shown_of_it_are_told_from_each_other() -> None:
    light = torch.linspace(0, 1, 11)

    assert linear(as_shown(light)).tolist() == pytest.approx(light.tolist(), abs=1e-4)


def test_under_other_light_the_colours_to_tell_are_others() -> None:
    count = 64
    crops = torch.full((count, PACKED_PX, PACKED_PX, 3), 120, dtype=torch.uint8)
    colours = linear(torch.full((count, 2, 3), 120 / 255))

    views, truth = shaken(crops, colours, torch.Generator().manual_seed(3))

    # The last are neither noisy nor lit by a lamp's reflection with this seed.
    middle = linear(views[count // 3 : 2 * count // 3, :, INPUT_PX // 2, INPUT_PX // 2])
    assert truth[:, 0].std(dim=0).min() > 0.02
    assert middle.flatten().tolist() == pytest.approx(
        truth[count // 3 : 2 * count // 3, 0].flatten().tolist(), abs=0.01
    )


def test_whoever_foresees_how_far_off_he_is_loses_least() -> None:
    truth = torch.full((4, 2, 3), 0.5)
    told = torch.full((4, 2, 3), 0.6)
    off = errors(told, truth)

    foreseen = loss_of(told, off.log(), truth)

    assert errors(truth, truth).max() < 2e-3
    assert foreseen < loss_of(told, (3 * off).log(), truth)
    assert foreseen < loss_of(told, (off / 3).log(), truth)
