"""Places of faces: what cells say of them, and how they look when a crop is turned or seen in a mirror."""

import pytest

pytest.importorskip("torch", reason="training's environment alone has torch")

import torch

from models.upright.pictures import UprightPictures
from models.upright.places import SAID, TOP_CELLS, cell_middles, flat_of, misplaced, place_of, seen_places

FLAT = torch.tensor([[[0.30, 0.05, 0.25], [0.05, 0.20, -0.42]]])
QUARTER = torch.tensor([[0.0, -1.0], [1.0, 0.0]])
MIRROR = torch.tensor([[-1.0, 0.0], [0.0, 1.0]])


def said(flat: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Heat and cells that are sure of a place."""
    near = (cell_middles() - flat[0, :, 2:]).norm(dim=0).argmin()
    heat = torch.zeros(1, TOP_CELLS * TOP_CELLS)
    heat[0, near] = 20.0
    cells = torch.zeros(1, SAID, TOP_CELLS * TOP_CELLS)
    cells[0, :, near] = torch.tensor(
        [*flat[0, :, 2].tolist(), *(flat[0].diagonal() / 0.35).log().tolist(), float(flat[0, 0, 1]) / 0.35]
    )
    return heat, cells


def test_the_likeliest_cell_says_where_a_face_lies_and_costs_nothing_where_it_is_right() -> None:
    heat, cells = said(FLAT)

    assert torch.allclose(place_of(heat, cells), FLAT, atol=1e-4)
    assert misplaced(heat, cells, FLAT).item() < 1e-4
    assert misplaced(heat, cells, FLAT + torch.tensor([0.0, 0.0, 0.03])).item() == pytest.approx(
        0.06, abs=1e-3
    )
    assert misplaced(heat, cells, FLAT + torch.tensor([0.0, 0.0, 0.5])).item() > 10


@pytest.mark.parametrize("turn", [QUARTER, MIRROR, QUARTER @ MIRROR])
def test_a_square_that_is_turned_or_mirrored_lies_where_it_lay(turn: torch.Tensor) -> None:
    places = torch.cat([FLAT[:, :, :2] @ turn, FLAT[:, :, 2:]], dim=2)

    assert torch.allclose(flat_of(places), FLAT, atol=1e-5)


def test_what_is_shown_at_a_place_moves_with_the_crop() -> None:
    torch.manual_seed(2)
    packed = torch.nn.functional.interpolate(torch.rand(1, 3, 6, 6), (72, 72), mode="bicubic")
    moves = torch.tensor([[[-0.6, 0.1, 0.05], [0.1, 0.7, -0.02]]])
    grid = torch.nn.functional.affine_grid(moves, [1, 3, 72, 72], align_corners=False)
    shown = torch.nn.functional.grid_sample(packed, grid, align_corners=False)
    upright = UprightPictures(16)

    there, here = upright(packed, FLAT), upright(shown, seen_places(moves, FLAT))

    assert (there - here).abs().max() < 0.02
    assert (there - upright(packed, FLAT + torch.tensor([0.0, 0.0, 0.2]))).abs().max() > 0.1
