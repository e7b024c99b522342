"""By how much a place where a number is looked at is off, as a look at that place tells."""

import torch
from torch.nn.functional import smooth_l1_loss

CORRECTION_WEIGHT, MOST_CORRECTED = 4.0, 0.5
"""Of the places' corrections in training; none is learned that is larger than the other."""


def corrected(flat: torch.Tensor, corrections: torch.Tensor) -> torch.Tensor:
    """Return flat places (N, 2, 3) with their middles moved, and made wider, higher and slanted, by (N, 5).

    All as a look at those places sees it: the middle in halves of what it shows, sizes as logarithms.
    """
    wide, high = corrections[:, 2:3].exp(), corrections[:, 3:4].exp()
    across, down, slant = corrections[:, :1], corrections[:, 1:2], corrections[:, 4:]
    change = torch.stack([torch.cat([wide, slant], dim=1), torch.cat([slant, high], dim=1)], dim=1)
    moved = flat[:, :, :2] @ torch.stack([across, down], dim=1)
    return torch.cat([flat[:, :, :2] @ change, flat[:, :, 2:] + moved], dim=2)


def corrections_of(flat: torch.Tensor, wanted: torch.Tensor) -> torch.Tensor:
    """Return the corrections (N, 5) that make of flat places the wanted ones (N, 2, 3)."""
    back = torch.linalg.inv(flat[:, :, :2])
    change, moved = back @ wanted[:, :, :2], back @ (wanted[:, :, 2:] - flat[:, :, 2:])
    sizes = torch.stack([change[:, 0, 0], change[:, 1, 1]], dim=1).clamp(min=0.05).log()
    slant = (change[:, 0, 1:] + change[:, 1, :1]) / 2
    return torch.cat([moved[:, :, 0], sizes, slant], dim=1)


def correction_loss(corrections: torch.Tensor, wanted: torch.Tensor) -> torch.Tensor:
    """Return how far corrections (N, 5) are from the wanted, (N,); of another face's place nothing is."""
    off = smooth_l1_loss(corrections, wanted, beta=0.05, reduction="none").sum(dim=1)
    return CORRECTION_WEIGHT * off * (wanted.abs().amax(dim=1) < MOST_CORRECTED)
