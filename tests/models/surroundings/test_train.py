"""Places that pass for a face are drawn most, and what is told is counted at what it costs in dice."""

import numpy as np
import pytest

pytest.importorskip("torch", reason="training's environment alone has torch")

import torch

from models.surroundings.net import INPUT_PX, SurroundingsNet
from models.surroundings.pack import PACKED_PX
from models.surroundings.train import ALSO, validation, weights


def data(labels: list[int], confidence: list[float], held_out: bool) -> dict[str, np.ndarray]:
    count = len(labels)
    views = np.zeros((count, PACKED_PX, PACKED_PX, 3), np.uint8)
    views += np.array(labels, np.uint8)[:, None, None, None] * 200
    return {
        "crops": views,
        "labels": np.array(labels),
        "confidence": np.array(confidence, np.float32),
        "held_out": np.full(count, held_out),
        "sources": np.array([0] * (count - 1) + [1]),
    }


def test_dice_are_drawn_as_often_as_places_and_those_the_more_the_surer_they_pass_for_a_face() -> None:
    chance = weights(data([0, 0, 1, 1, 1, 1, 1], [0.9, 0.0, 1, 1, 1, 1, 1], held_out=False)).tolist()

    assert sum(chance[:2]) == pytest.approx(sum(chance[2:]))
    assert chance[0] / chance[1] == pytest.approx((0.9 + ALSO) / ALSO)
    # One die of a set of its own is drawn as often as two of one with four.
    assert chance[6] == pytest.approx(sum(chance[2:6]) / 2)


def test_what_validates_is_not_drawn() -> None:
    both = {
        name: np.concatenate([data([0, 1], [0.5, 1], held_out=False)[name], values])
        for name, values in data([0, 1], [0.5, 1], held_out=True).items()
    }

    assert weights(both)[2:].tolist() == [0, 0]


class SeesLight(SurroundingsNet):
    """Takes what is bright for a die."""

    def forward(self, views: torch.Tensor) -> torch.Tensor:
        assert views.shape[1:] == (3, INPUT_PX, INPUT_PX)
        return views.mean(dim=(1, 2, 3)) - 0.5


def test_places_that_look_less_like_a_die_than_nearly_all_dice_are_told() -> None:
    figures = validation(SeesLight(), data([0, 0, 0, 1, 1], [0.9, 0.8, 0.1, 1, 1], held_out=True))

    assert (figures["views"], figures["taken_for_a_face"]) == (5, 2)
    assert figures["told_at_0.001_lost"] == 1


def test_a_new_network_says_one_thing_of_each_view() -> None:
    assert SurroundingsNet().eval()(torch.rand(4, 3, INPUT_PX, INPUT_PX)).shape == (4,)
