"""A second look at a number corrects the place where the first one saw it."""

import pytest

pytest.importorskip("torch", reason="training's environment alone has torch")

import torch

from models.upright.corrections import MOST_CORRECTED, corrected, correction_loss, corrections_of

FOUND = torch.tensor([[[0.30, 0.04, 0.10], [0.04, 0.25, -0.20]]])
TRUE = torch.tensor([[[0.33, 0.02, 0.13], [0.02, 0.22, -0.18]]])


def test_a_place_is_corrected_to_the_true_one_as_far_as_one_slant_can() -> None:
    assert not torch.allclose(FOUND, TRUE, atol=0.02)
    assert torch.allclose(corrected(FOUND, corrections_of(FOUND, TRUE)), TRUE, atol=0.008)


def test_a_place_without_corrections_stays_as_it_is() -> None:
    assert torch.allclose(corrected(FOUND, torch.zeros(1, 5)), FOUND)


def test_a_middle_moves_by_halves_of_what_is_shown() -> None:
    moved = corrected(FOUND, torch.tensor([[1.0, 0.0, 0.0, 0.0, 0.0]]))

    assert torch.allclose(moved[0, :, 2], FOUND[0, :, 2] + FOUND[0, :, 0])


def test_what_would_lead_to_another_face_is_not_learned() -> None:
    far = TRUE + torch.tensor([0.0, 0.0, 0.6])
    said = torch.zeros(1, 5)

    assert corrections_of(FOUND, far).abs().max() > MOST_CORRECTED
    assert correction_loss(said, corrections_of(FOUND, far)) == 0
    assert correction_loss(said, corrections_of(FOUND, TRUE)) > 0
