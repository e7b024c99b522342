"""Where on a crop a face lies, and how slanted it is seen: its flat place, as cells of a map tell it.

A flat place (2, 3) maps an upright picture, -1..1 to the right and down, into the crop, -1..1 likewise: it
says middle and slant of what lies there, and nothing of which way it stands.
"""

import torch
from torch.nn.functional import cross_entropy

TOP_CELLS = 12
"""Rows and columns of the map that says where the face's middle lies."""

USUAL_REACH = 0.35
"""How far an upright picture reaches to each side, in half crops, before training says better."""

SAID = 5
"""Numbers that a cell says: the middle, right and down; how wide and how high, as logarithms of shares of
`USUAL_REACH`; and how slanted, as such a share."""


def cell_middles() -> torch.Tensor:
    """Return the middles of the cells, right and down, (2, TOP_CELLS squared)."""
    cells = (torch.arange(TOP_CELLS) + 0.5) * (2 / TOP_CELLS) - 1
    down, right = torch.meshgrid(cells, cells, indexing="ij")
    return torch.stack([right, down]).flatten(1)


def place_of(heat: torch.Tensor, cells: torch.Tensor) -> torch.Tensor:
    """Return flat places (N, 2, 3): the middle and slant that the likeliest cells say.

    `heat` (N, cells) are logits, `cells` (N, SAID, cells) what each says, its middle in halves of the crop.
    """
    likely = torch.softmax(3 * heat, dim=1)
    found = (cells @ likely[:, :, None])[:, :, 0]
    wide, high = (USUAL_REACH * torch.exp(found[:, column : column + 1]) for column in (2, 3))
    aslant = USUAL_REACH * found[:, 4:5]
    row_x = torch.cat([wide, aslant, found[:, :1]], dim=1)
    row_y = torch.cat([aslant, high, found[:, 1:2]], dim=1)
    return torch.stack([row_x, row_y], dim=1)


def misplaced(heat: torch.Tensor, cells: torch.Tensor, flat: torch.Tensor) -> torch.Tensor:
    """Return how far heat and cells, as in `place_of`, are from flat places (N, 2, 3), one number a crop."""
    column, row = (
        ((flat[:, axis, 2] + 1) * (TOP_CELLS / 2)).long().clamp(0, TOP_CELLS - 1) for axis in (0, 1)
    )
    cell = row * TOP_CELLS + column
    missed = cross_entropy(heat, cell, reduction="none")
    found = cells.gather(2, cell[:, None, None].expand(-1, SAID, 1))[:, :, 0]
    reach = (torch.stack([flat[:, 0, 0], flat[:, 1, 1]], dim=1) / USUAL_REACH).clamp(min=0.05).log()
    off = (found[:, :2] - flat[:, :, 2]).abs().sum(dim=1) + (found[:, 2:4] - reach).abs().sum(dim=1)
    return missed + off + (found[:, 4] - flat[:, 0, 1] / USUAL_REACH).abs()


def flat_of(places: torch.Tensor) -> torch.Tensor:
    """Return the flat places of any places (N, 2, 3), also of mirrored ones: what they show, not turned."""
    maps = places[:, :, :2]
    squares = maps @ maps.transpose(1, 2)
    # The root of a symmetric 2x2 matrix, by its trace and determinant.
    size = torch.linalg.det(squares).clamp(min=1e-9).sqrt()
    trace = (squares[:, 0, 0] + squares[:, 1, 1] + 2 * size).sqrt()
    root = (squares + size[:, None, None] * torch.eye(2)) / trace[:, None, None]
    return torch.cat([root, places[:, :, 2:]], dim=2)


def seen_places(moves: torch.Tensor, places: torch.Tensor) -> torch.Tensor:
    """Return where what lies at places (N, 2, 3) of packed crops lies in what is shown of them.

    `moves` (N, 2, 3) say where each pixel shown lies in its packed crop, as `models.training.shaken.moved`.
    """
    back = torch.linalg.inv(moves[:, :, :2])
    middle = back @ (places[:, :, 2:] - moves[:, :, 2:])
    return torch.cat([back @ places[:, :, :2], middle], dim=2)
