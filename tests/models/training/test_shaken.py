"""How training shakes packed crops."""

import pytest

pytest.importorskip("torch", reason="training's environment alone has torch")

import torch

from models.training.shaken import MOST_SQUEEZED, SQUEEZED, moved

CROPS = 4000


def stretches(squeezed: bool) -> torch.Tensor:
    """Return how many times as high as wide a circle is seen after each move, as a logarithm (N,)."""
    moves = moved(
        torch.zeros(CROPS, dtype=torch.bool),
        torch.Generator().manual_seed(5),
        48 / 72,
        mirrored=True,
        bent=False,
        squeezed=squeezed,
    )
    return (moves[:, :, 0].norm(dim=1) / moves[:, :, 1].norm(dim=1)).log()


def test_a_quarter_of_the_crops_is_squeezed_one_way_or_the_other() -> None:
    stretched = stretches(squeezed=True)

    seen = stretched.abs() > 1e-4
    assert seen.float().mean() == pytest.approx(SQUEEZED, abs=0.03)
    assert (stretched[seen] > 0).float().mean() == pytest.approx(0.5, abs=0.06)
    assert stretched.abs().max() == pytest.approx(MOST_SQUEEZED, abs=0.01)


def test_others_keep_their_shape() -> None:
    assert stretches(squeezed=False).abs().max() < 1e-4
